"""Passages found again in another reading of a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkforge.moving import Moves


@pytest.mark.parametrize(
    ("before", "quote", "after", "found"),
    [
        ("the coopera- tion ends", "coopera- tion", "the cooperation ends", "cooperation"),
        ("the cooperation ends", "cooperation", "HEAD\n\nthe coopera-\ntion ends", "coopera-\ntion"),
        ("one two", "two", "one", None),
        ("one two", " ", "one two", None),
        ("", "", "x", None),
    ],
)
def test_hyphens_and_white_space_make_no_difference(before: str, quote: str, after: str, found: str | None):
    start = before.index(quote)
    span = Moves(before, after)(start, start + len(quote))
    assert (None if span is None else after[slice(*span)]) == found


def test_of_equally_many_places_the_one_of_the_same_rank():
    before, after = "a x a y a", "HEAD a x a FOOT y a"
    assert [Moves(before, after)(at, at + 1) for at in (0, 4, 8)] == [(5, 6), (9, 10), (18, 19)]


def test_of_more_places_the_nearest():
    assert Moves("abcdefgha", "a bcdefgh a a")(8, 9) == (12, 13)
    assert Moves("abcdefgha", "a bcdefgh a a")(0, 1) == (0, 1)


@given(st.text("ab -\n", max_size=30), st.data())
def test_in_the_same_text_every_passage_is_where_it_was(text: str, data: st.DataObject):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    span = Moves(text, text)(start, end)
    letters = [i for i in range(start, end) if text[i] not in " -\n"]
    assert span == ((letters[0], letters[-1] + 1) if letters else None)
