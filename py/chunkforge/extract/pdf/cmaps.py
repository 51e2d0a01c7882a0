"""CMaps that the file itself defines: character identifiers of codes, and the text of codes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from chunkforge.extract.pdf import glyphs
from chunkforge.extract.pdf.predefined import CMap, Code, by_name
from chunkforge.extract.pdf.syntax import hexadecimal

_HEX = rb"<([0-9A-Fa-f\s\0]*)>"
_PAIR = re.compile(_HEX + rb"\s*" + _HEX)
_RANGE = re.compile(_HEX + rb"\s*" + _HEX + rb"\s*(\d+)")
_CHARACTER = re.compile(_HEX + rb"\s*(\d+)")
_TO_TEXT = re.compile(_HEX + rb"\s*(?:" + _HEX + rb"|/([^\s/<>\[\]]+))")
_RANGE_TO_TEXT = re.compile(_HEX + rb"\s*" + _HEX + rb"\s*(?:" + _HEX + rb"|\[([^\]]*)\])")
_STRING = re.compile(_HEX)
_MOST_OVERLAPPING = 8
_MOST_SPACES = 100
_WIDEST_RANGE = 70_000


class Embedded:
    """One that the file itself defines."""

    def __init__(self, source: bytes, base: CMap | None) -> None:
        """Parse its ranges.

        Args:
            source: the CMap program.
            base: what it builds upon.
        """
        mode = re.search(rb"/WMode\s+(\d)", source)
        self.vertical = mode is not None and mode[1] == b"1"
        self._base = base
        self._spaces: list[tuple[bytes, bytes]] = []
        self._single: dict[tuple[int, int], int] = {}
        ranges: list[tuple[int, int, int, int]] = []
        for block in _blocks(source, b"codespacerange"):
            for low, high in ((hexadecimal(a), hexadecimal(b)) for a, b in _PAIR.findall(block)):
                if low and len(low) == len(high) <= 4 and len(self._spaces) < _MOST_SPACES:
                    self._spaces.append((low, high))
        for block in _blocks(source, b"cidrange"):
            for a, b, identifier in _RANGE.findall(block):
                low = hexadecimal(a)
                ranges.append(
                    (len(low), int.from_bytes(low, "big"), int.from_bytes(hexadecimal(b), "big"), int(identifier))
                )
        for block in _blocks(source, b"cidchar"):
            for a, identifier in _CHARACTER.findall(block):
                code = hexadecimal(a)
                self._single[len(code), int.from_bytes(code, "big")] = int(identifier)
        self._ranges = sorted(ranges)

    def codes(self, data: bytes) -> Iterator[Code]:
        """Cut a string; where no code fits, the shortest length of the map is skipped."""
        spaces = self._spaces or [(b"\0\0", b"\xff\xff")]
        lengths = sorted({len(low) for low, _ in spaces})
        if len(lengths) == 1:
            length = lengths[0]
            for i in range(0, len(data) - length + 1, length):
                code = int.from_bytes(data[i : i + length], "big")
                yield length, code, self._identifier(length, code)
            return
        i = 0
        while i + lengths[0] <= len(data):
            length = next((n for n in lengths if self._fits(data[i : i + n], spaces)), lengths[0])
            code = int.from_bytes(data[i : i + length], "big")
            yield length, code, self._identifier(length, code)
            i += length

    @staticmethod
    def _fits(code: bytes, spaces: list[tuple[bytes, bytes]]) -> bool:
        return any(
            len(low) == len(code) and all(a <= byte <= b for a, byte, b in zip(low, code, high, strict=True))
            for low, high in spaces
        )

    def _identifier(self, length: int, code: int) -> int | None:
        single = self._single.get((length, code))
        if single is not None:
            return single
        at = bisect_right(self._ranges, (length, code, 1 << 40, 0)) - 1
        if at >= 0:
            n, low, high, identifier = self._ranges[at]
            if n == length and low <= code <= high:
                return identifier + code - low
        if self._base is not None:
            return next((found for _, _, found in self._base.codes(code.to_bytes(length, "big"))), None)
        return None


class ToUnicode:
    """The text of codes, as the file's ToUnicode map gives it."""

    def __init__(self, source: bytes) -> None:
        """Parse the map."""
        self._texts: dict[int, str] = {}
        self._ranges: list[tuple[int, int, bytes]] = []
        for block in _blocks(source, b"bfchar"):
            for a, b, glyph in _TO_TEXT.findall(block):
                text = glyphs.text_of(glyph.decode("latin-1")) or "" if glyph else _utf16(hexadecimal(b))
                self._texts[int.from_bytes(hexadecimal(a), "big")] = text
        for block in _blocks(source, b"bfrange"):
            for a, b, first, listed in _RANGE_TO_TEXT.findall(block):
                self._add_range(
                    int.from_bytes(hexadecimal(a), "big"),
                    int.from_bytes(hexadecimal(b), "big"),
                    hexadecimal(first),
                    listed,
                )
        self._ranges.sort()

    def _add_range(self, low: int, high: int, first: bytes, listed: bytes) -> None:
        if not low <= high < low + _WIDEST_RANGE:
            return
        if listed:
            texts = [_utf16(hexadecimal(entry)) for entry in _STRING.findall(listed)]
            self._texts.update(zip(range(low, high + 1), texts, strict=False))
        elif first:
            self._ranges.append((low, high, first))

    def __bool__(self) -> bool:
        """Whether it maps anything."""
        return bool(self._texts or self._ranges)

    def text(self, code: int) -> str | None:
        """Tell the text of a code; `None` where the map has none."""
        text = self._texts.get(code)
        if text is None:
            at = bisect_right(self._ranges, (code, 1 << 40, b""))
            near = self._ranges[max(0, at - _MOST_OVERLAPPING) : at]
            covering = next((entry for entry in reversed(near) if entry[1] >= code), None)
            if covering is not None:
                low, _, first = covering
                value = int.from_bytes(first, "big") + code - low
                text = _utf16(value.to_bytes(len(first) + 1, "big")[-len(first) :])
        return text if text and text.strip("\0\ufffd") else None


def embedded(source: bytes, named_base: str = "") -> Embedded:
    """Parse a CMap of the file.

    Raises:
        NeedsCMaps: the one it builds upon has to be fetched first.
    """
    match = re.search(rb"/([^\s/]+)\s+usecmap", source)
    base = match[1].decode("latin-1") if match else named_base
    return Embedded(source, by_name(base) if base else None)


def _blocks(source: bytes, kind: bytes) -> Iterator[bytes]:
    for match in re.finditer(rb"begin%s(.*?)(?:end%s|\Z)" % (kind, kind), source, re.DOTALL):
        yield match[1]


def _utf16(data: bytes) -> str:
    return chr(data[0]) if len(data) == 1 else data.decode("utf-16-be", "ignore")
