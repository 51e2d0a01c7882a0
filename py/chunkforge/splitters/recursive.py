"""LangChain's RecursiveCharacterTextSplitter 1.1.3, chunk for chunk, its flaws included.

Offsets come from the splitting itself, not from searching the text for the chunk, so they are right on repeated
text too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from chunkforge.chunks import Chunks, Cut
from chunkforge.settings import Length, SplitSettings
from chunkforge.splitters.arrays import Ints
from chunkforge.splitters.assemble import Spans, chunks_of
from chunkforge.splitters.characters import code_points, stripped
from chunkforge.splitters.merge import Fit, merged
from chunkforge.splitters.pieces import UNCUTTABLE, Pieces, Separator, cut_into_pieces
from chunkforge.splitters.separators import keep_of, separator, separators
from chunkforge.splitters.source import Source


@dataclass(frozen=True, slots=True)
class _Found:
    """Chunks of one table, in order.

    `joined` tells that the library joined them from pieces, and strips those. `texts` holds, by number in this
    table, the joined texts that are no slice of the source.
    """

    spans: Spans
    joined: bool
    texts: dict[int, str] = field(default_factory=dict)


def split_recursive(source: Source, settings: SplitSettings) -> Chunks:
    """Split as `RecursiveCharacterTextSplitter(...).split_text(document.text)` does.

    Args:
        source: the document under its boundary tokenizer.
        settings: size, overlap, length and the library's options.

    Returns:
        The library's chunks.
    """
    whole = np.array([0], np.int32), np.array([len(source.document.text)], np.int32)
    spans, replaced = recursive_spans(source, settings, whole)
    return chunks_of(source, settings, spans, replaced=replaced)


def recursive_spans(source: Source, settings: SplitSettings, texts: tuple[Ints, Ints]) -> tuple[Spans, dict[int, str]]:
    """Split stretches of a document, each as if it were a text of its own.

    Args:
        source: the document.
        settings: size, overlap, length and the library's options.
        texts: starts and ends of the stretches (int32 each), the same ones for every setting.

    Returns:
        The chunks, and by number those that are no slices of the document.
    """
    names, regex = separators(settings)
    keep = keep_of(settings)
    lengths = source.tokenized.counts if settings.length == "tokens" else _characters
    key = (names, regex, keep, settings.length)
    rungs = source.table(
        ("rungs", *key), lambda: [separator(source, name, settings, regex=regex, keep=keep) for name in names]
    )
    pieces = source.table(("pieces", *key), lambda: cut_into_pieces(source.document.text, texts, rungs, keep, lengths))
    opened = source.latest(("opened", *key), settings.size, lambda: _opened(pieces, settings.size))
    return _assembled(source, _joined_chunks(source, pieces, rungs, opened, settings), settings)


def _characters(starts: Ints, ends: Ints) -> Ints:
    return ends - starts


@dataclass(frozen=True, slots=True)
class _Opened:
    """What a size makes of the pieces, whatever the overlap.

    `alone` are chunks of one piece that nothing joins. `runs` are pieces to be joined: for each table its number, and
    the first piece of each run and one past its last (int64 each). `by_character` (int64[n]) are pieces that only a
    cut between their characters opens.
    """

    alone: list[_Found]
    runs: list[tuple[int, NDArray[np.int64], NDArray[np.int64]]]
    by_character: NDArray[np.int64]


def _opened(pieces: Pieces, size: int) -> _Opened:
    """Visit the tables from coarse to fine, opening only pieces that are too long."""
    opened = np.zeros(len(pieces.starts), np.bool_)
    texts = slice(0, pieces.tables[0])
    opened[texts] = pieces.rungs[texts] != UNCUTTABLE
    long = pieces.lengths[texts] >= size
    alone = [
        _alone(pieces, np.flatnonzero(~opened[texts] & long), joined=False),
        _alone(pieces, np.flatnonzero(~opened[texts] & ~long), joined=True),
    ]
    runs = []
    for number, (first, last) in enumerate(pairwise(pieces.tables)):
        parents = pieces.parents[first:last]
        reached = opened[parents]
        if not reached.any():
            continue
        long = reached & (pieces.lengths[first:last] >= size)
        cuttable = pieces.rungs[first:last] != UNCUTTABLE
        opened[first:last] = long & cuttable
        alone.append(_alone(pieces, np.flatnonzero(long & ~cuttable) + first, joined=False))
        short = np.flatnonzero(reached & ~long)
        runs.append((number, *_runs(short + first, parents[short])))
    return _Opened(alone, runs, np.flatnonzero(opened & (pieces.rungs == len(pieces.tables) - 1)))


def _joined_chunks(
    source: Source, pieces: Pieces, rungs: list[Separator], opened: _Opened, settings: SplitSettings
) -> list[_Found]:
    """Join the pieces that a size leaves whole or opens, as many as fit."""
    found = [*opened.alone]
    for number, firsts, lasts in opened.runs:
        fit = Fit(settings.size, settings.overlap, rungs[number].joint_length)
        begins, stops = _merged_runs(pieces.sums, firsts, lasts, fit)
        found.append(_joined(source.document.text, pieces, rungs[number].joint, begins, stops))
    if len(opened.by_character):
        found.extend(_between_characters(source, pieces, opened.by_character, settings))
    return found


def _alone(pieces: Pieces, which: NDArray[np.int64], *, joined: bool) -> _Found:
    return _Found(Spans(pieces.starts[which], pieces.ends[which], pieces.cuts[which]), joined)


def _runs(places: NDArray[np.int64], owners: NDArray[np.integer]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Group places that follow each other under one owner; give each run's first place and one past its last."""
    edge = np.ones(len(places) + 1, np.bool_)
    edge[1:-1] = (np.diff(places) != 1) | (np.diff(owners) != 0)
    return (places[edge[:-1]], places[edge[1:]] + 1) if len(places) else (places, places)


