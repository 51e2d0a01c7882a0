"""Scorers: how near a chunk is to a query, by a static embedding model, by BM25, or by both."""

from chunkforge.scoring.base import AnyScorer, Scorer, rank_of, ranking
from chunkforge.scoring.bm25 import Bm25
from chunkforge.scoring.fusion import Fusion
from chunkforge.scoring.known_models import KNOWN_MODELS, KnownModel
from chunkforge.scoring.model_files import kind_of, read_static_model
from chunkforge.scoring.onnx_table import read_embedding_table
from chunkforge.scoring.static_model import StaticModel
from chunkforge.scoring.table import EmbeddingTable

__all__ = [
    "KNOWN_MODELS",
    "AnyScorer",
    "Bm25",
    "EmbeddingTable",
    "Fusion",
    "KnownModel",
    "Scorer",
    "StaticModel",
    "kind_of",
    "rank_of",
    "ranking",
    "read_embedding_table",
    "read_static_model",
]
