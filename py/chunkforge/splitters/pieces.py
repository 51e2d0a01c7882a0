"""All pieces that a recursive splitter can ever ask the length of, made once per document and separators.

The library cuts a text at the first separator found in it, and cuts a piece again, at the separators after that
one, only where it is too long. Which piece is cut depends on the size; where it would be cut does not. So all
pieces are kept here as one array, table by table (one table a separator), each with its length and its parent.
Cutting between characters, the last rung, needs no pieces: the characters themselves are the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chunkforge.chunks import Cut
from chunkforge.splitters.arrays import Ints

Keep = Literal["start", "end", False]
Lengths = Callable[[Ints, Ints], Ints]

UNCUTTABLE = -1


@dataclass(frozen=True, slots=True)
class Separator:
    """One rung: what is searched, what stands between joined pieces, and how long the library takes that to be."""

    pattern: re.Pattern[str]
    literal: str | None
    joint: str
    joint_length: int
    cut: Cut


@dataclass(frozen=True, eq=False)
class Pieces:
    """N pieces in the order of their tables, the whole texts first.

    `starts`, `ends`, `lengths`, `parents` are int32[N]. `rungs` (int16[N]) tell the separator that cuts a piece
    further, `UNCUTTABLE` where none does. `tables` bound each separator's pieces: those of separator `e` are
    `tables[e]:tables[e + 1]`. `cuts` (uint8[N]) say what ends a piece. `sums` (int64[N + 1]) are prefix sums of
    length plus joint. `rough` (int32[N + 1]) are prefix sums over pieces whose gap to the next is not the joint
    itself, so that joining them gives no slice of the source.
    """

    starts: Ints
    ends: Ints
    lengths: Ints
    parents: Ints
    rungs: NDArray[np.int16]
    cuts: NDArray[np.uint8]
    tables: tuple[int, ...]
    sums: NDArray[np.int64]
    rough: Ints


def cut_into_pieces(
    text: str, texts: tuple[Ints, Ints], separators: Sequence[Separator], keep: Keep, lengths: Lengths
) -> Pieces:
    """Cut stretches of a text into every piece that any size can ask for.

    Args:
        text: the document.
        texts: starts and ends of the stretches, each cut as a text of its own (int32 each).
        separators: the rungs, coarsest first; one with an empty pattern ends the list.
        keep: whether a separator stays at the start of the piece after it, at the end of the piece before it, or goes.
        lengths: tells the length of slices as the library's length function would.

    Returns:
        The pieces.
    """
    starts, ends = texts
    parts = [(starts, ends, np.full(len(starts), UNCUTTABLE, np.int32), np.full(len(starts), Cut.END, np.uint8))]
    rungs = [_rungs(text, separators, 0, starts, ends)]
    tables = [len(starts)]
    for number, separator in enumerate(separators):
        if not separator.pattern.pattern:
            break
        all_starts, all_ends, _, all_cuts = (np.concatenate(columns) for columns in zip(*parts, strict=True))
        owners = np.flatnonzero(np.concatenate(rungs) == number)
        owners = owners[np.argsort(all_starts[owners], kind="stable")]
        found = _matches(text, separator, all_starts[owners], all_ends[owners])
        starts, ends, local = _between(found, all_starts[owners], all_ends[owners], keep)
        parents = owners[local].astype(np.int32)
        cuts = np.full(len(starts), separator.cut, np.uint8)
        closing = np.append(parents[1:] != parents[:-1], values=True)[: len(parents)]
        cuts[closing] = all_cuts[parents[closing]]
        parts.append((starts, ends, parents, cuts))
        rungs.append(_rungs(text, separators, number + 1, starts, ends))
        tables.append(tables[-1] + len(starts))
    starts, ends, parents, cuts = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    measured = lengths(starts, ends)
    owned = list(zip(separators, pairwise(tables), strict=False))
    costs = measured.astype(np.int64)
    rough = np.zeros(len(starts) + 1, np.int32)
    for separator, (first, last) in owned:
        costs[first:last] += separator.joint_length
        if not keep:
            rough[first + 1 : last] = _rough(text, separator.joint, starts[first:last], ends[first:last])
    return Pieces(
        starts=starts,
        ends=ends,
        lengths=measured,
        parents=parents,
        rungs=np.concatenate(rungs),
        cuts=cuts,
        tables=tuple(tables),
        sums=np.concatenate([np.zeros(1, np.int64), np.cumsum(costs)]),
        rough=np.cumsum(rough, dtype=np.int32),
    )


def _rungs(text: str, separators: Sequence[Separator], first: int, starts: Ints, ends: Ints) -> NDArray[np.int16]:
    """Tell the first separator, from `first` on, that each span holds."""
    rungs = np.full(len(starts), UNCUTTABLE, np.int16)
    open_spans = np.arange(len(starts))
    for number in range(first, len(separators)):
        separator = separators[number]
        if not separator.pattern.pattern:
            rungs[open_spans] = number
            break
        if not len(open_spans):
            break
        holds = _holds(text, separator, starts[open_spans], ends[open_spans])
        rungs[open_spans[holds]] = number
        open_spans = open_spans[~holds]
    return rungs


def _holds(text: str, separator: Separator, starts: Ints, ends: Ints) -> NDArray[np.bool_]:
    if separator.literal is not None:
        places = _occurrences(text, separator.literal)
        next_place = np.append(places, len(text) + 1)[np.searchsorted(places, starts)]
        return next_place + len(separator.literal) <= ends
    search = separator.pattern.search
    # Slices, not positions: a pattern may look behind, and must not see past the piece.
    spans = zip(starts.tolist(), ends.tolist(), strict=True)
    return np.array([search(text[start:end]) is not None for start, end in spans], np.bool_)


def _occurrences(text: str, literal: str) -> NDArray[np.int64]:
    """Give every place where a literal begins, overlapping ones included."""
    places: list[int] = []
    at = text.find(literal)
    while at >= 0:
        places.append(at)
        at = text.find(literal, at + 1)
    return np.array(places, np.int64)


class _Matches(NamedTuple):
    """Where a separator was found (int32 each), and the number of the span that holds each match (int64)."""

    starts: Ints
    ends: Ints
    owners: NDArray[np.int64]


def _matches(text: str, separator: Separator, starts: Ints, ends: Ints) -> _Matches:
    literal = separator.literal
    if literal is not None and not _overlaps_itself(literal):
        places = _occurrences(text, literal)
        first = np.searchsorted(places, starts)
        last = np.searchsorted(places, ends - len(literal), side="right")
        owners = np.repeat(np.arange(len(starts)), last - first)
        inside = np.arange(len(owners)) - np.repeat(np.cumsum(last - first) - (last - first), last - first)
        found = places[first[owners] + inside].astype(np.int32)
        return _Matches(found, found + np.int32(len(literal)), owners)
    find = separator.pattern.finditer
    rows = [
        (start + match.start(), start + match.end(), owner)
        for owner, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True))
        for match in find(text[start:end])
    ]
    table = np.array(rows, np.int64).reshape(-1, 3)
    return _Matches(table[:, 0].astype(np.int32), table[:, 1].astype(np.int32), table[:, 2])


def _overlaps_itself(literal: str) -> bool:
    return any(literal.startswith(literal[i:]) for i in range(1, len(literal)))


def _between(
    found: _Matches,
    starts: Ints,
    ends: Ints,
    keep: Keep,
) -> tuple[Ints, Ints, NDArray[np.int64]]:
    """Give the pieces that matches leave of their spans, empty ones left out, with the number of the span of each."""
    opens = found.ends if keep != "start" else found.starts
    closes = found.starts if keep != "end" else found.ends
    spans = np.arange(len(starts))
    piece_owners = np.concatenate([spans, found.owners])
    # Each span opens one piece, each match another; sorting by owner puts a span's own opening first.
    order = np.argsort(piece_owners, kind="stable")
    piece_starts = np.concatenate([starts, opens])[order]
    order_ends = np.argsort(np.concatenate([found.owners, spans]), kind="stable")
    piece_ends = np.concatenate([closes, ends])[order_ends]
    filled = piece_ends > piece_starts
    return piece_starts[filled], piece_ends[filled], piece_owners[order][filled]


def _rough(text: str, joint: str, starts: Ints, ends: Ints) -> NDArray[np.bool_]:
    """Tell of each pair of neighbours whether something else than the joint stands between them."""
    gaps = zip(ends[:-1].tolist(), starts[1:].tolist(), strict=True)
    return np.array([text[end:start] != joint for end, start in gaps], np.bool_)
