"""Byte-pair merging: the lowest-ranked pair of neighbours becomes one symbol, until none is left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import TypeVar

Symbol = TypeVar("Symbol", str, bytes)

SHORT = 32
"""Up to so many symbols, looking through all pairs each time beats keeping a heap."""

NEVER = 1 << 62
"""The rank of two neighbours that are never merged."""


def merged(symbols: list[Symbol], rank: Callable[[Symbol, Symbol], int]) -> tuple[list[Symbol], list[int]]:
    """Merge a row of symbols.

    Args:
        symbols: what the word is made of at first.
        rank: tells when two neighbours merge, the lowest first; `NEVER` where they never do.

    Returns:
        The symbols left, and how many of the first ones each is made of.
    """
    return _by_search(symbols, rank) if len(symbols) <= SHORT else _by_heap(symbols, rank)


def _by_search(symbols: list[Symbol], rank: Callable[[Symbol, Symbol], int]) -> tuple[list[Symbol], list[int]]:
    left = list(symbols)
    sizes = [1] * len(left)
    ranks = [rank(a, b) for a, b in pairwise(left)]
    while ranks:
        best = min(ranks)
        if best == NEVER:
            break
        at = ranks.index(best)
        left[at] += left[at + 1]
        sizes[at] += sizes[at + 1]
        del left[at + 1], sizes[at + 1], ranks[at]
        if at:
            ranks[at - 1] = rank(left[at - 1], left[at])
        if at < len(ranks):
            ranks[at] = rank(left[at], left[at + 1])
    return left, sizes


def _by_heap(symbols: list[Symbol], rank: Callable[[Symbol, Symbol], int]) -> tuple[list[Symbol], list[int]]:
    """Merge with a linked list and a heap of candidates, stale ones skipped: no word takes quadratic time."""
    n: int = len(symbols)
    left = list(symbols)
    sizes = [1] * n
    following = [*range(1, n), -1]
    previous = list(range(-1, n - 1))
    # A candidate is stale once what would be merged at its place has another length.
    heap = [(r, i, 2) for i, (a, b) in enumerate(pairwise(symbols)) if (r := rank(a, b)) != NEVER]
    heapify(heap)
    while heap:
        _, i, size = heappop(heap)
        j = following[i]
        if j < 0 or not sizes[i] or sizes[i] + sizes[j] != size:
            continue
        left[i] += left[j]
        sizes[i] = size
        sizes[j] = 0
        k = following[i] = following[j]
        if k >= 0:
            previous[k] = i
            if (r := rank(left[i], left[k])) != NEVER:
                heappush(heap, (r, i, size + sizes[k]))
        k = previous[i]
        if k >= 0 and (r := rank(left[k], left[i])) != NEVER:
            heappush(heap, (r, k, size + sizes[k]))
    alive = [i for i in range(n) if sizes[i]]
    return [left[i] for i in alive], [sizes[i] for i in alive]


def ranges(sizes: Sequence[int], starts: Sequence[int], ends: Sequence[int]) -> tuple[list[int], list[int]]:
    """Give the characters of merged symbols, from those of the first ones and how many each is made of."""
    merged_starts: list[int] = []
    merged_ends: list[int] = []
    at = 0
    for size in sizes:
        merged_starts.append(starts[at])
        at += size
        merged_ends.append(ends[at - 1])
    return merged_starts, merged_ends


def byte_holders(word: str) -> tuple[Sequence[int], Sequence[int]]:
    """Give the half-open range of the character that holds each UTF-8 byte of a word."""
    if word.isascii():
        return range(len(word)), range(1, len(word) + 1)
    holders = [i for i, c in enumerate(word) for _ in c.encode("utf-8", "surrogatepass")]
    return holders, [i + 1 for i in holders]
