"""The arithmetic of a measurement, against its definitions."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkforge.measure import (
    Lean,
    agreement,
    chance_of_hit,
    cheapest_complete,
    chunks_in_budget,
    compare_two,
    hit_mask,
    leaning,
    sign_test,
)
from chunkforge.measurement import Measurement, QueryResult
from chunkforge.settings import SplitSettings


def chance_by_counting(n: int, h: int, k: int) -> float:
    """The definition in exact integers: 1 - C(n-h, k) / C(n, k)."""
    k = min(k, n)
    return float(1 - Fraction(comb(n - h, k), comb(n, k)))


@given(st.data())
def test_chance_level_equals_its_definition_in_exact_integers(data):
    n = data.draw(st.integers(1, 400))
    h = data.draw(st.integers(0, n))
    k = data.draw(st.integers(0, n + 3))
    assert chance_of_hit(n, h, k) == pytest.approx(chance_by_counting(n, h, k), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(("h", "k"), [(1, 10), (3, 5), (5000, 20), (20, 5000), (400_000, 3)])
def test_chance_level_is_stable_for_a_million_chunks(h, k):
    n = 1_000_000
    few, many = sorted((h, k))
    product = Fraction(1)
    for i in range(few):
        product *= Fraction(n - many - i, n - i)
    exact = 1 - product
    assert chance_of_hit(n, h, k) == pytest.approx(float(exact), rel=1e-9)


def test_chance_level_agrees_with_drawing_at_random():
    rng = random.Random(5)
    n, h, k, draws = 30, 4, 6, 20_000
    hits = sum(any(chunk < h for chunk in rng.sample(range(n), k)) for _ in range(draws))
    assert hits / draws == pytest.approx(chance_of_hit(n, h, k), abs=0.02)


def test_a_chunk_that_only_touches_a_mark_is_not_a_hit():
    starts = np.array([0, 10, 20], np.int32)
    ends = np.array([10, 20, 30], np.int32)
    assert hit_mask(starts, ends, 10, 20).tolist() == [False, True, False]
    assert hit_mask(starts, ends, 9, 11).tolist() == [True, True, False]


@given(
    st.lists(st.tuples(st.integers(0, 50), st.integers(1, 20)), max_size=20),
    st.integers(0, 60),
    st.integers(1, 20),
)
def test_a_hit_is_one_shared_character(chunks, start, length):
    starts = np.array([a for a, _ in chunks], np.int32)
    ends = np.array([a + n for a, n in chunks], np.int32)
    marked = set(range(start, start + length))
    slow = [bool(marked & set(range(a, a + n))) for a, n in chunks]
    assert hit_mask(starts, ends, start, start + length).tolist() == slow


@pytest.mark.parametrize(
    ("budget", "size", "k"), [(2000, 200, 10), (2000, 400, 5), (4096, 1024, 4), (100, 200, 0), (199, 100, 1)]
)
def test_k_is_the_number_of_whole_chunks_that_fit_the_budget(budget, size, k):
    assert chunks_in_budget(budget, size) == k


def row(name: str, found: list[list[bool]], tokens: float = 100.0, k: int = 2, n: int = 10) -> Measurement:
    results = tuple(
        QueryResult(
            query=i, retrieved=(), scores=(), found=tuple(marks), first_hit_rank=1, retrieved_tokens=int(tokens)
        )
        for i, marks in enumerate(found)
    )
    asked = sum(len(marks) for marks in found)
    return Measurement(
        SplitSettings(name, 10),
        "bm25",
        20,
        "cl100k_base",
        k,
        n,
        sum(map(sum, found)),
        asked,
        0.5 if asked else None,
        tokens,
        100,
        results,
    )


@pytest.mark.parametrize(
    ("sides", "told"),
    [
        ([(3, 1), (1, 0), (2, 1)], "holds"),
        ([(0, 1), (0, 4), (1, 2)], "holds"),
        ([(3, 1), (1, 2), (1, 1)], "flips"),
        ([(3, 1), (1, 1), (2, 0)], "partly"),
        ([(0, 0), (1, 1), (2, 2)], "level"),
    ],
)
def test_a_conclusion_holds_flips_or_is_had_under_some_scorers_only(sides, told):
    assert agreement([Lean(str(i), first, second) for i, (first, second) in enumerate(sides)]) == told


def test_two_settings_lean_to_the_side_that_found_more_for_more_queries():
    first, second = row("a", [[True], [True], [False]]), row("b", [[False], [False], [True]])
    assert leaning(first, second) == Lean("bm25", 2, 1)
    assert (leaning(first, second).side, leaning(second, first).side, leaning(first, first).side) == (1, -1, 0)


def test_the_cheapest_complete_setting_comes_with_those_tied_with_it():
    rows = [row("a", [[True]], 50), row("b", [[True]], 40), row("c", [[True]], 40), row("d", [[False]], 10)]
    assert [r.settings.strategy for r in cheapest_complete(rows)] == ["b", "c"]


def test_nothing_is_described_as_complete_without_marks_or_when_k_reaches_every_chunk():
    assert cheapest_complete([row("a", [[]])]) == []
    assert cheapest_complete([row("a", [[True]], k=10, n=10)]) == []


@pytest.mark.parametrize(
    ("wins", "losses", "p"), [(0, 0, 1.0), (5, 0, 0.0625), (6, 0, 0.03125), (3, 3, 1.0), (8, 1, 20 / 512)]
)
def test_the_sign_test_is_exact_and_two_sided(wins, losses, p):
    assert sign_test(wins, losses) == pytest.approx(p)
    assert sign_test(losses, wins) == pytest.approx(p)


def test_two_settings_disagree_query_by_query_and_six_one_sided_disagreements_separate_them():
    first = row("a", [[True], [True, False], [False], [True, True]])
    second = row("b", [[False], [False, False], [True], [True, True]])
    result = compare_two(first, second)
    assert result.first_better == (0, 1)
    assert result.second_better == (2,)
    assert compare_two(first, first).more_needed == 6
    assert sign_test(2 + result.more_needed, 1) < 0.05 <= sign_test(1 + result.more_needed, 1)
