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
from chunkforge.splitters.layout import Layout, Rung, exploded
from chunkforge.splitters.source import Source

Ints = NDArray[np.int32]

_SMALLEST_BATCH = 64
_GRAINS = 16  # a word above the limit is cut into about so many parts per limit

_CUTS: dict[Rung, Cut] = {
    "record": Cut.RECORD,
    "paragraph": Cut.BLANK_LINE,
    "line": Cut.LINE,
    "sentence": Cut.SENTENCE,
    "space": Cut.SPACE,
}


@dataclass(frozen=True, eq=False)
class Rules:
    """How to pack the words of a document.

    `rungs` name the places where a chunk may end, preferred first; failing those it ends inside a word. `limit` is the
    most tokens of a chunk, `overlap` the most it repeats of the one before; it starts at any word, or where a unit
    named by `overlap_at` starts. `fences` are words that always begin a chunk, without overlap. `openings` and `limits`
    (int32, one a fence) replace the limit for the chunk that begins at a fence, and for those that follow it up to the
    next fence. `whole` forbids cuts below the first rung.
    """

    rungs: tuple[Rung, ...]
    limit: int
    overlap: int
    fences: Ints
    openings: Ints | None = None
    limits: Ints | None = None
    whole: bool = False
    overlap_at: Rung | None = None


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
    floors = [int(some.min()) for some in (rules.openings, rules.limits) if some is not None and len(some)]
    least = min([rules.limit, *floors])
    grain = max(1, least // _GRAINS)
    place = np.arange(len(layout) + 1, dtype=np.int32)
    tight = np.flatnonzero(layout.last_tokens - layout.first_tokens > least)
    if not rules.whole:
        layout, place = exploded(source, layout, tight, grain)
    while True:
        packer = _Packer(layout, rules, place, measure)
        result = packer.pack()
        finer, moved = exploded(source, layout, np.array(sorted(packer.tight), np.int64), grain)
        if rules.whole or len(finer) == len(layout):
            return result
        layout, place = finer, moved[place]


def _limits(rules: Rules, place: Ints) -> Ints:
    """Give the limit of a chunk by its first new word (int32[n])."""
    limits = np.full(int(place[-1]), rules.limit, np.int32)
    fences = place[rules.fences]
    if rules.limits is not None and rules.openings is not None and len(fences):
        limits[fences[0] :] = np.repeat(rules.limits, np.diff(np.append(fences, place[-1])))
        limits[fences] = rules.openings
    return limits


class _Packer:
    """Packs one layout; afterwards `tight` holds the words that exceed the limit alone."""

    def __init__(self, layout: Layout, rules: Rules, place: Ints, measure: Measure) -> None:
        self._layout = layout
        self._measure = measure
        self._overlap = rules.overlap
        self._whole = rules.whole
        self._n = len(layout)
        # Memory views give Python numbers one by one, several times faster than arrays do.
        self._firsts = layout.first_tokens.data
        self._lasts = layout.last_tokens.data
        self._rungs = [
            (places.data, latest.data, int(_CUTS[name]))
            for name, (places, latest) in ((name, layout.breaks(name)) for name in rules.rungs)
        ]
        self._limit_array = _limits(rules, place)
        self._limits = self._limit_array.data
        self._fences = np.append(place[rules.fences], np.int32(self._n)).data
        self._overlap_places = layout.breaks(rules.overlap_at)[0].data if rules.overlap_at else None
        self.tight: set[int] = set()

    def pack(self) -> Packed:
        """Pack all words: propose some chunks, count them exactly, go on from the first that had to end earlier."""
        rows: list[Chunk] = []
        counts: list[Ints] = []
        begin = new = 0
        batch = _SMALLEST_BATCH
        while new < self._n:
            proposed = self._propose(begin, new, batch)
            counted = self._count(proposed)
            kept = self._settle(proposed, counted)
            batch = batch * 4 if kept == len(proposed) else _SMALLEST_BATCH
            rows += proposed[:kept]
            counts.append(counted[:kept])
            begin, new = self._next(rows[-1])
        return self._packed(rows, np.concatenate([np.empty(0, np.int32), *counts]))

    def _packed(self, rows: list[Chunk], tokens: Ints) -> Packed:
        begins, news, ends, cuts = np.array(rows, np.int32).reshape(-1, 4).T
        return Packed(self._layout, begins, news, ends, cuts.astype(np.uint8), tokens)

    def _count(self, rows: list[Chunk]) -> Ints:
        return self._measure(self._packed(rows, np.empty(0, np.int32)))

    def _settle(self, rows: list[Chunk], counts: Ints) -> int:
        """Cut the chunks that exceed their limits again, in place; give how many of all chunks hold with that."""
        limits = self._limit_array[[chunk.new for chunk in rows]]
        before = list(rows)
        stuck: set[int] = set()
        over = np.flatnonzero(counts > limits)
        while len(over):
            for i in over.tolist():
                smaller = self._shrunk(rows[i], int(counts[i] - limits[i]))
                if smaller is None:
                    stuck.add(i)
                else:
                    rows[i] = smaller
            counts[over] = self._count([rows[i] for i in over.tolist()])
            over = np.array([i for i in over.tolist() if counts[i] > limits[i] and i not in stuck], np.int64)
        # A chunk that ends earlier moves all that follow it; one that lost overlap, only what began no later.
        followers = [chunk.begin for chunk in before[1:]] + [self._n]
        rest = enumerate(zip(before, rows, followers, strict=True))
        moved = (i for i, (old, row, next_begin) in rest if old.end != row.end or next_begin <= row.begin)
        kept = next(moved, len(rows) - 1) + 1
        self.tight.update(rows[i].new for i in stuck if i < kept)
        return kept

    def _propose(self, begin: int, new: int, most: int) -> list[Chunk]:
        rows: list[Chunk] = []
        while new < self._n and len(rows) < most:
            rows.append(self._chunk(begin, new))
            begin, new = self._next(rows[-1])
        return rows

    def _next(self, chunk: Chunk) -> tuple[int, int]:
        """Give the first word and the first new word of the chunk after one."""
        begin, _, end, cut = chunk
        if not self._overlap or cut <= Cut.HEADING:
            return end, end
        begin = bisect_left(self._firsts, self._lasts[end - 1] - self._overlap, min(begin + 1, end), end)
        if self._overlap_places is not None:
            begin = min(self._overlap_places[bisect_left(self._overlap_places, begin)], end)
        return begin, end

    def _chunk(self, begin: int, new: int) -> Chunk:
        """Fill the chunk that starts at `begin`, or a little later where its next unit would not fit otherwise."""
        fences = self._fences
        fence = fences[0 if len(fences) == 1 else bisect_right(fences, new)]
        limit = self._limits[new]
        reach = max(self._reach(new, new, limit, fence), new + 1)
        if begin == new:
            return self._ended(begin, new, reach, fence)
        for places, latest, _ in self._rungs:
            if latest[reach] > new or self._whole:
                unit = min(places[bisect_right(places, new)], fence)
                break
        else:
            unit = new + 1
        begin = bisect_left(self._firsts, self._lasts[unit - 1] - limit, begin, new)
        return self._ended(begin, new, max(self._reach(begin, new, limit, fence), unit), fence)

    def _reach(self, begin: int, new: int, limit: int, fence: int) -> int:
        """Give one past the last word, before the fence, that fits into a chunk from `begin`."""
        most = self._firsts[begin] + limit
        # Nearly every word touches a token of its own, so the place is within so many words, or else beyond.
        near = min(new + limit + 1, fence)
        reach = bisect_right(self._lasts, most, new, near)
        return reach if reach < near else bisect_right(self._lasts, most, near, fence)

    def _ended(self, begin: int, new: int, reach: int, fence: int) -> Chunk:
        """End a chunk at the last preferred place within reach."""
        if reach >= fence:
            return Chunk(begin, new, fence, int(Cut.END if fence == self._n else Cut.HEADING))
        for places, latest, cut in self._rungs:
            if latest[reach] > new:
                return Chunk(begin, new, latest[reach], cut)
            if self._whole:
                return Chunk(begin, new, places[bisect_right(places, new)], cut)
        return Chunk(begin, new, reach, int(Cut.HARD))

    def _shrunk(self, chunk: Chunk, excess: int) -> Chunk | None:
        """Give up overlap, or else text, from a chunk that exceeds its limit alone; `None` where it has one word."""
        begin, new, end, _ = chunk
        if begin < new:
            return chunk._replace(begin=bisect_left(self._firsts, self._firsts[begin] + excess, begin + 1, new))
        if end > new + 1 and not self._whole:
            reach = bisect_right(self._lasts, self._lasts[end - 1] - excess, new + 1, end - 1)
            return self._ended(new, new, reach, self._n)
        return None
