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
from chunkforge.scoring.parts import parts_of
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
SPREAD = 20 / (4 * 256**2 / 12) ** 0.5
"""Makes the standard deviation of the rows' numbers 20, as in a real table, of the sum of four bytes."""

TOKENS_A_WORD = 1.02
"""Boundary tokens of this prose's words, spaces included; measured."""

_state: dict[str, Any] = {}


class Chance:
    """Numbers that look random and are always the same; the site's numpy comes without its random part."""

    def __init__(self, seed: int) -> None:
        """Start at a place of its own."""
        self._state = np.uint64(seed << 32)

    def bits(self, count: int) -> NDArray[np.uint64]:
        """Give random bits (uint64[count]): SplitMix64."""
        mixed = self._state + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        self._state = mixed[-1]
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
            mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
        return mixed ^ (mixed >> np.uint64(31))

    def uniform(self, count: int) -> NDArray[np.float64]:
        """Give numbers from 0 to 1 (float64[count])."""
        return (self.bits(count) >> np.uint64(11)).astype(np.float64) * 2.0**-53

    def below(self, least: int, most: int, count: int) -> list[int]:
        """Give whole numbers from `least` up to, without it, `most`."""
        return (least + (self.uniform(count) * (most - least)).astype(np.intp)).tolist()


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
    chance = Chance(1)
    rows = np.empty((len(vocabulary), DIMENSIONS), np.int8)
    for some in np.array_split(rows, 32):
        # The sum of four bytes is close to normal.
        four = chance.bits(some.size // 2).view(np.uint8).reshape(*some.shape, 4).sum(axis=2, dtype=np.int16)
        some[:] = np.clip((four - 510) * np.float32(SPREAD), -127, 127)
    _state["table"] = EmbeddingTable(rows, 0.01)


def table() -> NDArray[np.int8]:
    """Give the table's rows (int8 [V, D])."""
    return _state["table"].rows


def prose(tokens: int) -> str:
    """Write Markdown with headings, paragraphs and sentences, its words as frequent as Zipf says; always the same."""
    chance = Chance(2)
    words = _state["words"]
    count = int(tokens / TOKENS_A_WORD)
    ranks = np.exp(chance.uniform(count) * np.log(len(words))).astype(np.intp)  # a word's chance falls with its rank
    drawn = words[ranks - 1].tolist()
    parts: list[str] = []
    at = 0
    while at < count:
        with_heading, level, sentence = chance.uniform(3).tolist()
        if with_heading < 0.12:
            parts.append("#" * (1 + int(3 * level)) + " " + " ".join(drawn[at : at + 4]).capitalize())
            at += 4
        sentences = []
        for length in chance.below(6, 30, 2 + int(7 * sentence)):
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
        self._read = corpus.read

    def laid_out(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The tokens of all chunks, one chunk's behind the other's, and where each chunk's begin."""
        parts, tokens = (
            parts_of(self._chunks, self._read.tokenized, self._read.leads),
            self._read.tokenized.encoding.ids,
        )
        counts = parts.counts()
        ids = np.empty(counts.sum(), np.int32)
        at = (np.cumsum(counts) - counts).astype(np.intp)
        empty = np.empty(0, np.int32)
        leads = [parts.leads[lead] if lead >= 0 else empty for lead in parts.lead_of.tolist()]
        inner = [tokens[first:last] for first, last in zip(parts.firsts, parts.lasts, strict=True)]
        edges = np.split(parts.edge_ids, np.searchsorted(parts.edge_of, np.arange(1, len(parts))))
        every = [some for three in zip(leads, inner, edges, strict=True) for some in three]
        np.concatenate([empty, *every], out=ids)
        return ids, np.append(at, len(ids)).astype(np.int32)

    def check_tokens(self) -> None:
        """Hold what `laid_out` gives against the text of every sixteenth chunk, tokenised alone."""
        ids, bounds = self.laid_out()
        for i in range(0, self.count, 16):
            alone = _state["scoring"].encode(self._chunks.text(i)).ids
            if not np.array_equal(np.sort(alone), np.sort(ids[bounds[i] : bounds[i + 1]])):
                raise AssertionError(f"chunk {i} has other tokens")


class Corpus:
    """One document of about so many boundary tokens, read by both tokenizers."""

    def __init__(self, tokens: int, name: str = "prose.md") -> None:
        """Write and read it; the name tells whether its headings count."""
        document = extract(name, prose(tokens).encode())
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
