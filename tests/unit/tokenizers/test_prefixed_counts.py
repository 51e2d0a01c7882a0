"""A prefix and a slice are counted together exactly, whatever the tokenizer does where they meet."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_tokenizers import MAKERS, TEXTS, made

from chunkforge.document import Document
from chunkforge.splitters.prefixes import Prefixes
from chunkforge.splitters.source import Source

ENDS = ("", "\n\n", "\n", " ", " > ", "x", "\u0301", "<|endof")
prefixes = st.tuples(TEXTS, st.sampled_from(ENDS)).map("".join)


@pytest.mark.parametrize("kind", MAKERS)
@given(text=TEXTS, some=st.lists(prefixes, min_size=1, max_size=4, unique=True), data=st.data())
def test_counts_are_those_of_prefix_and_slice_together(kind: str, text: str, some: list[str], data: st.DataObject):
    places = st.integers(0, len(text))
    numbers = st.integers(-1, len(some) - 1)
    drawn = data.draw(st.lists(st.tuples(numbers, places, places), min_size=1, max_size=8))
    of = np.array([number for number, _, _ in drawn], np.int32)
    starts = np.array([min(a, b) for _, a, b in drawn], np.int32)
    ends = np.array([max(a, b) for _, a, b in drawn], np.int32)
    source = Source(Document("random", text), made(kind))
    wholes = [(some[one] if one >= 0 else "") + text[a:b] for one, a, b in zip(of, starts, ends, strict=True)]
    for _ in range(2):  # the second time everything is known
        prefixes = Prefixes(source, some)
        assert prefixes.counts(of, starts, ends).tolist() == [made(kind).count(whole) for whole in wholes]
    assert prefixes.tokens.tolist() == [*map(made(kind).count, some), 0]
