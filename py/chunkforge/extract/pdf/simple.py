"""Simple fonts: one byte a glyph, by an encoding that the file names, changes, or leaves to the font program."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

from pdfminer.fontmetrics import FONT_METRICS
from pdfminer.pdftypes import resolve1
from pdfminer.psparser import PSLiteral

from chunkforge.extract.pdf import cmaps, glyphs, predefined
from chunkforge.extract.pdf.cff import Cff
from chunkforge.extract.pdf.streams import Stream
from chunkforge.extract.pdf.truetype import TrueType

_SYMBOLIC = 4
_DUP = re.compile(rb"dup\s+(\d+)\s*/([^\s/()<>\[\]{}]+)\s+put")
_TYPE1_HEADER = 200_000  # bytes in which the encoding stands


class Simple:
    """The codes of a Type 1, TrueType or Type 3 font."""

    vertical = False

    def __init__(self, entries: dict[str, Any]) -> None:
        """Read the font's dictionary."""
        subtype, base = resolve1(entries.get("Subtype")), resolve1(entries.get("BaseFont"))
        self._kind = str(subtype.name) if isinstance(subtype, PSLiteral) else "Type1"
        self._name = str(base.name) if isinstance(base, PSLiteral) else ""
        self.descriptor = _dictionary(entries.get("FontDescriptor"))
        self._to_unicode = to_unicode(entries)
        self._table = self._encoding(entries)
        self.paired = self._is_gbk()
        self._type3 = self._kind == "Type3"
        self._unit = 0.001
        self.scale = 1.0
        if self._type3:
            self._unit, self.scale = _type3_scale(entries)
        self._widths, self._default_width = self._read_widths(entries)

    def codes(self, data: bytes) -> Iterator[predefined.Code]:
        """Cut a string: into bytes, or of Chinese fonts without a program into two bytes a character."""
        if not self.paired:
            yield from ((1, byte, byte) for byte in data)
            return
        i = 0
        while i < len(data):
            length = 2 if data[i] >= 0x81 and i + 1 < len(data) else 1
            yield length, int.from_bytes(data[i : i + length], "big"), None
            i += length

    def text(self, length: int, code: int, identifier: int | None) -> str | None:  # noqa: ARG002 - as composite fonts
        """Tell the text of a code."""
        if isinstance(self._to_unicode, cmaps.ToUnicode):
            text = self._to_unicode.text(code)
            if text is not None:
                return text
        if length == 2:
            return code.to_bytes(2, "big").decode("gbk", "ignore") or None
        text = self._table.get(code)
        if text is None and self._to_unicode == "identity" and code:
            return chr(code)
        return text

    def width(self, code: int) -> float:
        """The advance of a code for a font size of 1."""
        if self.paired:
            return 1.0 if code > 255 else 0.5
        width = self._widths.get(code)
        return (self._default_width if width is None else width) * self._unit

    def _encoding(self, entries: dict[str, Any]) -> glyphs.Encoding:
        encoding = resolve1(entries.get("Encoding"))
        base, differences = _name(encoding), []
        if isinstance(encoding, dict):
            base = _name(resolve1(encoding.get("BaseEncoding")))
            listed = resolve1(encoding.get("Differences"))
            differences = listed if isinstance(listed, list) else []
        table = glyphs.named(base) or self._built_in() or self._usual(differences)
        table = dict(table)
        if self._kind == "TrueType" and isinstance(encoding, dict):
            for code, text in (glyphs.named("StandardEncoding") or {}).items():
                table.setdefault(code, text)
        self._apply(table, [resolve1(entry) for entry in differences])
        if self._kind == "Type3" and not self._to_unicode:
            for code, text in glyphs.TEX_LIGATURES.items():
                table.setdefault(code, text)
        return table

    def _usual(self, differences: list[Any]) -> glyphs.Encoding:
        name = self._name.rpartition("+")[2]
        if name.startswith("Symbol"):
            return glyphs.SYMBOL
        if name.startswith("ZapfDingbats"):
            return glyphs.DINGBATS
        windows = self._kind == "TrueType" and not differences
        return glyphs.named("WinAnsiEncoding" if windows else "StandardEncoding") or {}

    def _apply(self, table: glyphs.Encoding, differences: list[Any]) -> None:
        """Change an encoding as the Differences array says."""
        names = [str(entry.name) for entry in differences if isinstance(entry, PSLiteral)]
        hexadecimal = glyphs.numbers_are_hexadecimal(names)
        code = 0
        for entry in differences:
            if isinstance(entry, int | float):
                code = int(entry)
            elif isinstance(entry, PSLiteral):
                glyph = str(entry.name)
                text = glyphs.text_of(glyph) or glyphs.numbered(
                    glyph, hexadecimal=hexadecimal, type3=self._kind == "Type3"
                )
                if text is not None:
                    table[code] = text
                elif self._kind != "Type3":
                    table.pop(code, None)
                code += 1

    def _built_in(self) -> glyphs.Encoding | None:
        """The encoding that the font program carries itself."""
        try:
            names = self._program_names()
            if names is not None:
                texts = {code: glyphs.text_of(glyph) for code, glyph in names.items()}
                return {code: text for code, text in texts.items() if text} or None
            program = resolve1(self.descriptor.get("FontFile2"))
            if isinstance(program, Stream):
                return self._true_type(TrueType(program.get_data())) or None
        except ValueError:
            pass
        return None

    def _program_names(self) -> dict[int, str] | None:
        program = resolve1(self.descriptor.get("FontFile3"))
        if isinstance(program, Stream):
            data = program.get_data()
            return Cff(TrueType(data).table(b"CFF ") if data[:4] == b"OTTO" else data).encoding
        program = resolve1(self.descriptor.get("FontFile"))
        if isinstance(program, Stream):
            return {
                int(code): glyph.decode("latin-1") for code, glyph in _DUP.findall(program.get_data()[:_TYPE1_HEADER])
            }
        return None

    def _true_type(self, program: TrueType) -> glyphs.Encoding:
        """Codes of a symbolic TrueType font, through its own maps to glyphs and from there to text."""
        flags = resolve1(self.descriptor.get("Flags"))
        if not (isinstance(flags, int) and flags & _SYMBOLIC) and self._kind != "TrueType":
            return {}
        maps, texts, names = program.character_maps(), program.texts(), program.glyph_names()
        table: glyphs.Encoding = {}
        for key, offset in (((3, 0), 0xF000), ((3, 0), 0), ((1, 0), 0)):
            characters = maps.get(key, {})
            for code in range(256):
                glyph = characters.get(offset + code)
                if glyph and code not in table:
                    text = texts.get(glyph) or glyphs.text_of(names.get(glyph, ""))
                    if text:
                        table[code] = text
        return table

    def _is_gbk(self) -> bool:
        embedded = any(key in self.descriptor for key in ("FontFile", "FontFile2", "FontFile3"))
        return not embedded and not self._name.isascii() and not self._to_unicode

    def _read_widths(self, entries: dict[str, Any]) -> tuple[dict[int, float], float]:
        widths = resolve1(entries.get("Widths"))
        first = resolve1(entries.get("FirstChar", 0))
        missing = resolve1(self.descriptor.get("MissingWidth"))
        default = float(missing) if isinstance(missing, int | float) else 0.0
        if isinstance(widths, list) and isinstance(first, int):
            numbers = [resolve1(width) for width in widths[:65536]]
            return {
                first + i: float(width) for i, width in enumerate(numbers) if isinstance(width, int | float)
            }, default
        if self._type3:
            return {}, 0.0
        metrics = FONT_METRICS[_base14(self._name)][1]
        return {code: float(metrics.get(text, 500)) for code, text in self._table.items()}, default or 500.0


