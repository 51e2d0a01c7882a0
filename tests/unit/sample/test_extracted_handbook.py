"""The sample comes back from its PDF as it was written: no page furniture in it, no text lost."""

import re

import pytest

from chunkforge.document import Document
from chunkforge.extract import extract
from samples.make_handbook import FOOTER, HEADER, HERE
from samples.typesetting.manuscript import Element, read_manuscript

KINDS = {"bullets": "list", "numbers": "list", "note": "paragraph"}


def as_extracted(element: Element) -> tuple[str, int, str]:
    """Kind, level and text of the block that an element of the manuscript should come back as."""
    items = element.items
    if element.kind == "bullets":
        items = tuple(f"\u2022 {item}" for item in items)
    if element.kind == "numbers":
        items = tuple(f"{number}. {item}" for number, item in enumerate(items, start=1))
    if element.kind == "note":
        items = (f"{element.level} {items[0]}",)
    level = element.level if element.kind == "heading" else 0
    return KINDS.get(element.kind, element.kind), level, "\n".join(items).replace("[^1]", "\u00b9")


@pytest.fixture(scope="module")
def elements() -> list[Element]:
    return read_manuscript((HERE / "handbook.txt").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def document() -> Document:
    return extract("handbook.pdf", (HERE / "handbook.pdf").read_bytes())


def test_every_heading_paragraph_list_table_and_footnote_comes_back_as_written(document, elements):
    blocks = [(block.kind, block.level, document.text[block.start : block.end]) for block in document.blocks]
    assert blocks == [as_extracted(element) for element in elements]


def test_blocks_are_all_there_is_and_blank_lines_part_them(document, elements):
    assert document.text.rstrip() == "\n\n".join(as_extracted(element)[2] for element in elements)


def test_running_heads_and_feet_are_gone(document):
    assert not re.search(r"Page \d+ of \d+", document.text)
    assert FOOTER not in document.text
    assert HEADER[1] not in document.text


def test_ligatures_are_letters_again(document):
    assert not re.search("[\ufb00-\ufb06\ufffd\u00ad]", document.text)


def test_nineteen_pages_begin_where_they_begin_on_paper(document):
    assert len(document.page_starts) == 19
    assert document.page_of(document.text.index("10.4 When something goes missing")) == 13
    assert document.page_range(0, len(document.text)) == (1, 19)


def test_the_sample_reads_without_a_warning(document):
    assert document.warnings == ()
