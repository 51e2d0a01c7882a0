"""What the line builder asks about single characters."""

# ruff: noqa: RUF001 - look-alike characters are what this module is about
from __future__ import annotations

import re
import unicodedata

WORD_GAP = 0.15  # em between two letters from which on they belong to two words
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
# Bullets that word processors take from the private part of their symbol fonts.
_PRIVATE_BULLETS = {
    0xF0B7: "•",
    0xF0A7: "▪",
    0xF0D8: "➢",
    0xF0FC: "✓",
    0xF0A8: "◆",
    0xF06F: "○",
    0xF0E0: "→",
    0xF02D: "−",
}
_REPLACED = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "\u00a0": " ", "\u2007": " "}
    | {code: None for code in range(32) if code != 9}
    | dict.fromkeys(range(127, 160))
    | {0xFEFF: None, 0x200B: None, 0xFFFD: None}
    | _PRIVATE_BULLETS
)
_MAY_LEAD = re.compile(r"[.…·_][ \t]?[.…·_][ \t]?[.…·_]")
_LEADERS = re.compile(r"[ \t]*(?:[.…·_][ \t]?){5,}[ \t]*")  # that lead from a title to its page number
_LABEL = re.compile(r"\s*(?:[^\w\s]|\(?(?:\d{1,3}|[A-Za-z]|[ivx]{1,5})[.)]|\[\d{1,3}\])\s*")
_ODD = re.compile("[" + "".join(map(re.escape, map(chr, _REPLACED))) + "]")
_SOFT_HYPHEN = "\u00ad"
_BLANKS = re.compile(r" {2,}| *\t[ \t]*")
_ACCENTS = {
    "\u00a8": "\u0308",
    "\u00b4": "\u0301",
    "\u02ca": "\u0301",
    "`": "\u0300",
    "\u02cb": "\u0300",
    "\u02c6": "\u0302",
    "^": "\u0302",
    "\u02dc": "\u0303",
    "~": "\u0303",
    "\u00b8": "\u0327",
    "\u02da": "\u030a",
    "\u02c7": "\u030c",
    "\u02d8": "\u0306",
    "\u02dd": "\u030b",
    "\u00af": "\u0304",
    "\u02d9": "\u0307",
}
_DOTLESS = {"ı": "i", "ȷ": "j"}
_PRESENTATION = re.compile("[\ufb1d-\ufdff\ufe70-\ufefc]")


def is_cjk(text: str) -> bool:
    """Tell whether a character is Chinese, Japanese or Korean script, or their punctuation, set without blanks."""
    if not text:
        return False
    code = ord(text[0])
    return (
        0x3000 <= code <= 0x9FFF
        or 0xF900 <= code <= 0xFAFF
        or 0xFE30 <= code <= 0xFE4F
        or 0xFF00 <= code <= 0xFFEF
        or 0x20000 <= code <= 0x3FFFF
    )


def is_label(text: str) -> bool:
    """Whether a text is nothing but the bullet or number of a list's item."""
    return _LABEL.fullmatch(text) is not None


def tidy(text: str) -> str:
    """Undo ligatures and forms, fold blanks and leaders, and leave out what cannot be read."""
    if _ODD.search(text):
        text = text.translate(_REPLACED)
    if _PRESENTATION.search(text):
        text = _PRESENTATION.sub(lambda m: unicodedata.normalize("NFKC", m[0]), text)
    if _MAY_LEAD.search(text):
        text = _LEADERS.sub("\t", text)
    if _SOFT_HYPHEN in text:  # only at the end of a line is it a hyphen
        text = text[:-1].replace(_SOFT_HYPHEN, "") + text[-1]
    if "  " in text or "\t" in text:
        text = _BLANKS.sub(lambda m: "\t" if "\t" in m[0] else " ", text)
    return text.strip(" \t")


def accented(accent: str, letter: str) -> str | None:
    """Put an accent that stands alone on the letter drawn under it; `None` where no such letter is known.

    Args:
        accent: the spacing accent.
        letter: the letter.
    """
    mark = _ACCENTS.get(accent)
    if mark is None or not letter.isalpha():
        return None
    composed = unicodedata.normalize("NFC", _DOTLESS.get(letter, letter) + mark)
    return composed if len(composed) == 1 else None
