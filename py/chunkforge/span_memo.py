"""What the last splits cost to compute, kept by span: settings near each other share many of their chunks.

Two places a key, found by Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4): a look-up is a handful of
array operations however much is kept, and of the spans that hash alike those of the two latest splits stay.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Compute: TypeAlias = "Callable[[NDArray[np.intp]], NDArray[Any]]"

FEWEST_BITS, MOST_BITS = 4, 17
"""Pairs of spans kept: from 16 to 131,072 as the text is longer, 32 bytes each."""

CHARACTERS_A_PAIR = 8

_GOLDEN = 0x9E3779B97F4A7C15
_NONE = -1


class SpanMemo:
    """Numbers by span of one text and group, for whole arrays at once; forgets a few old ones whenever it takes new."""

    def __init__(self, length: int) -> None:
        """Start with nothing kept; `length` is that of the text, in characters."""
        bits = min(MOST_BITS, max(FEWEST_BITS, (length // CHARACTERS_A_PAIR).bit_length()))
        self._places = length + 1
        self._shift = 64 - bits
        self._latest = np.full(1 << bits, _NONE, np.int64), np.full(1 << bits, np.nan)
        self._earlier = tuple(column.copy() for column in self._latest)

    def keys(
        self, starts: NDArray[np.int32], ends: NDArray[np.int32], groups: NDArray[np.integer] | None = None
    ) -> NDArray[np.int64]:
        """Make the keys of spans.

        Args:
            starts: first characters (int32 [n]).
            ends: characters past the last (int32 [n]).
            groups: what tells spans of the same characters apart, from -1 on (ints [n]).

        Returns:
            int64 [n]. All of them -1, under which nothing is kept, where they would not fit 64 bits.
        """
        places = self._places
        above = np.zeros(1, np.int64) if groups is None else groups.astype(np.int64) + 1  # an intp may have 32 bits
        if (int(above.max(initial=0)) + 1) * places**2 >= 1 << 63:
            return np.full(len(starts), _NONE, np.int64)
        return (above * places + starts) * places + ends

    def recalled(self, keys: NDArray[np.int64], compute: Compute) -> NDArray[np.float64]:
        """Look spans up, and compute and keep what is not there.

        Args:
            keys: int64 [n].
            compute: given the numbers of some of the spans (intp [m], ascending), tells their values (numbers [m]).

        Returns:
            float64 [n].
        """
        values = self.recall(keys)
        missing = np.flatnonzero(np.isnan(values))
        if len(missing):
            values[missing] = compute(missing)
            self.keep(keys[missing], values[missing])
        return values

    def recall(self, keys: NDArray[np.int64]) -> NDArray[np.float64]:
        """Look spans up.

        Args:
            keys: int64 [n].

        Returns:
            float64 [n], NaN where nothing is kept.
        """
        at = self._hashed(keys)
        found = np.full(len(keys), np.nan)
        for kept, values in (self._earlier, self._latest):
            np.copyto(found, values.take(at), where=kept.take(at) == keys)
        return found

    def keep(self, keys: NDArray[np.int64], values: NDArray[np.float64]) -> None:
        """Keep spans that are not kept yet.

        Args:
            keys: int64 [n]; those of -1 are not kept.
            values: float64 [n], equal where keys are.
        """
        kept = keys != _NONE
        at = self._hashed(keys[kept])
        for latest, earlier, new in zip(self._latest, self._earlier, (keys[kept], values[kept]), strict=True):
            earlier[at] = latest.take(at)
            latest[at] = new  # of new ones that hash alike, the last, among keys as among values

    def _hashed(self, keys: NDArray[np.int64]) -> NDArray[np.intp]:
        """Tell where each key stands (intp [n])."""
        mixed = keys.view(np.uint64) * np.uint64(_GOLDEN)
        return (mixed >> np.uint64(self._shift)).astype(np.intp)
