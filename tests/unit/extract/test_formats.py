"""HTML, Word files, structured formats, and how a file's kind is told."""

from __future__ import annotations

import io
import sys

import docx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkforge.document import Document
from chunkforge.errors import ExtractionError
from chunkforge.extract import NeedsPackages, extract, extracting
from chunkforge.extract.kinds import kind_of
from chunkforge.steps import Progress, finish


def shape(document: Document) -> list[tuple[str, int, str]]:
    """Kind, level and text of every block."""
    return [(block.kind, block.level, document.text[block.start : block.end]) for block in document.blocks]


def read(body: str) -> list[tuple[str, int, str]]:
    """The blocks of a page with this body."""
    return shape(extract("page.html", f"<!DOCTYPE html><html><body>{body}</body></html>".encode()))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<h2>One &amp; all</h2>", [("heading", 2, "One & all")]),
        ("<p>a &amp;amp; b &lt;i&gt;", [("paragraph", 0, "a &amp; b <i>")]),
        ("<p>one <b>bo</b>ld<br>word\n  here", [("paragraph", 0, "one bold word here")]),
        ("text<p>par<div>div</div>tail", [("paragraph", 0, text) for text in ("text", "par", "div", "tail")]),
        ("<script>x()</script><style>p{}</style><nav>Home</nav><p>seen", [("paragraph", 0, "seen")]),
        ("<ul><li>a<ol><li>x<li>y</ol><li>b</ul>", [("list", 0, "- a\n  1. x\n  2. y\n- b")]),
        ("<ul><li>a</ul>\n<p>p", [("list", 0, "- a"), ("paragraph", 0, "p")]),
        ("<table><tr><th>H<th>I<tr><td>1<td><p>2</p><p>3</p></table>", [("table", 0, "H\tI\n1\t2 3")]),
        ("<table><tr><td>a<table><tr><td>b</table><td>c</table>", [("table", 0, "a b\tc")]),
        ("<pre>  code\n\tmore\n</pre>", [("code", 0, "  code\n\tmore")]),
        ("<h1>never closed<p>text", [("heading", 1, "never closed"), ("heading", 1, "text")]),
        ("</p></ul></table></h3><p>stray ends", [("paragraph", 0, "stray ends")]),
        ("<nav>Home<p>still in it", []),
    ],
)
def test_html_is_read_as_it_is_seen(body: str, expected: list[tuple[str, int, str]]):
    if expected:
        assert read(body) == expected
    else:
        with pytest.raises(ExtractionError, match="holds no text"):
            read(body)


def test_a_page_may_name_its_encoding():
    source = "<html><meta charset='iso-8859-2'><p>Příliš žluťoučký</p>"
    document = extract("a.html", source.encode("iso-8859-2"))
    assert document.text == "Příliš žluťoučký"
    assert document.warnings == ()


@given(st.text(alphabet="<>/apulitrdhe123 \"'=!-&;x\n", max_size=120))
def test_any_html_ends_in_blocks_that_cover_its_text(source: str):
    try:
        document = extract("a.html", source.encode())
    except ExtractionError:
        return
    assert document.text == "\n\n".join(text for _, _, text in shape(document))


def word_file() -> bytes:
    """A Word file with every kind of block."""
    file = docx.Document()
    file.add_heading("The title", 0)
    file.add_heading("One", 1)
    file.add_paragraph("Some  text\tof a paragraph")
    file.add_paragraph("first", style="List Bullet")
    file.add_paragraph("second", style="List Bullet")
    file.add_heading("Below", 2)
    table = file.add_table(2, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "a", "b"
    table.cell(1, 0).merge(table.cell(1, 1)).text = "both"
    file.add_paragraph("The end.")
    stored = io.BytesIO()
    file.save(stored)
    return stored.getvalue()


def test_a_word_file_gives_its_headings_lists_and_tables():
    assert shape(extract("a.docx", word_file())) == [
        ("heading", 1, "The title"),
        ("heading", 1, "One"),
        ("paragraph", 0, "Some text of a paragraph"),
        ("list", 0, "- first\n- second"),
        ("heading", 2, "Below"),
        ("table", 0, "a\tb\nboth"),
        ("paragraph", 0, "The end."),
    ]


def test_a_word_file_asks_for_its_packages_where_they_are_missing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "docx", None)
    with pytest.raises(NeedsPackages) as needed:
        extract("a.docx", word_file())
    assert needed.value.names == ("python-docx", "lxml")


