# ruff: noqa: INP001 - the worker fetches this file
"""Runs in the browser: a corpus of made-up prose, and moves of the slider over it, timed."""

from __future__ import annotations

import json
import time
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from chunkforge import SplitSettings, StaticModel, extract, load_tiktoken, load_tokenizer
from chunkforge.scoring import EmbeddingTable, ranking
from chunkforge.splitters import Source, split_source
from chunkforge.steps import finish

DIMENSIONS = 1024
QUERIES = (
    "how many days of leave are there",
    "who signs a contract of more than a year",
    "water damage in the cellar",
    "the second world war",
    "music",
)
TOKENS_A_WORD = 1.02
"""Boundary tokens of this prose's words, spaces included; measured."""

_state: dict[str, Any] = {}


class JsBytes(Protocol):
    """A Uint8Array of JavaScript's."""

    def to_bytes(self) -> bytes:
        """Copy it."""


def start(bert: JsBytes, cl100k: JsBytes) -> None:
    """Load both tokenizers from their files' bytes, and make a table of random rows with the spread of a real one."""
    file = bert.to_bytes()
    _state["scoring"] = load_tokenizer(file)
    _state["boundary"] = load_tiktoken("cl100k_base", cl100k.to_bytes())
    vocabulary = json.loads(file)["model"]["vocab"]
    _state["words"] = np.array([word for word in vocabulary if word.isalpha() and word.isascii()])
    rng = np.random.default_rng(1)
    rows = np.empty((len(vocabulary), DIMENSIONS), np.int8)
    for some in np.array_split(rows, 32):
        some[:] = np.clip(rng.standard_normal(some.shape, np.float32) * 20, -127, 127)
    _state["table"] = EmbeddingTable(rows, 0.01)


def table() -> NDArray[np.int8]:
    """Give the table's rows (int8 [V, D])."""
    return _state["table"].rows


def prose(tokens: int) -> str:
    """Write Markdown with headings, paragraphs and sentences, its words as frequent as Zipf says; always the same."""
    rng = np.random.default_rng(2)
    words = _state["words"]
    count = int(tokens / TOKENS_A_WORD)
    ranks = np.exp(rng.random(count) * np.log(len(words))).astype(np.intp)  # a word's chance falls with its rank
    drawn = words[ranks - 1].tolist()
    parts: list[str] = []
    at = 0
    while at < count:
        if rng.random() < 0.12:
            parts.append("#" * int(rng.integers(1, 4)) + " " + " ".join(drawn[at : at + 4]).capitalize())
            at += 4
        sentences = []
        for length in rng.integers(6, 30, int(rng.integers(2, 9))):
            sentences.append(" ".join(drawn[at : at + length]).capitalize() + ".")
            at += length
        parts.append(" ".join(sentences))
    return "\n\n".join(parts)


class Move:
    """One move of the slider: its split, its ranking, and the milliseconds of both."""

    def __init__(self, corpus: Corpus, settings: SplitSettings) -> None:
        """Split, score and rank."""
        began = time.perf_counter()
        self._chunks = split_source(corpus.source, settings)
        split = time.perf_counter()
        self.scores = finish(corpus.model.scoring([(corpus.read, self._chunks)], QUERIES))
        self.orders = ranking(self.scores)
        self.count = len(self._chunks)
        self.split_ms = (split - began) * 1000
        self.score_ms = (time.perf_counter() - split) * 1000

    def chunk_tokens(self) -> list[NDArray[np.int32]]:
        """The tokens of each chunk, tokenised alone, as the reference would do it once."""
        return [_state["scoring"].encode(self._chunks.text(i)).ids for i in range(len(self._chunks))]


class Corpus:
    """One document of about so many boundary tokens, read by both tokenizers."""

    def __init__(self, tokens: int) -> None:
        """Write and read it."""
        document = extract("prose.md", prose(tokens).encode())
        self.source = Source(document, _state["boundary"])
        self.model = StaticModel(_state["table"], _state["scoring"])
        self.read = finish(self.model.reading(document.text))
        self.tokens = len(self.source.tokenized.encoding)

    def query_tokens(self) -> list[NDArray[np.int32]]:
        """The tokens of each query (int32)."""
        return [_state["scoring"].encode(query).ids for query in QUERIES]

    def move(self, strategy: str, size: int, overlap: int) -> Move:
        """Move the slider."""
        return Move(self, SplitSettings(strategy, size, overlap))


def corpus(tokens: int) -> Corpus:
    """Give the corpus of a size; only the last one is kept."""
    if _state.get("size") != tokens:
        _state.pop("corpus", None)
        _state["corpus"] = Corpus(tokens)
        _state["size"] = tokens
    return _state["corpus"]
