"""Merging, by search and by heap, against the plainest way."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from chunkforge.tokenizers.bpe import NEVER, _by_heap, _by_search, byte_holders

RANKS = {
    ("a", "b"): 3,
    ("b", "c"): 1,
    ("a", "bc"): 5,
    ("ab", "c"): 4,
    ("a", "a"): 2,
    ("aa", "aa"): 0,
    ("abc", "abc"): 6,
}


def plainly(word: str) -> list[str]:
    symbols = list(word)
    while True:
        ranks = [(RANKS[pair], i) for i, pair in enumerate(itertools.pairwise(symbols)) if pair in RANKS]
        if not ranks:
            return symbols
        _, at = min(ranks)
        symbols[at : at + 2] = ["".join(symbols[at : at + 2])]


def rank(a: str, b: str) -> int:
    return RANKS.get((a, b), NEVER)


@given(st.text("abcd", max_size=60))
def test_both_ways_merge_as_the_plainest_does(word: str):
    expected = plainly(word)
    sizes = list(map(len, expected))
    assert _by_search(list(word), rank) == (expected, sizes)
    assert _by_heap(list(word), rank) == (expected, sizes)


def test_a_long_run_asks_for_few_ranks():
    asked = 0

    def counted(a: str, b: str) -> int:
        nonlocal asked
        asked += 1
        return rank(a, b)

    symbols, _ = _by_heap(["a"] * 50_000, counted)
    assert symbols == ["aaaa"] * 12_500
    assert asked < 200_000


@given(st.text(max_size=20))
def test_every_byte_knows_its_character(word: str):
    starts, ends = byte_holders(word)
    plain = [i for i, c in enumerate(word) for _ in c.encode("utf-8", "surrogatepass")]
    assert list(starts) == plain
    assert list(ends) == [i + 1 for i in plain]
