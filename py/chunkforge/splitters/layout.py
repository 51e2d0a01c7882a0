"""The places where our own strategies may cut: words, and what the gaps between them end.

A word here is a run of characters without white space, cut further where a sentence ends inside it, as in Japanese.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from chunkforge.chunks import Cut
from chunkforge.splitters.arrays import Ints
from chunkforge.splitters.characters import code_points, inked, joined
from chunkforge.splitters.sentences import sentence_starts
from chunkforge.splitters.source import Source

Rung = Literal["record", "paragraph", "line", "sentence", "space"]

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n|[\f\u2029]")
_LINES_MATTER = frozenset({"list", "table", "code"})


@dataclass(frozen=True, eq=False)
class Layout:
    """n words in order, none empty.

    `starts`, `ends` are their offsets; `first_tokens`, `last_tokens` the tokens of the whole text that they touch,
    as a half-open range (int32[n] each). `gaps` (uint8[n + 1]) hold what stands before each word, and at the end.
    `sentences`, `lines` and `records` (bool[n + 1]) tell whether a sentence, a line, or a record of data ends there.
    """

    starts: Ints
    ends: Ints
    first_tokens: Ints
    last_tokens: Ints
    gaps: NDArray[np.uint8]
    sentences: NDArray[np.bool_]
    lines: NDArray[np.bool_]
    records: NDArray[np.bool_]
    _breaks: dict[Rung, tuple[Ints, Ints]] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        """Number of words."""
        return len(self.starts)

    @cached_property
    def longest(self) -> int:
        """Most tokens that a word touches."""
        return int((self.last_tokens - self.first_tokens).max(initial=0))

    def breaks(self, rung: Rung) -> tuple[Ints, Ints]:
        """Tell where units of some kind begin.

        Returns:
            The words that such a unit begins with, other than the first, and the end (int32, ascending); and, for each
            word and the end, the last of those at or before it, else 0 (int32[n + 1]).
        """
        if rung not in self._breaks:
            flags = {
                "record": self.records,
                "paragraph": self.gaps <= Cut.BLANK_LINE,
                "line": self.lines,
                "sentence": self.sentences,
                "space": self.gaps != Cut.HARD,
            }[rung]
            numbers = np.arange(len(flags), dtype=np.int32)
            latest = np.maximum.accumulate(np.where(flags, numbers, np.int32(0)))
            self._breaks[rung] = np.flatnonzero(flags[1:]).astype(np.int32) + np.int32(1), latest
        return self._breaks[rung]

    @cached_property
    def fitting(self) -> Ints:
        """Count the words that touch no token from number t on, for each t up to the last token (int32[tokens + 1])."""
        ends = np.bincount(self.last_tokens.astype(np.intp), minlength=1)
        return np.cumsum(ends, dtype=np.int32)

    @cached_property
    def beginning(self) -> Ints:
        """Count the words whose first token is below t, for each t up to one past the last (int32[tokens + 2])."""
        begins = np.bincount(self.first_tokens.astype(np.intp), minlength=len(self.fitting))
        return np.cumsum(np.append(0, begins), dtype=np.int32)


def words(source: Source) -> Layout:
    """Lay a document out in words; made once."""
    return source.table("words", lambda: _words(source, np.empty(0, np.int32)))


def words_of_records(source: Source, starts: Ints) -> Layout:
    """Lay a document out in words, cut where a record of data starts as well."""
    return _words(source, starts)


def exploded(source: Source, layout: Layout, which: NDArray[np.int64], grain: int) -> tuple[Layout, Ints]:
    """Cut some words inside: between their tokens, or, where they have but one, between their characters.

    Args:
        source: the document.
        layout: its words.
        which: the words to cut (ascending).
        grain: tokens that stay together, where a word has more than one.

    Returns:
        The finer layout, and the new number of each old word and of the end (int32[n + 1]).
    """
    if not len(which):
        return layout, np.arange(len(layout) + 1, dtype=np.int32)
    whole_characters = ~joined(source)
    cuts: list[Ints] = []
    for word in which.tolist():
        start, end = int(layout.starts[word]), int(layout.ends[word])
        first, last = int(layout.first_tokens[word]), int(layout.last_tokens[word])
        between = _token_cuts(source, first, last, grain)
        between = between[(between > start) & (between < end) & whole_characters[between]]
        everywhere = np.arange(start + 1, end, dtype=np.int32)
        cuts.append(between if len(between) else everywhere[whole_characters[everywhere]])
    parts = np.array([len(inside) for inside in cuts], np.intp)
    at = np.repeat(which + 1, parts)
    inner = np.concatenate(cuts)
    starts = np.insert(layout.starts, at, inner)
    ends = np.insert(layout.ends, at - 1, inner)
    growth = np.zeros(len(layout) + 1, np.int64)
    growth[which + 1] = parts
    moved = (np.arange(len(layout) + 1) + np.cumsum(growth)).astype(np.int32)
    first_tokens = np.insert(layout.first_tokens, at, 0)
    last_tokens = np.insert(layout.last_tokens, at, 0)
    changed = np.ones(len(starts), np.bool_)
    changed[moved[:-1]] = False
    changed[moved[which]] = True
    first_tokens[changed], last_tokens[changed] = tokens_touched(source, starts[changed], ends[changed])
    finer = Layout(
        starts,
        ends,
        first_tokens,
        last_tokens,
        np.insert(layout.gaps, at, np.uint8(Cut.HARD)),
        np.insert(layout.sentences, at, np.False_),
        np.insert(layout.lines, at, np.False_),
        np.insert(layout.records, at, np.False_),
    )
    return finer, moved


def _token_cuts(source: Source, first: int, last: int, grain: int) -> Ints:
    """Give every `grain`-th place between the tokens `first:last` that no character spans."""
    encoding = source.tokenized.encoding
    starts, ends = encoding.starts[first + 1 : last], encoding.ends[first:last]
    clean = starts[np.maximum.accumulate(ends)[:-1] <= starts] if last - first > 1 else starts
    return clean[grain - 1 :: grain]


def tokens_touched(source: Source, starts: Ints, ends: Ints) -> tuple[Ints, Ints]:
    """Tell which tokens of the whole text each span touches, as half-open ranges (int32[n] each)."""

    def reach() -> tuple[Ints, Ints]:
        encoding = source.tokenized.encoding
        return np.maximum.accumulate(encoding.ends), encoding.starts

    token_ends, token_starts = source.table("token reach", reach)
    first = np.searchsorted(token_ends, starts, side="right").astype(np.int32)
    last = np.searchsorted(token_starts, ends, side="left").astype(np.int32)
    return first, np.maximum(first, last)


def _words(source: Source, record_starts: Ints) -> Layout:
    text = source.document.text
    ink = inked(source)
    after_sentences = np.array(sentence_starts(text), np.int32)
    opens = np.ones(len(ink), np.bool_)
    opens[1:] = np.diff(ink) != 1
    inside = after_sentences[~joined(source)[after_sentences]]
    next_ink = np.searchsorted(ink, np.concatenate([inside, record_starts]))
    opens[next_ink[next_ink < len(ink)]] = True
    firsts = np.flatnonzero(opens)
    starts = ink[firsts]
    ends = ink[np.append(firsts[1:], len(ink)) - 1] + np.int32(1) if len(ink) else starts
    newlines = np.flatnonzero(code_points(text) == ord("\n"))
    n = len(starts)
    lines = np.ones(n + 1, np.bool_)
    lines[:n] = np.diff(np.searchsorted(newlines, starts), prepend=0) > 0
    gaps = np.full(n + 1, Cut.SPACE, np.uint8)
    gaps[1:n][starts[1:] == ends[:-1]] = Cut.HARD
    gaps[lines] = Cut.LINE
    gaps[np.searchsorted(starts, _paragraph_ends(source))] = Cut.BLANK_LINE
    gaps[n] = Cut.END
    sentences = (lines & _in_listings(source, starts)) | (gaps <= Cut.BLANK_LINE)
    sentences[np.searchsorted(starts, inside)] = True
    headings = [block.end for block in source.document.blocks if block.kind == "heading"]
    below = np.searchsorted(starts, np.array(headings, np.int32))
    below = below[below < n]
    # A heading without its text is no chunk worth finding: cut behind it only where a sentence must do.
    lines[below], gaps[below], sentences[below] = False, Cut.SPACE, True
    records = np.zeros(n + 1, np.bool_)
    records[np.searchsorted(starts, record_starts)] = records[n] = True
    return Layout(starts, ends, *tokens_touched(source, starts, ends), gaps, sentences, lines, records)


def _paragraph_ends(source: Source) -> Ints:
    """Find the ends of paragraphs: blank lines, and the lines before a heading."""
    text = source.document.text
    places = [match.start() for match in _BLANK_LINE.finditer(text)]
    for block in source.document.blocks:
        if block.kind == "heading":
            places += [block.start] if not text[text.rfind("\n", 0, block.start) + 1 : block.start].strip() else []
    return np.array(sorted(places), np.int32)


def _in_listings(source: Source, starts: Ints) -> NDArray[np.bool_]:
    """Tell of each word, and of the end, whether it stands in a list, a table or code, where a line is a unit."""
    bounds = [(block.start, block.end) for block in source.document.blocks if block.kind in _LINES_MATTER]
    places = np.searchsorted(starts, np.array(bounds, np.int32).reshape(-1, 2))
    inside = np.zeros(len(starts) + 1, np.bool_)
    for first, last in places.tolist():
        inside[first:last] = True
    return inside
