"""Where text can be cut without a pattern noticing.

From a pattern's tree follows which two characters, side by side, a match could ever look at together. Between any
other two, the text can be cut and both halves be matched on their own with the same result, whatever stands around.
That is what lets a slice of a text take its tokens from the whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from chunkforge.tokenizers.charset import MAX, CharSet
from chunkforge.tokenizers.pattern import Chain, Either, Look, Node, One, Repeat


@dataclass(frozen=True, eq=False)
class Joints:
    """What a pattern may do at the joint between two characters, by their kinds.

    `kinds` (uint8, one a code point) sorts characters that no part of the pattern tells apart. For kinds `a`, `b` side
    by side, `open[a, b]` says that the joint may be cut unnoticed; `forced[a, b]` that a piece always ends there, too.
    `blind[a]` says that no match looks past a character of that kind with a lookahead. `total` says that every
    character is matched, wherever it stands.
    """

    kinds: NDArray[np.uint8]
    open: NDArray[np.bool_]
    forced: NDArray[np.bool_]
    blind: NDArray[np.bool_]
    total: bool


@cache
def joints(node: Node) -> Joints:
    """Work out the joints of a pattern whose matches become pieces, and whose gaps become pieces too."""
    graph = _Graph()
    graph.visit(node)
    alone = _alone(node)[0]
    sets = [*graph.chars, alone]
    kinds, member = _kinds(sets)
    position = member[:-1].astype(np.int64)
    follows = np.zeros((len(graph.chars), len(graph.chars)), dtype=np.int64)
    for before, after in graph.follows:
        follows[before, after] = 1
    joined = (position.T @ follows @ position) > 0
    looks = np.zeros(len(graph.chars), dtype=np.int64)
    for before, after in graph.follows:
        if after in graph.looks:
            looks[before] = 1
    looks[list(graph.looks)] = 1
    certain = member[-1]
    forced = ~joined & (certain[:, None] | certain[None, :])
    return Joints(kinds, ~joined, forced, (looks @ position) == 0, total=bool(certain.all()))


def _kinds(sets: list[CharSet]) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Sort code points by the sets they belong to: kinds (uint8 a code point) and bool[set, kind]."""
    edges = sorted({0, *(e for chars in sets for low, high in chars.ranges for e in (low, high + 1) if e <= MAX)})
    points = np.array(edges)
    member = np.zeros((len(sets), len(edges)), dtype=np.bool_)
    for row, chars in zip(member, sets, strict=True):
        row[:] = chars.table[points]
    columns, kind = np.unique(member, axis=1, return_inverse=True)
    lengths = np.diff(np.append(points, MAX + 1))
    return np.repeat(kind.reshape(-1).astype(np.uint8), lengths), columns


@dataclass(frozen=True)
class _Ends:
    nullable: bool
    first: frozenset[int]
    last: frozenset[int]


class _Graph:
    """Which character of the pattern can stand beside which (Glushkov's construction).

    A lookahead counts as an optional part, so that what is looked at together counts as side by side.
    """

    def __init__(self) -> None:
        self.chars: list[CharSet] = []
        self.follows: set[tuple[int, int]] = set()
        self.looks: set[int] = set()

    def visit(self, node: Node) -> _Ends:
        match node:
            case One(chars):
                at = frozenset([len(self.chars)])
                self.chars.append(chars)
                return _Ends(nullable=False, first=at, last=at)
            case Either(parts):
                ends = [self.visit(part) for part in parts]
                return _Ends(
                    any(e.nullable for e in ends),
                    frozenset().union(*(e.first for e in ends)),
                    frozenset().union(*(e.last for e in ends)),
                )
            case Chain(parts):
                return self.chain(parts)
            case Repeat(part, least, most, _):
                inner = self.visit(part)
                if most is None or most > 1:
                    self.link(inner.last, inner.first)
                return _Ends(least == 0 or inner.nullable, inner.first, inner.last)
            case Look(part, _):
                before = len(self.chars)
                inner = self.visit(part)
                self.looks.update(range(before, len(self.chars)))
                return _Ends(nullable=True, first=inner.first, last=inner.last)

    def chain(self, parts: tuple[Node, ...]) -> _Ends:
        whole = _Ends(nullable=True, first=frozenset(), last=frozenset())
        for part in parts:
            inner = self.visit(part)
            self.link(whole.last, inner.first)
            whole = _Ends(
                whole.nullable and inner.nullable,
                whole.first | inner.first if whole.nullable else whole.first,
                inner.last | whole.last if inner.nullable else inner.last,
            )
        return whole

    def link(self, before: frozenset[int], after: frozenset[int]) -> None:
        self.follows.update((b, a) for b in before for a in after)


def _alone(node: Node) -> tuple[CharSet, bool]:
    """Tell which characters the pattern matches alone whatever follows, and whether it can match nothing at all."""
    match node:
        case One(chars):
            return chars, False
        case Either(parts):
            found = [_alone(part) for part in parts]
            return CharSet(pair for chars, _ in found for pair in chars.ranges), any(empty for _, empty in found)
        case Repeat(part, least, _, _):
            chars, empty = _alone(part)
            return (chars if least <= 1 else CharSet()), least == 0 or empty
        case Look():
            return CharSet(), False
        case Chain(parts):
            found = [_alone(part) for part in parts]
            full = [i for i, (_, empty) in enumerate(found) if not empty]
            if not full:
                return CharSet(pair for chars, _ in found for pair in chars.ranges), True
            return (found[full[0]][0], False) if len(full) == 1 else (CharSet(), False)
