"""Texts that are cut into parts, and the parts that are too long again: LlamaIndex's way.

How a stretch would be cut does not depend on the size, so it is worked out once and kept with the parts' token counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chunkforge.chunks import Cut
from chunkforge.errors import SettingsError
from chunkforge.splitters.arrays import Ints
from chunkforge.splitters.source import Source

DEEPEST = 200
"""Times that a part may be taken apart again. LlamaIndex itself fails at some 900, at the depth that Python allows."""

Bounds = Sequence[int]
Cutter = Callable[[str], Bounds]


@dataclass(frozen=True, eq=False)
class Parts:
    """n stretches that follow each other: offsets and tokens (int32[n] each), and what ends each (uint8[n])."""

    starts: Ints
    ends: Ints
    tokens: Ints
    cuts: NDArray[np.uint8]


class CutTree:
    """One document under one list of cutters; a stretch is cut by the first that finds more than one part in it."""

    def __init__(self, source: Source, cutters: Sequence[tuple[Cutter, Cut]]) -> None:
        """Start with the whole document.

        Args:
            source: the document.
            cutters: each gives the starts of a text's parts, ascending; with them, what such a cut is called.
        """
        self._source = source
        self._cutters = cutters
        self._known: dict[tuple[int, int], Parts] = {}

    def parts(self, size: int) -> Parts:
        """Cut the document until no part has more than `size` tokens, or can be cut."""
        end = len(self._source.document.text)
        whole = self._measured(np.array([0], np.int32), np.array([end], np.int32), np.array([Cut.END], np.uint8))
        found: list[Parts] = []
        self._open(whole, size, found)
        columns = zip(*((part.starts, part.ends, part.tokens, part.cuts) for part in found), strict=True)
        return Parts(*(np.concatenate(column) for column in columns))

    def _open(self, parts: Parts, size: int, found: list[Parts], depth: int = 0) -> None:
        if depth > DEEPEST:
            raise SettingsError(
                "settings.too-deep",
                "LlamaIndex takes parts of this text apart again more than {most} times, as it does with thousands of "
                "exclamation marks in a row, and gives up at last. Take them out, or choose another strategy.",
                most=DEEPEST,
            )
        done = 0
        for i in np.flatnonzero(parts.tokens > size).tolist():
            inner = self._cut(int(parts.starts[i]), int(parts.ends[i]))
            if len(inner.starts) <= 1:
                continue
            found.append(_slice(parts, done, i))
            cuts = inner.cuts.copy()
            cuts[-1] = parts.cuts[i]
            self._open(Parts(inner.starts, inner.ends, inner.tokens, cuts), size, found, depth + 1)
            done = i + 1
        found.append(_slice(parts, done, len(parts.starts)))

    def _cut(self, start: int, end: int) -> Parts:
        if (start, end) not in self._known:
            self._known[start, end] = self._cut_anew(start, end)
        return self._known[start, end]

    def _cut_anew(self, start: int, end: int) -> Parts:
        text = self._source.document.text[start:end]
        starts: Bounds = (0,)
        cut = Cut.HARD
        for cutter, cut in self._cutters:  # noqa: B007 (the cut of the cutter that found something)
            starts = cutter(text)
            if len(starts) > 1:
                break
        else:
            starts = (0,)
        bounds = np.array([*starts, len(text)], np.int32) + np.int32(start)
        return self._measured(bounds[:-1], bounds[1:], np.full(len(starts), cut, np.uint8))

    def _measured(self, starts: Ints, ends: Ints, cuts: NDArray[np.uint8]) -> Parts:
        return Parts(starts, ends, self._source.tokenized.counts(starts, ends), cuts)


def _slice(parts: Parts, first: int, last: int) -> Parts:
    return Parts(parts.starts[first:last], parts.ends[first:last], parts.tokens[first:last], parts.cuts[first:last])


def at_separator(separator: str) -> Cutter:
    """Cut before each occurrence of a separator; parts without text are left out."""

    def cut(text: str) -> Bounds:
        starts = [0]
        at = text.find(separator)
        while at >= 0:
            starts.append(at)
            at = text.find(separator, at + len(separator))
        return starts[1:] if len(starts) > 1 and starts[1] == 0 else starts

    return cut


def at_characters(text: str) -> Bounds:
    """Cut before every character."""
    return range(len(text))
