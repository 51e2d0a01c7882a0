"""Rows of tables whose cells wrap: whole where that is certain, as they are drawn where it is not."""

from __future__ import annotations

import pytest

from chunkforge.extract import extract
from make_pdfs import one_page
from pdf_writer import escaped

LEADING = 12
Rows = list[tuple[str, ...]]


def table(rows: Rows, places: tuple[int, ...], *, padding: int, by_lines: bool, middle: bool = False) -> str:
    """The text of a page with a table; `|` divides the lines of a cell.

    Args:
        rows: its rows.
        places: where columns begin.
        padding: points between rows, beyond the distance of lines.
        by_lines: whether lines are drawn across the cells, or cell after cell.
        middle: whether cells stand at the middle of their row.
    """
    top, shown = 700.0, []
    for row in rows:
        cells = [cell.split("|") for cell in row]
        most = max(map(len, cells))
        drawn = [
            (
                number,
                i,
                f"1 0 0 1 {x} {top - LEADING * (number + middle * (most - len(cell)) / 2)} Tm {escaped(line)} Tj",
            )
            for i, (x, cell) in enumerate(zip(places, cells, strict=True))
            for number, line in enumerate(cell)
            if line
        ]
        shown += [operators for *_, operators in (sorted(drawn) if by_lines else drawn)]
        top -= LEADING * most + padding
    return extract("table.pdf", one_page(f"BT /F1 10 Tf {' '.join(shown)} ET")).text


COUNTRIES: Rows = [
    ("Country", "Land and|water area", "People"),
    ("Austria", "83,879 sq km,|mostly land", "8.9 million"),
    ("The Republic|of Belgium", "30,689 sq km", "11.5 million,|growing"),
    ("Denmark", "42,951", "5.8"),
]
WHOLE = """\
Country\tLand and water area\tPeople
Austria\t83,879 sq km, mostly land\t8.9 million
The Republic of Belgium\t30,689 sq km\t11.5 million, growing
Denmark\t42,951\t5.8"""


@pytest.mark.parametrize("padding", [0, 6])
@pytest.mark.parametrize("by_lines", [False, True])
def test_wrapped_cells_make_one_row_each(padding: int, by_lines: bool):  # noqa: FBT001 - a parameter
    assert table(COUNTRIES, (72, 160, 300), padding=padding, by_lines=by_lines) == WHOLE


def test_returning_to_the_top_of_a_row_tells_its_cells_whatever_they_begin_with():
    rows: Rows = [("Name", "Place"), ("Anna|Berger", "Graz"), ("Tom|Smith|Junior", "New|York")]
    assert (
        table(rows, (72, 160), padding=0, by_lines=False)
        == "Name\tPlace\nAnna Berger\tGraz\nTom Smith Junior\tNew York"
    )


TERMS: Rows = [
    ("Term", "What it means"),
    ("Chunk", "A part of a document|that is retrieved. Chunks|Overlap"),
    ("Mark", "The passage that|was expected. Passages|May be marked twice"),
    ("Size", "In tokens"),
]


def test_lines_of_a_cell_that_are_closer_than_rows_go_on_with_capitals_too():
    found = table(TERMS, (72, 160), padding=6, by_lines=True)
    assert found.split("\n")[1:3] == [
        "Chunk\tA part of a document that is retrieved. Chunks Overlap",
        "Mark\tThe passage that was expected. Passages May be marked twice",
    ]


def test_where_rows_are_as_close_as_lines_a_capital_may_begin_a_row():
    found = table(TERMS, (72, 160), padding=0, by_lines=True)
    assert "Chunk\tA part of a document that is retrieved. Chunks\n" in found
    assert "Overlap" in found.split("\n")


def test_rows_without_a_first_cell_stay_rows():
    rows: Rows = [
        ("Europe", "Austria", "8.9"),
        ("", "Belgium", "11.5"),
        ("Asia", "Japan", "125"),
        ("", "China", "1,400"),
    ]
    for padding in (0, 6):
        found = table(rows, (72, 160, 300), padding=padding, by_lines=True)
        assert "Austria\t8.9" in found
        assert "Austria Belgium" not in found


def test_cells_at_different_heights_are_left_as_they_are_drawn():
    found = table(COUNTRIES, (72, 160, 300), padding=6, by_lines=False, middle=True)
    assert "Country\tLand and water area" not in found


def test_prose_in_columns_beside_each_other_is_no_row():
    left, right = "First of all|it is said here|that columns", "Then the other|column goes on|to its end"
    found = table([("Volume 3", "", "Page 7"), (left, right, "")], (72, 220, 400), padding=30, by_lines=False)
    assert "Volume 3\tPage 7" in found
    assert "\tThen" not in found
