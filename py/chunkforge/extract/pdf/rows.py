"""Rows of tables whose cells wrap: their lines put together, where that is certain.

Two things make it certain. The pen returns to the top of the row, right of what it drew: the lines below belonged to
the cell before. Or every cell of a line goes on with a small letter under a cell that did not begin with one. Where
such rows show that lines of a cell are closer than rows are, so are other lines told. A table that shows none of it,
such as one whose cells stand at different heights or all begin with small letters, is left as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from chunkforge.extract.pdf.characters import is_cjk
from chunkforge.extract.pdf.lines import Line
from chunkforge.extract.pdf.parts import Part, text_of

_SAME_BASE = 0.15  # em
_SAME_PLACE = 0.6  # em
_APART = 0.2  # em between a cell and the next one
_PITCH = (0.8, 1.5)  # em between two lines of a cell
_MOST_LINES = 8  # of a cell; more are a column of prose
_CLEARER = 1.0  # points by which rows are further apart than lines of a cell, where their distance tells them apart
_EVEN = 0.3  # points by which the distance of lines of a cell varies

Cell = list[Part]


class _Column:
    """The lines of one cell, from the top of its row."""

    def __init__(self, cell: Cell, base: float) -> None:
        self.start = cell[0].start
        self.bases = [base]
        self.lines = [cell]

    @property
    def base(self) -> float:
        """The baseline of its last line."""
        return self.bases[-1]

    def add(self, cell: Cell, base: float) -> None:
        """Go on with a line below."""
        self.bases.append(base)
        self.lines.append(cell)

    def goes_on(self, cell: Cell) -> bool:
        """Whether the words of a cell below go on with this one's."""
        return text_of(cell)[:1].islower() and not text_of(self.lines[0])[:1].islower()

    def text(self) -> str:
        """All of it as one line."""
        text = ""
        for more in map(text_of, self.lines):
            closed = not text or text.endswith("-") or (is_cjk(text[-1:]) and is_cjk(more[:1]))
            text += more if closed else f" {more}"
        return text


class _Row:
    """A row in the making; `lines` are those that certainly belong to it, the top one first."""

    def __init__(self, line: Line, cells: Sequence[Cell], leading: float) -> None:
        self.top = line
        self._leading = leading
        self.lines = [line]
        self.columns = [_Column(cell, line.base) for cell in cells]
        self._returned = False
        self._end = line.end
        self.lowest = line.base
        self._pending: list[tuple[Line, Cell]] = []

    def takes(self, line: Line, cells: Sequence[Cell]) -> bool:
        """Go on with a line, for certain or until what follows decides; tell whether it may belong to the row."""
        top = self.top
        if not line.upright or abs(line.size - top.size) > 0.08 * top.size or line.mono != top.mono:
            return False
        if abs(line.base - top.base) <= _SAME_BASE * top.size:
            return self._return(line, cells)
        columns = [self._column(cell, line) for cell in cells]
        below = [column for column in columns if column is not None]
        if len(below) < len(cells) or len(set(map(id, below))) < len(cells):
            return False
        within = self._returned and line.base > self.lowest - _SAME_BASE * top.size and below == self.columns[-1:]
        close = all(column.base - line.base <= self._leading for column in below)
        said = len(self.columns) > 1 and (close or all(map(_Column.goes_on, below, cells)))
        if not self._pending and (within or said):
            self._commit(line, list(zip(below, cells, strict=True)))
            return True
        if below == self.columns[-1:] and len(self._pending) < _MOST_LINES:
            self._pending.append((line, cells[0]))
            return True
        return False

    def is_like(self, other: _Row) -> bool:
        """Whether two rows have two or more columns at the same places."""
        em = self.top.size
        return sum(any(abs(a.start - b.start) < _SAME_PLACE * em for b in other.columns) for a in self.columns) > 1

    def distances(self) -> list[float]:
        """The distances of the lines of its cells."""
        return [a - b for column in self.columns for a, b in pairwise(column.bases)]

    def joined(self) -> Line:
        """The row as one line."""
        top = self.top
        top.text = "\t".join(column.text() for column in self.columns)
        top.parts = [part for column in self.columns for cell in column.lines for part in cell]
        top.end = self._end
        return top

    def _column(self, cell: Cell, line: Line) -> _Column | None:
        """The column that a cell stands below."""
        last = self._pending[-1][0].base if self._pending else None
        for column in self.columns:
            base = last if last is not None and column is self.columns[-1] else column.base
            near = _PITCH[0] * line.size < base - line.base < _PITCH[1] * line.size
            if near and abs(column.start - cell[0].start) < _SAME_PLACE * line.size:
                return column
        return None

    def _return(self, line: Line, cells: Sequence[Cell]) -> bool:
        end = max([self._end, *(below.end for below, _ in self._pending)])
        if line.start < end + _APART * line.size or (self.lowest == self.top.base and not self._pending):
            return False
        for below, cell in self._pending:
            self._commit(below, [(self.columns[-1], cell)])
        self._pending = []
        self.columns.extend(_Column(cell, line.base) for cell in cells)
        self._end = line.end
        self.lines.append(line)
        self._returned = True
        return True

    def _commit(self, line: Line, placed: Sequence[tuple[_Column, Cell]]) -> None:
        for column, cell in placed:
            column.add(cell, line.base)
        self._end = max(self._end, line.end)
        self.lowest = min(self.lowest, line.base)
        self.lines.append(line)


