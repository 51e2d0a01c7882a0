"""LangChain's way of joining neighbouring pieces, as jumps in prefix sums."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fit:
    """The limit, the most kept from one chunk to the next, and the length of what stands between two pieces."""

    size: int
    overlap: int
    joint: int = 0


def merged(sums: Sequence[int], first: int, last: int, fit: Fit) -> tuple[list[int], list[int]]:
    """Join the pieces `first:last` of one run, each shorter than the limit, into chunks.

    The library adds pieces while they fit. When one does not, it emits what it has and drops pieces from the front
    until at most `overlap` is left and the new piece fits, or until what is left has no length at all.

    Args:
        sums: prefix sums of piece lengths, each with one joint added.
        first: the first piece.
        last: one past the last piece.
        fit: the limits.

    Returns:
        For each chunk its first piece, and one past its last.
    """
    size, overlap, joint = fit.size, fit.overlap, fit.joint
    firsts: list[int] = []
    lasts: list[int] = []
    begin, fitting = first, first + 1
    while True:
        end = max(bisect_right(sums, sums[begin] + size + joint, fitting, last + 1) - 1, fitting)
        firsts.append(begin)
        lasts.append(end)
        if end == last:
            return firsts, lasts
        room = size - (sums[end + 1] - sums[end])
        kept = max(min(overlap, room), 0)
        begin = bisect_left(sums, sums[end] - joint - kept, begin, end)
        fitting = end + 1
