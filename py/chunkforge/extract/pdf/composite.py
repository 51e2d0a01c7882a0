"""Composite fonts: codes of one or more bytes, by a CMap to character identifiers, and from there to text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pdfminer.pdftypes import resolve1
from pdfminer.psparser import PSLiteral

from chunkforge.extract.pdf import cmaps, glyphs, predefined
from chunkforge.extract.pdf.cff import Cff
from chunkforge.extract.pdf.simple import to_unicode
from chunkforge.extract.pdf.streams import Stream
from chunkforge.extract.pdf.truetype import TrueType

_OTHER_ORDER = re.compile(r"calibri|cambria|candara|consolas|constantia|corbel|segoe", re.IGNORECASE)
_MOST_WIDTHS = 200_000
_PROGRAMS = ("FontFile2", "FontFile3", "FontFile")


class Composite:
    """The codes of a Type 0 font."""

    scale = 1.0
    paired = True

    def __init__(self, entries: dict[str, Any]) -> None:
        """Read the font's dictionary and that of its descendant."""
        descendants = resolve1(entries.get("DescendantFonts"))
        first = resolve1(descendants[0]) if isinstance(descendants, list) and descendants else descendants
        own: dict[str, Any] = first if isinstance(first, dict) else {}
        self._to_unicode = to_unicode(entries)
        self._encoding_name = ""
        self._cmap = self._read_encoding(resolve1(entries.get("Encoding")))
        self.vertical = self._cmap.vertical
        descriptor = resolve1(own.get("FontDescriptor"))
        self.descriptor: dict[str, Any] = descriptor if isinstance(descriptor, dict) else {}
        self._name = str(getattr(resolve1(entries.get("BaseFont")), "name", ""))
        self._collection = self._read_collection(own)
        to_glyph = resolve1(own.get("CIDToGIDMap"))
        self._to_glyph = to_glyph.get_data() if isinstance(to_glyph, Stream) else b""
        self._glyph_texts: dict[int, str] | None = None
        self._identifiers: dict[int, int] = {}
        self._embedded = any(key in self.descriptor for key in _PROGRAMS)
        self._widths, self._default_width = _vertical_widths(own) if self.vertical else _widths(own)
        self._seen, self._shifted = 0, 0

    def codes(self, data: bytes) -> Iterator[predefined.Code]:
        """Cut a string."""
        return self._cmap.codes(data)

    def width(self, identifier: int) -> float:
        """The advance of a character identifier for a font size of 1."""
        return self._widths.get(identifier, self._default_width) * 0.001

    def text(self, length: int, code: int, identifier: int | None) -> str | None:
        """Tell the text of a code: ToUnicode by code, then the collection, then the font program."""
        if self._to_unicode == "identity":
            return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else None
        if isinstance(self._to_unicode, cmaps.ToUnicode):
            text = self._to_unicode.text(code)
            if text is not None:
                return text
        if identifier is not None and str(identifier) in self._collection:
            return self._collection[str(identifier)]
        if "UCS2" in self._encoding_name or "UTF16" in self._encoding_name:
            return code.to_bytes(length, "big").decode("utf-16-be", "ignore") or None
        return None if identifier is None else self._from_program(identifier)

    def _read_encoding(self, encoding: object) -> predefined.CMap:
        if isinstance(encoding, Stream):
            base = resolve1(encoding.attrs.get("UseCMap"))
            cmap = cmaps.embedded(encoding.get_data(), str(base.name) if isinstance(base, PSLiteral) else "")
            cmap.vertical = cmap.vertical or resolve1(encoding.attrs.get("WMode")) == 1
            return cmap
        if isinstance(encoding, PSLiteral):
            self._encoding_name = str(encoding.name)
            return predefined.by_name(self._encoding_name) or predefined.Identity(
                vertical=self._encoding_name.endswith("V")
            )
        return predefined.Identity()

    def _read_collection(self, own: dict[str, Any]) -> dict[str, str]:
        system = resolve1(own.get("CIDSystemInfo"))
        ordering = resolve1(system.get("Ordering")) if isinstance(system, dict) else None
        if isinstance(ordering, bytes):
            marked = ordering.startswith(b"\xfe\xff")
            text = ordering[2:].decode("utf-16-be", "ignore") if marked else ordering.decode("latin-1")
            if not isinstance(self._to_unicode, cmaps.ToUnicode) or not self._embedded_identity():
                return predefined.collection_texts(text, vertical=self.vertical)
        return {}

    def _embedded_identity(self) -> bool:
        """Whether the font's own map to Unicode can be relied on alone, so that no collection need be fetched."""
        return isinstance(self._cmap, predefined.Identity)

    def _from_program(self, identifier: int) -> str | None:
        glyph = identifier
        if 2 * identifier + 2 <= len(self._to_glyph):
            glyph = int.from_bytes(self._to_glyph[2 * identifier : 2 * identifier + 2], "big")
        if self._glyph_texts is None:
            self._glyph_texts = self._read_program() if self._embedded else {}
        glyph = self._identifiers.get(glyph, glyph)
        text = self._glyph_texts.get(glyph)
        if text is None and not self._glyph_texts and not self._to_unicode and 3 <= identifier <= 97:
            # Fonts of Microsoft and Adobe without any table: their glyphs stand in the order of ASCII.
            return None if _OTHER_ORDER.search(self._name) else chr(identifier + 29)
        return text

    def _read_program(self) -> dict[int, str]:
        program = next((resolve1(self.descriptor[key]) for key in _PROGRAMS if key in self.descriptor), None)
        data = program.get_data() if isinstance(program, Stream) else b""
        if data[:4] in {b"OTTO", b"\0\1\0\0", b"true", b"ttcf"}:
            font = TrueType(data)
            texts = font.texts() or _named_texts(font.glyph_names())
            if texts or data[:4] != b"OTTO":
                return texts
            data = font.table(b"CFF ")
        try:
            compact = Cff(data)
        except ValueError:
            return {}
        self._identifiers = compact.identifiers
        return _named_texts(compact.names)