@pytest.mark.parametrize("cut", [10, 1000, -100])
def test_a_damaged_word_file_is_refused(cut: int):
    with pytest.raises(ExtractionError, match=r"a\.docx cannot be read"):
        extract("a.docx", word_file()[:cut])


def test_records_of_json_lines_are_blocks():
    document = extract("a.jsonl", b'{"a": 1}\n\n{"b": 2}\n')
    assert shape(document) == [("code", 0, '{"a": 1}'), ("code", 0, '{"b": 2}')]


@pytest.mark.parametrize("name", ["a.txt", "a.jsonl"])
def test_blanks_take_time_in_proportion_to_their_number(name: str):
    blanks = " " * 300_000 + "\n" + (" " * 1000 + "\n") * 300
    document = extract(name, f"{blanks} a\n{blanks}b\n{blanks}".encode())
    kind = "paragraph" if name == "a.txt" else "code"
    assert shape(document) == [(kind, 0, " a"), (kind, 0, "b")]


@pytest.mark.parametrize(("name", "one"), [("a.txt", b"a\n\n"), ("a.jsonl", b"{}\n"), ("a.html", b"<p>a")])
def test_long_files_of_small_parts_are_read_in_steps(name: str, one: bytes):
    steps: list[Progress] = []
    document = finish(extracting(name, one * 100_000), steps.append)
    assert len(document.blocks) == 100_000
    assert len(steps) >= 4
    assert [step.done for step in steps] == sorted({step.done for step in steps})


def test_values_and_json_stand_as_they_are():
    assert shape(extract("a.csv", b"a,b\r\n1,2\r\n")) == [("table", 0, "a,b\n1,2")]
    assert shape(extract("a.json", b'\n[1,\n "x"]\n')) == [("code", 0, '[1,\n "x"]')]


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.txt", b"%PDF-1.4 ...", "pdf"),
        ("a", b"junk\n%PDF-1.4 ...", "pdf"),
        ("a.pdf", b"text", "pdf"),
        ("a.md", b"about %PDF-1.4 files", "markdown"),
        ("notes.md", b"<!doctype html><p>", "markdown"),
        ("a.txt", b"\n <!DOCTYPE HTML>", "html"),
        ("a.bin", b"PK\x03\x04....word/document.xml", "docx"),
        ("README.MD", b"# x", "markdown"),
        ("Makefile", b"all:", "plain"),
        ("a.JSONL", b"{}", "records"),
    ],
)
def test_content_tells_the_kind_before_the_name_does(name: str, data: bytes, kind: str):
    assert kind_of(name, data) == kind


@pytest.mark.parametrize(
    ("name", "module", "package"),
    [("a.pdf", "pdfminer", "pdfminer.six"), ("a.md", "markdown_it", "markdown-it-py")],
)
def test_a_package_that_is_not_there_yet_is_asked_for(monkeypatch, name, module, package):
    """In the browser it is fetched when the first file needs it."""
    reader = {"a.pdf": "pdf", "a.md": "markdown"}[name]
    package_of_readers = sys.modules[extract.__module__]  # the name chunkforge.extract is the function's
    monkeypatch.delattr(package_of_readers, reader, raising=False)
    for loaded in [one for one in sys.modules if one.startswith((f"chunkforge.extract.{reader}", module))]:
        monkeypatch.delitem(sys.modules, loaded)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(NeedsPackages) as needed:
        extract(name, b"%PDF-1.7\n" if reader == "pdf" else b"# a")
    assert needed.value.names == (package,)
