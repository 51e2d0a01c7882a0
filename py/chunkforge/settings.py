"""The settings of one split: hashable, and printed as the key of a comparison row."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

from chunkforge.errors import SettingsError

LARGEST_SIZE = 1_000_000
WITHOUT_OVERLAP = frozenset({"chonkie-recursive"})
"""Strategies whose library knows no overlap: whatever is asked for, none is in force."""

Length = Literal["tokens", "characters"]
KeepSeparator = bool | Literal["start", "end"]


@dataclass(frozen=True, slots=True)
class SplitSettings:
    """How documents are split.

    `size` and `overlap` are in boundary tokens, or in characters where `length` says so. The other fields keep the
    names of the library that has them; `None` means the library's own default. `STRATEGIES` tells which strategy
    takes which. A strategy that has no overlap has 0, whatever was asked for: settings that do the same are equal.
    """

    strategy: str
    size: int
    overlap: int = 0
    length: Length = "tokens"
    separators: tuple[str, ...] | None = None
    keep_separator: KeepSeparator | None = None
    strip_whitespace: bool | None = None
    is_separator_regex: bool | None = None
    language: str | None = None
    keep_paragraphs: bool | None = None
    headers_to_split_on: tuple[str, ...] | None = None
    strip_headers: bool | None = None
    separator: str | None = None
    paragraph_separator: str | None = None
    secondary_chunking_regex: str | None = None
    backup_separators: tuple[str, ...] | None = None
    keep_whitespaces: bool | None = None
    split_threshold: int | None = None

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
        if not self.has_overlap:
            object.__setattr__(self, "overlap", 0)

    @property
    def has_overlap(self) -> bool:
        """Whether the strategy knows an overlap."""
        return self.strategy not in WITHOUT_OVERLAP

    @property
    def sizes(self) -> str:
        """Size and overlap, such as `512/50`, or `512 without overlap` where the strategy has none."""
        return f"{self.size}/{self.overlap}" if self.has_overlap else f"{self.size} without overlap"

    def options(self) -> dict[str, object]:
        """Give the library options that differ from the library's default, by name."""
        values = {field.name: getattr(self, field.name) for field in fields(self)[4:]}
        return {name: value for name, value in values.items() if value is not None}

    def __str__(self) -> str:
        """The key of a comparison row, such as `recursive 512/50` or `recursive 400/0 characters language=python`."""
        unit = "" if self.length == "tokens" else f" {self.length}"
        options = "".join(f" {name}={_shown(value)}" for name, value in self.options().items())
        return f"{self.strategy} {self.sizes}{unit}{options}"


def _shown(value: object) -> str:
    return value if isinstance(value, str) and value.isalnum() else repr(value).replace(" ", "")
