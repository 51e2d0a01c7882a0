"""Grapheme clusters: what people see as one character, by the rules of Unicode's annex 29."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from chunkforge.tokenizers.charset import MAX, CharSet, code_points
from chunkforge.tokenizers.unicode_tables import table

_CR, _LF, _CONTROL, _EXTEND, _ZWJ, _SPACING, _PREPEND, _FLAG, _L, _V, _T, _LV, _LVT, _PICTOGRAPH, _CONSONANT = range(
    1, 16
)


def cluster_starts(text: str) -> NDArray[np.bool_]:
    """Tell where grapheme clusters start.

    Args:
        text: any text.

    Returns:
        A bool a position, both ends included: True where the text may be cut without breaking a visible character.
    """
    starts = np.ones(len(text) + 1, dtype=np.bool_)
    if text.isascii() and "\r" not in text:
        return starts
    points = code_points(text)
    kinds = _kinds()[points]
    starts[1:-1] = ~_joined()[kinds[:-1], kinds[1:]]
    _join_flags(kinds, starts)
    _join_pictographs(kinds, starts)
    _join_conjuncts(points, kinds, starts)
    return starts


def certain_starts(text: str) -> NDArray[np.bool_]:
    """Tell before which characters a cluster starts whatever stands further away: a bool a character."""
    if text.isascii() and "\r" not in text:
        return np.ones(len(text), dtype=np.bool_)
    kinds = _kinds()[code_points(text)]
    certain = np.zeros(len(text), dtype=np.bool_)
    if len(text):
        certain[0] = kinds[0] not in {_EXTEND, _ZWJ, _SPACING}
        certain[1:] = ~_joined()[kinds[:-1], kinds[1:]] & ~_far()[kinds[:-1], kinds[1:]]
    return certain


def _join_flags(kinds: NDArray[np.uint8], starts: NDArray[np.bool_]) -> None:
    """Regional indicators pair up from the start of their run."""
    flags = kinds == _FLAG
    if flags.any():
        places = np.arange(len(kinds))
        run_start = np.maximum.accumulate(np.where(flags, 0, places + 1))
        starts[:-1] &= ~(flags & ((places - run_start) % 2 == 1))


def _join_pictographs(kinds: NDArray[np.uint8], starts: NDArray[np.bool_]) -> None:
    """A joiner after a pictograph and its modifiers holds the next pictograph."""
    for at in np.flatnonzero((kinds[:-1] == _ZWJ) & (kinds[1:] == _PICTOGRAPH)).tolist():
        before = at - 1
        while before >= 0 and kinds[before] == _EXTEND:
            before -= 1
        if before >= 0 and kinds[before] == _PICTOGRAPH:
            starts[at + 1] = False


def _join_conjuncts(points: NDArray[np.uint32], kinds: NDArray[np.uint8], starts: NDArray[np.bool_]) -> None:
    """Indic consonants joined by a linker are one."""
    consonants = kinds == _CONSONANT
    if not consonants.any():
        return
    linker, extend = table("conjunct_linker").table, table("conjunct_extend").table
    for at in (np.flatnonzero(consonants[1:] & extend[points[:-1]]) + 1).tolist():
        before = at - 1
        linked = False
        while before >= 0 and extend[points[before]]:
            linked |= bool(linker[points[before]])
            before -= 1
        if linked and before >= 0 and kinds[before] == _CONSONANT:
            starts[at] = False


@cache
def _kinds() -> NDArray[np.uint8]:
    kinds = np.zeros(MAX + 1, dtype=np.uint8)
    syllables = CharSet([(0xAC00, 0xD7A3)])
    for kind, chars in (
        (_CONTROL, table("cluster_control")),
        (_PICTOGRAPH, table("pictograph")),
        (_CONSONANT, table("conjunct_consonant")),
        (_EXTEND, table("cluster_extend")),
        (_SPACING, table("cluster_spacing")),
        (_PREPEND, table("cluster_prepend")),
        (_FLAG, CharSet([(0x1F1E6, 0x1F1FF)])),
        (_L, CharSet([(0x1100, 0x115F), (0xA960, 0xA97C)])),
        (_V, CharSet([(0x1160, 0x11A7), (0xD7B0, 0xD7C6)])),
        (_T, CharSet([(0x11A8, 0x11FF), (0xD7CB, 0xD7FB)])),
        (_LVT, syllables),
        (_CR, CharSet.of("\r")),
        (_LF, CharSet.of("\n")),
        (_ZWJ, CharSet.of("\u200d")),
    ):
        kinds[chars.table] = kind
    kinds[0xAC00:0xD7A4:28] = _LV
    return kinds


@cache
def _joined() -> NDArray[np.bool_]:
    """Tell which kinds, side by side, never have a start between them: bool[before, after]."""
    joined = np.zeros((16, 16), dtype=np.bool_)
    joined[:, [_EXTEND, _ZWJ, _SPACING]] = True
    joined[_PREPEND, :] = True
    for before, after in (
        *product([_L], [_L, _V, _LV, _LVT]),
        *product([_LV, _V], [_V, _T]),
        *product([_LVT, _T], [_T]),
    ):
        joined[before, after] = True
    breakers = [_CR, _LF, _CONTROL]
    joined[breakers, :] = False
    joined[:, breakers] = False
    joined[_CR, _LF] = True
    return joined


@cache
def _far() -> NDArray[np.bool_]:
    """Tell between which kinds a start depends on what stands further before: bool[before, after]."""
    far = np.zeros((16, 16), dtype=np.bool_)
    far[_FLAG, _FLAG] = far[_ZWJ, _PICTOGRAPH] = True
    far[[_EXTEND, _ZWJ, _SPACING], _CONSONANT] = True
    return far
