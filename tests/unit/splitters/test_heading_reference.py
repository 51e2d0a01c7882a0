"""The fast heading splitter beside the plain Python file that exports ship."""

import pytest
from hypothesis import given, settings

from chunkforge.extract import extract
from chunkforge.settings import SplitSettings
from chunkforge.splitters import Source, split_source
from chunkforge.splitters.heading_reference import markdown_headings, split
from unit.splitters.material import documents, limits
from unit.splitters.oracles import SmallTokenizer

TOKENIZER = SmallTokenizer()


def offsets(text: str) -> list[tuple[int, int]]:
    encoding = TOKENIZER.encode(text)
    return list(zip(encoding.starts.tolist(), encoding.ends.tolist(), strict=True))


@settings(max_examples=80)
@given(documents(), limits())
def test_the_fast_path_finds_the_chunks_of_the_plain_file(document, limit):
    size, overlap = limit
    chunks = split_source(Source(document, TOKENIZER), SplitSettings("heading", size, overlap))
    headings = [(block.start, block.end, block.level, document.title(block)) for block in document.blocks]
    plain = split(document.text, offsets, size, overlap, headings)
    assert [chunks.text(i) for i in range(len(chunks))] == plain


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
