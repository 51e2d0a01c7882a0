"""What splitters ask about single characters: white space, and where a visible character may be cut."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from chunkforge.landmarks import Landmarks
from chunkforge.splitters.source import Source
from chunkforge.tokenizers import cluster_starts

# Every character that str.isspace() accepts and str.strip() therefore removes; the set is the same in all Python
# versions we support.
_SPACES = (9, 10, 11, 12, 13, 28, 29, 30, 31, 32, 133, 160, 5760, *range(8192, 8203), 8232, 8233, 8239, 8287, 12288)
_LONGEST_CHARACTER = 32  # code points; Unicode's stream-safe format allows 30 marks on one base


def code_points(text: str) -> NDArray[np.uint32]:
    """Give the code points of a text (uint32[len(text)]), lone surrogates included."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def _is_space(codes: NDArray[np.uint32]) -> NDArray[np.bool_]:
    return np.isin(codes, np.array(_SPACES, np.uint32))


def utf8_widths(text: str) -> NDArray[np.int64]:
    """Count the UTF-8 bytes of each character (int64[len(text)])."""
    codes = code_points(text)
    return 1 + (codes >= 0x80).astype(np.int64) + (codes >= 0x800) + (codes >= 0x10000)


def inked(source: Source) -> NDArray[np.int32]:
    """Give the offsets of all characters that are no white space (int32, ascending)."""
    return source.table(
        "inked",
        lambda: np.flatnonzero(~_is_space(code_points(source.document.text))).astype(np.int32),
    )


def ink_of(source: Source) -> Landmarks:
    """Give the same offsets, ready to be counted."""
    return source.table("ink", lambda: Landmarks(inked(source), len(source.document.text)))


def stripped(
    source: Source, starts: NDArray[np.int32], ends: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Narrow spans as `str.strip()` narrows their text.

    Args:
        source: the document.
        starts: first offsets (int32[n]).
        ends: offsets past the last (int32[n]).

    Returns:
        New starts and ends (int32[n] each); a span of white space alone has its end at or before its start.
    """
    marks, ink = ink_of(source), inked(source)
    if not len(ink):
        return starts, starts.copy()
    first = marks.before(starts)
    last = marks.before(ends) - 1
    new_starts = np.where(first < len(ink), ink[np.minimum(first, len(ink) - 1)], ends)
    new_ends = np.where(last >= 0, ink[last] + 1, starts)
    return new_starts.astype(np.int32), new_ends.astype(np.int32)


def joined(source: Source) -> NDArray[np.bool_]:
    """Tell of each offset (bool[len(text) + 1]) whether a cut there would break a visible character.

    Visible characters are grapheme clusters without white space, up to 32 code points.
    """
    return source.table("joined", lambda: _joined(source.document.text))


def _joined(text: str) -> NDArray[np.bool_]:
    if text.isascii():
        return np.zeros(len(text) + 1, np.bool_)
    joins = ~cluster_starts(text)
    # A mark on white space stands alone; and words begin and end at white space.
    ink = ~_is_space(code_points(text))
    joins[1:] &= ink
    joins[:-1] &= ink
    # A chain of marks without end is no character that anybody sees.
    before = _run_position(joins)
    joins &= before % _LONGEST_CHARACTER != _LONGEST_CHARACTER - 1
    return joins


def _run_position(flags: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Count, at each place, the flags set without a gap directly before it."""
    places = np.arange(len(flags))
    last_gap = np.maximum.accumulate(np.where(flags, -1, places))
    return np.maximum(places - last_gap - 1, 0)
