import re

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from chunkforge.document import Document
from chunkforge.errors import SettingsError
from chunkforge.settings import SplitSettings
from chunkforge.splitters import STRATEGIES, Source, split_source
from chunkforge.splitters.characters import joined
from chunkforge.splitters.heading_reference import _together
from unit.splitters.material import documents, limits, texts
from unit.splitters.oracles import SmallTokenizer

TOKENIZER = SmallTokenizer()
# What a library throws away or refuses, it throws away or refuses here.
DROPS_TEXT = {"langchain-markdown"}
REFUSES = {"llamaindex-sentence"}
# What visible characters are made of: marks, joiners, flags, parts of Hangul syllables.
PARTS = "a \n\u0301\u200d👩🏽🇩🇪\u1100\u1161\u11a8\uac00\uac01猫"
OURS = [name for name, strategy in STRATEGIES.items() if not strategy.library]


@pytest.mark.parametrize("name", STRATEGIES)
@settings(max_examples=50)
@given(document=documents(), limit=limits())
def test_chunks_are_slices_in_order_that_cover_the_text_counted_exactly_and_flagged_over_the_limit(
    name, document, limit
):
    size, overlap = limit
    text = document.text
    try:
        chunks = split_source(Source(document, TOKENIZER), SplitSettings(name, size, overlap))
    except SettingsError:
        assume(name not in REFUSES)
        raise
    assert (chunks.starts < chunks.ends).all()
    assert (np.diff(chunks.starts) >= 0).all()
    covered = np.array([character.isspace() for character in text], np.bool_)
    reached = 0
    for i, (start, end) in enumerate(zip(chunks.starts.tolist(), chunks.ends.tolist(), strict=True)):
        assert i in chunks.replaced or chunks.text(i) == chunks.prefix(i) + text[start:end]
        assert chunks.text(i)
        assert chunks.tokens[i] == TOKENIZER.count(chunks.text(i))
        assert chunks.overlaps[i] == max(0, min(reached, end) - start)
        reached = max(reached, end)
        covered[start:end] = True
    assert covered.all() or name in DROPS_TEXT
    if STRATEGIES[name].unit == "tokens":
        assert (chunks.over_limit == (chunks.tokens > size)).all()


@settings(max_examples=200)
@given(texts | st.text(st.sampled_from(PARTS), max_size=12))
def test_visible_characters_are_those_that_the_plain_file_finds_one_by_one(text):
    text = re.sub("[\ud800-\udfff\r]", "", text)
    assert joined(Source(Document("d", text), TOKENIZER)).tolist() == _together(text)


@pytest.mark.parametrize("text", ["\u1100\u1100", "\u1100\uac00", "\u1100\u1161", "\uac00\u11a8", "\u1161\u11a8"])
def test_a_hangul_syllable_written_in_parts_is_one_visible_character(text):
    source = Source(Document("d", f"a{text}b"), TOKENIZER)
    assert joined(source).tolist() == [False, False, True, False, False]


@pytest.mark.parametrize("name", OURS)
@settings(max_examples=50)
@given(document=documents(), limit=limits())
def test_our_own_chunks_keep_the_limit_the_overlap_and_visible_characters(name, document, limit):
    size, overlap = limit
    source = Source(document, TOKENIZER)
    chunks = split_source(source, SplitSettings(name, size, overlap))
    inside = np.array(_together(document.text), np.bool_)
    assert not inside[chunks.starts].any()
    assert not inside[chunks.ends].any()
    for i in np.flatnonzero(chunks.tokens > size).tolist():
        assert inside[chunks.starts[i] + 1 : chunks.ends[i]].all(), "only a single visible character may exceed it"
    tokens = source.tokenized.encoding
    for start, shared in zip(chunks.starts, chunks.overlaps, strict=True):
        if shared:
            assert ((tokens.ends > start) & (tokens.starts < start + shared)).sum() <= overlap
