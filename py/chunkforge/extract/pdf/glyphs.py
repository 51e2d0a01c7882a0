"""Glyph names and the encodings of fonts to text."""

# ruff: noqa: RUF001 - look-alike characters are what this module is about
from __future__ import annotations

import re

from pdfminer.encodingdb import EncodingDB
from pdfminer.glyphlist import glyphname2unicode

Encoding = dict[int, str]

_UNI = re.compile(r"uni((?:[0-9A-Fa-f]{4})+)")
_U = re.compile(r"u([0-9A-Fa-f]{4,6})")
_NUMBERED = re.compile(r"(?:[Gg]([0-9A-Fa-f]{2})|g([0-9A-Fa-f]{4})|[Cc](\d{2,3}))")
_HEX_NUMBERED = re.compile(r"[Cc]([0-9A-Fa-f]{2,3})")
_TYPE3_NUMBERED = re.compile(r"a(\d{1,3})")


def named(encoding: str) -> Encoding | None:
    """Give one of PDF's own encodings by its name; `None` for any other name."""
    table: Encoding | None = EncodingDB.encodings.get(encoding)
    return table


def text_of(glyph: str) -> str | None:
    """Tell the text of a glyph by the rules of the Adobe glyph list.

    Args:
        glyph: its name.

    Returns:
        One or more characters; `None` where the name says nothing.
    """
    base = glyph.partition(".")[0]
    if base in glyphname2unicode:
        return str(glyphname2unicode[base])
    if "_" in base:
        parts = [text_of(part) for part in base.split("_")]
        return "".join(part or "" for part in parts) if all(parts) else None
    match = _UNI.fullmatch(base)
    if match:
        codes = [int(match[1][i : i + 4], 16) for i in range(0, len(match[1]), 4)]
        return None if any(map(_surrogate, codes)) else "".join(map(chr, codes))
    match = _U.fullmatch(base)
    if match and int(match[1], 16) < 0x110000 and not _surrogate(int(match[1], 16)):
        return chr(int(match[1], 16))
    return None


def numbered(glyph: str, *, hexadecimal: bool, type3: bool) -> str | None:
    """Tell the text of glyphs that producers only numbered, such as `C65`, `g0041` or, in Type 3 fonts, `a224`.

    Args:
        glyph: its name.
        hexadecimal: whether the font's numbers after a C are hexadecimal.
        type3: whether the font is of Type 3.
    """
    if hexadecimal and (match := _HEX_NUMBERED.fullmatch(glyph)):
        code = int(match[1], 16)
    elif match := _NUMBERED.fullmatch(glyph):
        code = int(match[3]) if match[3] else int(match[1] or match[2], 16)
    elif type3 and (match := _TYPE3_NUMBERED.fullmatch(glyph)):
        code = int(match[1])
    else:
        return None
    if not 31 < code < 0x3000:
        return None
    return (named("WinAnsiEncoding") or {}).get(code) if code < 256 else chr(code)


def numbers_are_hexadecimal(names: list[str]) -> bool:
    """Tell whether the names of a font that number its glyphs after a C use hexadecimal digits."""
    return any(_HEX_NUMBERED.fullmatch(name) and not name[1:].isdigit() for name in names)


def _surrogate(code: int) -> bool:
    return 0xD800 <= code < 0xE000


def _table(*runs: tuple[int, str]) -> Encoding:
    return {start + i: character for start, run in runs for i, character in enumerate(run) if character != "\0"}


SYMBOL = _table(
    (0x20, " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_\0αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"),
    (0xA0, "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪"),
    (0xF1, "〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"),
)
DINGBATS = _table(
    (0x20, " ✁✂✃✄☎✆✇✈✉☛☞✌✍✎✏✐✑✒✓✔✕✖✗✘✙✚✛✜✝✞✟✠✡✢✣✤✥✦✧★✩✪✫✬✭✮✯✰✱✲✳✴✵✶✷✸✹✺✻✼✽✾✿❀❁❂❃❄❅❆❇❈❉❊❋●❍■❏❐❑❒▲▼◆❖◗❘❙❚❛❜❝❞"),
    (0x80, "❨❩❪❫❬❭❮❯❰❱❲❳❴❵"),
    (0xA1, "❡❢❣❤❥❦❧♣♦♥♠①②③④⑤⑥⑦⑧⑨⑩❶❷❸❹❺❻❼❽❾❿➀➁➂➃➄➅➆➇➈➉➊➋➌➍➎➏➐➑➒➓➔→↔↕➘➙➚➛➜➝➞➟➠➡➢➣➤➥➦➧➨➩➪➫➬➭➮➯"),
    (0xF1, "➱➲➳➴➵➶➷➸➹➺➻➼➽➾"),
)
# Ligatures at their places in the text encodings of TeX, for bitmap fonts whose glyphs have no names.
TEX_LIGATURES = _table((0x0B, "ﬀﬁﬂﬃﬄ"), (0x1B, "ﬀﬁﬂﬃﬄ"))
