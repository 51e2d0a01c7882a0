"""Reciprocal-rank fusion: several scorers' rankings made one, by places alone.

A chunk scores the sum of `1 / (60 + place)` over the rankings that returned it (Cormack, Clarke and Büttcher,
"Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning Methods", SIGIR 2009, which also gives the
60). Equal scores share the best of their places. A score of 0 means that nothing was shared with the query: such a
chunk was not returned, and gains nothing from where it stands.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from chunkforge.chunks import Chunks
from chunkforge.notice import Notice
from chunkforge.scoring.base import AnyScorer
from chunkforge.steps import Steps

K = 60


def fused(rankings: Sequence[NDArray[np.float64]], k: int = K) -> NDArray[np.float64]:
    """Fuse the scores of several scorers.

    Args:
        rankings: their scores, float64 [queries, chunks] each.
        k: how little the very first places stand out.

    Returns:
        float64 [queries, chunks].
    """
    total = np.zeros_like(rankings[0])
    for scores in rankings:
        for query, scored in enumerate(scores):
            better = len(scored) - np.searchsorted(np.sort(scored), scored, side="right")
            total[query] += np.where(scored == 0, 0.0, 1 / (k + 1 + better))
    return total


class Fusion:
    """Ranks by the places that several scorers give. A `Scorer` over a tuple of their indexes."""

    def __init__(self, *scorers: AnyScorer, name: str = "fusion") -> None:
        """Take the scorers to be fused, one at least; the name tells it from the fusion of others."""
        self.name = name
        self._scorers = scorers

    @property
    def parts(self) -> tuple[AnyScorer, ...]:
        """The scorers that are fused."""
        return self._scorers

    def notice(self, query: str) -> Notice | None:
        """Say what keeps every one of the scorers from ranking anything; the first of their reasons."""
        notices = [scorer.notice(query) for scorer in self._scorers]
        return notices[0] if all(notices) else None

    def reading(self, text: str) -> Steps[tuple[object, ...]]:
        """Let every scorer read the document."""
        indexes: tuple[object, ...] = ()
        for scorer in self._scorers:
            indexes += ((yield from scorer.reading(text)),)
        return indexes

    def scoring(
        self, corpus: Sequence[tuple[tuple[object, ...], Chunks]], queries: Sequence[str]
    ) -> Steps[NDArray[np.float64]]:
        """Score every chunk against every query; see `Scorer.scoring`."""
        rankings: tuple[NDArray[np.float64], ...] = ()
        for number, scorer in enumerate(self._scorers):
            own = [(indexes[number], chunks) for indexes, chunks in corpus]
            rankings += ((yield from scorer.scoring(own, queries)),)
        return fused(rankings)
