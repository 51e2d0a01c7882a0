"""One chunk laid open: what is shown is what the model gets."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import SmallTokenizer

from chunkforge.chunk_detail import chunk_detail
from chunkforge.chunks import Cut
from chunkforge.extract import extract
from chunkforge.settings import SplitSettings
from chunkforge.splitters import Source, split_source
from chunkforge.tokenizers import estimate

TOKENIZER = SmallTokenizer()
TEXT = "# Rules\n\n## Leave\n\n" + "Parental leave is twenty six weeks. " * 6 + "\n\n" + "Lunch is at noon. " * 6
SOURCE = Source(extract("rules.md", TEXT.encode()), TOKENIZER)


@pytest.mark.parametrize("strategy", ["recursive", "heading", "fixed", "sentence"])
@given(size=st.integers(4, 80), overlap=st.integers(0, 20))
def test_every_chunk_is_what_was_split(strategy: str, size: int, overlap: int):
    chunks = split_source(SOURCE, SplitSettings(strategy, size, min(overlap, size - 1)))
    for place in range(len(chunks)):
        one = chunk_detail(SOURCE, chunks, place)
        assert one.text == chunks.text(place)
        assert one.text[one.prefix :] == chunks.source(place)
        assert one.tokens == chunks.tokens[place] == TOKENIZER.count(one.text)
        assert one.overlap == chunks.overlaps[place]
        start = chunks.starts[place]
        assert one.overlap_tokens == TOKENIZER.count(SOURCE.document.text[start : start + one.overlap])
        encoding = TOKENIZER.encode(one.text)
        assert set(one.token_edges.tolist()) == {*encoding.starts.tolist(), *encoding.ends.tolist()}
        assert (np.diff(one.token_edges) > 0).all()


def test_the_reason_and_the_trail_are_told():
    chunks = split_source(SOURCE, SplitSettings("heading", 60))
    prefixed = next(place for place in range(len(chunks)) if chunks.prefix(place))
    one = chunk_detail(SOURCE, chunks, prefixed)
    assert "Leave" in one.text[: one.prefix]
    assert one.headings == chunks.headings(prefixed) == ("Rules", "Leave")
    assert chunk_detail(SOURCE, chunks, len(chunks) - 1).cut is Cut.END
    assert one.pages is None


def test_an_estimate_has_no_tokens_to_draw():
    source = Source(SOURCE.document, estimate("characters / 4"))
    one = chunk_detail(source, split_source(source, SplitSettings("fixed", 20)), 0)
    assert one.token_edges.size == 0
    assert one.tokens == 20
