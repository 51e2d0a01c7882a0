"""Makes the sample: `python -m samples.make_handbook` sets handbook.txt as handbook.pdf.

The PDF has what makes real ones hard to read back: running heads and feet, page numbers, words cut at line ends,
ligatures, a footnote, tables, lists, headings in three numbered levels. It is the same to the byte whenever it is
made with the same zlib.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import reportlab  # type: ignore[import-untyped]
from reportlab.lib.pagesizes import A4  # type: ignore[import-untyped]
from reportlab.pdfbase import pdfmetrics  # type: ignore[import-untyped]
from reportlab.pdfbase.ttfonts import TTFont  # type: ignore[import-untyped]
from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

from samples.typesetting.lines import NOTE_MARK, NOTE_MARK_SCALE, Face, break_lines, with_ligatures
from samples.typesetting.manuscript import Element, read_manuscript
from samples.typesetting.pages import Page, Row, fill_pages

HERE = Path(__file__).parent
LEFT, RIGHT, TOP, BOTTOM = 72.0, A4[0] - 72.0, A4[1] - 74.0, 72.0
WIDTH = RIGHT - LEFT

BODY = Face("Vera", 9.3, 12.6)
CELL_HEAD = Face("VeraBd", 9.3, 12.6)
NOTE = Face("Vera", 7.5, 10.5)
MARGINAL = Face("Vera", 7.5, 10.0)
HEADINGS = {
    1: Face("VeraBd", 24, 30),
    2: Face("VeraBd", 16, 22),
    3: Face("VeraBd", 12, 17),
    4: Face("VeraBd", 10, 14),
}
SPACE_ABOVE = {1: 0.0, 2: 24.0, 3: 14.0, 4: 9.0}
INDENT = 18.0

HEADER = ("Ottermere Instruments Limited", "Employee handbook 2026")
FOOTER = "For internal use"


class Setter:
    """Turns elements into rows that draw themselves on one canvas."""

    def __init__(self, canvas: Canvas, elements: list[Element]) -> None:
        """Number the notes, so that the rows that refer to them can carry them along."""
        self.canvas = canvas
        self.elements = [element for element in elements if element.kind != "note"]
        self.notes = {element.level: element.items[0] for element in elements if element.kind == "note"}

    def rows(self) -> Iterator[Row]:
        """Set every element."""
        for element in self.elements:
            if element.kind == "heading":
                yield from self.heading(element.items[0], element.level)
            elif element.kind == "table":
                yield from self.table([row.split("\t") for row in element.items])
            elif element.kind == "paragraph":
                yield from self.paragraph(element.items[0], before=6)
            else:
                labels = ["\u2022" if element.kind == "bullets" else f"{n}." for n in range(1, len(element.items) + 1)]
                for number, (label, item) in enumerate(zip(labels, element.items, strict=True)):
                    yield from self.paragraph(item, before=3 if number else 6, label=label)

    def heading(self, text: str, level: int) -> Iterator[Row]:
        """Set a heading; the outline entry is made when its page is drawn."""
        face = HEADINGS[level]
        for number, line in enumerate(break_lines(text, face, WIDTH)):
            draw = partial(self._heading_line, text, level, line, first=not number)
            yield Row(face.leading, draw, before=0 if number else SPACE_ABOVE[level], kept=True)

    def paragraph(self, text: str, *, before: float, label: str = "") -> Iterator[Row]:
        """Set a paragraph, or with a label an item of a list."""
        left = LEFT + (INDENT if label else 0)
        lines = break_lines(text, BODY, RIGHT - left)
        last = len(lines) - 1
        for number, line in enumerate(lines):
            notes = tuple(row for mark in NOTE_MARK.findall(line) for row in self.note(int(mark)))
            draw = partial(self._body_line, line, left, justified=number < last, label="" if number else label)
            yield Row(
                BODY.leading, draw, before=0 if number else before, kept=number in {0, last - 1} - {last}, notes=notes
            )

    def note(self, number: int) -> Iterator[Row]:
        """Set a footnote, its number before it, under a short rule."""
        for row, line in enumerate(break_lines(f"{number} {self.notes[number]}", NOTE, WIDTH)):
            draw = partial(self._note_line, line, ruled=not row)
            yield Row(NOTE.leading, draw, before=0 if row else 12)

    def table(self, cells: list[list[str]]) -> Iterator[Row]:
        """Set a table whose columns are as wide as their widest cell asks for."""
        widest = [max(CELL_HEAD.width(cell) for cell in column) for column in zip(*cells, strict=True)]
        spare = (WIDTH - sum(widest)) / len(widest)
        lefts = [LEFT + sum(widest[:n]) + spare * n for n in range(len(widest))]
        for number, row in enumerate(cells):
            draw = partial(self._cells, row, lefts, CELL_HEAD if not number else BODY)
            yield Row(BODY.leading + 4, draw, before=0 if number else 8, kept=number < len(cells) - 1)

    def _heading_line(self, text: str, level: int, line: str, y: float, *, first: bool) -> None:
        if first:
            self.canvas.bookmarkHorizontal(text, 0, y + HEADINGS[level].size)
            self.canvas.addOutlineEntry(text, text, level - 1)
        draw_line(self.canvas, line, HEADINGS[level], (LEFT, y))

    def _cells(self, row: list[str], lefts: list[float], face: Face, y: float) -> None:
        for cell, left in zip(row, lefts, strict=True):
            draw_line(self.canvas, cell, face, (left, y))
        self.canvas.setLineWidth(0.4)
        self.canvas.line(LEFT, y - 5, RIGHT, y - 5)

    def _body_line(self, line: str, left: float, y: float, *, justified: bool, label: str) -> None:
        draw_line(self.canvas, label, BODY, (left - INDENT, y))
        draw_line(self.canvas, line, BODY, (left, y), width=RIGHT - left if justified else 0)

    def _note_line(self, line: str, y: float, *, ruled: bool) -> None:
        if ruled:
            self.canvas.setLineWidth(0.4)
            self.canvas.line(LEFT, y + 12, LEFT + 90, y + 12)
        draw_line(self.canvas, line, NOTE, (LEFT, y))


def draw_line(canvas: Canvas, line: str, face: Face, at: tuple[float, float], *, width: float = 0) -> None:
    """Draw one line from the left end `at` of its baseline, its blanks widened to fill `width` points if given."""
    text = canvas.beginText(*at)
    text.setWordSpace(max(0, width - face.width(line)) / max(1, line.count(" ")))
    for number, piece in enumerate(NOTE_MARK.split(line)):
        mark = number % 2 == 1
        text.setFont(face.font, face.size * (NOTE_MARK_SCALE if mark else 1))
        text.setRise(face.size * 0.36 if mark else 0)
        text.textOut(with_ligatures(piece))
    canvas.drawText(text)


def draw_marginal(canvas: Canvas, left: str, right: str, y: float) -> None:
    """Draw a running head or foot: one text at the left edge, one at the right."""
    draw_line(canvas, left, MARGINAL, (LEFT, y))
    draw_line(canvas, right, MARGINAL, (RIGHT - MARGINAL.width(right), y))


def draw_page(canvas: Canvas, page: Page, number: int, of: int) -> None:
    """Draw one page: the running head, the rows, the notes at the foot, the running foot."""
    if number > 1:
        draw_marginal(canvas, *HEADER, A4[1] - 46)
    y = TOP
    for row_number, row in enumerate(page.rows):
        y -= row.height + (row.before if row_number else 0)
        row.draw(y)
    y = BOTTOM + sum(note.height for note in page.notes)
    for note in page.notes:
        y -= note.height
        note.draw(y)
    draw_marginal(canvas, FOOTER, f"Page {number} of {of}", 42)
    canvas.showPage()


def make_handbook(source: str) -> bytes:
    """Set the handbook.

    Args:
        source: the manuscript.

    Returns:
        The bytes of the PDF.
    """
    for font in ("Vera", "VeraBd"):
        pdfmetrics.registerFont(TTFont(font, str(Path(reportlab.__file__).parent / "fonts" / f"{font}.ttf")))
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=A4, invariant=1, pageCompression=1, lang="en-GB")
    canvas.setTitle("Employee handbook")
    canvas.setAuthor("Ottermere Instruments Limited")
    pages = fill_pages(list(Setter(canvas, read_manuscript(source)).rows()), TOP - BOTTOM)
    for number, page in enumerate(pages, start=1):
        draw_page(canvas, page, number, len(pages))
    canvas.save()
    return file.getvalue()


if __name__ == "__main__":
    (HERE / "handbook.pdf").write_bytes(make_handbook((HERE / "handbook.txt").read_text(encoding="utf-8")))
