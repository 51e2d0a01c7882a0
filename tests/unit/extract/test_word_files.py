"""Word files that python-docx reads wrongly, slowly or not at all."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import docx
import pytest

from chunkforge.document import Document
from chunkforge.errors import ExtractionError
from chunkforge.extract import extract, extracting
from chunkforge.steps import Progress, finish

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def file_of(body: str, *, head: str = "", parts: dict[str, str] | None = None) -> bytes:
    """A Word file with a body written out, and perhaps other parts."""
    empty = io.BytesIO()
    docx.Document().save(empty)
    parts = {
        "word/document.xml": f'{head}<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>',
        **(parts or {}),
    }
    stored = io.BytesIO()
    with zipfile.ZipFile(empty) as source, zipfile.ZipFile(stored, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            target.writestr(name, parts.get(name, source.read(name)))
    return stored.getvalue()


def paragraph(text: str) -> str:
    """A paragraph of one run."""
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def table(*rows: str) -> str:
    """A table of rows of cells."""
    return "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in rows) + "</w:tbl>"


def cell(content: str, properties: str = "") -> str:
    """A cell with something in it."""
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{content}</w:tc>"


def read(body: str) -> Document:
    """Read a file with a body."""
    return extract("a.docx", file_of(body))


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (f"<w:sdt><w:sdtContent>{paragraph('in a control')}</w:sdtContent></w:sdt>", "in a control"),
        (f"<w:sdt><w:sdtContent>{table(cell(paragraph('a')))}</w:sdtContent></w:sdt>", "a"),
        ("<w:p><w:sdt><w:sdtContent><w:r><w:t>field</w:t></w:r></w:sdtContent></w:sdt></w:p>", "field"),
        ("<w:p><w:r><w:t>a</w:t></w:r><w:ins><w:r><w:t> new</w:t></w:r></w:ins></w:p>", "a new"),
        ("<w:p><w:r><w:t>a</w:t></w:r><w:del><w:r><w:delText> old</w:delText></w:r></w:del></w:p>", "a"),
        ("<w:p><w:moveFrom><w:r><w:t>away</w:t></w:r></w:moveFrom><w:r><w:t>a</w:t></w:r></w:p>", "a"),
        ("<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t></w:r></w:p>", "a b"),
        ("<w:p><w:hyperlink><w:r><w:t>a</w:t><w:br/><w:t>b</w:t></w:r></w:hyperlink></w:p>", "a b"),
        ("<w:p><w:r><w:t>e</w:t><w:noBreakHyphen/><w:t>mail</w:t></w:r></w:p>", "e-mail"),
    ],
    ids=["control", "table in a control", "field", "inserted", "deleted", "moved", "tabs", "link", "hyphen"],
)
def test_text_is_what_a_reader_of_the_file_sees(body: str, text: str):
    assert read(body + paragraph("end")).text == f"{text}\n\nend"


def test_a_table_in_a_cell_is_read_with_the_cell():
    inner = table(cell(paragraph("b")) + cell(paragraph("c")))
    assert read(table(cell(paragraph("a") + inner) + cell(paragraph("d")))).text == "a b c\td"


def test_a_cell_that_spans_rows_stands_in_each_of_them():
    body = table(
        cell(paragraph("a"), '<w:vMerge w:val="restart"/>') + cell(paragraph("b")),
        cell("<w:p/>", "<w:vMerge/>") + cell(paragraph("c")),
    )
    assert read(body).text == "a\tb\na\tc"


@pytest.mark.parametrize("span", ["100000000", "-1", "x", "9" * 5000, ""])
def test_a_cell_may_claim_any_span(span: str):
    assert read(table(cell(paragraph("a"), f'<w:gridSpan w:val="{span}"/>') + cell(paragraph("b")))).text == "a\tb"


def test_a_merged_cell_without_a_cell_above_keeps_its_text():
    assert read(table(cell(paragraph("a"), "<w:vMerge/>"))).text == "a"


@pytest.mark.parametrize(
    ("body", "blocks"),
    [
        (paragraph("some words") * 4_000, 4_000),
        (table(*[cell(paragraph("a")) + cell(paragraph("b"))] * 4_000), 1),
        (table(cell(paragraph("a")) * 4_000), 1),
        ("<w:p>" + "<w:r><w:t>a</w:t></w:r>" * 30_000 + "</w:p>", 1),
        ("<w:tbl><w:tr><w:tc>" * 80 + paragraph("a") + "</w:tc></w:tr></w:tbl>" * 80, 1),
    ],
    ids=["paragraphs", "rows", "cells", "runs", "nested tables"],
)
def test_a_large_file_takes_time_in_proportion_to_its_length(body: str, blocks: int):
    steps: list[Progress] = []
    document = finish(extracting("a.docx", file_of(body)), steps.append)
    assert len(document.blocks) == blocks
    assert [step.done for step in steps] == sorted(step.done for step in steps)
    assert len(steps) >= max(blocks, body.count("<w:tr>")) // 100 - 1


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (lambda: file_of("<w:p/>" * 3_000_000), "unpacks to more"),
        (lambda: file_of(paragraph("a" * 100_000_000)), "unpacks to more"),
        (lambda: file_of("<w:tbl><w:tr><w:tc>" * 5000), "damaged"),
        (lambda: file_of("", parts={"word/document.xml": "<a/>"}), "damaged"),
        (lambda: file_of(paragraph("a"), parts={"word/styles.xml": "<a/>"}), "damaged"),
        (
            lambda: file_of(
                paragraph("a&c;"),
                head='<!DOCTYPE x [<!ENTITY a "' + "a" * 1000 + '"><!ENTITY b "' + "&a;" * 1000 + '">'
                '<!ENTITY c "' + "&b;" * 1000 + '">]>',
            ),
            "damaged",
        ),
        (lambda: file_of(table(cell("<w:p/>"))), "holds no text"),
    ],
    ids=["many elements", "long text", "deep", "no document", "no styles", "entities", "empty table"],
)
def test_a_hostile_file_ends_in_a_sentence(file: Callable[[], bytes], message: str):
    with pytest.raises(ExtractionError, match=message):
        extract("a.docx", file())


def test_no_other_file_is_read_by_an_entity():
    head = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>'
    assert extract("a.docx", file_of(paragraph("a&e;"), head=head)).text == "a"
