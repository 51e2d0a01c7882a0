"""Normalized text, each character of which knows the one original character it came from."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from chunkforge.tokenizers.charset import BMP, CharSet, code_points

Sources: TypeAlias = "NDArray[np.int32]"
"""For each character of a result, the index of the character it came from (int32)."""

Rewrite = tuple[str, Sequence[int]]
"""A replacement and, for each of its characters, the index within what was replaced."""

SHORT = 512
"""Shorter texts are searched with `re`, longer ones with arrays."""


class Normalized(NamedTuple):
    """A text after normalization.

    `sources` is None while every character is its own. `reported` are the sources as the reference tells them, where
    it tells others; else None.
    """

    text: str
    sources: Sources | None = None
    reported: Sources | None = None

    def then(self, text: str, sources: Sources | None, *, lags: bool = False) -> Normalized:
        """Follow one more change.

        Args:
            text: what the text becomes.
            sources: where in the present text each of its characters comes from; None where all stay in their places.
            lags: whether the reference goes on counting as if what vanished at the very start had not been there.

        Returns:
            The changed text.
        """
        if sources is None:
            return self if text == self.text else Normalized(text, self.sources, self.reported)
        true = sources if self.sources is None else self.sources[sources]
        lag = int(sources[0]) if lags and len(sources) else 0
        if not lag and self.reported is None:
            return Normalized(text, true)
        before = self.origins() if self.reported is None else self.reported
        return Normalized(text, true, before[sources - lag])

    def origins(self) -> Sources:
        """Give the sources, written out."""
        return np.arange(len(self.text), dtype=np.int32) if self.sources is None else self.sources

    def slice(self, start: int, end: int) -> Normalized:
        """Give a stretch of it."""
        if (start, end) == (0, len(self.text)):
            return self
        reported = None if self.reported is None else self.reported[start:end]
        return Normalized(self.text[start:end], self.origins()[start:end], reported)

    def prefixed(self, content: str) -> Normalized:
        """Put something before a text that is not empty; it comes from where the first character came from."""
        own = self.origins()
        reported = self.reported
        if reported is not None:
            reported = np.concatenate([np.repeat(reported[:1], len(content)), reported])
        return Normalized(content + self.text, np.concatenate([np.repeat(own[:1], len(content)), own]), reported)


class Normalizer(Protocol):
    """One step from original to normalized text."""

    def apply(self, text: str) -> tuple[str, Sources | None]:
        """Change a text; sources are None where every character stays in its place."""

    def open(self, text: str) -> NDArray[np.bool_] | None:
        """Tell before which characters the text may be cut without changing what becomes of either side.

        Returns:
            A bool a character, or None for anywhere.
        """


class Finder:
    """Finds the runs of a set's characters in a text."""

    def __init__(self, chars: CharSet) -> None:
        """Take the set."""
        self.chars = chars
        self._ascii = "a" if chars.within(0x7F) else ""

    @cached_property
    def _basic(self) -> re.Pattern[str]:
        return re.compile(self.chars.within(BMP).source() + "+")

    @cached_property
    def _any(self) -> re.Pattern[str]:
        return re.compile(self.chars.source() + "+")

    def runs(self, text: str) -> list[tuple[int, int]]:
        """Give the half-open ranges of the runs."""
        if not self._ascii and text.isascii():
            return []
        if len(text) >= SHORT:
            edges = np.flatnonzero(np.diff(self.chars.table[code_points(text)], prepend=False, append=False))
            return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
        pattern = self._basic if text.isascii() or max(text) <= "\uffff" else self._any
        return [match.span() for match in pattern.finditer(text)]


def rewrite(text: str, runs: Sequence[tuple[int, int]], change: Callable[[str], Rewrite]) -> tuple[str, Sources | None]:
    """Replace some runs of a text.

    Args:
        text: the text.
        runs: half-open ranges, in order, that change.
        change: gives the replacement of one run.

    Returns:
        The new text and its sources.
    """
    if not runs:
        return text, None
    parts: list[str] = []
    sources: list[int] = []
    at = 0
    for start, end in runs:
        new, origin = change(text[start:end])
        parts += text[at:start], new
        sources += range(at, start)
        sources += [i + start for i in origin]
        at = end
    parts.append(text[at:])
    sources += range(at, len(text))
    return "".join(parts), np.array(sources, dtype=np.int32)
