"""Tokenizers equal to the real ones, ids and offsets, or refused by name."""

from chunkforge.tokenizers.base import ModelTokenizer, TokenizedText, Tokenizer
from chunkforge.tokenizers.cover import cover, cut_places
from chunkforge.tokenizers.estimates import ESTIMATES, estimate
from chunkforge.tokenizers.graphemes import cluster_starts
from chunkforge.tokenizers.models import BUILT_IN, MODELS, EmbeddingModel, find_model
from chunkforge.tokenizers.sentencepiece import load_sentencepiece
from chunkforge.tokenizers.tiktoken import load_tiktoken
from chunkforge.tokenizers.tokenizer_json import load_tokenizer

__all__ = [
    "BUILT_IN",
    "ESTIMATES",
    "MODELS",
    "EmbeddingModel",
    "ModelTokenizer",
    "TokenizedText",
    "Tokenizer",
    "cluster_starts",
    "cover",
    "cut_places",
    "estimate",
    "find_model",
    "load_sentencepiece",
    "load_tiktoken",
    "load_tokenizer",
]
