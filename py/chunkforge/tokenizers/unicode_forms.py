"""NFC, NFD, NFKC and NFKD as the reference performs them, with the origin of every character.

The reference knows the characters of an older Unicode; later ones are left as they are. For those it knows, Unicode
guarantees that decompositions never change, so the running Python's are right.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from chunkforge.tokenizers.charset import code_points
from chunkforge.tokenizers.rewriting import Finder, Rewrite, Sources, rewrite
from chunkforge.tokenizers.unicode_tables import table

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]
Marked = list[tuple[str, int]]
"""Characters, each with how many original ones it takes: 1 - n for the first of n joined, 1 for one put in."""


class UnicodeForm:
    """One of the four normalization forms."""

    def __init__(self, form: Form) -> None:
        """Take the form's name."""
        self._form = form

    def apply(self, text: str) -> tuple[str, Sources | None]:
        """Normalize the text."""
        if text.isascii() or unicodedata.is_normalized(self._form, text):
            return text, None
        # What stands before a run may join with its first character.
        runs = [(max(start - 1, 0), end) for start, end in _known().runs(text)]
        return rewrite(text, runs, lambda run: _normalized(run, self._form))

    def open(self, text: str) -> NDArray[np.bool_] | None:
        """Cut before every character that neither moves nor joins what stands before it."""
        if text.isascii():
            return None
        return ~_leaning()[code_points(text)]


@cache
def _known() -> Finder:
    return Finder(table("normalizable"))


@cache
def _leaning() -> NDArray[np.bool_]:
    """Tell which characters may move before, or join with, what precedes them (bool a code point)."""
    known = table("normalizable")
    leaning = known.table.copy()
    for c in known:
        decomposed = unicodedata.normalize("NFKD", chr(c))
        first = decomposed[0]
        joins = 0x1161 <= ord(first) <= 0x1175 or 0x11A8 <= ord(first) <= 0x11C2 or first in _second_parts()
        leaning[c] = bool(unicodedata.combining(first)) or joins
    return leaning


@cache
def _second_parts() -> frozenset[str]:
    """Give the characters that some composition joins to the one before."""
    found = set()
    for c in table("normalizable"):
        if unicodedata.normalize("NFC", chr(c)) == chr(c):
            parts = unicodedata.decomposition(chr(c)).split()
            if len(parts) == 2 and not parts[0].startswith("<"):
                found.add(chr(int(parts[1], 16)))
    return frozenset(found)


@lru_cache(maxsize=1 << 16)
def _normalized(run: str, form: Form) -> Rewrite:
    if unicodedata.is_normalized(form, run):
        return run, range(len(run))
    marked = _decomposed(run, "NFKD" if "K" in form else "NFD")
    if form.endswith("C"):
        marked = _composed(marked)
    sources: list[int] = []
    at = 0
    for _, takes in marked:
        if takes > 0:
            sources.append(max(at - 1, 0))
        else:
            sources.append(at)
            at += 1 - takes
    return "".join(c for c, _ in marked), sources


def _class(c: str) -> int:
    return unicodedata.combining(c) if c in table("normalizable") else 0


def _decomposed(run: str, form: Form) -> Marked:
    marked: Marked = []
    known = table("normalizable")
    for c in run:
        parts = unicodedata.normalize(form, c) if c in known else c
        marked += ((part, min(i, 1)) for i, part in enumerate(parts))
    start = 0
    while start < len(marked):
        end = start + 1
        if _class(marked[start][0]):
            while end < len(marked) and _class(marked[end][0]):
                end += 1
            marked[start:end] = sorted(marked[start:end], key=lambda item: _class(item[0]))
        start = end
    return marked


def _composed(marked: Marked) -> Marked:
    out: Marked = []
    starter = -1
    last = 0
    for c, takes in marked:
        order = _class(c)
        if starter >= 0 and (last < order or (last == 0 and starter == len(out) - 1)):
            joined = unicodedata.normalize("NFC", out[starter][0] + c)
            if len(joined) == 1 and joined in table("normalizable"):
                out[starter] = joined, out[starter][1] + takes - 1
                continue
        out.append((c, takes))
        if order:
            last = order
        else:
            starter, last = len(out) - 1, 0
    return out
