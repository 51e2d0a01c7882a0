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
from chunkforge.splitters.packing import Packed, Rules, packed
from chunkforge.splitters.prefixes import prefixed_counts
from chunkforge.splitters.source import Source

BETWEEN_HEADINGS = " > "
AFTER_TRAIL = "\n\n"


@dataclass(frozen=True, slots=True)
class _Section:
    """From one cutting heading to the next: its first word, and the trails of its first chunk and of the others."""

    first_word: int
    outer: tuple[str, ...]
    full: tuple[str, ...]


def split_headings(source: Source, settings: SplitSettings) -> Chunks:
    """Split at headings; long sections are split further at paragraphs, lines, sentences, white space.

    Args:
        source: the document under its boundary tokenizer; its blocks tell the headings.
        settings: size, the trail included, and overlap, which never reaches over a heading.

    Returns:
        Chunks with the trail as their prefix.
    """
    sections = source.table("sections", lambda: _sections(source))
    budget = settings.size // 2
    openings = [_prefix(source, section.outer, budget) for section in sections]
    followers = [_prefix(source, section.full, budget) for section in sections]
    prefixes = sorted({*openings, *followers} - {""})
    numbers = {prefix: i for i, prefix in enumerate(prefixes)} | {"": -1}
    opening_of = np.array([numbers[prefix] for prefix in openings], np.int32)
    follower_of = np.array([numbers[prefix] for prefix in followers], np.int32)
    costs = np.array([*(_tokens(source, prefix) for prefix in prefixes), 0], np.int32)
    fences = np.array([section.first_word for section in sections], np.int32)
    rules = Rules(
        rungs=("paragraph", "line", "sentence", "space"),
        limit=settings.size,
        overlap=settings.overlap,
        fences=fences,
        openings=settings.size - costs[opening_of],
        limits=settings.size - costs[follower_of],
    )
    base = words(source)
    fence_starts = base.starts[fences]

    def prefix_of(some: Packed) -> Ints:
        if not len(fences):
            return np.full(len(some.begins), -1, np.int32)
        section = np.searchsorted(fence_starts, some.starts, side="right") - 1
        opens = fence_starts[section] == some.starts
        return np.where(section < 0, -1, np.where(opens, opening_of[section], follower_of[section])).astype(np.int32)

    def measure(some: Packed) -> Ints:
        of = prefix_of(some)
        return prefixed_counts(source, prefixes, of, some.starts, some.stops) - costs[of]

    found = packed(source, base, rules, measure)
    of = prefix_of(found)
    tokens = found.tokens + costs[of]
    shortened = sum(
        _trail(section.full) not in {prefix, ""} for section, prefix in zip(sections, followers, strict=True)
    )
    notices = (_shortened(shortened, settings.size),) if shortened else ()
    spans = Spans(found.starts, found.stops, found.cuts, tokens)
    return chunks_of(source, settings, spans, prefixed=Prefixed(tuple(prefixes), of), notices=notices)


def _shortened(sections: int, size: int) -> Notice:
    return Notice(
        "split.trail-shortened",
        "In {sections} the trail of headings takes more than half of {size} tokens. It was shortened from the "
        "top there. Choose a larger size to keep it whole.",
        sections=counted(sections, "section", "sections"),
        count=sections,
        size=size,
    )


def _trail(headings: tuple[str, ...]) -> str:
    return BETWEEN_HEADINGS.join(headings) + AFTER_TRAIL if headings else ""


def _prefix(source: Source, headings: tuple[str, ...], budget: int) -> str:
    """Write a trail, without its outermost headings where it would exceed the budget (in tokens)."""
    return next((prefix for prefix, tokens in _trails(source, headings) if tokens <= budget), "")


def _trails(source: Source, headings: tuple[str, ...]) -> list[tuple[str, int]]:
    """Write a trail whole, then with one outer heading less each time; gives the tokens of each as well."""

    def made() -> list[tuple[str, int]]:
        shorter = [_trail(headings[first:]) for first in range(len(headings))]
        return [(prefix, _tokens(source, prefix)) for prefix in shorter]

    return source.table(("trails", headings), made)


def _tokens(source: Source, prefix: str) -> int:
    return source.table(("prefix tokens", prefix), lambda: source.tokenizer.count(prefix))


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
