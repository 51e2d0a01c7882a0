"""Greedy packing of words into chunks that never exceed a limit: the engine of all our own strategies.

How much fits is read off the tokens of the whole text, in two look-ups a chunk. A slice tokenised alone may count a
token more at its edges, so every chunk is counted exactly afterwards, many at once; the few that exceed are cut again.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from chunkforge.chunks import Cut
from chunkforge.splitters.arrays import Ints
from chunkforge.splitters.layout import Layout, Rung, exploded
from chunkforge.splitters.rules import Limits, Rules
from chunkforge.splitters.source import Source

_SMALLEST_BATCH = 64
_GRAINS = 16  # a word above the limit is cut into about so many parts per limit

_END, _HEADING, _HARD = int(Cut.END), int(Cut.HEADING), int(Cut.HARD)
_CUTS: dict[Rung, Cut] = {
    "record": Cut.RECORD,
    "paragraph": Cut.BLANK_LINE,
    "line": Cut.LINE,
    "sentence": Cut.SENTENCE,
    "space": Cut.SPACE,
}


class Chunk(NamedTuple):
    """A chunk in words: the first, the first that no earlier chunk has, one past the last; and why it ends there."""

    begin: int
    new: int
    end: int
    cut: int


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
        if rules.whole or not packer.tight:
            return result
        finer, moved = exploded(source, layout, np.array(sorted(packer.tight), np.int64), grain)
        if len(finer) == len(layout):
            return result
        layout, fences = finer, moved[fences]


class _Packer:
    """Packs one layout; afterwards `tight` holds the words that exceed the limit alone.

    Chunks under way are columns, int32[4, m]: first word, first new word, one past the last, and the cut.
    """

    def __init__(self, layout: Layout, rules: Rules, fences: Ints, measure: Measure) -> None:
        self._layout = layout
        self._measure = measure
        self._overlap = rules.overlap
        self._whole = rules.whole
        self._n = len(layout)
        # Memory views give Python numbers one by one, several times faster than arrays do.
        self._firsts = layout.first_tokens.data
        self._lasts = layout.last_tokens.data
        self._fitting = layout.fitting.data
        self._beginning = layout.beginning.data if rules.overlap else self._fitting  # asked for overlaps alone
        self._rungs = [
            (places.data, latest.data, int(_CUTS[name]))
            for name, (places, latest) in ((name, layout.breaks(name)) for name in rules.rungs)
        ]
        self._limits = Limits(rules, fences, self._n)
        self._overlap_places = layout.breaks(rules.overlap_at)[0].data if rules.overlap_at else None
        self.tight: set[int] = set()

    def pack(self) -> Packed:
        """Pack all words: propose some chunks, count them exactly, go on from the first that had to end earlier."""
        parts: list[Ints] = [np.empty((4, 0), np.int32)]
        counts: list[Ints] = [np.empty(0, np.int32)]
        begin = new = 0
        batch = _SMALLEST_BATCH
        while new < self._n:
            proposed = self._propose(begin, new, batch)
            counted = self._count(proposed)
            kept = self._settle(proposed, counted)
            batch = batch * 4 if kept == proposed.shape[1] else _SMALLEST_BATCH
            parts.append(proposed[:, :kept])
            counts.append(counted[:kept])
            begin, _, new, cut = map(int, parts[-1][:, -1])
            begin = self._next_begin(begin, new, cut)
        return self._packed(np.concatenate(parts, axis=1), np.concatenate(counts))

    def _packed(self, rows: Ints, tokens: Ints) -> Packed:
        begins, news, ends, cuts = rows
        return Packed(self._layout, begins, news, ends, cuts.astype(np.uint8), tokens)

    def _count(self, rows: Ints) -> Ints:
        return self._measure(self._packed(rows, np.empty(0, np.int32)))

    def _settle(self, rows: Ints, counts: Ints) -> int:
        """Cut the chunks that exceed their limits again, in place; give how many of all chunks hold with that."""
        limits = self._limits.of(rows[1])
        over = np.flatnonzero(counts > limits)
        if not len(over):
            return len(counts)
        before = rows.copy()
        stuck: set[int] = set()
        touched = over.tolist()
        while len(over):
            for i in over.tolist():
                smaller = self._shrunk(Chunk(*rows[:, i].tolist()), int(counts[i] - limits[i]))
                if smaller is None:
                    stuck.add(i)
                else:
                    rows[:, i] = smaller
            counts[over] = self._count(rows[:, over])
            over = np.array([i for i in over.tolist() if counts[i] > limits[i] and i not in stuck], np.int64)
        # A chunk that ends earlier moves all that follow it; one that lost overlap, only what began no later.
        followers = np.append(before[0, 1:], np.int32(self._n))
        moved = (i for i in touched if before[2, i] != rows[2, i] or followers[i] <= rows[0, i])
        kept = next(moved, rows.shape[1] - 1) + 1
        self.tight.update(int(rows[1, i]) for i in stuck if i < kept)
        return kept

    def _propose(self, begin: int, new: int, most: int) -> Ints:
        """Fill chunks one after the other; each look-up is one of a table, since this is the loop that takes long."""
        n, overlap, rungs, whole = self._n, self._overlap, self._rungs, self._whole
        firsts, lasts, fitting = self._firsts, self._lasts, self._fitting
        latest_token = len(fitting) - 1
        rows: list[int] = []
        fence, limit, following = self._limits.at(new)
        while new < n and len(rows) < 4 * most:
            token = firsts[new] + limit
            reach = fitting[token] if token < latest_token else n
            reach = new + 1 if reach <= new else min(reach, fence)
            if begin < new:
                alone = reach
                token = firsts[begin] + limit
                reach = min(fitting[token] if token < latest_token else n, fence)
                if reach < alone or whole:
                    unit = min(self._next_unit(new, reach, alone), fence)
                    if unit > reach:  # it fits only if less is repeated
                        begin = self._first_from(lasts[unit - 1] - limit, begin, new)
                        token = firsts[begin] + limit
                        reach = max(min(fitting[token] if token < latest_token else n, fence), unit)
            if reach >= fence:
                end, cut = fence, _END if fence == n else _HEADING
            else:
                for places, latest, cut in rungs:  # noqa: B007 (the cut of the rung that holds)
                    end = latest[reach]
                    if end > new:
                        break
                    if whole:
                        end = places[bisect_right(places, new)]
                        break
                else:
                    end, cut = reach, _HARD
            rows += (begin, new, end, cut)
            begin = self._next_begin(begin, end, cut) if overlap else end
            new = end
            if end == fence:
                fence, limit, following = self._limits.at(new)
            else:
                limit = following
        return np.array(rows, np.int32).reshape(-1, 4).T.copy()

    def _next_begin(self, begin: int, end: int, cut: int) -> int:
        """Give the first word of the chunk after one; `end` is its first new word."""
        if not self._overlap or cut <= _HEADING:
            return end
        begin = self._first_from(self._lasts[end - 1] - self._overlap, begin + 1, end)
        if self._overlap_places is not None:
            begin = min(self._overlap_places[bisect_left(self._overlap_places, begin)], end)
        return begin

    def _first_from(self, token: int, least: int, most: int) -> int:
        """Give the first word that begins with a token or behind it, from `least` on and no later than `most`."""
        return min(max(self._beginning[token] if token > 0 else 0, least), most)

    def _next_unit(self, new: int, reach: int, alone: int) -> int:
        """Give the end of what a chunk must hold of the words from `new` on.

        It comes as far as `reach` with what it repeats, and would come as far as `alone` without.
        """
        for places, latest, _ in self._rungs:
            if latest[reach] > new:
                return latest[reach]
            if latest[alone] > new or self._whole:
                return places[bisect_right(places, new)]
        return new + 1

    def _shrunk(self, chunk: Chunk, excess: int) -> Chunk | None:
        """Give up overlap, or else text, from a chunk that exceeds its limit alone; `None` where it has one word."""
        begin, new, end, _ = chunk
        if begin < new:
            return chunk._replace(begin=bisect_left(self._firsts, self._firsts[begin] + excess, begin + 1, new))
        if end > new + 1 and not self._whole:
            reach = bisect_right(self._lasts, self._lasts[end - 1] - excess, new + 1, end - 1)
            held = ((latest[reach], cut) for _, latest, cut in self._rungs if latest[reach] > new)
            return Chunk(new, new, *next(held, (reach, _HARD)))
        return None
