"""Estimates count like tokenizers, and say that they are none."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkforge.errors import UnsupportedTokenizer
from chunkforge.steps import finish
from chunkforge.tokenizers import ESTIMATES, estimate

TEXTS = st.text(st.sampled_from("abc \u4e2d\u6587\ud55c\u3042\U00020000."), max_size=40)


def plainly(name: str, text: str) -> int:
    if name == ESTIMATES[0]:
        return math.ceil(len(text) / 4)
    cjk = sum(c in "\u4e2d\u6587\ud55c\u3042\U00020000" for c in text)
    return cjk + math.ceil((len(text) - cjk) * 10 / 38)


@pytest.mark.parametrize("name", ESTIMATES)
@given(text=TEXTS, data=st.data())
def test_counts_encodings_and_slices_agree(name: str, text: str, data: st.DataObject):
    tokenizer = estimate(name)
    assert tokenizer.exact is False
    assert tokenizer.count(text) == len(tokenizer.encode(text)) == plainly(name, text)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    tokenized = finish(tokenizer.reading(text))
    assert tokenized.counts(np.array([start]), np.array([end])).tolist() == [plainly(name, text[start:end])]
    encoding = tokenized.encoding
    assert all(0 <= s < e <= len(text) for s, e in zip(encoding.starts, encoding.ends, strict=True))
    assert np.all(np.diff(encoding.starts) > 0)


def test_there_are_no_other_estimates():
    with pytest.raises(UnsupportedTokenizer, match="characters / 4"):
        estimate("words")
