"""chunkforge: find the chunk size that a corpus needs, measured on the documents themselves.

import chunkforge as cf

document = cf.extract("handbook.md", data)
tokenizer = cf.load_tiktoken("cl100k_base", ranks)
chunks = cf.split(document, tokenizer, cf.SplitSettings("recursive", size=512, overlap=50))
"""

from chunkforge.chunks import Chunks, Cut
from chunkforge.corpus import CorpusChunks
from chunkforge.document import Block, Document
from chunkforge.encoding import Encoding
from chunkforge.errors import (
    Cancelled,
    ChunkforgeError,
    ExtractionError,
    PasswordRequired,
    SettingsError,
    TableError,
    UnsupportedTokenizer,
    WorkbenchError,
)
from chunkforge.extract import extract
from chunkforge.labels import Mark, Query
from chunkforge.measurement import Measurement, QueryResult
from chunkforge.notice import Notice
from chunkforge.scoring import Bm25, EmbeddingTable, Fusion, StaticModel, read_embedding_table
from chunkforge.settings import SplitSettings
from chunkforge.splitters import STRATEGIES, Source, split, split_source
from chunkforge.steps import Progress
from chunkforge.tokenizers import Tokenizer, estimate, load_sentencepiece, load_tiktoken, load_tokenizer
from chunkforge.workbench import Workbench

__version__ = "0.1.0"

__all__ = [
    "STRATEGIES",
    "Block",
    "Bm25",
    "Cancelled",
    "ChunkforgeError",
    "Chunks",
    "CorpusChunks",
    "Cut",
    "Document",
    "EmbeddingTable",
    "Encoding",
    "ExtractionError",
    "Fusion",
    "Mark",
    "Measurement",
    "Notice",
    "PasswordRequired",
    "Progress",
    "Query",
    "QueryResult",
    "SettingsError",
    "Source",
    "SplitSettings",
    "StaticModel",
    "TableError",
    "Tokenizer",
    "UnsupportedTokenizer",
    "Workbench",
    "WorkbenchError",
    "estimate",
    "extract",
    "load_sentencepiece",
    "load_tiktoken",
    "load_tokenizer",
    "read_embedding_table",
    "split",
    "split_source",
]
