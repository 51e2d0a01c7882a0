"""Progress of a download: a live line on a terminal, one line a file elsewhere."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Self


class Progress:
    """Counts the bytes of one file; use as a context manager."""

    def __init__(self, name: str, total: int) -> None:
        """Start at nothing of `total` bytes."""
        self.name = name
        self.total = total
        self.done = 0
        self.live = sys.stderr.isatty()

    def add(self, count: int) -> None:
        """Note `count` more bytes."""
        self.done += count
        if self.live:
            sys.stderr.write(f"\r{self._line()}")
            sys.stderr.flush()

    def _line(self) -> str:
        return f"{self.name}: {self.done / 1e6:.1f} of {self.total / 1e6:.1f} MB"

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the line, whatever happened."""
        sys.stderr.write(f"\r{self._line()}\n" if self.live else f"{self._line()}\n")
