"""Fonts: the bytes of a string to text and advance widths, cached over the document."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from pdfminer.pdftypes import PDFObjRef, resolve1
from pdfminer.psparser import PSLiteral

from chunkforge.extract.pdf import cmaps
from chunkforge.extract.pdf.composite import Composite
from chunkforge.extract.pdf.simple import Simple

UNKNOWN = "\ufffd"
_BOLD = re.compile(r"bold|black|heavy|semib|demi|cmbx|sfbx|medi\b|-bd\b", re.IGNORECASE)
_FORCE_BOLD = 1 << 18
_SUBSET = re.compile(r"[A-Z]{6}\+")


class Glyph(NamedTuple):
    """One code of a string.

    `text` is U+FFFD where nothing tells what it stands for; `advance` is in text space for a font size of 1 (downwards
    negative in vertical fonts); `blank` marks the single-byte code 32, which word spacing applies to.
    """

    text: str
    advance: float
    blank: bool


class Font:
    """One font of the file."""

    def __init__(self, entries: dict[str, Any]) -> None:
        """Read a font dictionary; whatever is damaged in it falls back to defaults."""
        subtype = resolve1(entries.get("Subtype"))
        self.name = base_name(entries)
        self.composite = isinstance(subtype, PSLiteral) and subtype.name == "Type0"
        self._codes: Composite | Simple = Composite(entries) if self.composite else Simple(entries)
        self.vertical = self._codes.vertical
        self.scale = self._codes.scale
        self.bold = self._is_bold()
        self._cache: dict[Any, Glyph] = {}

    def glyphs(self, data: bytes) -> list[Glyph]:
        """Decode a string."""
        cache = self._cache
        if not self.composite and not self._codes.paired:
            try:
                return [cache[byte] for byte in data]
            except KeyError:
                for byte in set(data) - cache.keys():
                    cache[byte] = self._made(1, byte, byte)
                return [cache[byte] for byte in data]
        found = []
        for key in self._codes.codes(data):
            glyph = cache.get(key)
            if glyph is None:
                glyph = cache[key] = self._made(*key)
            found.append(glyph)
        return found

    def _made(self, length: int, code: int, identifier: int | None) -> Glyph:
        text = self._codes.text(length, code, identifier)
        width = self._codes.width(code if identifier is None else identifier)
        return Glyph(UNKNOWN if text is None else text, width, length == 1 and code == 32)

    def _is_bold(self) -> bool:
        descriptor = self._codes.descriptor
        weight, flags = resolve1(descriptor.get("FontWeight")), resolve1(descriptor.get("Flags"))
        return (
            bool(_BOLD.search(self.name))
            or (isinstance(weight, int | float) and weight >= 600)
            or (isinstance(flags, int) and bool(flags & _FORCE_BOLD))
        )


class Fonts:
    """All fonts of a document, by the number of their object."""

    def __init__(self) -> None:
        """Know none yet."""
        self._known: dict[int, Font] = {}
        self._fallback: Font | None = None
        self.missing: set[str] = set()

    def get(self, reference: object) -> Font:
        """Give the font that a resource dictionary refers to."""
        number = reference.objid if isinstance(reference, PDFObjRef) else None
        if number in self._known:
            return self._known[number]
        entries = resolve1(reference)
        font = self._read(entries) if isinstance(entries, dict) else self.fallback()
        if number is not None:
            self._known[number] = font
        return font

    def fallback(self) -> Font:
        """The font that stands in for one that is missing."""
        if self._fallback is None:
            self._fallback = Font({})
        return self._fallback

    def _read(self, entries: dict[str, Any]) -> Font:
        try:
            return Font(entries)
        except cmaps.NeedsCMaps as needed:
            self.missing.update(needed.names)
            return self.fallback()
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError):
            return self.fallback()


def base_name(entries: dict[str, Any]) -> str:
    """The font's name without the tag of a subset."""
    literal = resolve1(entries.get("BaseFont"))
    name = str(literal.name) if isinstance(literal, PSLiteral) else ""
    return _SUBSET.sub("", name, count=1)
