"""How the words of a document are packed, and how many tokens each chunk may hold by that."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

import numpy as np

from chunkforge.splitters.arrays import Ints
from chunkforge.splitters.layout import Rung


@dataclass(frozen=True, eq=False)
class Rules:
    """How to pack the words of a document.

    `rungs` name the places where a chunk may end, preferred first; failing those it ends inside a word. `limit` is the
    most tokens of a chunk, `overlap` the most it repeats of the one before; it starts at any word, or where a unit
    named by `overlap_at` starts. `fences` are words that always begin a chunk, without overlap. `fence_limits` (two
    int32, one a fence) replace the limit: for the chunk that begins at a fence, and for those that follow it up to the
    next fence. `whole` forbids cuts below the first rung.
    """

    rungs: tuple[Rung, ...]
    limit: int
    overlap: int
    fences: Ints
    fence_limits: tuple[Ints, Ints] | None = None
    whole: bool = False
    overlap_at: Rung | None = None


def by_section(fences: Ints, places: Ints, openings: Ints, others: Ints, before: int) -> Ints:
    """Choose for what begins at each place: the section's opening at its fence, else its other; `before` before any.

    Args:
        fences: where the n sections begin (int32[n], ascending).
        places: int32[m].
        openings: int32[n].
        others: int32[n].
        before: what holds before the first section.

    Returns:
        int32[m].
    """
    if not len(fences):
        return np.full(len(places), before, np.int32)
    section = np.searchsorted(fences, places, side="right") - 1
    opens = fences[section] == places
    return np.where(section < 0, np.int32(before), np.where(opens, openings[section], others[section]))


class Limits:
    """The limit of a chunk by its first new word, and the fence ahead of it."""

    def __init__(self, rules: Rules, fences: Ints, n: int) -> None:
        """Take the rules for n words, `fences` (int32) being their fences as these words are numbered."""
        self._limit = rules.limit
        self._fences = fences
        self._fence_limits = rules.fence_limits if len(fences) else None
        self._ahead = [*fences.tolist(), n]
        self._openings, self._others = (some.tolist() for some in self._fence_limits or (fences, fences))

    def of(self, news: Ints) -> Ints:
        """Give the limits of chunks (int32[m])."""
        if self._fence_limits is None:
            return np.full(len(news), self._limit, np.int32)
        return by_section(self._fences, news, *self._fence_limits, before=self._limit)

    def at(self, new: int) -> tuple[int, int, int]:
        """Give the first fence behind a word, the limit of a chunk that begins with it, and of those that follow."""
        section = bisect_right(self._ahead, new, 0, len(self._ahead) - 1)
        fence = self._ahead[section]
        if self._fence_limits is None or not section:
            return fence, self._limit, self._limit
        opens = self._ahead[section - 1] == new
        return fence, (self._openings if opens else self._others)[section - 1], self._others[section - 1]
