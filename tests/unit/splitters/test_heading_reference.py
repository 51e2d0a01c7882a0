"""The fast heading splitter beside the plain Python file that exports ship."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkforge.document import Block, Document
from chunkforge.extract import extract
from chunkforge.settings import SplitSettings
from chunkforge.splitters import Source, split_source
from chunkforge.splitters.heading_reference import markdown_headings, split
from unit.splitters.material import documents, limits, texts
from unit.splitters.oracles import SmallTokenizer

TOKENIZER = SmallTokenizer()


def offsets(text: str) -> list[tuple[int, int]]:
    encoding = TOKENIZER.encode(text)
    return list(zip(encoding.starts.tolist(), encoding.ends.tolist(), strict=True))


def chunks_of_both(document: Document, size: int, overlap: int) -> tuple[list[str], list[str]]:
    chunks = split_source(Source(document, TOKENIZER), SplitSettings("heading", size, overlap))
    headings = [
        (block.start, block.end, block.level, document.title(block))
        for block in document.blocks
        if block.kind == "heading"
    ]
    plain = split(document.text, offsets, size, overlap, headings)
    return [chunks.text(i) for i in range(len(chunks))], plain


@settings(max_examples=80)
@given(documents(), limits())
def test_the_fast_path_finds_the_chunks_of_the_plain_file(document, limit):
    fast, plain = chunks_of_both(document, *limit)
    assert fast == plain


@settings(max_examples=80)
@given(texts, st.lists(st.tuples(st.integers(0, 200), st.integers(1, 8), st.integers(1, 3)), max_size=6), limits())
def test_headings_that_begin_or_end_inside_a_word_give_both_the_same_chunks(drawn, places, limit):
    text = re.sub("[\ud800-\udfff\r]", "", drawn)
    blocks: list[Block] = []
    for start, length, level in sorted(places):
        end = min(start + length, len(text))
        if start < end and (not blocks or blocks[-1].end <= start):
            blocks.append(Block("heading", start, end, level))
    fast, plain = chunks_of_both(Document("edited", text, tuple(blocks)), *limit)
    assert fast == plain


@pytest.mark.parametrize("indent", ["", " ", "  ", "   "])
def test_a_heading_without_text_goes_with_a_deeper_one_that_is_indented(indent):
    text = f"# Handbook\n\n{indent}## Leave\n\nTwenty days a year."
    document = extract("d.md", text.encode())
    fast, plain = chunks_of_both(document, 200, 0)
    assert fast == plain == [text]
    assert split(text, offsets, 200) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "# One\n\ntext\n\n## Two ##\n\nmore\n\nThree\n=====\n\nend\n\nFour\n---\n",
        "````\n```\n# no\n```\n````\n\n# Yes\n\n~~~\n# no\n~~~\n\n#nospace\n\n####### seven\n\n#\n\ntext",
        "Long title\nover two lines\n===\n\n- # in a list\n\n    # in code\n\n> # quoted\n\n# Last",
    ],
)
def test_the_plain_file_finds_the_headings_that_extraction_finds(text):
    document = extract("d.md", text.encode())
    ours = [(block.start, block.level, document.title(block)) for block in document.blocks if block.kind == "heading"]
    plain = [(start, level, title) for start, _, level, title in markdown_headings(text)]
    top = [found for found in ours if text[found[0]] != "#" or text.rfind("\n", 0, found[0]) + 1 == found[0]]
    assert plain == top
