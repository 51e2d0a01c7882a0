"""Heading-aware chunks by plain Python, step by step: the file that an export ships, and the fast path's slow twin.

It needs nothing but `offsets(text)`: the start and end of every token of a text, in characters, without special
tokens. Sizes count the trail of headings that is put before a chunk.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from chunkforge.splitters.sentences import sentence_starts
from chunkforge.splitters.visible_characters import together

Offsets = Callable[[str], Sequence[tuple[int, int]]]
Heading = tuple[int, int, int, str]  # start, end, level, title

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*$")
_GRAINS = 16


def markdown_headings(text: str) -> list[Heading]:
    """Find the headings of a Markdown text that stand outside of fences, lists and quotes."""
    found: list[Heading] = []
    fence = ""
    paragraph: tuple[int, int] | None = None
    at = 0
    for line in text.split("\n"):
        end = at + len(line)
        opening = _FENCE.match(line)
        if fence:
            closes = opening and opening[1].startswith(fence) and not line.strip().strip(fence[0])
            fence = "" if closes else fence
            paragraph = None
        elif opening:
            fence, paragraph = opening[1], None
        elif (atx := _ATX.match(line)) is not None:
            found.append((at, end, len(atx[1]), (atx[2] or "").strip()))
            paragraph = None
        elif paragraph and (underline := _UNDERLINE.match(line)) is not None:
            title = text[slice(*paragraph)].strip()
            found.append((paragraph[0], end, 1 if underline[1][0] == "=" else 2, title))
            paragraph = None
        elif line.strip() and not line.startswith(("    ", "\t", ">", "- ", "* ", "+ ")):
            paragraph = (paragraph[0] if paragraph else at, end)
        else:
            paragraph = None
        at = end + 1
    return found


def split(
    text: str, offsets: Offsets, size: int, overlap: int = 0, headings: Sequence[Heading] | None = None
) -> list[str]:
    """Split a text at its headings, and long sections at paragraphs, lines, sentences and white space.

    Args:
        text: the text, with line feeds only.
        offsets: gives the tokens of a text.
        size: the most tokens of a chunk, its trail included.
        overlap: the most tokens of the chunk before that it repeats.
        headings: where they stand; without them they are looked for as Markdown writes them.

    Returns:
        The chunks, each with its trail of headings before it.
    """
    known = markdown_headings(text) if headings is None else headings
    return _Splitter(text, offsets, size, overlap, list(known)).chunks()


@dataclass
class _Word:
    """A stretch without white space, and what begins with it."""

    start: int
    end: int
    paragraph: bool = False
    line: bool = False
    sentence: bool = False
    space: bool = False


class _Splitter:
    def __init__(self, text: str, offsets: Offsets, size: int, overlap: int, headings: list[Heading]) -> None:
        self.text, self.size, self.overlap = text, size, overlap
        self.offsets, self.headings = offsets, headings
        self.together = together(text)
        self.tokens = list(offsets(text))
        reach = 0
        self.token_ends = [reach := max(reach, end) for _, end in self.tokens]
        self.words = self._words()

    def chunks(self) -> list[str]:
        """Pack, and cut words that exceed the limit alone, until none does."""
        sections = self._sections()  # before any word is cut, so that none begins inside a word
        limits = [self.size - self._count(trail) for _, opening, full in sections for trail in (opening, full)]
        least = min([self.size, *limits])
        grain = max(1, least // _GRAINS)
        long = [i for i, word in enumerate(self.words) if self._last(word) - self._first(word) > least]
        self._explode(long, grain)
        while True:
            found, tight = self._pack(sections)
            before = len(self.words)
            self._explode(tight, grain)
            if len(self.words) == before:
                return found

    def _count(self, text: str) -> int:
        return len(self.offsets(text))

    def _first(self, word: _Word) -> int:
        """Give the first token of the whole text that a word touches."""
        return bisect_right(self.token_ends, word.start)

    def _last(self, word: _Word) -> int:
        """Give one past the last token of the whole text that a word touches."""
        return max(self._first(word), bisect_left(self.tokens, word.end, key=lambda token: token[0]))

    def _words(self) -> list[_Word]:
        text = self.text
        after_sentences = [at for at in sentence_starts(text) if not self.together[at]]
        bounds = {match.start() for match in re.finditer(r"(?<!\S)\S", text)}
        bounds |= {at for at in (self._ink(at) for at in after_sentences) if at < len(text)}
        starts = sorted(bounds)
        words = [
            _Word(start, start + len(text[start:following].rstrip()))
            for start, following in pairwise([*starts, len(text)])
        ]
        ends_sentence = {self._ink(at) for at in after_sentences}
        paragraphs = {self._ink(match.start()) for match in re.finditer(r"\n[^\S\n]*\n|[\f\u2029]", text)}
        paragraphs |= {
            self._ink(start) for start, *_ in self.headings if not text[text.rfind("\n", 0, start) + 1 : start].strip()
        }
        below = {starts[bisect_left(starts, end)] for _, end, *_ in self.headings if starts and end <= starts[-1]}
        for i, word in enumerate(words):
            gap = text[words[i - 1].end if i else 0 : word.start]
            word.paragraph = word.start in paragraphs and word.start not in below
            word.line = "\n" in gap and word.start not in below
            word.sentence = word.start in ends_sentence | paragraphs | below
            word.space = bool(gap) or not i
        return words

    def _ink(self, at: int) -> int:
        """Give the first offset from `at` on that holds no white space."""
        while at < len(self.text) and self.text[at].isspace():
            at += 1
        return at

    def _explode(self, which: list[int], grain: int) -> None:
        """Cut some words between their tokens, or, where they have but one, between their characters."""
        for i in reversed(which):
            word = self.words[i]
            first, last = self._first(word), self._last(word)
            reach, clean = 0, []
            for k in range(first, last - 1):
                reach = max(reach, self.tokens[k][1])
                if reach <= self.tokens[k + 1][0]:
                    clean.append(self.tokens[k + 1][0])
            everywhere = range(word.start + 1, word.end)
            cuts = [at for at in clean[grain - 1 :: grain] if at in everywhere and not self.together[at]]
            cuts = cuts or [at for at in everywhere if not self.together[at]]
            bounds = [word.start, *cuts, word.end]
            parts = [_Word(*part) for part in pairwise(bounds)]
            parts[0] = replace(word, end=parts[0].end)
            self.words[i : i + 1] = parts

    def _sections(self) -> list[tuple[int, str, str]]:
        """Give each section's first offset, and the trails before its first chunk and before the others."""
        sections: list[tuple[int, str, str]] = []
        trail: list[tuple[int, str]] = []
        bare: tuple[int, int] | None = None
        for start, end, level, title in self.headings:
            alone = bare is not None and bare[1] < level and not self.text[bare[0] : start].strip()
            trail = [outer for outer in trail if outer[0] < level]
            outer = self._trail(trail)
            trail.append((level, " ".join(title.split())))
            first = bisect_left(self.words, start, key=lambda word: word.start)
            if alone and sections:
                sections[-1] = (sections[-1][0], sections[-1][1], self._trail(trail))
            elif first < len(self.words):
                sections.append((self.words[first].start, outer, self._trail(trail)))
            bare = end, level
        return sections

    def _trail(self, headings: list[tuple[int, str]]) -> str:
        """Write a trail, without its outermost headings where it would take more than half of the size."""
        for first in range(len(headings)):
            trail = " > ".join(title for _, title in headings[first:]) + "\n\n"
            if self._count(trail) <= self.size // 2:
                return trail
        return ""

    def _pack(self, sections: list[tuple[int, str, str]]) -> tuple[list[str], list[int]]:
        """Pack all words; give the chunks, and the words that exceed the limit alone."""
        words = self.words
        firsts, lasts = [self._first(word) for word in words], [self._last(word) for word in words]
        offsets = [start for start, _, _ in sections]
        fences = [bisect_left(words, start, key=lambda word: word.start) for start in offsets] + [len(words)]
        found: list[str] = []
        tight: list[int] = []
        begin = new = 0
        while new < len(words):
            fence = next(at for at in fences if at > new)
            at = words[new].start
            section = next((some for some in reversed(sections) if some[0] <= at), (0, "", ""))
            trail = section[1] if section[0] == at else section[2]
            limit = self.size - self._count(trail)
            alone = max(_reach(lasts, firsts[new] + limit, new, fence), new + 1)
            unit = self._unit(new, alone, fence)
            while begin < new and lasts[unit - 1] > firsts[begin] + limit:
                begin += 1
            reach = alone if begin == new else max(_reach(lasts, firsts[begin] + limit, new, fence), unit)
            end = self._end(new, reach, fence)
            while True:
                piece = trail + self.text[words[begin].start : words[end - 1].end]
                excess = self._count(piece) - self.size
                if excess <= 0:
                    break
                if begin < new:
                    begin = _reach(firsts, firsts[begin] + excess - 1, begin + 1, new)
                elif end > new + 1:
                    end = self._end(new, _reach(lasts, lasts[end - 1] - excess, new + 1, end - 1), len(words))
                else:
                    tight.append(new)
                    break
            found.append(piece)
            begin, new = (end, end) if end == fence else (self._overlap_start(firsts, lasts, begin, end), end)
        return found, tight

    def _overlap_start(self, firsts: list[int], lasts: list[int], begin: int, end: int) -> int:
        if not self.overlap:
            return end
        return _reach(firsts, lasts[end - 1] - self.overlap - 1, min(begin + 1, end), end)

    def _rungs(self) -> list[list[bool]]:
        """Tell of each word and the end what begins there: paragraphs, lines, sentences, words behind white space."""
        rungs = zip(*((word.paragraph, word.line, word.sentence, word.space) for word in self.words), strict=True)
        return [[*flags, True] for flags in rungs]

    def _unit(self, new: int, reach: int, fence: int) -> int:
        """Give the end of the first unit after `new`, of the coarsest kind that ends within reach."""
        for flags in self._rungs():
            end = next(at for at in range(new + 1, len(flags)) if flags[at])
            if end <= reach:
                return min(end, fence)
        return new + 1

    def _end(self, new: int, reach: int, fence: int) -> int:
        """Give the last end of a unit within reach, of the coarsest kind that has one."""
        if reach >= fence:
            return fence
        for flags in self._rungs():
            ends = [at for at in range(new + 1, reach + 1) if flags[at]]
            if ends:
                return ends[-1]
        return reach


def _reach(values: list[int], most: int, low: int, high: int) -> int:
    """Give the first place from `low` on, below `high`, whose value is above `most`; else `high`."""
    while low < high and values[low] <= most:
        low += 1
    return low
