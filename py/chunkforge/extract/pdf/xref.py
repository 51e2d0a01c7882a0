"""Where a file's objects are: cross-reference tables and streams, or a scan of the whole file."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from pdfminer.pdftypes import resolve1

from chunkforge.extract.pdf import syntax

if TYPE_CHECKING:
    from chunkforge.extract.pdf.file import PdfFile

_MOST_SECTIONS = 2000
_MOST_OBJECTS = 10_000_000
_START = re.compile(rb"startxref[\0\t\n\f\r ]*(\d{1,12})")
_TABLE = re.compile(rb"[\0\t\n\f\r ]*xref[\0\t\n\f\r ]*")
_SUBSECTION = re.compile(rb"[\0\t\n\f\r ]*(\d{1,10})[ \t]+(\d{1,10})[\0\t\n\f\r ]*")
_ENTRY = re.compile(rb"[\0\t\n\f\r ]*(\d{1,12})[ \t]+(\d{1,6})[ \t]+([nf])")
_TRAILER = re.compile(rb"[\0\t\n\f\r ]*trailer")
_OBJECT = re.compile(rb"(?<![0-9])(\d{1,10})[\0\t\n\f\r ]++(\d{1,5})[\0\t\n\f\r ]++obj(?![a-z])")


@dataclass(frozen=True, slots=True)
class Place:
    """Where one object is: at an offset of the file, or at an index of the object stream `stream`."""

    offset: int
    generation: int = 0
    stream: int | None = None


@dataclass
class Index:
    """Places of all objects by their number, `None` for freed ones, and the trailer's entries, newest first."""

    places: dict[int, Place | None] = field(default_factory=dict)
    trailer: dict[str, Any] = field(default_factory=dict)
    complete: bool = True

    def add(self, places: dict[int, Place | None], trailer: dict[str, Any]) -> None:
        """Take in an older section."""
        for number, place in places.items():
            self.places.setdefault(number, place)
        for key, value in trailer.items():
            self.trailer.setdefault(key, value)


def read(file: PdfFile) -> Index:
    """Follow the chain of cross-reference sections from the end of the file.

    Returns:
        What could be read; `complete` is false where the chain breaks.
    """
    index = Index()
    starts = _START.findall(file.data[-4096:]) or _START.findall(file.data)
    waiting = [int(starts[-1])] if starts else []
    index.complete = bool(starts)
    seen: set[int] = set()
    while waiting and len(seen) < _MOST_SECTIONS:
        position = waiting.pop()
        if position in seen:
            continue
        seen.add(position)
        try:
            places, trailer = _section(file, position)
        except (syntax.SyntaxFault, ValueError, TypeError, KeyError):
            index.complete = False
            continue
        index.add(places, trailer)
        for key in ("Prev", "XRefStm"):  # the stream of a hybrid file is newer than what came before
            older = trailer.get(key)
            if isinstance(older, int | float):
                waiting.append(int(older))
    return index


def _section(file: PdfFile, position: int) -> tuple[dict[int, Place | None], dict[str, Any]]:
    if not 0 <= position < len(file.data):
        raise syntax.SyntaxFault("outside the file")
    if _TABLE.match(file.data, position):
        return _table(file, position)
    stream = file.object_at(position)
    attributes = getattr(stream, "attrs", None)
    if not isinstance(attributes, dict) or "W" not in attributes:
        raise syntax.SyntaxFault("no cross-reference section here")
    return _stream(stream.get_data(), attributes), attributes


def _table(file: PdfFile, position: int) -> tuple[dict[int, Place | None], dict[str, Any]]:
    data = file.data
    places: dict[int, Place | None] = {}
    opening = _TABLE.match(data, position)
    position = opening.end() if opening else position
    while head := _SUBSECTION.match(data, position):
        position = head.end()
        for number in range(int(head[1]), int(head[1]) + int(head[2])):
            entry = _ENTRY.match(data, position)
            if entry is None:
                break
            position = entry.end()
            places[number] = Place(int(entry[1]), int(entry[2])) if entry[3] == b"n" else None
    trailer = _TRAILER.match(data, position)
    if not trailer:
        raise syntax.SyntaxFault("a table without trailer")
    attributes, _ = syntax.parse(data, trailer.end(), file)
    if not isinstance(attributes, dict):
        raise syntax.SyntaxFault("a trailer that is no dictionary")
    return places, attributes


def _stream(data: bytes, attributes: dict[str, Any]) -> dict[int, Place | None]:
    widths = [int(resolve1(width)) for width in resolve1(attributes["W"])][:3]
    size = int(resolve1(attributes.get("Size", 0)))
    ranges = [int(resolve1(number)) for number in resolve1(attributes.get("Index")) or (0, size)]
    row = sum(widths)
    if len(widths) < 3 or not 0 < row <= 32 or min(widths) < 0:
        raise syntax.SyntaxFault("field widths that make no sense")
    count = min(len(data) // row, _MOST_OBJECTS)
    table = np.frombuffer(data, np.uint8, count * row).reshape(count, row).astype(np.int64)
    fields = []
    column = 0
    for width in widths:
        value = np.zeros(count, np.int64)
        for _ in range(width):
            value = (value << 8) | table[:, column]
            column += 1
        fields.append(value.tolist())
    if widths[0] == 0:
        fields[0] = [1] * count
    places: dict[int, Place | None] = {}
    rows = zip(*fields, strict=True)
    for first, length in zip(ranges[::2], ranges[1::2], strict=False):
        for number, (kind, second, third) in zip(range(first, first + length), rows, strict=False):
            if kind == 1:
                places[number] = Place(second, min(third, 65535))
            elif kind == 2:
                places[number] = Place(third, 0, second)
            elif kind == 0:
                places[number] = None
    return places


def scan(data: bytes) -> dict[int, Place]:
    """Find every object that begins in the file; of two with one number the later counts."""
    return {int(m[1]): Place(m.start(), int(m[2])) for m in _OBJECT.finditer(data)}


def trailers(file: PdfFile) -> list[dict[str, Any]]:
    """Read every trailer dictionary of the file, last first."""
    found = []
    for match in re.finditer(rb"trailer", file.data):
        try:
            attributes, _ = syntax.parse(file.data, match.end(), file)
        except syntax.SyntaxFault:
            continue
        if isinstance(attributes, dict):
            found.append(attributes)
    return found[::-1]