def whole_rows(lines: Sequence[Line], cells: Sequence[Sequence[Cell]]) -> list[Line]:
    """Put rows together.

    Args:
        lines: of a page, in reading order.
        cells: the cells of each.

    Returns:
        The lines, those of a row as one, its cells divided by tabs.
    """
    if all(len(its_cells) < 2 for its_cells in cells):
        return list(lines)
    rows = _rows(lines, cells)
    leading = _leading(rows)
    if leading:
        rows = _rows(lines, cells, leading)
    result: list[Line] = []
    for i, row in enumerate(rows):
        if _is_certain(rows, i):
            result.append(row.joined())
        else:
            result.extend(row.lines)
    return result


def _rows(lines: Sequence[Line], cells: Sequence[Sequence[Cell]], leading: float = 0.0) -> list[_Row]:
    """Begin a row at every line that the row before does not take; lines up to `leading` apart are one cell's."""
    rows = []
    i = 0
    while i < len(lines):
        row = _Row(lines[i], cells[i], leading)
        if lines[i].upright and (len(cells[i]) > 1 or _is_returned_to(lines, i)):
            for j in range(i + 1, len(lines)):
                if not row.takes(lines[j], cells[j]):
                    break
        rows.append(row)
        i += len(row.lines)
    return rows


def _is_certain(rows: Sequence[_Row], i: int) -> bool:
    """Whether several lines are a row, which none is without another above or below."""
    beside = (*rows[max(0, i - 1) : i], *rows[i + 1 : i + 2])
    return len(rows[i].lines) > 1 and any(map(rows[i].is_like, beside))


def _leading(rows: Sequence[_Row]) -> float:
    """The largest distance of lines of a cell; 0 where that of rows is not clearly larger."""
    within = [distance for i, row in enumerate(rows) if _is_certain(rows, i) for distance in row.distances()]
    between = [above.lowest - row.top.base for above, row in pairwise(rows) if above.is_like(row)]
    if not within or not between or max(within) - min(within) > 2 * _EVEN:
        return 0.0
    return max(within) + _EVEN if min(between) > max(within) + _CLEARER else 0.0


def _is_returned_to(lines: Sequence[Line], i: int) -> bool:
    """Whether one of the next lines stands beside a line, after others that stand below."""
    top = lines[i]
    beside = (abs(line.base - top.base) <= _SAME_BASE * top.size for line in lines[i + 2 : i + _MOST_LINES + 2])
    return any(beside)
