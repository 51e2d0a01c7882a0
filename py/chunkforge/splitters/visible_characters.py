"""Where a cut would break a visible character, by plain Python: a part of the file that an export ships.

Visible characters are Unicode's grapheme clusters (annex 29). White space is never a part of one.
"""

from __future__ import annotations

from functools import cache

from chunkforge.tokenizers.unicode_data import RANGES

TABLES = (
    "cluster_control",
    "cluster_extend",
    "cluster_spacing",
    "cluster_prepend",
    "pictograph",
    "conjunct_consonant",
    "conjunct_linker",
    "conjunct_extend",
)
"""The character tables that are needed."""

_JOINER = 0x200D
_LONGEST_CHARACTER = 32


def together(text: str) -> list[bool]:
    """Tell of each offset whether a cut there would break a visible character.

    Args:
        text: any text.

    Returns:
        A flag an offset, both ends included.
    """
    joins = [False] * (len(text) + 1)
    run = flags = 0
    emoji = joined_emoji = consonant = conjunct = False
    codes = [ord(character) for character in text]
    for i in range(1, len(text)):
        before, after = codes[i - 1], codes[i]
        flags = flags + 1 if 0x1F1E6 <= before <= 0x1F1FF else 0
        joined_emoji = emoji and before == _JOINER
        emoji = before in _members("pictograph") or (emoji and before in _members("cluster_extend"))
        conjunct = before in _members("conjunct_extend") and (
            conjunct or (consonant and before in _members("conjunct_linker"))
        )
        consonant = before in _members("conjunct_consonant") or (consonant and before in _members("conjunct_extend"))
        joined = _side_by_side(before, after) or (
            (flags % 2 == 1 and 0x1F1E6 <= after <= 0x1F1FF)
            or (joined_emoji and after in _members("pictograph"))
            or (conjunct and after in _members("conjunct_consonant"))
        )
        run = run + 1 if joined and not (text[i - 1].isspace() or text[i].isspace()) else 0
        joins[i] = run % _LONGEST_CHARACTER != 0
    return joins


def _side_by_side(before: int, after: int) -> bool:
    """Tell whether two characters are never parted, whatever stands before them."""
    if before in _members("cluster_control") or after in _members("cluster_control"):
        return False
    korean = _hangul(before) + _hangul(after)
    return (
        after in _members("cluster_extend")
        or after in _members("cluster_spacing")
        or after == _JOINER
        or before in _members("cluster_prepend")
        or korean in {"LL", "LV", "LS", "LO", "VV", "VT", "OV", "OT", "TT", "ST"}
    )


def _hangul(code: int) -> str:
    """Tell the part of a syllable: lead, vowel, tail, or a syllable that is open or has its tail; else nothing."""
    for low, high, kind in _JAMO:
        if low <= code <= high:
            return kind
    return "" if not 0xAC00 <= code <= 0xD7A3 else "S" if (code - 0xAC00) % 28 else "O"


@cache
def _members(name: str) -> frozenset[int]:
    """Read a table, words of `gap` or `gap.length` in base 36, when it is first asked for."""
    members: list[int] = []
    at = 0
    for word in RANGES[name].split():
        gap, _, length = word.partition(".")
        low = at + int(gap, 36)
        at = low + int(length or "0", 36) + 1
        members += range(low, at)
    return frozenset(members)


_JAMO = (
    *((0x1100, 0x115F, "L"), (0xA960, 0xA97C, "L"), (0x1160, 0x11A7, "V")),
    *((0xD7B0, 0xD7C6, "V"), (0x11A8, 0x11FF, "T"), (0xD7CB, 0xD7FB, "T")),
)
