"""A split in figures: how long its chunks are, why they end, what its overlap costs, and what to know of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chunkforge.chunks import Cut
from chunkforge.corpus import CorpusChunks
from chunkforge.notice import Notice
from chunkforge.settings import SplitSettings
from chunkforge.splitters import advice

MOST_BARS = 24  # of the histogram: as many as can be told apart in a narrow column
_ROUND = (1, 2, 5)


@dataclass(frozen=True, eq=False)
class Advice:
    """A sentence on a split; `documents` are the ids of those it is true of."""

    notice: Notice
    documents: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Overview:
    """All chunks of a corpus under one setting, counted.

    `bars` (int64) are the numbers of chunks with 0 to `width` - 1 tokens, `width` to 2 `width` - 1, and so on.
    `own_tokens` are those of the documents themselves, `tokens_to_embed` those of all chunks, prefixes and overlap
    included. `cuts` counts why chunks end where they end.
    """

    chunks: int
    smallest: int
    median: int
    largest: int
    tokens_to_embed: int
    own_tokens: int
    over_limit: int
    width: int
    bars: NDArray[np.int64]
    cuts: dict[Cut, int]
    advice: tuple[Advice, ...]


def overview(settings: SplitSettings, corpus: CorpusChunks, own_tokens: int) -> Overview:
    """Count a split.

    Args:
        settings: what was asked for.
        corpus: what came of it.
        own_tokens: boundary tokens of the documents.

    Returns:
        The figures; all 0 where there is no chunk.
    """
    tokens = corpus.tokens
    ascending = np.sort(tokens) if len(tokens) else np.zeros(1, np.int32)
    width = bar_width(int(ascending[-1]))
    cuts = sum((np.bincount(chunks.cuts, minlength=len(Cut)) for chunks in corpus.parts), np.zeros(len(Cut), np.int64))
    return Overview(
        chunks=len(tokens),
        smallest=int(ascending[0]),
        median=int(ascending[(len(ascending) - 1) // 2]),
        largest=int(ascending[-1]),
        tokens_to_embed=int(tokens.sum(dtype=np.int64)),
        own_tokens=own_tokens,
        over_limit=sum(int(chunks.over_limit.sum()) for chunks in corpus.parts),
        width=width,
        bars=np.bincount(tokens // width).astype(np.int64),
        cuts={cut: int(cuts[cut]) for cut in Cut if cuts[cut]},
        advice=_advice(settings, corpus),
    )


def bar_width(largest: int) -> int:
    """Choose a round width (1, 2 or 5 times a power of ten) of which at most `MOST_BARS` reach a largest value."""
    power = 1
    while True:
        for step in _ROUND:
            if largest // (step * power) < MOST_BARS:
                return step * power
        power *= 10


def _advice(settings: SplitSettings, corpus: CorpusChunks) -> tuple[Advice, ...]:
    """Say each sentence once, whatever the number of documents it is true of."""
    told: dict[str, tuple[Notice, list[int]]] = {}
    for document, chunks in zip(corpus.documents, corpus.parts, strict=True):
        for notice in advice(settings, chunks):
            told.setdefault(str(notice), (notice, []))[1].append(document)
    return tuple(Advice(notice, tuple(documents)) for notice, documents in told.values())
