"""What the last splits cost to compute, kept by span: settings near each other share many of their chunks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MOST_SPANS = 1 << 16
"""Spans kept beside those of the latest split; one takes 16 bytes."""


class SpanMemo:
    """Numbers by key, for whole arrays at once; forgets all but the newest when it is full."""

    def __init__(self) -> None:
        """Start with nothing kept."""
        self._keys = np.empty(0, np.int64)
        self._values = np.empty(0, np.float64)

    def __len__(self) -> int:
        """Number of spans kept."""
        return len(self._keys)

    def recall(self, keys: NDArray[np.int64]) -> NDArray[np.float64]:
        """Look spans up.

        Args:
            keys: int64 [n].

        Returns:
            float64 [n], NaN where nothing is kept.
        """
        if not len(self._keys):
            return np.full(len(keys), np.nan)
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.where(self._keys[at] == keys, self._values[at], np.nan)

    def keep(self, keys: NDArray[np.int64], values: NDArray[np.float64]) -> None:
        """Keep the spans of one split.

        Args:
            keys: int64 [n], those already kept included.
            values: float64 [n].
        """
        if len(self._keys) + len(keys) > MOST_SPANS:
            self._keys, self._values = keys[:0], values[:0]
        fresh, first = np.unique(keys, return_index=True)
        at = np.searchsorted(self._keys, fresh)
        new = np.append(self._keys, -1)[at] != fresh  # nothing is kept under -1, which stands behind the last
        self._keys = np.insert(self._keys, at[new], fresh[new])
        self._values = np.insert(self._values, at[new], values[first[new]])
