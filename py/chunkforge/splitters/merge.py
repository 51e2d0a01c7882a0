"""LangChain's way of joining neighbouring pieces, as jumps in prefix sums."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fit:
    """The limit, the most kept from one chunk to the next, and the length of what stands between two pieces."""

    size: int
    overlap: int
    joint: int = 0


def merged(sums: Sequence[int], runs: Iterable[tuple[int, int]], fit: Fit) -> tuple[list[int], list[int]]:
    """Join the pieces of runs into chunks, each piece shorter than the limit; no chunk reaches into another run.

    The library adds pieces while they fit. When one does not, it emits what it has and drops pieces from the front
    until at most `overlap` is left and the new piece fits, or until what is left has no length at all.

    Args:
        sums: prefix sums of piece lengths, each with one joint added.
        runs: the first piece of each run, and one past its last.
        fit: the limits.

    Returns:
        For each chunk its first piece, and one past its last.
    """
    size, overlap, joint = fit.size, fit.overlap, fit.joint
    most = size + joint
    firsts: list[int] = []
    lasts: list[int] = []
    for first, last in runs:
        begin, fitting = first, first + 1
        end = last if sums[last] - sums[begin] <= most else begin
        while end < last:
            end = bisect_right(sums, sums[begin] + most, fitting, last + 1) - 1
            end = max(end, fitting)
            if end < last:
                firsts.append(begin)
                lasts.append(end)
                reached = sums[end]
                room = size - sums[end + 1] + reached
                kept = overlap if overlap <= room else max(room, 0)
                begin = bisect_left(sums, reached - joint - kept, begin, end)
                fitting = end + 1
        firsts.append(begin)
        lasts.append(last)
    return firsts, lasts
