"""How much time and memory one file may take before its reading ends in a sentence."""

from __future__ import annotations

import time
from dataclasses import dataclass

_LEAST_SECONDS = 0.2  # that any page may take


class OverBudget(Exception):
    """A page or a file took more than it may."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one file; the defaults lie far above what ordinary files need.

    `file_seconds` and `page_seconds` are wall time; every page that takes too long halves what the next may take.
    `stream_bytes` bounds one stream after decompression (the rest of it is left out), `file_bytes` all that were
    decompressed together; `pieces` bounds the runs of text on a page.
    """

    file_seconds: float = 600.0
    page_seconds: float = 8.0
    stream_bytes: int = 32_000_000
    file_bytes: int = 2_000_000_000
    pieces: int = 100_000


class Budget:
    """What is left of the limits while a file is read."""

    def __init__(self, limits: Limits) -> None:
        """Start the clock of the file."""
        self.limits = limits
        self._file_end = time.monotonic() + limits.file_seconds
        self._page_end = self._file_end
        self._page_seconds = limits.page_seconds
        self._bytes = limits.file_bytes
        self.cut_streams = 0

    def start_page(self) -> None:
        """Start the clock of a page, and the count of streams that were cut."""
        self._page_end = time.monotonic() + self._page_seconds
        self.cut_streams = 0

    def file_is_over(self) -> bool:
        """Tell whether no further page should be begun."""
        return time.monotonic() > self._file_end

    def check(self) -> None:
        """Stop the page whose time is over.

        Raises:
            OverBudget: when it is.
        """
        if time.monotonic() > self._page_end:
            self._page_seconds = max(self._page_seconds / 2, _LEAST_SECONDS)
            raise OverBudget

    def take(self, size: int) -> None:
        """Count decompressed bytes.

        Raises:
            OverBudget: when the file has used all it may.
        """
        self._bytes -= size
        if self._bytes < 0:
            raise OverBudget
