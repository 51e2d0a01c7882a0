"""TrueType and OpenType font programs: only what tells which characters their glyphs stand for."""

from __future__ import annotations

import struct
from collections.abc import Iterator

CharacterMap = dict[int, int]  # character code to glyph number

_MOST_MAPS = 20
_MOST_GROUPS = 20_000
_MOST_CODES = 70_000
# The order of glyphs in the standard Macintosh set, which `post` tables number names by.
_MACINTOSH = (  # noqa: SIM905 - a list would stand in a line a name
    ".notdef .null nonmarkingreturn space exclam quotedbl numbersign dollar percent ampersand quotesingle "
    "parenleft parenright asterisk plus comma hyphen period slash zero one two three four five six seven eight "
    "nine colon semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z "
    "bracketleft backslash bracketright asciicircum underscore grave a b c d e f g h i j k l m n o p q r s t u v "
    "w x y z braceleft bar braceright asciitilde Adieresis Aring Ccedilla Eacute Ntilde Odieresis Udieresis "
    "aacute agrave acircumflex adieresis atilde aring ccedilla eacute egrave ecircumflex edieresis iacute igrave "
    "icircumflex idieresis ntilde oacute ograve ocircumflex odieresis otilde uacute ugrave ucircumflex udieresis "
    "dagger degree cent sterling section bullet paragraph germandbls registered copyright trademark acute "
    "dieresis notequal AE Oslash infinity plusminus lessequal greaterequal yen mu partialdiff summation product "
    "pi integral ordfeminine ordmasculine Omega ae oslash questiondown exclamdown logicalnot radical florin "
    "approxequal Delta guillemotleft guillemotright ellipsis nonbreakingspace Agrave Atilde Otilde OE oe endash "
    "emdash quotedblleft quotedblright quoteleft quoteright divide lozenge ydieresis Ydieresis fraction currency "
    "guilsinglleft guilsinglright fi fl daggerdbl periodcentered quotesinglbase quotedblbase perthousand "
    "Acircumflex Ecircumflex Aacute Edieresis Egrave Iacute Icircumflex Idieresis Igrave Oacute Ocircumflex apple "
    "Ograve Uacute Ucircumflex Ugrave dotlessi circumflex tilde macron breve dotaccent ring cedilla hungarumlaut "
    "ogonek caron Lslash lslash Scaron scaron Zcaron zcaron brokenbar Eth eth Yacute yacute Thorn thorn minus "
    "multiply onesuperior twosuperior threesuperior onehalf onequarter threequarters franc Gbreve gbreve "
    "Idotaccent Scedilla scedilla Cacute cacute Ccaron ccaron dcroat"
).split()


class TrueType:
    """The tables of one font program; damaged ones read as empty."""

    def __init__(self, data: bytes) -> None:
        """Read the directory of tables."""
        self._data = data
        self._tables: dict[bytes, tuple[int, int]] = {}
        try:
            start = struct.unpack_from(">L", data, 12)[0] if data[:4] == b"ttcf" else 0
            for i in range(struct.unpack_from(">H", data, start + 4)[0]):
                tag, _, offset, length = struct.unpack_from(">4sLLL", data, start + 12 + 16 * i)
                self._tables[tag] = (offset, length)
        except struct.error:
            pass

    def table(self, tag: bytes) -> bytes:
        """The bytes of a table; empty where the font has none."""
        offset, length = self._tables.get(tag, (0, 0))
        return self._data[offset : offset + length]

    def character_maps(self) -> dict[tuple[int, int], CharacterMap]:
        """Read the `cmap` table: maps by platform and encoding."""
        table = self.table(b"cmap")
        maps: dict[tuple[int, int], CharacterMap] = {}
        try:
            for i in range(min(struct.unpack_from(">H", table, 2)[0], _MOST_MAPS)):
                platform, encoding, offset = struct.unpack_from(">HHL", table, 4 + 8 * i)
                maps[platform, encoding] = dict(_entries(table[offset:]))
        except (struct.error, IndexError):
            pass
        return maps

    def glyph_names(self) -> dict[int, str]:
        """Read the `post` table: names by glyph number."""
        table = self.table(b"post")
        try:
            version = struct.unpack_from(">L", table)[0]
            if version == 0x10000:
                return dict(enumerate(_MACINTOSH))
            if version != 0x20000:
                return {}
            count = struct.unpack_from(">H", table, 32)[0]
            indices = struct.unpack_from(f">{count}H", table, 34)
        except struct.error:
            return {}
        own = list(_pascal_strings(table, 34 + 2 * count))
        names = _MACINTOSH + own
        return {glyph: names[index] for glyph, index in enumerate(indices) if index < len(names)}

    def texts(self) -> dict[int, str]:
        """Tell what its Unicode maps call each glyph."""
        maps = self.character_maps()
        texts: dict[int, str] = {}
        for key in ((3, 10), (0, 4), (0, 6), (3, 1), (0, 3), (0, 1), (0, 0), (0, 2)):
            for code, glyph in maps.get(key, {}).items():
                if code < 0x110000 and not 0xD800 <= code < 0xE000:
                    texts.setdefault(glyph, chr(code))
        return texts


def _pascal_strings(table: bytes, position: int) -> Iterator[str]:
    while position < len(table):
        length = table[position]
        yield table[position + 1 : position + 1 + length].decode("latin-1")
        position += 1 + length


def _entries(table: bytes) -> Iterator[tuple[int, int]]:
    """Give the codes and glyphs of one map, whatever its format."""
    kind = struct.unpack_from(">H", table)[0]
    if kind == 0:
        yield from ((code, glyph) for code, glyph in enumerate(table[6:262]) if glyph)
    elif kind == 4:
        yield from _segments(table)
    elif kind == 6:
        first, count = struct.unpack_from(">HH", table, 6)
        glyphs = struct.unpack_from(f">{count}H", table, 10)
        yield from ((first + i, glyph) for i, glyph in enumerate(glyphs) if glyph)
    elif kind == 12:
        groups = min(struct.unpack_from(">L", table, 12)[0], _MOST_GROUPS)
        codes = 0
        for i in range(groups):
            first, last, glyph = struct.unpack_from(">LLL", table, 16 + 12 * i)
            codes += max(0, last - first + 1)
            if codes > 20 * _MOST_CODES:
                return
            yield from ((code, glyph + code - first) for code in range(first, last + 1))


def _segments(table: bytes) -> Iterator[tuple[int, int]]:
    count = struct.unpack_from(">H", table, 6)[0] // 2
    ends = struct.unpack_from(f">{count}H", table, 14)
    starts = struct.unpack_from(f">{count}H", table, 16 + 2 * count)
    deltas = struct.unpack_from(f">{count}H", table, 16 + 4 * count)
    offsets_at = 16 + 6 * count
    offsets = struct.unpack_from(f">{count}H", table, offsets_at)
    codes = 0
    for i, (first, last) in enumerate(zip(starts, ends, strict=True)):
        codes += max(0, last - first + 1)
        if codes > _MOST_CODES:
            return
        for code in range(first, min(last, 0xFFFE) + 1):
            if offsets[i] == 0:
                glyph = code + deltas[i] & 0xFFFF
            else:
                at = offsets_at + 2 * i + offsets[i] + 2 * (code - first)
                glyph = int.from_bytes(table[at : at + 2], "big")
                glyph = glyph + deltas[i] & 0xFFFF if glyph else 0
            if glyph:
                yield code, glyph
