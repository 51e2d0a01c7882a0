"""The settings of one split: hashable, and printed as the key of a comparison row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chunkforge.errors import SettingsError

LARGEST_SIZE = 1_000_000


@dataclass(frozen=True, slots=True)
class SplitSettings:
    """How documents are split.

    `size` and `overlap` are in boundary tokens, or in characters where `length` says so. `separators` and the
    other library options keep the library's own names; `None` means the library's default.
    """

    strategy: str
    size: int
    overlap: int = 0
    length: Literal["tokens", "characters"] = "tokens"
    separators: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        """Refuse settings that no splitter can honour."""
        if not 1 <= self.size <= LARGEST_SIZE:
            raise SettingsError(
                "settings.size",
                "A chunk size of {size} cannot be used. Choose one from 1 to {largest}.",
                size=self.size,
                largest=LARGEST_SIZE,
            )
        if not 0 <= self.overlap < self.size:
            raise SettingsError(
                "settings.overlap",
                "An overlap of {overlap} does not fit a size of {size}. Choose one from 0 to {most}.",
                overlap=self.overlap,
                size=self.size,
                most=self.size - 1,
            )

    def __str__(self) -> str:
        """The key of a comparison row, such as `recursive 512/50`."""
        unit = "" if self.length == "tokens" else " characters"
        return f"{self.strategy} {self.size}/{self.overlap}{unit}"