def _named_texts(names: dict[int, str]) -> dict[int, str]:
    texts = {glyph: glyphs.text_of(name) for glyph, name in names.items()}
    return {glyph: text for glyph, text in texts.items() if text}


def _widths(own: dict[str, Any]) -> tuple[dict[int, float], float]:
    """Read the W array: `first [w w w]` and `first last w` in any order."""
    widths: dict[int, float] = {}
    waiting: list[float] = []
    for entry in _numbers(own.get("W")):
        if isinstance(entry, list):
            if waiting:
                start = int(waiting[-1])
                widths.update((start + i, float(w)) for i, w in enumerate(entry) if isinstance(w, int | float))
            waiting = []
            continue
        waiting.append(entry)
        if len(waiting) == 3:
            first, last, width = waiting
            if 0 <= last - first < 70_000 and len(widths) < _MOST_WIDTHS:
                widths.update(dict.fromkeys(range(int(first), int(last) + 1), float(width)))
            waiting = []
    default = resolve1(own.get("DW", 1000))
    return widths, float(default) if isinstance(default, int | float) else 1000.0


def _vertical_widths(own: dict[str, Any]) -> tuple[dict[int, float], float]:
    """Read the W2 array: of each triple (advance, origin x, origin y) only the advance, which is negative."""
    widths: dict[int, float] = {}
    waiting: list[float] = []
    for entry in _numbers(own.get("W2")):
        if isinstance(entry, list):
            if waiting:
                start = int(waiting[-1])
                widths.update((start + i, float(w)) for i, w in enumerate(entry[::3]) if isinstance(w, int | float))
            waiting = []
            continue
        waiting.append(entry)
        if len(waiting) == 5:
            first, last, advance = waiting[:3]
            if 0 <= last - first < 70_000 and len(widths) < _MOST_WIDTHS:
                widths.update(dict.fromkeys(range(int(first), int(last) + 1), float(advance)))
            waiting = []
    defaults = resolve1(own.get("DW2"))
    advance = resolve1(defaults[1]) if isinstance(defaults, list) and len(defaults) > 1 else -1000
    return widths, float(advance) if isinstance(advance, int | float) else -1000.0


def _numbers(value: object) -> list[Any]:
    """The numbers and lists of numbers of an array, references resolved."""
    listed = resolve1(value)
    entries = [resolve1(entry) for entry in listed] if isinstance(listed, list) else []
    return [
        [resolve1(inner) for inner in entry] if isinstance(entry, list) else entry
        for entry in entries
        if isinstance(entry, int | float | list)
    ]
