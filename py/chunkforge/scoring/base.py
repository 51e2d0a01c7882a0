"""What every scorer offers: a document is read once, then any split of it is scored against any queries.

index = finish(scorer.reading(document.text))               # once a document
scores = finish(scorer.scoring([(index, chunks)], queries))  # every move of the slider
best = ranking(scores)[0, :k]                                # chunk numbers, best first
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from chunkforge.chunks import Chunks
from chunkforge.notice import Notice
from chunkforge.steps import Steps

Index = TypeVar("Index")


class Scorer(Protocol[Index]):
    """Scores the chunks of a corpus against queries; `Index` is what it keeps of one document, its own affair.

    A scorer may keep what the last split of an index cost to compute, inside that index; results never depend on it.
    """

    @property
    def name(self) -> str:
        """How it is called in settings, rows and exports: `static`, `bm25`, `fusion`."""

    def reading(self, text: str) -> Steps[Index]:
        """Index a document's canonical text step by step, with progress in characters."""

    def scoring(self, corpus: Sequence[tuple[Index, Chunks]], queries: Sequence[str]) -> Steps[NDArray[np.float64]]:
        """Score every chunk against every query, with progress in chunks.

        Args:
            corpus: the documents in order, each with its split; `Chunks.text(i)` is what is scored.
            queries: the queries' texts.

        Returns:
            float64 [queries, chunks], higher is better; chunks are numbered through the corpus in order. Always finite:
            a chunk or a query with nothing in it scores 0.
        """

    def notice(self, query: str) -> Notice | None:
        """Say what keeps a query from being scored (it has no words, say), or `None` where nothing does."""


AnyScorer: TypeAlias = Scorer[Any]


def ranking(scores: NDArray[np.float64]) -> NDArray[np.intp]:
    """Order chunks best first; equal scores keep the order of the chunks, so that two runs agree.

    Args:
        scores: float64 [..., chunks].

    Returns:
        intp [..., chunks]: chunk numbers.
    """
    return np.argsort(-scores, axis=-1, kind="stable")


def rank_of(scores: NDArray[np.float64], chunk: int) -> int:
    """Tell the place of one chunk in `ranking(scores)`, counted from 1, without sorting.

    Args:
        scores: float64 [chunks], of one query.
        chunk: its number.

    Returns:
        1 for the best.
    """
    own = scores[chunk]
    return 1 + int(np.count_nonzero(scores > own)) + int(np.count_nonzero(scores[:chunk] == own))
