"""Rows of tables: narrow gaps between cells, told by the places at which cells of neighbouring rows begin."""

from __future__ import annotations

from collections.abc import Sequence

from chunkforge.extract.pdf.lines import Line, cell_starts, text_of

_NEAR = 2  # rows on either side


def set_cells(lines: Sequence[Line]) -> None:
    """Set off by a tab also the cells that a narrow gap divides from the one before.

    Args:
        lines: of a page, in reading order; their text is changed in place.
    """
    places = [cell_starts(line.parts) if line.upright and "\t" in line.text else [] for line in lines]
    if not any(places):
        return
    for i, line in enumerate(lines):
        known = [place for near in places[max(0, i - _NEAR) : i + _NEAR + 1] for place in near]
        if known and line.upright and len(line.parts) > 1:
            line.text = text_of(line.parts, known)
