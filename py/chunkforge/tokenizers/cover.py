"""Which characters belong to which token, where offsets alone leave some out or let tokens share one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from chunkforge.encoding import Encoding
from chunkforge.tokenizers.charset import code_points
from chunkforge.tokenizers.graphemes import cluster_starts
from chunkforge.tokenizers.unicode_tables import unicode_property


def cover(encoding: Encoding, text: str) -> Encoding:
    """Give combining marks that a normalizer dropped to the token before them.

    Args:
        encoding: the tokens of the text, with the offsets of the reference.
        text: the text.

    Returns:
        The same tokens; each one's end is moved over the marks after it that no token holds.
    """
    if text.isascii() or not len(encoding):
        return encoding
    marks = unicode_property("M")
    is_mark = np.zeros(len(text) + 1, dtype=np.bool_)
    is_mark[:-1] = marks.table[code_points(text)] if marks is not None else False
    loose = is_mark & ~_held(encoding, len(text))
    # The first place at or after each one that is no loose mark.
    places = np.arange(len(text) + 1, dtype=np.int32)
    following = np.minimum.accumulate(np.where(loose, len(text), places)[::-1])[::-1]
    return Encoding(encoding.ids, encoding.starts, following[encoding.ends].astype(np.int32))


def cut_places(encoding: Encoding, text: str, *, clusters: bool = True) -> NDArray[np.int32]:
    """Tell where a text may be cut between tokens.

    Args:
        encoding: the tokens of the text.
        text: the text.
        clusters: whether grapheme clusters must stay whole, too.

    Returns:
        Positions (int32, rising, the ends of the text not among them) that part two tokens, fall inside none, and leave
        no character or dropped mark to the wrong side.
    """
    covered = cover(encoding, text)
    n = len(text)
    inside = np.zeros(n + 2, dtype=np.int64)
    np.add.at(inside, np.minimum(covered.starts + 1, n + 1), 1)
    np.add.at(inside, np.maximum(covered.ends, covered.starts + 1), -1)
    free = np.cumsum(inside)[: n + 1] == 0
    begins = np.zeros(n + 1, dtype=np.bool_)
    begins[covered.starts] = True
    places = free & begins
    if clusters:
        places &= cluster_starts(text)
    places[[0, -1]] = False
    return np.flatnonzero(places).astype(np.int32)


def _held(encoding: Encoding, length: int) -> NDArray[np.bool_]:
    """Tell which characters some token holds: a bool a character, and one past the end."""
    depth = np.zeros(length + 2, dtype=np.int64)
    np.add.at(depth, encoding.starts, 1)
    np.add.at(depth, encoding.ends, -1)
    return np.cumsum(depth)[: length + 1] > 0
