"""Offsets cross to JavaScript and back without moving, whatever the text holds."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chunkforge.worker_api.offsets import Utf16Offsets

texts = st.text(st.characters() | st.sampled_from("🚀🙂𝒳猫ä\ud83d\ude00\n "), max_size=40)


def units_before(text: str, point: int) -> int:
    return len(text[:point].encode("utf-16-le", "surrogatepass")) // 2


def test_a_rocket_counts_as_two_in_javascript():
    offsets = Utf16Offsets("🚀 x")
    assert offsets.to_units([2, 3]).tolist() == [3, 4]
    assert offsets.to_points([3, 4]).tolist() == [2, 3]


@given(texts)
def test_every_offset_is_what_javascript_counts(text):
    points = list(range(len(text) + 1))
    assert Utf16Offsets(text).to_units(points).tolist() == [units_before(text, point) for point in points]


@given(texts)
def test_every_offset_comes_back(text):
    offsets = Utf16Offsets(text)
    points = np.arange(len(text) + 1, dtype=np.int32)
    assert offsets.to_points(offsets.to_units(points)).tolist() == points.tolist()


@given(texts)
def test_an_offset_inside_a_pair_means_the_pairs_character(text):
    offsets = Utf16Offsets(text)
    for point, character in enumerate(text):
        if character > "\uffff":
            assert int(offsets.to_points(units_before(text, point) + 1)) == point


def test_a_text_without_pairs_is_passed_through_untouched():
    points = np.array([0, 3, 5], np.int32)
    offsets = Utf16Offsets("ä猫 xyz")
    assert offsets.to_units(points) is points
    assert offsets.to_points(points) is points
