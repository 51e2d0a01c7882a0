"""Pieces: the runs of text that lines are built from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Piece:
    """Consecutive glyphs of one show operator, cut where the pen moves by more than a blank, or back.

    `text` is theirs, U+FFFD for each that nothing tells. Start `x0, y0` and end `x1, y1` lie on the baseline, in points
    from the lower left corner of the visible page; `ux, uy` is the unit vector of the writing direction. `size` is the
    effective font size in points. `letters` are the texts of the single glyphs where they are needed later (right to
    left). `mark` is the number of the marked content around it, -1 for none.
    """

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    ux: float
    uy: float
    size: float
    font: str
    bold: bool
    mono: bool
    invisible: bool
    artifact: bool
    vertical: bool
    letters: tuple[str, ...] | None = None
    mark: int = -1
    off_page: bool = False
