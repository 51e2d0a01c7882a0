"""Sums of table rows over any span of a text's tokens, at the price of two look-ups and two short tails.

The running sum of the rows is written down every `spacing` tokens. The running sum at any point is the nearest written
one plus or minus the rows between (`spacing / 4` of them on average), and the sum over a span is the difference of its
two ends.

Integer sums wrap around at the width of their type. So do their differences, and the wraps cancel: a difference is
exact whenever the true sum over the span fits the type, however far the running sum itself has wrapped.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from chunkforge.steps import Progress, Steps

Sum = TypeVar("Sum", "np.int16", "np.float64")

TOKENS_A_STEP = 8192
"""Tokens summed between two reports of progress; some 20 ms at 1024 columns."""

NARROW = 64
"""Columns below which numpy's cumsum down the columns is faster than a loop of rows; above, it is ten times slower."""


@dataclass(frozen=True, eq=False)
class PrefixSums(Generic[Sum]):
    """Running sums over a text's tokens.

    `ids` (int32 [T]) are the tokens, `table` (int8 or float64 [V, W]) their rows, `marks` ([T // spacing + 1, W]) the
    sums written down, `reach` (float64 [T // spacing + 1]) how far the running sums can have moved by each of them: the
    difference of two is the most that a sum between their marks can be, whatever its column and sign.
    """

    table: NDArray[Any]
    ids: NDArray[np.int32]
    spacing: int
    marks: NDArray[Sum]
    reach: NDArray[np.float64]

    def nearest(self, points: NDArray[np.intp]) -> NDArray[np.intp]:
        """Tell the mark that each point is reached from (intp [n])."""
        return np.minimum((points + self.spacing // 2) // self.spacing, len(self.marks) - 1)

    def between(self, firsts: NDArray[np.intp], lasts: NDArray[np.intp]) -> NDArray[Sum]:
        """Sum the rows of the tokens `firsts[i]:lasts[i]`.

        Args:
            firsts: intp [n], first token of each span.
            lasts: intp [n], one past its last.

        Returns:
            [n, W], exact where the true sums fit the type.
        """
        points, where = np.unique(np.concatenate((firsts, lasts)), return_inverse=True)
        sums, place = self._at(points)
        place = place[where]
        return sums.take(place[len(firsts) :], axis=0) - sums.take(place[: len(firsts)], axis=0)

    def _at(self, points: NDArray[np.intp]) -> tuple[NDArray[Sum], NDArray[np.intp]]:
        """Running sums at points, in an order of their own, and where each point's sum stands in it."""
        near = self.nearest(points)
        beyond = points - near * self.spacing
        order = np.argsort(beyond, kind="stable")  # so that those still short of a row are one slice at every round
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        sums: NDArray[Sum] = self.marks.take(near[order], axis=0)
        points, beyond = points[order], beyond[order]
        for away in range(int(np.abs(beyond).max(initial=0))):
            behind = slice(0, np.searchsorted(beyond, -away))
            ahead = slice(np.searchsorted(beyond, away, side="right"), None)
            sums[behind] -= _rows(self.table, self.ids[points[behind] + away], sums.dtype)
            sums[ahead] += _rows(self.table, self.ids[points[ahead] - 1 - away], sums.dtype)
        return sums, place


def _rows(table: NDArray[Any], ids: NDArray[np.int32], kind: np.dtype[Any]) -> NDArray[Any]:
    """Give rows of a table as another type; to add them unconverted would have numpy convert in small pieces."""
    return table.take(ids, axis=0).astype(kind, copy=False)


def summing(table: NDArray[Any], ids: NDArray[np.int32], spacing: int, kind: type[Sum]) -> Steps[PrefixSums[Sum]]:
    """Write down the running sums of a text's tokens, with progress in tokens.

    Args:
        table: rows to be summed, [V, W].
        ids: the tokens, int32 [T], each below V.
        spacing: tokens between two running sums that are kept; the sum of so many rows fits the type.
        kind: type of the sums.

    Returns:
        The prefix sums; they take `(T // spacing + 1) * W` numbers.
    """
    marks = np.zeros((len(ids) // spacing + 1, table.shape[1]), kind)
    reach = np.zeros(len(marks))
    at_once = max(1, TOKENS_A_STEP // spacing)
    for begin in range(1, len(marks), at_once):
        group = marks[begin : begin + at_once]
        tokens = ids[(begin - 1) * spacing : (begin - 1 + len(group)) * spacing]
        rows = table.take(tokens, axis=0).reshape(len(group), spacing, -1)
        rows.sum(axis=1, dtype=kind, out=group)
        highest, lowest = group.max(axis=1, initial=0), group.min(axis=1, initial=0)
        reach[begin : begin + len(group)] = np.maximum(highest.astype(float), -lowest.astype(float))
        if table.shape[1] < NARROW:
            group[0] += marks[begin - 1]
            group.cumsum(axis=0, out=group)
        else:
            running = marks[begin - 1]
            for row in group:
                running = np.add(row, running, out=row)
        yield Progress((begin - 1 + len(group)) * spacing, len(ids), "tokens")
    return PrefixSums(table, ids, spacing, marks, reach.cumsum())


def add_rows(sums: NDArray[Any], table: NDArray[Any], ids: NDArray[np.int32], owner: NDArray[np.intp]) -> None:
    """Add the rows of single tokens to the sums that they belong to.

    Args:
        sums: [n, W], changed in place.
        table: rows, [V, W].
        ids: int32 [m], the tokens.
        owner: intp [m], sorted: to which sum each belongs.
    """
    for turn in turns(owner):
        sums[owner[turn]] += _rows(table, ids[turn], sums.dtype)


def turns(owner: NDArray[np.intp]) -> Iterator[NDArray[np.intp]]:
    """Deal the entries of a sorted owner list out so that each turn holds an owner at most once."""
    place = np.arange(len(owner)) - np.searchsorted(owner, owner)
    for turn in range(int(place.max(initial=-1)) + 1):
        yield np.flatnonzero(place == turn)
