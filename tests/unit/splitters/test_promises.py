import numpy as np
import pytest
from hypothesis import assume, given, settings

from chunkforge.errors import SettingsError
from chunkforge.settings import SplitSettings
from chunkforge.splitters import STRATEGIES, Source, split_source
from chunkforge.splitters.characters import joined
from unit.splitters.material import documents, limits
from unit.splitters.oracles import SmallTokenizer

TOKENIZER = SmallTokenizer()
# What a library throws away or refuses, it throws away or refuses here.
DROPS_TEXT = {"langchain-markdown"}
REFUSES = {"llamaindex-sentence"}
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


@pytest.mark.parametrize("name", OURS)
@settings(max_examples=50)
@given(document=documents(), limit=limits())
def test_our_own_chunks_keep_the_limit_the_overlap_and_visible_characters(name, document, limit):
    size, overlap = limit
    source = Source(document, TOKENIZER)
    chunks = split_source(source, SplitSettings(name, size, overlap))
    inside = joined(source)
    assert not inside[chunks.starts].any()
    assert not inside[chunks.ends].any()
    for i in np.flatnonzero(chunks.tokens > size).tolist():
        assert inside[chunks.starts[i] + 1 : chunks.ends[i]].all(), "only a single visible character may exceed it"
    tokens = source.tokenized.encoding
    for start, shared in zip(chunks.starts, chunks.overlaps, strict=True):
        if shared:
            assert ((tokens.ends > start) & (tokens.starts < start + shared)).sum() <= overlap
