"""Writes py/chunkforge/tokenizers/unicode_data.py: the character tables of the reference tokenizers, as measured.

    python -m tools.unicode_tables            # measure and write; `ruff format` lays the file out
    python -m tools.unicode_tables --check    # measure and compare with the tables that are there

The reference libraries follow several Unicode versions at once, none of them the running Python's. So every table is
taken from what the libraries do with each code point, never from `unicodedata`. Needs `tokenizers` and `tiktoken` at
the versions pinned in requirements/test.txt, and `regex`; run it again when those move. A test holds the tables to it.
"""

from __future__ import annotations

import runpy
import struct
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Literal

import regex
import tiktoken
from tokenizers import Regex, normalizers, pre_tokenizers

TARGET = Path(__file__).resolve().parents[1] / "py/chunkforge/tokenizers/unicode_data.py"
CODE_POINTS = [c for c in range(0x110000) if not 0xD800 <= c <= 0xDFFF]
GROUPS = {"L": "ultmo", "M": "nce", "N": "dlo", "P": "cdseifo", "S": "mcko", "Z": "slp", "C": "cfon"}
CATEGORIES = [f"{group}{kind}" for group, kinds in GROUPS.items() for kind in kinds]
SCRIPTS = [
    "Arabic",
    "Armenian",
    "Bengali",
    "Cyrillic",
    "Devanagari",
    "Ethiopic",
    "Georgian",
    "Greek",
    "Gujarati",
    "Gurmukhi",
    "Han",
    "Hangul",
    "Hebrew",
    "Hiragana",
    "Kannada",
    "Katakana",
    "Khmer",
    "Lao",
    "Latin",
    "Malayalam",
    "Myanmar",
    "Sinhala",
    "Tamil",
    "Telugu",
    "Thai",
    "Tibetan",
]
ROW = 256
UNASSIGNED = range(0x40000, 0xE0000)  # planes without a character: the first of a row of 256 is asked for all of it
ASKED = [c for c in CODE_POINTS if c not in UNASSIGNED or c % ROW == 0]
ALL = "".join(map(chr, ASKED))
HANGUL = range(0xAC00, 0xD7A4)


def pack_ranges(code_points: Iterable[int]) -> str:
    """Pack a set of code points as `charset.parse_ranges` reads it."""
    words: list[str] = []
    end = 0
    for low, high in ranges(code_points):
        words.append(base36(low - end) + (f".{base36(high - low)}" if high > low else ""))
        end = high + 1
    return " ".join(words)


