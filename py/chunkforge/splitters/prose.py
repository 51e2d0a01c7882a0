"""Our own strategies for running text: sentence, paragraph, sections, recursive with a sentence rung, pages."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from chunkforge.chunks import Chunks, Cut
from chunkforge.settings import SplitSettings
from chunkforge.splitters.arrays import Ints
from chunkforge.splitters.assemble import Spans, chunks_of
from chunkforge.splitters.layout import Rung, words
from chunkforge.splitters.packing import Packed, packed
from chunkforge.splitters.rules import Rules
from chunkforge.splitters.source import Source

_PARAGRAPHS: tuple[Rung, ...] = ("paragraph", "sentence", "space")
_SECTION = re.compile(
    r"^[ ]{0,3}#{1,6}[ \t].*$|^[^\S\n]*+(?=[^\n]*[A-Z])[A-Z0-9][A-Z0-9 .,:;&'()/-]{2,58}$", re.MULTILINE
)


def split_sentences(source: Source, settings: SplitSettings) -> Chunks:
    """Pack whole sentences; one that exceeds the limit alone is cut at white space."""
    return _chunks(source, settings, _found(source, settings, ("sentence", "space")))


def split_paragraphs(source: Source, settings: SplitSettings) -> Chunks:
    """Pack whole paragraphs; one that exceeds the limit alone is cut at sentences, then at white space.

    With `keep_paragraphs` it is left whole instead, and flagged.
    """
    return _chunks(source, settings, _found(source, settings, _PARAGRAPHS))


def split_sections(source: Source, settings: SplitSettings) -> Chunks:
    """Pack paragraphs, starting anew at headings: lines with `#`, and short lines in capitals."""
    return _chunks(source, settings, _found(source, settings, _PARAGRAPHS, section_starts(source)))


def split_recursive_sentences(source: Source, settings: SplitSettings) -> Chunks:
    """Cut at the coarsest of paragraph, line, sentence and white space that leaves something within the limit."""
    return _chunks(source, settings, _found(source, settings, ("paragraph", "line", "sentence", "space")))


def split_pages(source: Source, settings: SplitSettings) -> Chunks:
    """Pack paragraphs, sentences and words across pages; the overlap is at most half a chunk."""
    halved = replace(settings, overlap=min(settings.overlap, settings.size // 2))
    found = _found(source, halved, _PARAGRAPHS)
    page_starts = source.document.page_starts
    ended = np.searchsorted(page_starts, found.stops[:-1] - 1, side="right")
    begun = np.searchsorted(page_starts, found.layout.starts[found.news[1:]], side="right")
    found.cuts[:-1][ended != begun] = Cut.PAGE
    return _chunks(source, settings, found)


def section_starts(source: Source) -> Ints:
    """Find the words that a section begins with: known headings, `#` lines and short lines in capitals."""

    def find() -> Ints:
        starts = [block.start for block in source.document.blocks if block.kind == "heading"]
        starts += [match.start() for match in _SECTION.finditer(source.document.text)]
        places = np.unique(np.searchsorted(words(source).starts, np.array(sorted(starts), np.int32)))
        return places[places < len(words(source))].astype(np.int32)

    return source.table("section starts", find)


def _found(source: Source, settings: SplitSettings, rungs: tuple[Rung, ...], fences: Ints | None = None) -> Packed:
    rules = Rules(
        rungs=rungs,
        limit=settings.size,
        overlap=settings.overlap,
        fences=np.empty(0, np.int32) if fences is None else fences,
        whole=bool(settings.keep_paragraphs),
    )
    return packed(source, words(source), rules, lambda some: source.counts(some.starts, some.stops))


def _chunks(source: Source, settings: SplitSettings, found: Packed) -> Chunks:
    return chunks_of(source, settings, Spans(found.starts, found.stops, found.cuts, found.tokens))
