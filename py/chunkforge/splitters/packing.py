"""Greedy packing of words into chunks that never exceed a limit: the engine of all our own strategies.

Chunks are proposed by the tokens of the whole text. A slice tokenised alone may count a token more at its edges, so
every chunk is counted exactly afterwards, many at once; the few that exceed are cut again, and what follows them in
their section is proposed anew. What comes out does not depend on how many are under way together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chunkforge.splitters.arrays import Ints
from chunkforge.splitters.layout import Layout, exploded
from chunkforge.splitters.proposals import Chunk, Proposals
from chunkforge.splitters.rules import Limits, Rules
from chunkforge.splitters.source import Source

FIRST_BATCH, LARGEST_BATCH = 1 << 10, 1 << 14
"""Chunks proposed before they are counted: so many at first, then more and more."""

FEW = 32
"""Chunks proposed anew behind one that had to end earlier. A longer rest of its section is proposed anew with all that
follows, few at first."""

_GRAINS = 16  # a word above the limit is cut into about so many parts per limit
_UNCOUNTED = -1 << 31


@dataclass(frozen=True, eq=False)
class Packed:
    """m chunks as ranges of words of `layout` (int32[m] each), why each ends (uint8[m]), their tokens (int32[m])."""

    layout: Layout
    begins: Ints
    news: Ints
    ends: Ints
    cuts: NDArray[np.uint8]
    tokens: Ints

    @property
    def starts(self) -> Ints:
        """Offsets of the chunks' first characters (int32[m])."""
        return self.layout.starts[self.begins]

    @property
    def stops(self) -> Ints:
        """Offsets past the chunks' last characters (int32[m])."""
        return self.layout.ends[self.ends - 1]


Measure = Callable[[Packed], Ints]


def packed(source: Source, layout: Layout, rules: Rules, measure: Measure) -> Packed:
    """Pack the words of a document.

    Args:
        source: the document.
        layout: its words.
        rules: how.
        measure: counts the tokens of chunks exactly (int32[m]).

    Returns:
        Chunks that `measure` finds within their limits, but for a single visible character that alone exceeds it.
    """
    least = min([rules.limit, *(int(some.min()) for some in rules.fence_limits or () if len(some))])
    grain = max(1, least // _GRAINS)
    fences = rules.fences
    if not rules.whole and layout.longest > least:
        tight = np.flatnonzero(layout.last_tokens - layout.first_tokens > least)
        layout, moved = exploded(source, layout, tight, grain)
        fences = moved[fences]
    while True:
        packer = _Packer(layout, rules, fences, measure)
        result = packer.pack()
        if rules.whole:
            return result
        finer, moved = exploded(source, layout, packer.tight(result).astype(np.int64), grain)
        if len(finer) == len(layout):
            return result
        layout, fences = finer, moved[fences]


class _Packer:
    """Packs one layout.

    Chunks under way are columns, int32[7, m]: first word, first new word, one past the last, the cut, the tokens, and
    of the chunk as it was proposed, before any was taken from it, the first word and one past the last.
    """

    def __init__(self, layout: Layout, rules: Rules, fences: Ints, measure: Measure) -> None:
        self._layout = layout
        self._measure = measure
        self._limits = Limits(rules, fences, len(layout))
        self._proposals = Proposals(layout, rules, self._limits)

    def pack(self) -> Packed:
        """Pack all words: propose some chunks, count them exactly, cut again what exceeds; then the next ones."""
        held: list[Ints] = [np.empty((7, 0), np.int32)]
        batch = FIRST_BATCH
        rows = self._proposed((0, 0), batch)
        while rows.shape[1]:
            self._count(rows)
            smaller = self._smaller(rows)
            held.append(rows[:, : next(iter(smaller), rows.shape[1])])
            if smaller:
                rows, moves_all = self._mended(rows, smaller)
                batch = FEW if moves_all else batch
            else:
                batch = min(4 * batch, LARGEST_BATCH)
                rows = self._proposed(self._proposals.following(_chunk(rows, -1)), batch)
        return self._packed(np.concatenate(held, axis=1))

    def tight(self, done: Packed) -> Ints:
        """Give the words that exceed their limits alone (int32, ascending)."""
        return done.news[done.tokens > self._limits.of(done.news)]

    def _packed(self, rows: Ints) -> Packed:
        begins, news, ends, cuts, tokens, *_ = rows
        return Packed(self._layout, begins, news, ends, cuts.astype(np.uint8), tokens)

    def _proposed(self, start: tuple[int, int], most: int, until: int | None = None) -> Ints:
        """Propose chunks as columns; see `Proposals.after`."""
        chunks = self._proposals.after(*start, most, until)
        rows = np.full((7, chunks.shape[1]), _UNCOUNTED, np.int32)
        rows[:4] = chunks
        rows[5:] = chunks[[0, 2]]
        return rows

    def _count(self, rows: Ints) -> None:
        """Count the chunks that are not counted yet, in place."""
        new = np.flatnonzero(rows[4] == _UNCOUNTED)
        rows[4, new] = self._measure(self._packed(rows[:, new]))

    def _smaller(self, rows: Ints) -> dict[int, Chunk]:
        """Cut those of some chunks that exceed their limits again, by number; but for those of a single word."""
        excess = rows[4] - self._limits.of(rows[1])
        over = np.flatnonzero(excess > 0).tolist()
        tried = {i: self._proposals.smaller(_chunk(rows, i), int(excess[i])) for i in over}
        return {i: chunk for i, chunk in tried.items() if chunk is not None}

    def _mended(self, rows: Ints, smaller: dict[int, Chunk]) -> tuple[Ints, bool]:
        """Put smaller chunks in the place of some, and propose anew what that moves: all up to the next fence.

        Args:
            rows: chunks under way, every one counted.
            smaller: what takes the place of some of them, in order.

        Returns:
            The chunks from the first of those on, and whether one moves all that follow it, since no fence is near:
            then they end soon after it.
        """
        parts: list[Ints] = []
        at = next(iter(smaller))
        for i, chunk in smaller.items():
            if i < at:
                continue  # proposed anew
            column = rows[:, [i]]
            column[:5, 0] = *chunk, _UNCOUNTED
            parts += rows[:, at:i], column
            at = i + 1
            following = self._proposals.following(chunk)
            if chunk.end == rows[2, i] and (at == rows.shape[1] or self._leads_to(following, rows[5:, at])):
                continue
            fence = self._limits.at(chunk.new)[0]
            parts.append(self._proposed(following, FEW, fence))
            if parts[-1][2, -1] < fence:
                return np.concatenate(parts, axis=1), True
            at = int(np.searchsorted(rows[1], fence))
        return np.concatenate([*parts, rows[:, at:]], axis=1), False

    def _leads_to(self, following: tuple[int, int], proposed: Ints) -> bool:
        """Tell whether the chunk proposed there is still the one that was (int32[2]), of the same first new word."""
        return np.array_equal(self._proposed(following, 1)[5:, 0], proposed)


def _chunk(rows: Ints, i: int) -> Chunk:
    return Chunk(*rows[:4, i].tolist())
