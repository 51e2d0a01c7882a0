"""Places in a text, ready to be counted: a look-up where a binary search would stand.

This is the rank structure of succinct bit vectors (Jacobson, 1989): one bit a position, and the count before each word
of bits. A search through a million places misses the processor's cache at every halving; this reads two words.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

WORD = 64
"""Positions a word of bits."""


class Landmarks:
    """Places in a text, never falling; `places` (int32[n]) are they. Takes 0.2 bytes a character beside them."""

    def __init__(self, places: NDArray[np.int32], length: int) -> None:
        """Mark the places.

        Args:
            places: int32[n], never falling, from 0 to `length`.
            length: characters of the text.
        """
        self.places = places
        marked = np.zeros(((length + 1) // WORD + 1) * WORD, np.bool_)
        marked[places] = True
        self._words = np.packbits(marked, bitorder="little").view("<u8")
        counts = np.bitwise_count(self._words).cumsum(dtype=np.int32)
        self._counts = np.append(np.int32(0), counts[:-1])
        self._below = (np.uint64(1) << np.arange(WORD, dtype=np.uint64)) - np.uint64(1)
        self._firsts: NDArray[np.int32] | None = None
        distinct = np.append(True, places[1:] != places[:-1]) if len(places) else np.empty(0, np.bool_)
        if not distinct.all():
            self._firsts = np.append(np.flatnonzero(distinct), len(places)).astype(np.int32)

    def __len__(self) -> int:
        """Number of places."""
        return len(self.places)

    def before(self, positions: NDArray[np.int32]) -> NDArray[np.int32]:
        """Count the places before each position, as `searchsorted` does.

        Args:
            positions: int32[m], from 0 to one past the length of the text.

        Returns:
            int32[m].
        """
        word = positions // WORD
        bits = self._words.take(word) & self._below.take(positions - word * WORD)
        count: NDArray[np.int32] = self._counts.take(word) + np.bitwise_count(bits)
        return count if self._firsts is None else self._firsts.take(count)

    def at(self, number: NDArray[np.int32], beyond: int) -> NDArray[np.int32]:
        """Give places by number (int32[m]); `beyond` where there is none of that number."""
        if not len(self.places):
            return np.full(len(number), beyond, np.int32)
        found = self.places.take(np.minimum(number, len(self.places) - 1))
        return np.where(number < len(self.places), found, np.int32(beyond))
