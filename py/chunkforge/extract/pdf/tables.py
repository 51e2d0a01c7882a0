"""Rows of tables: narrow gaps between cells, told by the places at which cells of neighbouring rows begin."""

from __future__ import annotations

from collections.abc import Sequence

from chunkforge.extract.pdf.lines import Line
from chunkforge.extract.pdf.parts import Part, cell_starts, cells_of, text_of

_NEAR = 2  # rows on either side
_SAME_PLACE = 0.6  # em


def set_cells(lines: Sequence[Line]) -> list[list[list[Part]]]:
    """Set off by a tab also the cells that a narrow gap divides from the one before.

    Args:
        lines: of a page, in reading order; their text is changed in place.

    Returns:
        The cells of each.
    """
    places = [cell_starts(line.parts) if line.upright else [] for line in lines]
    begun = [[line.start, *stops] if line.upright else [] for line, stops in zip(lines, places, strict=True)]
    cells = []
    for i, line in enumerate(lines):
        stops: list[float] = []
        if places[i]:
            others = begun[max(0, i - _NEAR) : i] + begun[i + 1 : i + _NEAR + 1]
            needed = 1 if "\t" in line.text else 2
            stops = [place for place in places[i] if sum(_has(other, place, line.size) for other in others) >= needed]
            if stops:
                line.text = text_of(line.parts, stops)
        cells.append(cells_of(line.parts, stops) if "\t" in line.text else [line.parts])
    return cells


def _has(places: Sequence[float], place: float, size: float) -> bool:
    return any(abs(other - place) < _SAME_PLACE * size for other in places)
