"""Cuts at the document's headings and puts the trail of headings before each chunk.

The first chunk of a section holds its heading already, so its trail ends above it. The trail is counted in the
size; over half of the size it is shortened from the top. A heading without text of its own goes with the deeper one
that follows.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from chunkforge.chunks import Chunks
from chunkforge.document import Block
from chunkforge.notice import Notice, counted
from chunkforge.settings import SplitSettings
from chunkforge.splitters.arrays import Ints
from chunkforge.splitters.assemble import Prefixed, Spans, chunks_of
from chunkforge.splitters.layout import words
from chunkforge.splitters.packing import Packed, packed
from chunkforge.splitters.prefixes import Prefixes
from chunkforge.splitters.rules import Rules, by_section
from chunkforge.splitters.source import Source

BETWEEN_HEADINGS = " > "
AFTER_TRAIL = "\n\n"


@dataclass(frozen=True, slots=True)
class _Section:
    """From one cutting heading to the next: its first word, and the trails of its first chunk and of the others."""

    first_word: int
    outer: tuple[str, ...]
    full: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class _Trails:
    """The trails of n sections, written out.

    `prefixes` are all there can be, in order. `fences` (int32[n]) are the sections' first words. `openings` and
    `followers` (int32[n, deepest + 1]) number the trail of each section's first chunk and of the others: whole, then
    with one outer heading less each time, then -1.
    """

    prefixes: Prefixes
    fences: Ints
    openings: Ints
    followers: Ints

    def within(self, trails: Ints, budget: int) -> Ints:
        """Choose of each section's trails the longest that counts no more than the budget (int32[n])."""
        fits = self.prefixes.tokens[trails] <= budget
        chosen: Ints = trails[np.arange(len(trails)), fits.argmax(axis=1)]
        return chosen


def split_headings(source: Source, settings: SplitSettings) -> Chunks:
    """Split at headings; long sections are split further at paragraphs, lines, sentences, white space.

    Args:
        source: the document under its boundary tokenizer; its blocks tell the headings.
        settings: size, the trail included, and overlap, which never reaches over a heading.

    Returns:
        Chunks with the trail as their prefix.
    """
    trails = source.table("trails", lambda: _trails(source))
    budget = settings.size // 2
    openings, followers = trails.within(trails.openings, budget), trails.within(trails.followers, budget)
    costs, fences = trails.prefixes.tokens, trails.fences
    rules = Rules(
        rungs=("paragraph", "line", "sentence", "space"),
        limit=settings.size,
        overlap=settings.overlap,
        fences=fences,
        fence_limits=(settings.size - costs[openings], settings.size - costs[followers]),
    )
    base = words(source)
    fence_starts = base.starts[fences]

    def prefix_of(some: Packed) -> Ints:
        return by_section(fence_starts, some.starts, openings, followers, before=-1)

    def measure(some: Packed) -> Ints:
        of = prefix_of(some)
        return trails.prefixes.counts(of, some.starts, some.stops) - costs[of]

    found = packed(source, base, rules, measure)
    of = prefix_of(found)
    tokens = found.tokens + costs[of]
    shortened = int((followers != trails.followers[:, 0]).sum())
    notices = (_shortened(shortened, settings.size),) if shortened else ()
    spans = Spans(found.starts, found.stops, found.cuts, tokens)
    used = np.unique(of[of >= 0])
    prefixed = Prefixed(
        tuple(trails.prefixes.texts[number] for number in used.tolist()),
        np.where(of < 0, np.int32(-1), np.searchsorted(used, of).astype(np.int32)),
    )
    return chunks_of(source, settings, spans, prefixed=prefixed, notices=notices)


def _shortened(sections: int, size: int) -> Notice:
    return Notice(
        "split.trail-shortened",
        "In {sections} the trail of headings takes more than half of {size} tokens. It was shortened from the "
        "top there. Choose a larger size to keep it whole.",
        sections=counted(sections, "section", "sections"),
        count=sections,
        size=size,
    )


def _trails(source: Source) -> _Trails:
    """Write the trails of all sections, and count them."""
    sections = _sections(source)
    columns = [[_shorter(section.outer) for section in sections], [_shorter(section.full) for section in sections]]
    prefixes = sorted({prefix for column in columns for trails in column for prefix in trails})
    numbers = {prefix: i for i, prefix in enumerate(prefixes)}
    deepest = max((len(section.full) for section in sections), default=0)
    openings, followers = (np.full((len(sections), deepest + 1), -1, np.int32) for _ in columns)
    for numbered, column in zip((openings, followers), columns, strict=True):
        for row, trails in zip(numbered, column, strict=True):
            row[: len(trails)] = [numbers[prefix] for prefix in trails]
    fences = np.array([section.first_word for section in sections], np.int32)
    return _Trails(Prefixes(source, prefixes), fences, openings, followers)


def _shorter(headings: tuple[str, ...]) -> list[str]:
    """Write a trail whole, then with one outer heading less each time."""
    return [BETWEEN_HEADINGS.join(headings[first:]) + AFTER_TRAIL for first in range(len(headings))]


def _sections(source: Source) -> list[_Section]:
    document, layout = source.document, words(source)
    sections: list[_Section] = []
    trail: list[tuple[int, str]] = []
    bare: Block | None = None
    headings = np.array([block.start for block in document.blocks if block.kind == "heading"], np.int32)
    first_words = iter(np.searchsorted(layout.starts, headings).tolist())
    for block in document.blocks:
        if block.kind != "heading":
            continue
        if bare is not None and document.text[bare.end : block.start].strip():
            bare = None
        trail = [outer for outer in trail if outer[0] < block.level]
        outer = tuple(title for _, title in trail)
        trail.append((block.level, " ".join(document.title(block).split())))
        full = tuple(title for _, title in trail)
        first_word = next(first_words)
        if bare is not None and bare.level < block.level and sections:
            sections[-1] = _Section(sections[-1].first_word, sections[-1].outer, full)
        elif first_word < len(layout):
            sections.append(_Section(first_word, outer, full))
        bare = block
    return sections
