"""Python counts code points, JavaScript counts UTF-16 units: the one place where offsets change between them."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


class Utf16Offsets:
    """Offsets of one text in both countings. A text without characters beyond U+FFFF costs nothing: both agree."""

    def __init__(self, text: str) -> None:
        """Find the characters that JavaScript counts as two."""
        if not text or max(text) <= "\uffff":
            self._points = np.empty(0, np.int64)
        else:
            codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
            self._points = np.flatnonzero(codes > 0xFFFF)
        self._units = self._points + np.arange(len(self._points))

    def to_units(self, points: ArrayLike) -> NDArray[np.int32]:
        """Turn offsets in code points into UTF-16 units.

        Args:
            points: any shape of offsets, 0 to the length of the text.

        Returns:
            int32, of the same shape.
        """
        offsets = np.asarray(points, np.int32)
        if not len(self._points):
            return offsets
        return (offsets + np.searchsorted(self._points, offsets)).astype(np.int32)

    def to_points(self, units: ArrayLike) -> NDArray[np.int32]:
        """Turn offsets in UTF-16 units into code points; one in the middle of a pair means the pair's character.

        Args:
            units: any shape of offsets, 0 to the length of the text in JavaScript.

        Returns:
            int32, of the same shape.
        """
        offsets = np.asarray(units, np.int32)
        if not len(self._units):
            return offsets
        return (offsets - np.searchsorted(self._units, offsets)).astype(np.int32)
