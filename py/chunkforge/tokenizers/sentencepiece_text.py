"""How SentencePiece rewrites a text before its model sees it, and which offsets it tells afterwards.

Its character map takes the longest entry at each place, unlike the `tokenizers` library on the same map.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from chunkforge.tokenizers.charset import CharSet, code_points
from chunkforge.tokenizers.precompiled import CharacterMap
from chunkforge.tokenizers.rewriting import Sources, rewrite

MARK = "\u2581"
SPACES = f" {MARK}"


class LongestEntries:
    """Replaces what a character map has, the longest entry first; what the vocabulary protects stays as it is."""

    def __init__(self, charsmap: bytes, protected: Sequence[str]) -> None:
        """Take the map's bytes, which may be none, and the strings that stay.

        Raises:
            ValueError: the bytes are no such map.
        """
        self._map = CharacterMap(charsmap) if charsmap else None
        self._entries = dict(self._map.entries()) if self._map else {}
        self._longest = max(map(len, self._entries), default=0)
        source = "|".join(map(re.escape, sorted(protected, key=len, reverse=True)))
        self._protected = re.compile(f"(?=({source}))") if source else None

    @property
    def replacements(self) -> Sequence[str]:
        """Everything that the map puts in."""
        return list(self._entries.values())

    @cached_property
    def _first(self) -> CharSet:
        return CharSet.of({entry for entry in self._entries if len(entry) == 1})

    @cached_property
    def _later(self) -> CharSet:
        return CharSet.of({c for entry in self._entries for c in entry[1:]})

    def apply(self, text: str) -> tuple[str, Sources | None]:
        """Replace what the map has."""
        runs = self._runs(text) if self._entries else []
        if not runs:
            return text, None
        kept = self._kept(text)
        if kept:
            runs = [(0, len(text))]
        changed: list[tuple[str, list[int]]] = []
        places: list[tuple[int, int]] = []
        for start, end in runs:
            at = start
            while at < end:
                stop, new = self._chunk(text, at, kept)
                places.append((at, stop))
                changed.append((new, [0] * len(new)))
                at = stop
        following = iter(changed)
        return rewrite(text, places, lambda _: next(following))

    def open(self, text: str) -> NDArray[np.bool_]:
        """Cut where no entry and no protected string reaches across."""
        open_ = ~self._later.table[code_points(text)]
        for match in self._protected.finditer(text) if self._protected else ():
            open_[match.start() + 1 : match.end(1)] = False
        return open_

    def chunks(self, text: str) -> Iterator[tuple[int, str]]:
        """Give what is replaced, or stays, at one go: where each starts, and what becomes of it."""
        kept = self._kept(text)
        at = 0
        while at < len(text):
            start = at
            at, new = self._chunk(text, at, kept)
            yield start, new

    def _chunk(self, text: str, at: int, kept: dict[int, int]) -> tuple[int, str]:
        end = kept.get(at)
        if end is not None:
            return end, text[at:end]
        for end in range(min(len(text), at + self._longest), at, -1):
            new = self._entries.get(text[at:end])
            if new is not None:
                return end, new
        return at + 1, text[at]

    def _kept(self, text: str) -> dict[int, int]:
        """Where the longest protected strings end, by where they start."""
        if self._protected is None:
            return {}
        return {match.start(): match.end(1) for match in self._protected.finditer(text)}

    def _runs(self, text: str) -> list[tuple[int, int]]:
        """Find the stretches that may change: characters with an entry, and those before the later ones of some."""
        points = code_points(text)
        later = self._later.table[points]
        affected = self._first.table[points] | later
        affected[:-1] |= later[1:]
        edges = np.flatnonzero(np.diff(affected, prepend=False, append=False))
        return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


class ExtraSpaces:
    """Drops spaces at both ends, and all but the first of a run."""

    def apply(self, text: str) -> tuple[str, Sources | None]:
        """Drop them."""
        end = len(text.rstrip(SPACES))
        start = min(len(text) - len(text.lstrip(" ")), end)
        runs = [(0, start)] if start else []
        runs += [(m.start() + 1, m.end()) for m in re.compile("  +").finditer(text, start, end)]
        runs += [(end, len(text))] if end < len(text) else []
        return rewrite(text, runs, lambda _: ("", []))

    def open(self, text: str) -> NDArray[np.bool_]:
        """Cut only where neither side would lose anything."""
        other = ~CharSet.of(SPACES).table[code_points(text)]
        other[1:] &= other[:-1]
        return other


@dataclass(frozen=True)
class Touching:
    """Offsets as SentencePiece tells them: each token reaches to where the next one starts."""

    entries: LongestEntries
    dummy_prefix: bool
    remove_extra_spaces: bool

    def apply(
        self, text: str, ids: NDArray[np.int32], starts: NDArray[np.int32], ends: NDArray[np.int32]
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Let the ranges touch; see `Finish.apply`."""
        if not len(ids):
            return starts, ends
        starts = starts.copy()
        if self.dummy_prefix:
            starts[0] = self._leading(text[: starts[0]])
        last = int(starts[-1])
        return starts, np.append(starts[1:], last + self._consumed(text[last:])).astype(np.int32)

    def _leading(self, text: str) -> int:
        """Tell how far the spaces reach that are dropped before the dummy prefix."""
        if not self.remove_extra_spaces:
            return 0
        return next((start for start, new in self.entries.chunks(text) if new != " "), len(text))

    def _consumed(self, text: str) -> int:
        """Tell where the spaces start that are dropped at the end."""
        found = len(text)
        if self.remove_extra_spaces:
            dropping = False
            for start, new in self.entries.chunks(text):
                if new and not (dropping and not new.rstrip(SPACES)):
                    dropping = new[-1] in SPACES
                    found = start if dropping else len(text)
        return found
