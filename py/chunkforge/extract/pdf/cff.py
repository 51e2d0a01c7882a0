"""Compact font programs (CFF): only the names of their glyphs and their built-in encoding."""

from __future__ import annotations

import struct
from itertools import pairwise
from typing import TYPE_CHECKING

from pdfminer.pdffont import CFFFont

if TYPE_CHECKING:
    from collections.abc import Iterator

_CHARSET, _ENCODING, _CHAR_STRINGS, _ROS = 15, 16, 17, 1230
_STANDARD: tuple[str | bytes, ...] = tuple(CFFFont.STANDARD_STRINGS)


class Cff:
    """One font program.

    `names` are glyph names by glyph number (empty in fonts with character identifiers); `encoding` are glyph names
    by code, `None` where the font uses a standard encoding; `identifiers` map character identifiers to glyphs.
    """

    def __init__(self, data: bytes) -> None:
        """Read a font program.

        Raises:
            ValueError: it is damaged.
        """
        self._data = data
        self.names: dict[int, str] = {0: ".notdef"}
        self.identifiers: dict[int, int] = {}
        try:
            self._read()
        except (struct.error, IndexError) as fault:
            raise ValueError("a damaged CFF font") from fault

    def _read(self) -> None:
        _, position = self._index(self._data[2])
        tops, position = self._index(position)
        self._strings, _ = self._index(position)
        top = dict(_operators(tops[0]))
        count = struct.unpack_from(">H", self._data, top[_CHAR_STRINGS])[0] if _CHAR_STRINGS in top else 0
        by_identifier = _ROS in top
        for glyph, number in enumerate(self._charset(top.get(_CHARSET, 0), count), 1):
            if by_identifier:
                self.identifiers[number] = glyph
            else:
                self.names[glyph] = self._string(number)
        start = top.get(_ENCODING, 0)
        self.encoding = None if by_identifier or start <= 1 else self._encoding(start)

    def _charset(self, start: int, count: int) -> list[int]:
        """String numbers (or character identifiers) of the glyphs after the first."""
        data = self._data
        if start <= 2:
            return list(range(1, min(count, 229))) if start == 0 else []
        if data[start] == 0:
            return list(struct.unpack_from(f">{count - 1}H", data, start + 1))
        numbers: list[int] = []
        entry = ">HB" if data[start] == 1 else ">HH"
        position = start + 1
        while len(numbers) < count - 1:
            first, left = struct.unpack_from(entry, data, position)
            position += struct.calcsize(entry)
            numbers.extend(range(first, first + left + 1))
        return numbers[: count - 1]

    def _encoding(self, start: int) -> dict[int, str]:
        data = self._data
        kind, count = data[start], data[start + 1]
        position = start + 2
        codes: list[int] = []
        if kind & 127 == 0:
            codes = list(data[position : position + count])
            position += count
        else:
            for _ in range(count):
                codes.extend(range(data[position], data[position] + data[position + 1] + 1))
                position += 2
        encoding = {code: self.names[glyph] for glyph, code in enumerate(codes, 1) if glyph in self.names}
        if kind & 128:
            for _ in range(data[position]):
                code, number = struct.unpack_from(">BH", data, position + 1)
                encoding[code] = self._string(number)
                position += 3
        return encoding

    def _string(self, number: int) -> str:
        own = number - len(_STANDARD)
        if own < 0:
            standard = _STANDARD[number]
            return standard if isinstance(standard, str) else standard.decode("latin-1")
        return self._strings[own].decode("latin-1") if own < len(self._strings) else ".notdef"

    def _index(self, position: int) -> tuple[list[bytes], int]:
        data = self._data
        count = struct.unpack_from(">H", data, position)[0]
        if not count:
            return [], position + 2
        width = data[position + 2]
        table = position + 3
        offsets = [int.from_bytes(data[table + width * i : table + width * (i + 1)], "big") for i in range(count + 1)]
        base = table + width * (count + 1) - 1
        return [data[base + first : base + last] for first, last in pairwise(offsets)], (base + offsets[-1])


def _operators(data: bytes) -> Iterator[tuple[int, int]]:
    """Give the operators of a dictionary, two-byte ones as 1200 and up, with their first operand (0 for fractions)."""
    operands: list[int] = []
    i = 0
    while i < len(data):
        lead = data[i]
        if lead <= 21:
            operator = lead
            if lead == 12:
                i += 1
                operator = 1200 + data[i]
            yield operator, operands[0] if operands else 0
            operands = []
        elif lead == 28:
            operands.append(struct.unpack_from(">h", data, i + 1)[0])
            i += 2
        elif lead == 29:
            operands.append(struct.unpack_from(">l", data, i + 1)[0])
            i += 4
        elif lead == 30:
            i += 1
            while data[i] & 15 != 15 and data[i] >> 4 != 15:
                i += 1
            operands.append(0)
        elif lead <= 246:
            operands.append(lead - 139)
        elif lead <= 254:
            sign, base = (1, 247) if lead <= 250 else (-1, 251)
            operands.append(sign * ((lead - base) * 256 + data[i + 1] + 108))
            i += 1
        i += 1
