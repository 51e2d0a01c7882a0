"""One chunk laid open: what is shown is what the model gets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkforge.chunk_detail import chunk_detail
from chunkforge.chunks import Cut
from chunkforge.document import Document
from chunkforge.extract import extract
from chunkforge.settings import SplitSettings
from chunkforge.splitters import Source, split_source
from chunkforge.tokenizers import estimate
from unit.splitters.oracles import SmallTokenizer

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
        assert one.token_spans.tolist() == slow_spans(one.text)


def slow_spans(text: str) -> list[list[int]]:
    encoding = TOKENIZER.encode(text)
    spans: list[list[int]] = []
    for start, end in zip(encoding.starts.tolist(), encoding.ends.tolist(), strict=True):
        if spans and start < spans[-1][1]:
            spans[-1][1] = max(spans[-1][1], end)
        elif start < end:
            spans.append([start, end])
    return spans


@given(st.text())
def test_tokens_that_share_a_character_are_drawn_as_one(text: str):
    source = Source(Document("any.txt", text), TOKENIZER)
    chunks = split_source(source, SplitSettings("fixed", 1000))
    for place in range(len(chunks)):
        assert chunk_detail(source, chunks, place).token_spans.tolist() == slow_spans(chunks.text(place))


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
    assert one.token_spans.size == 0
    assert one.tokens == 20
