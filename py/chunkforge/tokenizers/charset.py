"""Sets of characters as code-point ranges: the ground that patterns, normalizers and tables stand on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

MAX = 0x10FFFF
ASCII = 0x7F
BMP = 0xFFFF


def code_points(text: str) -> NDArray[np.uint32]:
    """Give the code points of a text (uint32, lone surrogates included)."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")


class CharSet:
    """An immutable set of characters, kept as sorted disjoint ranges."""

    __slots__ = ("__dict__", "ranges")

    ranges: tuple[tuple[int, int], ...]

    def __init__(self, ranges: Iterable[tuple[int, int]] = ()) -> None:
        """Take inclusive ranges of code points, in any order; touching ones are joined."""
        joined: list[tuple[int, int]] = []
        for low, high in sorted(ranges):
            if joined and low <= joined[-1][1] + 1:
                joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
            else:
                joined.append((low, high))
        self.ranges = tuple(joined)

    @classmethod
    def of(cls, characters: Iterable[str]) -> CharSet:
        """Make the set of some characters."""
        return cls((ord(c), ord(c)) for c in characters)

    def __eq__(self, other: object) -> bool:
        """Tell whether two sets hold the same characters."""
        return isinstance(other, CharSet) and self.ranges == other.ranges

    def __hash__(self) -> int:
        """Hash by content."""
        return hash(self.ranges)

    def __bool__(self) -> bool:
        """Tell whether the set holds anything."""
        return bool(self.ranges)

    def __iter__(self) -> Iterator[int]:
        """Give the code points in order."""
        for low, high in self.ranges:
            yield from range(low, high + 1)

    def __contains__(self, character: str) -> bool:
        """Tell whether a character is in the set."""
        return bool(self.table[ord(character)])

    def __or__(self, other: CharSet) -> CharSet:
        """Unite two sets."""
        return CharSet((*self.ranges, *other.ranges))

    def __invert__(self) -> CharSet:
        """Give every other character."""
        gaps: list[tuple[int, int]] = []
        at = 0
        for low, high in self.ranges:
            if low > at:
                gaps.append((at, low - 1))
            at = high + 1
        if at <= MAX:
            gaps.append((at, MAX))
        return CharSet(gaps)

    def __and__(self, other: CharSet) -> CharSet:
        """Give what two sets share."""
        return ~(~self | ~other)

    def __sub__(self, other: CharSet) -> CharSet:
        """Give what the other set lacks."""
        return self & ~other

    def within(self, limit: int) -> CharSet:
        """Keep the characters up to a code point."""
        return CharSet((low, min(high, limit)) for low, high in self.ranges if low <= limit)

    @cached_property
    def table(self) -> NDArray[np.bool_]:
        """One bool a code point."""
        table = np.zeros(MAX + 1, dtype=np.bool_)
        for low, high in self.ranges:
            table[low : high + 1] = True
        return table

    def source(self) -> str:
        """Write the set as `re` pattern source that matches one of its characters."""
        if not self.ranges:
            return "(?!)"
        if len(self.ranges) == 1 and self.ranges[0] == (0, MAX):
            return r"[\s\S]"
        return "[" + "".join(map(_range_source, self.ranges)) + "]"


def _range_source(pair: tuple[int, int]) -> str:
    low, high = pair
    return f"\\U{low:08x}" if low == high else f"\\U{low:08x}-\\U{high:08x}"


def parse_ranges(packed: str) -> CharSet:
    """Read ranges as the generated tables write them.

    Args:
        packed: words of `gap` or `gap.length` in base 36: how many characters are skipped since the last range,
            and how many more than one the range holds.

    Returns:
        The set.
    """
    ranges: list[tuple[int, int]] = []
    at = 0
    for word in packed.split():
        gap, _, length = word.partition(".")
        low = at + int(gap, 36)
        high = low + (int(length, 36) if length else 0)
        ranges.append((low, high))
        at = high + 1
    return CharSet(ranges)
