"""Fills pages with rows, without leaving a heading or a single line behind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

Draw = Callable[[float], None]


@dataclass(frozen=True)
class Row:
    """One line's worth of a page.

    `draw` is called with the row's baseline in points above the page's foot. `before` is left blank above the row
    except at the head of a page. A row that is `kept` is not the last of a page. `notes` go to the foot of whatever
    page the row lands on.
    """

    height: float
    draw: Draw
    before: float = 0
    kept: bool = False
    notes: tuple[Row, ...] = ()


@dataclass
class Page:
    """The rows of one page, and those at its foot."""

    rows: list[Row] = field(default_factory=list)

    @property
    def notes(self) -> list[Row]:
        """The footnotes' rows."""
        return [note for row in self.rows for note in row.notes]

    @property
    def height(self) -> float:
        """Points taken, footnotes included."""
        body = sum(row.height + (row.before if number else 0) for number, row in enumerate(self.rows))
        return body + sum(note.before + note.height for note in self.notes)


def fill_pages(rows: Sequence[Row], height: float) -> list[Page]:
    """Put rows on pages.

    Args:
        rows: in reading order.
        height: points that a page has room for.

    Returns:
        The pages, each as full as the kept rows allow.
    """
    pages = [Page()]
    for row in rows:
        page = pages[-1]
        page.rows.append(row)
        if page.height > height:
            pages.append(Page(_take_back(page.rows)))
    return pages


def _take_back(rows: list[Row]) -> list[Row]:
    """Remove the last row, and the kept ones before it, from a page that is too full."""
    taken = [rows.pop()]
    while rows and rows[-1].kept:
        taken.insert(0, rows.pop())
    return taken
