"""The tokens of every piece met so far: a piece is tokenised once, then only looked up."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Tokens = tuple[Sequence[int], Sequence[int], Sequence[int]]
"""Ids of a piece's tokens, and the half-open ranges of the piece's characters they come from: starts, ends."""


@dataclass(frozen=True, eq=False)
class Gathered:
    """The tokens of a row of pieces: `counts` and `sizes` a piece; ids and ranges (int32, within their piece) a token.

    A size is a piece's characters.
    """

    counts: NDArray[np.int32]
    ids: NDArray[np.int32]
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    sizes: NDArray[np.int32]


class Lexicon(dict[str, int]):
    """Numbers pieces, and knows the tokens of each number."""

    def __init__(self, tokenise: Callable[[str], Tokens]) -> None:
        """Start empty; `tokenise` is asked once for each piece."""
        super().__init__()
        self._tokenise = tokenise
        self._columns = (array("i"), array("i"), array("i"))
        self._first = array("i", [0])
        self._sizes = array("i")
        self._arrays: tuple[NDArray[np.int32], ...] = ()
        self._singles: dict[int, int] = {}

    def __missing__(self, piece: str) -> int:
        """Tokenise a new piece and number it."""
        self[piece] = number = self._append(self._tokenise(piece), len(piece))
        return number

    def single(self, token: int) -> int:
        """Number a token that no piece stands for; its range is the first character."""
        if token not in self._singles:
            self._singles[token] = self._append(((token,), (0,), (1,)), 1)
        return self._singles[token]

    def _append(self, tokens: Tokens, size: int) -> int:
        for column, values in zip(self._columns, tokens, strict=True):
            column.extend(values)
        self._first.append(len(self._columns[0]))
        self._sizes.append(size)
        return len(self._first) - 2

    def numbers(self, pieces: Sequence[str]) -> NDArray[np.int32]:
        """Give the numbers of some pieces (int32)."""
        return np.fromiter(map(self.__getitem__, pieces), np.int32, len(pieces))

    def count(self, pieces: Iterable[str]) -> int:
        """Count the tokens of some pieces, without arrays: for short texts."""
        first = self._first
        return sum(first[number + 1] - first[number] for number in map(self.__getitem__, pieces))

    def ids(self, pieces: Iterable[str]) -> list[int]:
        """Give the ids of some pieces, without arrays: for short texts."""
        first, column = self._first, self._columns[0]
        found: list[int] = []
        for number in map(self.__getitem__, pieces):
            found += column[first[number] : first[number + 1]]
        return found

    def gather(self, numbers: NDArray[np.int32]) -> Gathered:
        """Give the tokens of some pieces, one after the other."""
        first, ids, starts, ends, sizes = self._all()
        counts = first[numbers + 1] - first[numbers]
        at = spread(first[numbers], counts)
        return Gathered(counts, ids[at], starts[at], ends[at], sizes[numbers])

    def _all(self) -> tuple[NDArray[np.int32], ...]:
        if not self._arrays or len(self._arrays[0]) != len(self._first):
            columns = (self._first, *self._columns, self._sizes)
            self._arrays = tuple(np.array(column, dtype=np.int32) for column in columns)
        return self._arrays


def spread(firsts: NDArray[np.int32], counts: NDArray[np.int32]) -> NDArray[np.int32]:
    """Write out the ranges `first, first + 1, ...` of the given lengths, one after the other (int32)."""
    before = np.cumsum(counts, dtype=np.int32) - counts
    total = int(counts.sum())
    return np.repeat(firsts - before, counts) + np.arange(total, dtype=np.int32)