def to_unicode(entries: dict[str, Any]) -> cmaps.ToUnicode | str:
    """Read a font's ToUnicode map; `identity` where codes are said to be Unicode, empty where there is none."""
    found = resolve1(entries.get("ToUnicode"))
    if isinstance(found, PSLiteral):
        return "identity" if str(found.name).startswith("Identity") else ""
    if isinstance(found, Stream):
        parsed = cmaps.ToUnicode(found.get_data())
        return parsed or ""
    return ""


def _type3_scale(entries: dict[str, Any]) -> tuple[float, float]:
    """The unit of a Type 3 font's widths, and its size for a font size of 1: twice the mean advance.

    Its box only counts where it is smaller, since many are wrong.
    """
    numbers = [resolve1(number) for number in _list(entries.get("FontMatrix"))]
    if len(numbers) < 4 or not all(isinstance(number, int | float) for number in numbers):
        return 0.001, 1.0
    a, b, c, d = map(float, numbers[:4])
    widths = [
        abs(width) for width in map(resolve1, _list(entries.get("Widths"))) if isinstance(width, int | float) and width
    ]
    scale = 2 * math.hypot(a, b) * sum(widths) / len(widths) if widths else 1.0
    box = [resolve1(number) for number in _list(entries.get("FontBBox"))]
    if len(box) == 4 and all(isinstance(number, int | float) for number in box):
        height = abs(box[3] - box[1]) * math.hypot(c, d)
        if 0 < height < 1.3 * scale:
            scale = height
    return a or 0.001, scale if 0 < scale < 200 else 1.0


def _base14(name: str) -> str:
    lower = name.lower()
    if "symbol" in lower:
        return "Symbol"
    bold, italic = "bold" in lower, "italic" in lower or "oblique" in lower
    if "times" in lower or "roman" in lower or "serif" in lower:
        return f"Times-{'Bold' * bold}{'Italic' * italic}" if bold or italic else "Times-Roman"
    family = "Courier" if "cour" in lower or "mono" in lower else "Helvetica"
    return f"{family}-{'Bold' * bold}{'Oblique' * italic}" if bold or italic else family


def _dictionary(value: object) -> dict[str, Any]:
    found = resolve1(value)
    return found if isinstance(found, dict) else {}


def _list(value: object) -> list[Any]:
    found = resolve1(value)
    return found if isinstance(found, list) else []


def _name(value: object) -> str:
    return str(value.name) if isinstance(value, PSLiteral) else ""
