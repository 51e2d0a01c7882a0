"""Fonts: the bytes of a string to text and advance widths, cached over the document."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from pdfminer.pdftypes import PDFObjRef, resolve1
from pdfminer.psparser import PSLiteral

from chunkforge.extract.needs import NeedsCMaps
from chunkforge.extract.pdf.characters import RIGHT_TO_LEFT
from chunkforge.extract.pdf.composite import Composite
from chunkforge.extract.pdf.simple import Simple

_MOST_RUNS = 20_000  # strings of a composite font that are remembered
UNKNOWN = "\ufffd"
_BOLD = re.compile(r"bold|black|heavy|semib|demi|cmbx|sfbx|medi\b|-bd\b", re.IGNORECASE)
_MONO = re.compile(r"courier|mono|typewriter|consol|menlo|fixed|cmtt|cmsltt|sftt|inconsolata", re.IGNORECASE)
_FIXED_PITCH = 1
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


class Run(NamedTuple):
    """A whole string: its text, the sum of its advances, and the number of its codes and blanks."""

    text: str
    advance: float
    codes: int
    blanks: int


class Font:
    """One font of the file; `letters_matter` where it has right-to-left letters, whose glyphs are needed one by one."""

    def __init__(self, entries: dict[str, Any]) -> None:
        """Read a font dictionary; whatever is damaged in it falls back to defaults."""
        subtype = resolve1(entries.get("Subtype"))
        self.name = base_name(entries)
        composite = isinstance(subtype, PSLiteral) and subtype.name == "Type0"
        self._codes: Composite | Simple = Composite(entries) if composite else Simple(entries)
        self.vertical = self._codes.vertical
        self.scale = self._codes.scale
        self.bold = self._is_bold()
        self.mono = self._is_mono()
        self.letters_matter = False
        self._cache: dict[Any, Glyph] = {}
        self._texts: dict[int, str] = {}
        self._advances: dict[int, float] = {}
        self._runs: dict[bytes, Run] = {}

    def glyphs(self, data: bytes) -> list[Glyph]:
        """Decode a string glyph by glyph."""
        cache = self._cache
        found = []
        for key in self._codes.codes(data):
            glyph = cache.get(key)
            if glyph is None:
                glyph = cache[key] = self._made(*key)
            found.append(glyph)
        return found

    def run(self, data: bytes) -> Run:
        """Decode a whole string."""
        if self._codes.paired:
            run = self._runs.get(data)
            if run is None:
                if len(self._runs) >= _MOST_RUNS:
                    self._runs.clear()
                run = self._runs[data] = _summed(self.glyphs(data))
            return run
        try:
            text = "".join(map(self._texts.__getitem__, data))
        except KeyError:
            for byte, glyph in zip(data, self.glyphs(data), strict=True):
                self._texts[byte], self._advances[byte] = glyph.text, glyph.advance
            text = "".join(map(self._texts.__getitem__, data))
        return Run(text, sum(map(self._advances.__getitem__, data)), len(data), data.count(32))

    def _made(self, length: int, code: int, identifier: int | None) -> Glyph:
        text = self._codes.text(length, code, identifier)
        width = self._codes.width(code if identifier is None else identifier)
        if text is not None and RIGHT_TO_LEFT.search(text):
            self.letters_matter = True
        return Glyph(UNKNOWN if text is None else text, width, length == 1 and code == 32)

    def _is_bold(self) -> bool:
        descriptor = self._codes.descriptor
        weight, flags = resolve1(descriptor.get("FontWeight")), resolve1(descriptor.get("Flags"))
        return (
            bool(_BOLD.search(self.name))
            or (isinstance(weight, int | float) and weight >= 600)
            or (isinstance(flags, int) and bool(flags & _FORCE_BOLD))
        )

    def _is_mono(self) -> bool:
        flags = resolve1(self._codes.descriptor.get("Flags"))
        return bool(_MONO.search(self.name)) or (isinstance(flags, int) and bool(flags & _FIXED_PITCH))


def _summed(glyphs: list[Glyph]) -> Run:
    return Run(
        "".join(glyph.text for glyph in glyphs),
        sum(glyph.advance for glyph in glyphs),
        len(glyphs),
        sum(glyph.blank for glyph in glyphs),
    )


class Fonts:
    """All fonts of a document, by the number of their object."""

    def __init__(self) -> None:
        """Know none yet."""
        self._known: dict[int, Font] = {}
        self._in_place: dict[int, tuple[dict[str, Any], Font]] = {}
        self._fallback: Font | None = None
        self.missing: set[str] = set()

    def get(self, reference: object) -> Font:
        """Give the font that a resource dictionary refers to."""
        if isinstance(reference, PDFObjRef):
            font = self._known.get(reference.objid)
            if font is None:
                entries = resolve1(reference)
                font = self._read(entries) if isinstance(entries, dict) else self.fallback()
                self._known[reference.objid] = font
            return font
        if not isinstance(reference, dict):
            return self.fallback()
        # A dictionary in place, as some producers write on every page: it is kept so that its id stays its own.
        kept = self._in_place.get(id(reference))
        if kept is None:
            kept = self._in_place[id(reference)] = (reference, self._read(reference))
        return kept[1]

    def fallback(self) -> Font:
        """The font that stands in for one that is missing."""
        if self._fallback is None:
            self._fallback = Font({})
        return self._fallback

    def _read(self, entries: dict[str, Any]) -> Font:
        try:
            return Font(entries)
        except NeedsCMaps as needed:
            self.missing.update(needed.names)
            return self.fallback()
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError):
            return self.fallback()


def base_name(entries: dict[str, Any]) -> str:
    """The font's name without the tag of a subset."""
    literal = resolve1(entries.get("BaseFont"))
    name = str(literal.name) if isinstance(literal, PSLiteral) else ""
    return _SUBSET.sub("", name, count=1)
