"""What is recalled of spans is what was kept of the very same ones."""

import pickle

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chunkforge.span_memo import SpanMemo

LENGTH = 40
PLACE = st.integers(0, LENGTH)
SPANS = st.lists(st.tuples(st.integers(-1, 3), PLACE, PLACE), max_size=30)


def columns(spans):
    groups, starts, ends = np.array(spans, np.int32).reshape(-1, 3).T
    return groups, starts, ends


def value(span) -> float:
    group, start, end = span
    return group * 10_000 + start * 100 + end


@given(st.lists(SPANS, max_size=8))
def test_every_span_has_its_own_number_however_many_there_are(moves):
    memo = SpanMemo(LENGTH)
    asked: set[tuple[int, int, int]] = set()
    for move in moves:
        groups, starts, ends = columns(move)
        keys = memo.keys(starts, ends, groups)
        assert len(set(keys.tolist())) == len(set(move))

        def computed(some, move=move):
            return np.array([value(move[i]) for i in some])

        for span, recalled in zip(move, memo.recall(keys), strict=True):
            assert np.isnan(recalled) or (span in asked and recalled == value(span))
        assert memo.recalled(keys, computed).tolist() == [value(span) for span in move]
        asked.update(move)


def test_what_was_just_kept_is_not_computed_again():
    memo = SpanMemo(1000)
    starts = np.arange(LENGTH, dtype=np.int32)
    keys = memo.keys(starts, starts + np.int32(1))
    memo.recalled(keys, lambda some: some * 2.0)
    asked = []
    memo.recalled(keys, lambda some: asked.append(len(some)) or some * 2.0)
    assert sum(asked) < len(keys) // 10


def test_it_holds_no_more_however_much_is_kept():
    memo = SpanMemo(1 << 20)
    size = len(pickle.dumps(memo))
    starts = np.arange(5000, dtype=np.int32)
    for move in range(100):
        keys = memo.keys(starts + np.int32(5000 * move), starts + np.int32(5000 * move + 9))
        assert (memo.recalled(keys, lambda some, move=move: some + float(move)) == np.arange(5000) + float(move)).all()
    assert len(pickle.dumps(memo)) == size < 5_000_000


def test_spans_whose_key_does_not_fit_are_computed_every_time():
    memo = SpanMemo(1 << 31)
    keys = memo.keys(np.array([5], np.int32), np.array([9], np.int32), np.array([7], np.int32))
    assert keys.tolist() == [-1]
    for number in (1.0, 2.0):
        assert memo.recalled(keys, lambda some, number=number: np.full(len(some), number)).tolist() == [number]
