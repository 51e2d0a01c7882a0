"""The protobuf wire format, read without a schema: a flat walk over one message's fields.

Nothing here recurses, copies a payload or trusts a length: a nested message is a view that the caller may walk in turn.
Groups, which protobuf gave up in 2008 and the files read here never used, are refused, so nesting costs an attacker's
file nothing but its own refusal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5

LONGEST_VARINT = 10
"""Bytes of the longest varint: 64 bits, seven a byte."""


class BrokenMessage(ValueError):
    """The bytes are no complete message; the text tells what is wrong, for whoever reports it."""


@dataclass(slots=True)
class Allowance:
    """How many fields of one file may be looked at."""

    most: int
    spent: int = 0

    def spend(self) -> None:
        """Count one field."""
        self.spent += 1
        if self.spent > self.most:
            raise BrokenMessage(f"more than {self.most} fields")


def read_varint(view: memoryview, at: int) -> tuple[int, int]:
    """Read one varint.

    Args:
        view: the message's bytes.
        at: where the varint begins.

    Returns:
        Its value (unsigned, 64 bits) and the offset behind it.
    """
    value = 0
    for place, byte in enumerate(view[at : at + LONGEST_VARINT]):
        value |= (byte & 0x7F) << (7 * place)
        if byte < 0x80:
            return value & 0xFFFF_FFFF_FFFF_FFFF, at + place + 1
    raise BrokenMessage("a number never ends")


def fields(view: memoryview, allowance: Allowance) -> Iterator[tuple[int, int | memoryview]]:
    """Walk the fields of one message.

    Args:
        view: the message's bytes.
        allowance: what remains of the file's fields.

    Yields:
        Field number with its value: an unsigned int for varints, a view of the payload for every other wire type.
    """
    at = 0
    while at < len(view):
        allowance.spend()
        tag, at = read_varint(view, at)
        number, kind = tag >> 3, tag & 7
        value: int | memoryview
        if kind == VARINT:
            value, at = read_varint(view, at)
        else:
            if kind == BYTES:
                length, at = read_varint(view, at)
            elif kind in (FIXED32, FIXED64):
                length = 4 if kind == FIXED32 else 8
            else:
                raise BrokenMessage(f"wire type {kind}")
            if length > len(view) - at:
                raise BrokenMessage(f"{length} bytes announced, {len(view) - at} left")
            value, at = view[at : at + length], at + length
        if number == 0:
            raise BrokenMessage("field number 0")
        yield number, value


def int64(value: int) -> int:
    """Read a varint's value as the signed 64-bit number it stands for."""
    return value - (1 << 64) if value >> 63 else value


def packed_varints(view: memoryview, most: int) -> NDArray[np.int64]:
    """Decode a packed array of int32 or int64.

    Args:
        view: the varints, one behind the other.
        most: how many are expected at most; more are refused before anything is allocated for them.

    Returns:
        int64 [n].
    """
    data = np.frombuffer(view, np.uint8)
    if not len(data):
        return np.empty(0, np.int64)
    n = int(np.count_nonzero(data < 0x80))
    if n > most or data[-1] >= 0x80:
        raise BrokenMessage(f"{n} numbers where at most {most} belong")
    ends = np.flatnonzero(data < 0x80)
    starts = np.concatenate((np.zeros(1, np.intp), ends[:-1] + 1))
    sizes = ends - starts + 1
    if int(sizes.max()) > LONGEST_VARINT:
        raise BrokenMessage("a number never ends")
    values = np.zeros(n, np.uint64)
    rows = np.arange(n)
    for place in range(int(sizes.max())):
        rows = rows[sizes[rows] > place]
        seven = (data[starts[rows] + place] & 0x7F).astype(np.uint64)
        values[rows] |= seven << np.uint64(7 * place)
    return values.view(np.int64)
