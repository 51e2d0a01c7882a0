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
from chunkforge.splitters.visible_characters import together
from chunkforge.tokenizers import cluster_starts
from unit.splitters.material import OURS, documents, limits, texts
from unit.splitters.oracles import SmallTokenizer

TOKENIZER = SmallTokenizer()
# What a library throws away or refuses, it throws away or refuses here.
DROPS_TEXT = {"langchain-markdown"}
REFUSES = {"llamaindex-sentence"}
# What visible characters are made of: marks, joiners, flags, jamo, conjuncts, signs put before others; and controls.
PARTS = (
    "a \n\u3000\u2028\u200b\u0301\u200c\u200d❤\ufe0f👩🏽🇩🇪\u1100\u1161\u11a8\uac00\uac01\ua960\ud7b0\ud7cb"
    "\u0915\u0937\u094d\u093c\u093f\u0d15\u0d4d\u1000\u1039\u102b\u0600\u0661\u0e33\u0eb3\uff9e\U000e0067猫"
)


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
    assert joined(Source(Document("d", text), TOKENIZER)).tolist() == together(text)


@settings(max_examples=200)
@given(st.text(st.sampled_from(PARTS), max_size=12))
def test_visible_characters_are_those_that_tokenizers_see_but_for_white_space(text):
    inside = joined(Source(Document("d", text), TOKENIZER))
    for at in range(1, len(text)):
        beside_white_space = text[at - 1].isspace() or text[at].isspace()
        assert inside[at] == (not beside_white_space and not cluster_starts(text)[at])


@pytest.mark.parametrize(
    "character",
    [
        *(
            "e\u0301",
            "👩\u200d👩\u200d👧",
            "❤\ufe0f",
            "👍🏽",
            "🇩🇪",
            "1\ufe0f\u20e3",
            "🏴\U000e0067\U000e0062\U000e007f",
        ),
        *(
            "\u1100\u1100",
            "\u1100\uac00",
            "\u1100\u1161",
            "\uac00\u11a8",
            "\u1161\u11a8",
            "\ua960\uac00",
            "\uac00\ud7b0",
        ),
        *("\u0915\u094d\u0937", "\u0915\u094d\u200d\u0937\u093f", "\u0600\u0661", "a\u0e33", "\uff76\uff9e"),
    ],
)
def test_what_people_see_as_one_character_stays_whole(character):
    text = f"猫{character}猫"
    expected = [False, False, *[True] * (len(character) - 1), False, False]
    assert joined(Source(Document("d", text), TOKENIZER)).tolist() == together(text) == expected


@pytest.mark.parametrize(
    "text", ["ab", " \u0301", "\u0600 ", "\u200b\u0301", "\u0915\u0937", "\u200d👩", "\uac00\u1100"]
)
def test_what_people_see_as_two_characters_may_be_cut(text):
    assert joined(Source(Document("d", text), TOKENIZER)).tolist() == together(text) == [False] * 3


def test_a_chain_of_marks_may_be_cut_after_every_32_code_points():
    text = "e" + "\u0301" * 99
    expected = [at % 32 != 0 for at in range(100)] + [False]
    assert joined(Source(Document("d", text), TOKENIZER)).tolist() == together(text) == expected


@pytest.mark.parametrize("name", OURS)
@settings(max_examples=50)
@given(document=documents(), limit=limits())
def test_our_own_chunks_keep_the_limit_the_overlap_and_visible_characters(name, document, limit):
    size, overlap = limit
    source = Source(document, TOKENIZER)
    chunks = split_source(source, SplitSettings(name, size, overlap))
    inside = np.array(together(document.text), np.bool_)
    assert not inside[chunks.starts].any()
    assert not inside[chunks.ends].any()
    for i in np.flatnonzero(chunks.tokens > size).tolist():
        assert inside[chunks.starts[i] + 1 : chunks.ends[i]].all(), "only a single visible character may exceed it"
    tokens = source.tokenized.encoding
    for start, shared in zip(chunks.starts, chunks.overlaps, strict=True):
        if shared:
            assert ((tokens.ends > start) & (tokens.starts < start + shared)).sum() <= overlap
