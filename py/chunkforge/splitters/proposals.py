"""Which chunk to try next: greedy filling by the tokens of the whole text, in two look-ups a chunk."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import NamedTuple

import numpy as np

from chunkforge.chunks import Cut
from chunkforge.splitters.arrays import Ints
from chunkforge.splitters.layout import Layout, Rung
from chunkforge.splitters.rules import Limits, Rules

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


class Proposals:
    """Proposes chunks of one layout, each by where the one before it ends; none of them is counted."""

    def __init__(self, layout: Layout, rules: Rules, limits: Limits) -> None:
        """Take the words, the rules, and the limits that follow from them."""
        self._limits = limits
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
        self._overlap_places = layout.breaks(rules.overlap_at)[0].data if rules.overlap_at else None

    def after(self, begin: int, new: int, most: int, until: int | None = None) -> Ints:
        """Fill chunks one after the other; each look-up is one of a table, since this is the loop that takes long.

        Args:
            begin: first word of the first chunk.
            new: its first new word.
            most: how many chunks to fill.
            until: the fence to stop at, by default the end.

        Returns:
            The chunks (int32[4, m]): first word, first new word, one past the last, and the cut.
        """
        until = self._n if until is None else until
        n, overlap, rungs, whole = self._n, self._overlap, self._rungs, self._whole
        firsts, lasts, fitting = self._firsts, self._lasts, self._fitting
        latest_token = len(fitting) - 1
        rows: list[int] = []
        fence, limit, following = self._limits.at(new)
        while new < until and len(rows) < 4 * most:
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
        return np.array(rows, np.int32).reshape(-1, 4).T

    def following(self, chunk: Chunk) -> tuple[int, int]:
        """Give the first word and the first new word of the chunk after one."""
        return self._next_begin(chunk.begin, chunk.end, chunk.cut), chunk.end

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
        first = self._beginning[token] if token > 0 else 0
        return min(first, most) if first > least else least

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

    def smaller(self, chunk: Chunk, excess: int) -> Chunk | None:
        """Give up overlap, or else text, from a chunk that exceeds its limit; `None` where it has one word."""
        begin, new, end, _ = chunk
        if begin < new:
            return chunk._replace(begin=bisect_left(self._firsts, self._firsts[begin] + excess, begin + 1, new))
        if end > new + 1 and not self._whole:
            reach = bisect_right(self._lasts, self._lasts[end - 1] - excess, new + 1, end - 1)
            held = ((latest[reach], cut) for _, latest, cut in self._rungs if latest[reach] > new)
            return Chunk(new, new, *next(held, (reach, _HARD)))
        return None
