"""Slices of a tokenised text have exactly the tokens that they have alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_tokenizers import MAKERS, TEXTS, made

from chunkforge.steps import finish
from chunkforge.tokenizers.pipeline import BLOCK


def slice_ids(kind: str, text: str, start: int, end: int) -> list[int]:
    """The tokens of a slice, taken from the whole."""
    tokenized = finish(made(kind).reading(text))
    found = tokenized.slice_tokens(np.array([start], np.int32), np.array([end], np.int32))
    return [*tokenized.encoding.ids[found.first[0] : found.last[0]].tolist(), *found.edge_ids.tolist()]


@pytest.mark.parametrize("kind", MAKERS)
@given(text=TEXTS, data=st.data())
def test_a_slice_has_the_tokens_it_has_alone(kind: str, text: str, data: st.DataObject):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    assert sorted(slice_ids(kind, text, start, end)) == sorted(made(kind).encode(text[start:end]).ids.tolist())


@pytest.mark.parametrize("kind", MAKERS)
@given(text=TEXTS)
def test_count_is_the_number_of_tokens(kind: str, text: str):
    assert made(kind).count(text) == len(made(kind).encode(text))


@pytest.mark.parametrize("kind", MAKERS)
@given(text=TEXTS)
def test_at_a_seam_both_sides_keep_their_tokens(kind: str, text: str):
    tokenized = finish(made(kind).reading(text))
    seams = tokenized.seams
    zeros, ends = np.zeros(len(seams), np.int32), np.full(len(seams), len(text), np.int32)
    left = tokenized.counts(zeros, seams)
    right = tokenized.counts(seams, ends, continued=True)
    inner = (seams > 0) & (seams < len(text))
    assert (left + right)[inner].tolist() == [len(tokenized.encoding)] * int(inner.sum())


@pytest.mark.parametrize("kind", MAKERS)
@given(text=TEXTS)
def test_offsets_stay_within_the_text_and_never_go_back(kind: str, text: str):
    encoding = made(kind).encode(text)
    assert all(0 <= s <= e <= len(text) for s, e in zip(encoding.starts, encoding.ends, strict=True))
    assert np.all(np.diff(encoding.starts) >= 0)


@pytest.mark.parametrize("kind", MAKERS)
def test_a_long_text_read_in_blocks_has_the_tokens_it_has_at_once(kind: str, monkeypatch: pytest.MonkeyPatch):
    text = "the thing, in the e\u0301nd. xxxx\n\n\u4e2d\u6587 12345 's  [CLS] ...\u3000a\tb\r\nthe " * 90
    at_once = made(kind).encode(text)
    assert len(text) < BLOCK
    monkeypatch.setattr("chunkforge.tokenizers.pipeline.BLOCK", 700)
    steps = list(MAKERS[kind]().reading(text))
    in_blocks = MAKERS[kind]().encode(text)
    assert [step.done for step in steps] == sorted({step.done for step in steps})
    assert steps[-1].done == steps[-1].total == len(text)
    assert len(steps) > 4
    for one, other in (
        (at_once.ids, in_blocks.ids),
        (at_once.starts, in_blocks.starts),
        (at_once.ends, in_blocks.ends),
    ):
        assert one.tolist() == other.tolist()


@pytest.mark.parametrize("kind", MAKERS)
def test_no_slices_and_empty_slices_have_no_tokens(kind: str):
    tokenized = finish(made(kind).reading("the thing"))
    none = np.zeros(0, np.int32)
    assert tokenized.counts(none, none).tolist() == []
    assert tokenized.counts(np.array([0, 4, 9], np.int32), np.array([0, 4, 9], np.int32)).tolist() == [0, 0, 0]
    assert len(made(kind).encode("")) == made(kind).count("") == 0
