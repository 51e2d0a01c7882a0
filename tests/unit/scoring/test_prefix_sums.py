"""Prefix sums against summing every span anew."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkforge.scoring.prefix_sums import summing
from chunkforge.steps import finish


@settings(deadline=None)
@given(st.integers(0, 60), st.integers(1, 20), st.sampled_from([3, 70]), st.data())
def test_sums_over_spans_equal_adding_up_the_rows(tokens, spacing, columns, data):
    rng = np.random.default_rng(tokens)
    place = st.integers(0, tokens)
    spans = data.draw(st.lists(st.tuples(place, place).map(sorted), max_size=10))
    firsts, lasts = np.array(spans, np.intp).reshape(-1, 2).T
    ids = rng.integers(0, 9, tokens, dtype=np.int32)
    for table, kind in (
        (rng.integers(-127, 128, (9, columns), dtype=np.int8), np.int16),
        (rng.random((9, columns)), np.float64),
    ):
        sums = finish(summing(table, ids, spacing, kind)).between(firsts, lasts)
        expected = np.array([table[ids[a:b]].sum(axis=0, dtype=kind) for a, b in spans], kind).reshape(-1, columns)
        np.testing.assert_allclose(sums, expected, atol=1e-9)


def test_running_sums_may_wrap_as_long_as_the_span_fits():
    table = np.full((1, 70), 127, np.int8)
    sums = finish(summing(table, np.zeros(30_000, np.int32), 16, np.int16))
    firsts = np.arange(0, 29_700, 211)
    assert (sums.between(firsts, firsts + 258) == 258 * 127).all()


@pytest.mark.parametrize("columns", [3, 70])
def test_nothing_to_sum_is_no_error(columns):
    sums = finish(summing(np.ones((2, columns), np.int8), np.empty(0, np.int32), 16, np.int16))
    assert sums.between(np.zeros(2, np.intp), np.zeros(2, np.intp)).tolist() == [[0] * columns] * 2