def ranges(code_points: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Give the inclusive ranges of a set of code points."""
    low = high = -2
    for point in sorted(code_points):
        if point != high + 1:
            if low >= 0:
                yield low, high
            low = point
        high = point
    if low >= 0:
        yield low, high


def base36(number: int) -> str:
    """Write a number in base 36."""
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
        if not number:
            return digits


def matched(pattern: str) -> set[int]:
    """Tell which code points a one-character pattern matches in the Split pre-tokenizer."""
    rest = pre_tokenizers.Split(Regex(pattern), "removed").pre_tokenize_str(ALL)
    found = set(ASKED)
    for piece, _ in rest:
        found.difference_update(map(ord, piece))
    return spread(found)


def matched_by_tiktoken(pattern: str) -> set[int]:
    """Tell which code points a one-character pattern matches in tiktoken."""
    ranks = {bytes([b]): b for b in range(256)}
    encoding = tiktoken.Encoding("probe", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    return spread(set(map(ord, encoding.decode(encoding.encode_ordinary(ALL)))))


def where(test: Callable[[str], bool]) -> set[int]:
    """Tell which code points pass a test."""
    return spread({c for c in ASKED if test(chr(c))})


def spread(found: set[int]) -> set[int]:
    """Add those that the ones asked stand for."""
    return found.union(*(range(c, c + ROW) for c in found if c in UNASSIGNED))


def properties() -> dict[str, set[int]]:
    """Measure the classes that patterns name."""
    found = {name: matched(rf"\p{{{name}}}") for name in CATEGORIES}
    for group in "LMNPSZ":
        union = set().union(*(found[name] for name in CATEGORIES if name[0] == group))
        expect(matched(rf"\p{{{group}}}") == union, f"group {group}")
        if group in "LMNPS":
            expect(matched_by_tiktoken(rf"\p{{{group}}}") == union, f"tiktoken {group}")
    for name in ("Lu", "Ll", "Lt", "Lm", "Lo"):
        expect(matched_by_tiktoken(rf"\p{{{name}}}") == found[name], f"tiktoken {name}")
    found |= {name: matched(rf"\p{{{name}}}") for name in SCRIPTS}
    found["white_space"] = matched(r"\s")
    expect(matched_by_tiktoken(r"\s") == found["white_space"], "tiktoken white space")
    found["word"] = matched(r"\w")
    expect(matched(r"\d") == found["Nd"], "digits")
    return found


def bert() -> dict[str, set[int]]:
    """Measure what BertNormalizer and BertPreTokenizer do with each character."""

    def only(**on: bool) -> Callable[[str], str]:
        off: dict[str, bool] = {
            "clean_text": False,
            "handle_chinese_chars": False,
            "strip_accents": False,
            "lowercase": False,
        }
        return normalizers.BertNormalizer(**(off | on)).normalize_str

    clean, cjk, strip = only(clean_text=True), only(handle_chinese_chars=True), only(strip_accents=True)
    split = pre_tokenizers.BertPreTokenizer().pre_tokenize_str
    lower = normalizers.Lowercase().normalize_str
    bert_lower = only(lowercase=True)
    expect(not where(lambda c: lower(c) != bert_lower(c)), "one way of lowering")
    punctuation = where(lambda c: len(split(f"a{c}a")) == 3)
    expect(punctuation == where(lambda c: len(pre_tokenizers.Punctuation().pre_tokenize_str(f"a{c}a")) == 3), "P")
    return {
        "bert_removed": where(lambda c: clean(c) == ""),
        "bert_space": where(lambda c: c != " " and clean(c) == " "),
        "bert_cjk": where(lambda c: cjk(c) == f" {c} "),
        "bert_accent": where(lambda c: strip(c) == ""),
        "bert_punctuation": punctuation,
    }


def other_steps() -> dict[str, set[int]]:
    """Measure the single-purpose normalizers and pre-tokenizers."""
    strip, nmt = normalizers.StripAccents().normalize_str, normalizers.Nmt().normalize_str
    words, digits = pre_tokenizers.Whitespace().pre_tokenize_str, pre_tokenizers.Digits().pre_tokenize_str
    split, trim = pre_tokenizers.WhitespaceSplit().pre_tokenize_str, normalizers.Strip().normalize_str
    space = where(lambda c: len(split(f"a{c}a")) == 2)
    expect(space == where(lambda c: trim(c) == ""), "one white space")
    return {
        "accent": where(lambda c: strip(c) == ""),
        "nmt_removed": where(lambda c: nmt(c) == ""),
        "nmt_space": where(lambda c: c != " " and nmt(c) == " "),
        "whitespace_word": where(lambda c: len(words(f"a{c}")) == 1 and len(words(f"{c}.")) == 2),
        "numeric": where(lambda c: len(digits(f"a{c}a")) == 3),
        "split_space": space,
    }


def probe(key: str) -> Callable[[str], str]:
    """Make a normalizer that turns a key into X, a whole grapheme cluster at a time where it is under six bytes.

    The result of `key + mark` is a bare X where both form one cluster: that shows where the reference sees clusters.
    """
    data = key.encode()
    units = [0] * (256 * (len(data) + 2))
    at = 256
    units[0] = at << 10
    for i, byte in enumerate(data):
        at ^= byte
        following = 256 * (i + 2)
        units[at] = byte | (at ^ following) << 10 | (i + 1 == len(data)) << 8
        at = following
    units[at] = 1 << 31
    trie = struct.pack(f"<{len(units)}I", *units)
    return normalizers.Precompiled(struct.pack("<I", len(trie)) + trie + b"X\0").normalize_str


def graphemes() -> dict[str, set[int]]:
    """Measure the classes of grapheme cluster rules; `regex` only proposes candidates."""

    def candidates(name: str) -> set[int]:
        return set(map(ord, regex.findall(rf"\p{{{name}}}", ALL)))

    latin, heart, ka, acute = probe("a"), probe("\u2764"), probe("\u0915"), "\u0301"
    joins = where(lambda c: not c.isascii() and latin(f"a{c}") == "X")
    expect(joins <= candidates("GCB=Extend") | candidates("GCB=SpacingMark") | {0x200D}, "joining characters")
    extend = joins & candidates("GCB=Extend")

    def conjunct(text: str) -> bool:
        return ka(f"{text}\u0915{acute}").endswith(acute)

    return {
        "cluster_extend": extend,
        "cluster_spacing": joins & candidates("GCB=SpacingMark"),
        "cluster_prepend": {c for c in candidates("GCB=Prepend") if probe(chr(c))(f"{chr(c)}a") == "X"},
        "cluster_control": candidates("GCB=Control"),
        "pictograph": {c for c in candidates("ExtPict") if heart(f"{chr(c)}\u200d\u2764{acute}").endswith(acute)},
        "conjunct_consonant": {c for c in candidates("InCB=Consonant") if conjunct(f"{chr(c)}\u094d")},
        "conjunct_linker": {c for c in candidates("InCB=Linker") if conjunct(f"\u0916{chr(c)}")},
        "conjunct_extend": {c for c in extend | {0x200D} if conjunct(f"\u0916\u094d{chr(c)}")},
    }


def normalizable() -> set[int]:
    """Tell which characters the reference's Unicode normalization changes, reorders or composes."""
    forms = [f().normalize_str for f in (normalizers.NFD, normalizers.NFKD, normalizers.NFC, normalizers.NFKC)]
    nfd = forms[0]

    def active(c: str) -> bool:
        # U+0334 has the lowest combining class, U+0301 one of the highest.
        moves = nfd(f"a{c}\u0334") != f"a{c}\u0334" or nfd(f"a\u0301{c}") != f"a\u0301{c}"
        return moves or any(form(c) != c for form in forms)

    found = where(active)
    names: tuple[Literal["NFC", "NFD", "NFKC", "NFKD"], ...] = ("NFD", "NFKD", "NFC", "NFKC")
    for form, name in zip(forms, names, strict=True):
        wrong = [c for c in found if form(chr(c)) != unicodedata.normalize(name, chr(c))]
        expect(not wrong, f"{name} of known characters: {wrong[:5]}")
    # Vowels and final consonants of Hangul compose with what stands before them.
    return found | set(range(0x1161, 0x1176)) | set(range(0x11A8, 0x11C3))


def lowercase() -> str:
    """Pack the lower-case mapping as runs of `first.count.step.shift`."""
    lower = normalizers.Lowercase().normalize_str
    pairs = [(c, lower(chr(c))) for c in sorted(where(lambda c: lower(c) != c))]
    expect([c for c, low in pairs if len(low) != 1] == [0x130], "one long mapping")
    runs: list[list[int]] = []
    for c, low in pairs:
        if len(low) != 1:
            continue
        shift = ord(low) - c
        for run in runs[-2:]:
            first, count, step, run_shift = run
            if run_shift == shift and (count == 1 or c == first + count * step) and c - first <= 2 * count:
                run[1:3] = count + 1, step if count > 1 else c - first
                break
        else:
            runs.append([c, 1, 1, shift])
    return " ".join(f"{a:x}.{n:x}.{step:x}.{shift:x}" for a, n, step, shift in runs)


def expect(holds: bool, what: str) -> None:  # noqa: FBT001 - reads as a sentence where it is called
    """Stop when an assumption about the reference no longer holds."""
    if not holds:
        sys.exit(f"The reference no longer behaves as assumed: {what}. Look at it before regenerating the tables.")


def wrapped(packed: str, indent: int) -> str:
    """Lay a packed table out as adjacent string literals."""
    lines: list[str] = []
    for word in packed.split():
        if lines and indent + len(lines[-1]) + len(word) < 116:
            lines[-1] += f"{word} "
        else:
            lines.append(f"{word} ")
    return "\n".join(f'{" " * indent}"{line}"' for line in lines)


def measured() -> tuple[dict[str, str], str]:
    """Measure everything: the packed sets by name, and the packed lower-case mapping."""
    tables = properties() | bert() | other_steps() | graphemes() | {"normalizable": normalizable()}
    return {name: pack_ranges(points) for name, points in tables.items()}, lowercase()


def written() -> tuple[dict[str, str], str]:
    """Give the tables that are there."""
    values = runpy.run_path(str(TARGET))
    return {name: packed.rstrip() for name, packed in values["RANGES"].items()}, values["LOWERCASE"].rstrip()


def module(tables: dict[str, str], lower: str) -> str:
    """Write the module's source."""
    body = "\n".join(f'    "{name}": (\n{wrapped(packed, 8)}\n    ),' for name, packed in tables.items())
    return f'''"""Character tables of the reference tokenizers. Written by tools/unicode_tables.py; do not edit.

`RANGES` are sets as `charset.parse_ranges` reads them; `LOWERCASE` holds runs of `first.count.step.shift` in base 16.
"""

RANGES = {{
{body}
}}

LOWERCASE = (
{wrapped(lower, 4)}
)
'''


def main() -> None:
    """Write the tables, or check them."""
    found = measured()
    if "--check" not in sys.argv[1:]:
        TARGET.write_text(module(*found), encoding="utf-8")
    elif found != written():
        sys.exit("The tables differ from what the reference does now. Run tools/unicode_tables.py without --check.")


if __name__ == "__main__":
    main()
