"""How a ranking is scored: hits, k from a context budget, and what chance alone would score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from chunkforge.measurement import Measurement
from chunkforge.splitters import unit_of

SEPARATED = 0.05  # the customary level below which a sign test is called significant


def chunks_in_budget(budget: int, size: float) -> int:
    """Tell how many chunks of a size fit a context budget: `floor(budget / size)`.

    Args:
        budget: boundary tokens that retrieval may spend on one query.
        size: boundary tokens of one chunk.

    Returns:
        k, which is 0 where not even one chunk fits.
    """
    return int(budget // size)


def over_budget(row: Measurement) -> Literal["mean", "size"] | None:
    """Tell whether a query retrieves more than the budget, as the mean, and why that can be.

    Args:
        row: a measurement.

    Returns:
        `mean` where k goes by the mean length of a chunk, and those retrieved are longer; `size` where k goes by the
        size, and some chunks exceed it; `None` where the budget holds.
    """
    if row.retrieved_tokens <= row.budget:
        return None
    return "size" if unit_of(row.settings) == "tokens" else "mean"


def hit_mask(starts: NDArray[np.int32], ends: NDArray[np.int32], start: int, end: int) -> NDArray[np.bool_]:
    """Tell which chunks overlap a marked span by at least one character.

    Args:
        starts: first code point of each of n chunks.
        ends: one past the last code point of each.
        start: first code point of the span.
        end: one past its last.

    Returns:
        bool[n]; a chunk that only touches the span (ends where it begins) is False.
    """
    return (np.maximum(starts, start) < np.minimum(ends, end)).astype(np.bool_)


def chance_of_hit(n: int, h: int, k: int) -> float:
    """Tell how often random retrieval of k of n chunks returns at least one of the h that hit.

    The hypergeometric `1 - C(n-h, k) / C(n, k)`, as a sum of `log1p` over the smaller of h and k terms, so that
    neither binomial is ever formed.

    Args:
        n: chunks in the index.
        h: how many of them overlap the mark.
        k: how many are retrieved.

    Returns:
        A probability, 0 to 1.
    """
    if h <= 0 or k <= 0:
        return 0.0
    if h + k > n:
        return 1.0
    few, many = sorted((h, k))
    return float(-np.expm1(np.log1p(-many / (n - np.arange(few, dtype=np.float64))).sum()))


def cheapest_complete(rows: Sequence[Measurement]) -> list[Measurement]:
    """Find the settings that returned everything marked for the fewest retrieved tokens a query.

    Args:
        rows: measurements of one state of the documents, queries and marks.

    Returns:
        The cheapest row and those tied with it; empty where none returned everything or nothing is marked.
        Rows whose k reaches every chunk are left out: they return everything by arithmetic.
    """
    complete = [row for row in rows if 0 < row.answers_asked == row.answers_found and row.k < row.n_chunks]
    least = min((row.retrieved_tokens for row in complete), default=0.0)
    return [row for row in complete if row.retrieved_tokens == least]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Where two settings part over the same queries.

    `first_better` and `second_better` are query ids for which one found more marked answers than the other. `p` is the
    exact two-sided sign test over them. `more_needed` is how many further disagreements, all in the leading direction,
    would bring p under 0.05.
    """

    first_better: tuple[int, ...]
    second_better: tuple[int, ...]
    p: float
    more_needed: int


def sign_test(wins: int, losses: int) -> float:
    """Give the exact two-sided p of a sign test.

    Args:
        wins: disagreements in one direction.
        losses: disagreements in the other.

    Returns:
        p, 1.0 where nothing disagrees.
    """
    n, few = wins + losses, min(wins, losses)
    return min(1.0, 2 * sum(comb(n, i) for i in range(few + 1)) / (1 << n))


def compare_two(first: Measurement, second: Measurement) -> Disagreement:
    """Tell which queries two settings disagree on, and whether that could be luck.

    Args:
        first: one setting's measurement.
        second: another's, over the same queries and marks.

    Returns:
        The disagreement; it names no winner.
    """
    seconds = {result.query: sum(result.found) for result in second.queries}
    leads = {result.query: sum(result.found) - seconds.get(result.query, 0) for result in first.queries}
    better = tuple(query for query, lead in leads.items() if lead > 0)
    worse = tuple(query for query, lead in leads.items() if lead < 0)
    ahead, behind = max(len(better), len(worse)), min(len(better), len(worse))
    more = 0
    while sign_test(ahead + more, behind) >= SEPARATED:
        more += 1
    return Disagreement(better, worse, sign_test(ahead, behind), more)


@dataclass(frozen=True, slots=True)
class Lean:
    """How two settings part under one scorer: the number of queries for which each found more of the answers."""

    scorer: str
    first: int
    second: int

    @property
    def side(self) -> int:
        """1 where the first found more for more queries, -1 where the second did, 0 where neither."""
        return (self.first > self.second) - (self.first < self.second)


Agreement = Literal["holds", "flips", "partly", "level"]


def leaning(first: Measurement, second: Measurement) -> Lean:
    """Tell how two settings part under one scorer, which measured both."""
    parted = compare_two(first, second)
    return Lean(first.scorer, len(parted.first_better), len(parted.second_better))


def agreement(leans: Sequence[Lean]) -> Agreement:
    """Tell whether scorers lead to one conclusion about two settings.

    Args:
        leans: one a scorer.

    Returns:
        `holds` where the disagreements point one way under each, `flips` where they point both ways, `partly` where
        they point one way under some and nowhere under others, `level` where nowhere under any.
    """
    sides = {lean.side for lean in leans}
    if {1, -1} <= sides:
        return "flips"
    if sides <= {0}:
        return "level"
    return "partly" if 0 in sides else "holds"
