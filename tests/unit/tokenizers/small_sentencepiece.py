"""A SentencePiece model of a few pieces, written field by field."""

from __future__ import annotations

import struct
from collections.abc import Mapping

MARK = "\u2581"
NORMAL, UNKNOWN, CONTROL, USER = 1, 2, 3, 4
PIECES = {
    "<unk>": UNKNOWN,
    "<s>": CONTROL,
    "a": NORMAL,
    f"{MARK}": NORMAL,
    f"{MARK}a": NORMAL,
    "b": NORMAL,
    "[X]": USER,
}


def field(number: int, value: bytes | float) -> bytes:
    """One field; numbers here are below 128."""
    if isinstance(value, float):
        return bytes([number << 3 | 5]) + struct.pack("<f", value)
    if isinstance(value, int):
        return bytes([number << 3 & 0x7F | 0x80 * (number > 15), *([number >> 4] if number > 15 else []), value])
    return bytes([number << 3 | 2, len(value)]) + value


def small_model(
    pieces: Mapping[str, int] = PIECES, trainer: Mapping[int, int] | None = None, normalizer: bytes = b""
) -> bytes:
    """A BPE model; later pieces have smaller scores. `trainer` holds more fields of its specification."""
    rows = (
        field(1, field(1, text.encode()) + field(2, float(-i)) + field(3, kind))
        for i, (text, kind) in enumerate(pieces.items())
    )
    spec = b"".join(field(number, value) for number, value in ({3: 2} | dict(trainer or {})).items())
    return b"".join(rows) + field(2, spec) + field(3, normalizer)
