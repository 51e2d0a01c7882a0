"""Counting places by look-up against searching for them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chunkforge.landmarks import WORD, Landmarks


@given(st.data(), st.one_of(st.integers(0, 3 * WORD), st.sampled_from([WORD - 2, WORD - 1, WORD, 2 * WORD - 1])))
def test_places_are_counted_as_a_search_finds_them(data, length):
    place = st.integers(0, length)
    places = np.array(sorted(data.draw(st.lists(place))), np.int32)
    positions = np.array(data.draw(st.lists(st.integers(0, length + 1))), np.int32)
    marks = Landmarks(places, length)
    assert len(marks) == len(places)
    before = marks.before(positions)
    np.testing.assert_array_equal(before, np.searchsorted(places, positions))
    assert before.dtype == np.int32
    following = [places[number] if number < len(places) else length + 7 for number in before]
    np.testing.assert_array_equal(marks.at(before, length + 7), following)
