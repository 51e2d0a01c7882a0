"""The committed PDF is what its script makes of its manuscript."""

import io

import pytest
from pdfminer.pdfdocument import PDFDocument
from pdfminer.pdfparser import PDFParser
from pdfminer.pdftypes import PDFStream
from reportlab.pdfbase import pdfmetrics

from samples.make_handbook import BODY, HERE, WIDTH, make_handbook
from samples.typesetting.lines import Face, break_lines, with_ligatures
from samples.typesetting.manuscript import Element, read_manuscript
from samples.typesetting.pages import Row, fill_pages

MANUSCRIPT = (HERE / "handbook.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="module", autouse=True)
def made() -> bytes:
    return make_handbook(MANUSCRIPT)  # registers the fonts as well


def objects(pdf: bytes) -> dict[int, object]:
    """Every object of a PDF, streams unpacked: two zlibs may pack the same bytes differently."""
    document = PDFDocument(PDFParser(io.BytesIO(pdf)))
    found = {}
    for number in sorted({number for table in document.xrefs for number in table.get_objids()}):
        thing = document.getobj(number)
        packed = isinstance(thing, PDFStream)
        attributes = {k: repr(v) for k, v in thing.attrs.items() if k != "Length"} if packed else repr(thing)
        found[number] = (attributes, thing.get_data()) if packed else attributes
    return found


def test_the_committed_pdf_is_what_the_script_makes(made):
    assert objects((HERE / "handbook.pdf").read_bytes()) == objects(made)


def test_the_script_makes_the_same_bytes_each_time(made):
    assert make_handbook(MANUSCRIPT) == made


def test_no_line_is_wider_than_the_column_and_no_letter_is_lost():
    text = next(e.items[0] for e in read_manuscript(MANUSCRIPT) if len(e.items[0]) > 400)
    lines = break_lines(text, BODY, WIDTH)
    assert all(BODY.width(line) <= WIDTH for line in lines)
    cut = {line for line in lines[:-1] if line.endswith("-")}
    assert "".join(line[:-1] if line in cut else line + " " for line in lines).replace(
        "-", ""
    ).rstrip() == text.replace("-", "")


def test_addresses_are_never_cut():
    assert break_lines("write to privacy@ottermere.example", BODY, BODY.width("write to privacy@otter")) == [
        "write to",
        "privacy@ottermere.example",
    ]


def test_ligatures_take_the_width_of_their_own_glyph():
    assert with_ligatures("office flow") == "of\ufb01ce \ufb02ow"
    assert Face("Vera", 10, 12).width("fi") == pytest.approx(pdfmetrics.stringWidth("\ufb01", "Vera", 10))


def test_a_manuscript_is_taken_apart_into_its_elements():
    source = "= Title\n\n# 1 One\n\nSome\ntext[^1].\n\n- a\n- b\n\n1. c\n2. d\n\n| e | f |\n| g | h |\n\n[^1]: A note."
    assert read_manuscript(source) == [
        Element("heading", ("Title",), 1),
        Element("heading", ("1 One",), 2),
        Element("paragraph", ("Some text[^1].",)),
        Element("bullets", ("a", "b")),
        Element("numbers", ("c", "d")),
        Element("table", ("e\tf", "g\th")),
        Element("note", ("A note.",), 1),
    ]


def nothing(y: float) -> None:
    """Draws nothing."""


def test_a_page_never_ends_in_a_heading():
    body, heading = Row(10, nothing), Row(10, nothing, kept=True)
    assert [len(page.rows) for page in fill_pages([body, body, heading, body], 30)] == [2, 2]


def test_a_footnote_goes_to_the_page_of_the_line_that_refers_to_it():
    note = Row(8, nothing)
    rows = [Row(10, nothing), Row(10, nothing), Row(10, nothing, notes=(note,))]
    first, second = fill_pages(rows, 35)
    assert first.notes == []
    assert second.notes == [note]