def _merged_runs(
    sums: NDArray[np.int64], firsts: NDArray[np.int64], lasts: NDArray[np.int64], fit: Fit
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Join the pieces of every run; give the first piece and one past the last of each chunk, run after run."""
    readable = sums.data  # a memory view: bisect reads Python numbers from it without a copy
    begins, stops = merged(readable, zip(firsts.tolist(), lasts.tolist(), strict=True), fit)
    return np.array(begins, np.int64), np.array(stops, np.int64)


def _joined(text: str, pieces: Pieces, joint: str, begins: NDArray[np.int64], stops: NDArray[np.int64]) -> _Found:
    rough = np.flatnonzero(pieces.rough[stops - 1] > pieces.rough[begins])
    texts = {
        number: joint.join(
            text[pieces.starts[piece] : pieces.ends[piece]] for piece in range(begins[number], stops[number])
        )
        for number in rough.tolist()
    }
    spans = Spans(pieces.starts[begins], pieces.ends[stops - 1], pieces.cuts[stops - 1])
    return _Found(spans, joined=True, texts=texts)


def _between_characters(
    source: Source, pieces: Pieces, parents: NDArray[np.int64], settings: SplitSettings
) -> list[_Found]:
    """Cut pieces that hold no separator between their characters."""
    lengths = _character_lengths(source, settings.length)
    sums = source.table(("character sums", settings.length), lambda: np.concatenate([[0], np.cumsum(lengths)]))
    starts, ends = pieces.starts[parents].astype(np.intp), pieces.ends[parents].astype(np.intp)
    widths = ends - starts
    owners = np.repeat(np.arange(len(parents)), widths)
    places = np.arange(len(owners)) + np.repeat(starts - (np.cumsum(widths) - widths), widths)
    long = lengths[places] >= settings.size
    firsts, lasts = _runs(places[~long], owners[~long])
    begins, stops = _merged_runs(sums, firsts, lasts, Fit(settings.size, settings.overlap))
    cuts = np.full(len(source.document.text) + 1, Cut.HARD, np.uint8)
    cuts[ends] = pieces.cuts[parents]
    alone = places[long]
    return [
        _Found(Spans(begins.astype(np.int32), stops.astype(np.int32), cuts[stops]), joined=True),
        _Found(Spans(alone.astype(np.int32), (alone + 1).astype(np.int32), cuts[alone + 1]), joined=False),
    ]


def _character_lengths(source: Source, length: Length) -> Ints:
    """Give the length of each character alone (int32[len(text)])."""
    text = source.document.text
    if length == "characters":
        return np.ones(len(text), np.int32)

    def count() -> Ints:
        codes, inverse = np.unique(code_points(text), return_inverse=True)
        counts = [source.tokenizer.count(chr(code)) for code in codes.tolist()]
        return np.array(counts, np.int32)[inverse]

    return source.table("character tokens", count)


def _assembled(source: Source, found: Sequence[_Found], settings: SplitSettings) -> tuple[Spans, dict[int, str]]:
    """Bring the chunks of all tables into the order of the text, stripped and dropped as the library does."""
    starts = np.concatenate([table.spans.starts for table in found])
    ends = np.concatenate([table.spans.ends for table in found])
    cuts = np.concatenate([table.spans.cuts for table in found])
    sizes = [len(table.spans.starts) for table in found]
    joined = np.repeat([table.joined for table in found], sizes)
    firsts = np.cumsum([0, *sizes]).tolist()
    texts = {first + i: text for first, table in zip(firsts, found, strict=False) for i, text in table.texts.items()}
    order = np.argsort(starts, kind="stable")
    filled = ends > starts
    if settings.strip_whitespace is not False:
        inner_starts, inner_ends = stripped(source, starts, ends)
        texts = {i: text.strip() for i, text in texts.items()}
        filled &= ~joined | (inner_ends > inner_starts)
        narrowed = joined & filled
        starts, ends = np.where(narrowed, inner_starts, starts), np.where(narrowed, inner_ends, ends)
        filled[list(texts)] = [bool(text) for text in texts.values()]
    order = order[filled[order]]
    replaced = {i: texts[old] for i, old in enumerate(order.tolist()) if old in texts} if texts else {}
    return Spans(starts[order], ends[order], cuts[order]), replaced
