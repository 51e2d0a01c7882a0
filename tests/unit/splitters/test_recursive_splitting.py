import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkforge.chunks import Cut
from chunkforge.document import Document
from chunkforge.errors import SettingsError
from chunkforge.settings import SplitSettings
from chunkforge.splitters import Source, split, split_source
from unit.splitters.material import documents, limits
from unit.splitters.oracles import SmallTokenizer
from unit.splitters.slow_recursive import SlowRecursive

TOKENIZER = SmallTokenizer()
SEPARATORS = [
    (("\n\n", "\n", " ", ""), False),
    (("\n\n", "\n", ". ", " ", ""), False),
    (("\n", "\n\n", " "), False),
    (("a", "aa", ""), False),
    ((r"\n#{1,6} ", r"\n+", r"(?<=[.。]) *", r"\s", ""), True),
    ((r"(?=b)", r"x*", ""), True),
]


@given(
    documents(), st.lists(limits(), min_size=1, max_size=4), st.sampled_from(SEPARATORS), st.booleans(), st.booleans()
)
def test_prefix_sums_find_the_chunks_that_the_step_by_step_algorithm_finds(document, sizes, separators, tokens, strip):
    source = Source(document, TOKENIZER)
    for size, overlap in sizes:
        settings = SplitSettings(
            "recursive",
            size,
            overlap,
            "tokens" if tokens else "characters",
            separators=separators[0],
            is_separator_regex=separators[1],
            strip_whitespace=strip,
        )
        slow = SlowRecursive(document.text, TOKENIZER.count if tokens else len, size, overlap, *separators, strip=strip)
        chunks = split_source(source, settings)
        assert list(zip(chunks.starts, chunks.ends, strict=True)) == slow.spans()


def cuts(text: str, size: int) -> list[Cut]:
    settings = SplitSettings("recursive", size, length="characters")
    return [Cut(cut) for cut in split(Document("d", text), TOKENIZER, settings).cuts]


def test_each_chunk_says_why_it_was_cut_where_it_was():
    assert cuts("the fox\n\nthe dog", 10) == [Cut.BLANK_LINE, Cut.END]
    assert cuts("the fox\nthe dog", 10) == [Cut.LINE, Cut.END]
    assert cuts("the fox the dog", 10) == [Cut.SPACE, Cut.END]
    assert cuts("_" * 15, 10) == [Cut.HARD, Cut.END]


def test_a_chunk_over_the_limit_is_flagged_as_the_library_leaves_it():
    chunks = split(Document("d", "猫" * 3), TOKENIZER, SplitSettings("recursive", 1))
    assert [chunks.text(i) for i in range(len(chunks))] == ["猫"] * 3
    assert chunks.over_limit.all() == (TOKENIZER.count("猫") > 1)


def test_dropped_separators_give_the_librarys_joined_text_beside_the_span_it_came_from():
    settings = SplitSettings("recursive", 20, 0, "characters", separators=("\n\n",), keep_separator=False)
    chunks = split(Document("d", "one\n\n\n\ntwo"), TOKENIZER, settings)
    assert chunks.text(0) == "one\n\ntwo"
    assert chunks.source(0) == "one\n\n\n\ntwo"


@pytest.mark.parametrize("separator", ["(", "(a)"])
def test_separators_that_the_library_breaks_on_are_refused_with_a_reason(separator):
    settings = SplitSettings("recursive", 5, separators=(separator,), is_separator_regex=True)
    with pytest.raises(SettingsError, match="separator"):
        split(Document("d", "a(a)"), TOKENIZER, settings)
