"""The character map that SentencePiece models carry, applied as the reference applies it.

The text is walked a grapheme cluster at a time. A cluster of less than six bytes is looked up whole, and the shortest
entry that it begins with stands for all of it; any other is looked up character by character. (SentencePiece itself
takes the longest entry at each place, which is why the two differ on stacked marks.)
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from struct import unpack_from

import numpy as np
from numpy.typing import NDArray

from chunkforge.tokenizers.charset import MAX, CharSet, code_points
from chunkforge.tokenizers.graphemes import certain_starts, cluster_starts
from chunkforge.tokenizers.rewriting import Sources

WHOLE = 6
"""Clusters of less bytes are looked up whole."""
MOST = 1 << 21
"""Steps through a trie, several times those of the usual maps; a damaged one may go round in circles."""


class CharacterMap:
    """The entries of a map and what replaces them, in a double-array trie over UTF-8 bytes."""

    def __init__(self, charsmap: bytes) -> None:
        """Take the map's bytes: the size of the trie, the trie, and the replacements, NUL-terminated.

        Raises:
            ValueError: the bytes are no such map.
        """
        if len(charsmap) < 4:
            raise ValueError
        (size,) = unpack_from("<I", charsmap)
        if size % 4 or not size or size + 4 > len(charsmap):
            raise ValueError
        self._trie: list[int] = np.frombuffer(charsmap, "<u4", size // 4, 4).tolist()
        self._replacements = charsmap[4 + size :]

    def shortest(self, key: bytes) -> str | None:
        """Give the replacement of the shortest entry that some bytes begin with, or None."""
        trie = self._trie
        at = _child(trie[0])
        for byte in key:
            if not byte:
                break
            at ^= byte
            if at >= len(trie) or trie[at] & (1 << 31 | 0xFF) != byte:
                return None
            ends = trie[at] >> 8 & 1
            at ^= _child(trie[at])
            if ends:
                return self._replacement(trie[at] if at < len(trie) else len(self._replacements))
        return None

    def entries(self) -> Iterator[tuple[str, str]]:
        """Give all entries and their replacements.

        Raises:
            ValueError: some are no text.
        """
        trie = self._trie
        children: defaultdict[int, list[int]] = defaultdict(list)
        for at, unit in enumerate(trie):
            if unit & 0xFF and not unit >> 31:
                children[at ^ (unit & 0xFF)].append(at)
        waiting = [(b"", _child(trie[0]))]
        met = 0
        while waiting:
            key, base = waiting.pop()
            for at in children.get(base, ()):
                met += 1
                if met > MOST:
                    raise ValueError
                longer, below = key + bytes([trie[at] & 0xFF]), at ^ _child(trie[at])
                waiting.append((longer, below))
                if trie[at] >> 8 & 1:
                    new = self._replacement(trie[below] if below < len(trie) else len(self._replacements))
                    if new is None:
                        raise ValueError
                    yield longer.decode("utf-8"), new

    def _replacement(self, unit: int) -> str | None:
        start = unit & 0x7FFFFFFF
        end = self._replacements.find(b"\0", start)
        return None if end < 0 else self._replacements[start:end].decode("utf-8", "replace")


class Precompiled:
    """A SentencePiece character map, as the `tokenizers` library applies it."""

    def __init__(self, charsmap: bytes) -> None:
        """Take the map's bytes.

        Raises:
            ValueError: the bytes are no such map.
        """
        self._map = CharacterMap(charsmap)
        self._known: dict[str, str | None] = {}

    def lookup(self, text: str) -> str | None:
        """Give the replacement of the shortest entry that a text begins with, or None."""
        if text not in self._known:
            self._known[text] = self._map.shortest(text.encode("utf-8", "surrogatepass"))
        return self._known[text]

    @cached_property
    def _changing(self) -> NDArray[np.uint8]:
        """For each code point: 0 not looked at yet, 1 stays, 2 changes."""
        return np.zeros(MAX + 1, dtype=np.uint8)

    @cached_property
    def _changing_ascii(self) -> re.Pattern[str]:
        changing = [(c, c) for c in range(128) if self.lookup(chr(c)) is not None]
        return re.compile("\r\n|" + CharSet(changing).source())

    def apply(self, text: str) -> tuple[str, Sources | None]:
        """Replace what the map has."""
        runs = self._runs(text)
        if not runs:
            return text, None
        parts: list[str] = []
        sources: list[int] = []
        at = 0
        inserted = False
        for start, end in runs:
            parts.append(text[at:start])
            sources += range(at, start)
            inserted = inserted and at == start
            at = start
            for old, new in self._replaced(text[start:end]):
                if new:
                    sources += (at + min(i, len(old) - 1) for i in range(len(new)))
                    inserted = len(new) > len(old)
                elif inserted:  # what vanishes after an expansion is where its last character comes from
                    sources[-1] = at
                    inserted = False
                parts.append(new)
                at += len(old)
        parts.append(text[at:])
        sources += range(at, len(text))
        return "".join(parts), np.array(sources, dtype=np.int32)

    def open(self, text: str) -> NDArray[np.bool_] | None:
        """Cut between clusters."""
        return certain_starts(text)

    def _runs(self, text: str) -> list[tuple[int, int]]:
        """Find the clusters that may change: those of several characters, and characters that have an entry."""
        if text.isascii():
            return [match.span() for match in self._changing_ascii.finditer(text)]
        points = code_points(text)
        state = self._changing
        for point in np.unique(points[state[points] == 0]).tolist():
            state[point] = 1 if self.lookup(chr(point)) is None else 2
        starts = cluster_starts(text)
        alone = starts[:-1] & starts[1:]
        affected = (state[points] == 2) | ~alone
        if not affected.any():
            return []
        firsts = np.flatnonzero(affected & starts[:-1])
        bounds = np.flatnonzero(starts)
        return list(zip(firsts.tolist(), bounds[np.searchsorted(bounds, firsts, "right")].tolist(), strict=True))

    def _replaced(self, cluster: str) -> Iterator[tuple[str, str]]:
        """Give the parts of a cluster and what stands for each."""
        if len(cluster.encode("utf-8", "surrogatepass")) < WHOLE:
            whole = self.lookup(cluster)
            if whole is not None:
                yield cluster, whole
                return
        for c in cluster:
            new = self.lookup(c)
            yield c, c if new is None else new


def _child(unit: int) -> int:
    return unit >> 10 << ((unit & 1 << 9) >> 6)
