"""The generated character tables, unpacked when first asked for."""

from __future__ import annotations

from functools import cache

from chunkforge.tokenizers.charset import CharSet, parse_ranges
from chunkforge.tokenizers.unicode_data import LOWERCASE, RANGES


@cache
def table(name: str) -> CharSet:
    """Give a table by its name in the generated module."""
    return parse_ranges(RANGES[name])


@cache
def unicode_property(name: str) -> CharSet | None:
    """Give the characters of a Unicode property as patterns name it (`L`, `Lu`, `Han`), or None where unknown."""
    if name in RANGES and name[0].isupper():
        return table(name)
    members = [member for member in RANGES if len(member) == 2 and member[0] == name]
    if not members:
        return None
    return CharSet(pair for member in members for pair in table(member).ranges)


@cache
def lowercase() -> dict[int, str]:
    """Give the lower-case mapping, character by character, for `str.translate`."""
    mapping = {0x130: "i\u0307"}
    for run in LOWERCASE.split():
        first, count, step, shift = (int(number, 16) for number in run.split("."))
        mapping.update((c, chr(c + shift)) for c in range(first, first + count * step, step))
    return mapping
