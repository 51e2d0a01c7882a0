"""Byte-pair merging: the lowest-ranked pair of neighbours becomes one symbol, until none is left."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush

Merge = Callable[[int, int], tuple[int, int] | None]
"""Tells what two neighbouring symbols become: (rank, new symbol), or None where they stay apart."""

SHORT = 24
"""Up to so many symbols, looking through all pairs each time beats keeping a heap."""


def merged(symbols: list[int], merge: Merge) -> tuple[list[int], list[int]]:
    """Merge a row of symbols.

    Args:
        symbols: what the word is made of at first.
        merge: the merges.

    Returns:
        The symbols left, and how many of the first ones each is made of.
    """
    return _merged_by_search(symbols, merge) if len(symbols) <= SHORT else _merged_by_heap(symbols, merge)


def _merged_by_search(symbols: list[int], merge: Merge) -> tuple[list[int], list[int]]:
    left = list(symbols)
    sizes = [1] * len(left)
    pairs = [merge(left[i], left[i + 1]) for i in range(len(left) - 1)]
    while True:
        best = None
        at = -1
        for i, pair in enumerate(pairs):
            if pair is not None and (best is None or pair[0] < best[0]):
                best, at = pair, i
        if best is None:
            return left, sizes
        left[at] = best[1]
        sizes[at] += sizes[at + 1]
        del left[at + 1], sizes[at + 1], pairs[at]
        if at > 0:
            pairs[at - 1] = merge(left[at - 1], left[at])
        if at < len(pairs):
            pairs[at] = merge(left[at], left[at + 1])


def _merged_by_heap(symbols: list[int], merge: Merge) -> tuple[list[int], list[int]]:
    """Merge with a linked list and a heap of candidates, stale ones skipped: no word takes quadratic time."""
    n = len(symbols)
    left = list(symbols)
    sizes = [1] * n
    following = [*range(1, n), -1]
    previous = list(range(-1, n - 1))
    neighbours = enumerate(zip(symbols, symbols[1:], strict=False))
    heap = [(pair[0], i, pair[1], a, b) for i, (a, b) in neighbours if (pair := merge(a, b)) is not None]
    heapify(heap)
    while heap:
        _, i, new, a, b = heappop(heap)
        j = following[i]
        if left[i] != a or j < 0 or left[j] != b or not sizes[i]:
            continue
        left[i] = new
        sizes[i] += sizes[j]
        sizes[j] = 0
        left[j] = -1
        k = following[i] = following[j]
        if k >= 0:
            previous[k] = i
            if (pair := merge(new, left[k])) is not None:
                heappush(heap, (pair[0], i, pair[1], new, left[k]))
        k = previous[i]
        if k >= 0 and (pair := merge(left[k], new)) is not None:
            heappush(heap, (pair[0], k, pair[1], left[k], new))
    return [symbol for symbol, size in zip(left, sizes, strict=True) if size], [size for size in sizes if size]
