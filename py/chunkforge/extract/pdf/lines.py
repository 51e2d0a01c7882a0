"""Pieces to lines, in the order in which they were drawn: what continues a line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from chunkforge.extract.pdf.parts import SCRIPT, Part, text_of
from chunkforge.extract.pdf.pieces import Piece


@dataclass(slots=True, eq=False)
class Line:
    """One line of text.

    Coordinates are the line's own: `start` and `end` along its direction `ux, uy`, `base` across it, in points; for
    upright lines these are x, x and y. `size` and `font` are those of most of its letters. `mono` tells that
    all of it is set in type of one width. `mark` is the number of the marked content it begins in, -1 for none.
    """

    text: str
    page: int
    start: float
    end: float
    base: float
    ux: float
    uy: float
    size: float
    font: str
    bold: bool
    mono: bool
    mark: int
    parts: list[Part]

    @property
    def upright(self) -> bool:
        """Whether it runs from left to right."""
        return self.ux > 0.98


class _Open:
    """A line that is being built."""

    __slots__ = ("base", "end", "last_size", "parts", "rtl", "size", "start", "ux", "uy", "vertical")

    def __init__(self, part: Part) -> None:
        piece = part.piece
        self.ux, self.uy = piece.ux, piece.uy
        self.vertical = piece.vertical
        self.base, self.size, self.last_size = part.base, piece.size, piece.size
        self.start, self.end = part.start, part.end
        self.rtl = piece.letters is not None
        self.parts = [part]

    def takes(self, part: Part) -> bool:
        """Whether a piece goes on with this line."""
        piece = part.piece
        if piece.ux * self.ux + piece.uy * self.uy <= 0.98:
            return False
        size, own = piece.size, self.size
        large = max(size, own)
        shift, gap = abs(part.base - self.base), part.start - self.end
        if shift <= 0.12 * large and gap > -0.6 * large:
            return True
        script = size < SCRIPT * own or own < SCRIPT * size or self.last_size < SCRIPT * size
        if shift < 0.75 * large and -0.8 * large < gap < 1.2 * large and (script or shift < 0.35 * large):
            return True
        rtl = piece.letters is not None or self.rtl
        return rtl and shift <= 0.35 * large and -1.2 * large < part.end - self.start < large

    def add(self, part: Part) -> None:
        """Go on with a piece; the largest text owns the baseline."""
        piece = part.piece
        part.gap = part.start - self.end
        self.parts.append(part)
        self.rtl = self.rtl or piece.letters is not None
        if piece.size > 1.12 * self.size and not piece.text.isspace():
            self.base, self.size = part.base, piece.size
        self.end = part.end
        self.start = min(self.start, part.start)
        self.last_size = piece.size


def lines_of(pieces: Iterable[Piece], page: int) -> list[Line]:
    """Build the lines of a page.

    Args:
        pieces: its pieces, in the order drawn.
        page: its number from 0.

    Returns:
        Its lines, in that order; none is blank.
    """
    groups: list[_Open] = []
    current: _Open | None = None
    for piece in pieces:
        ux, uy = piece.ux, piece.uy
        part = Part(piece, piece.x0 * ux + piece.y0 * uy, piece.x1 * ux + piece.y1 * uy, piece.y0 * ux - piece.x0 * uy)
        if current is not None and current.takes(part):
            current.add(part)
        elif piece.text and not piece.text.isspace():
            current = _Open(part)
            groups.append(current)
    lines = (line_from(group.parts, page, group.base) for group in groups)
    return [line for line in lines if line.text]


def line_from(parts: list[Part], page: int, base: float) -> Line:
    """Make a line of its parts.

    Args:
        parts: at least one.
        page: number of the page from 0.
        base: the baseline.
    """
    sizes: dict[float, int] = {}
    fonts: dict[tuple[str, bool], int] = {}
    for part in parts:
        piece = part.piece
        letters = len(piece.text)
        size, style = round(piece.size, 1), (piece.font, piece.bold)
        sizes[size] = sizes.get(size, 0) + letters
        fonts[style] = fonts.get(style, 0) + letters
    size = max(sizes, key=lambda size: (sizes[size], size))
    font, bold = max(fonts, key=fonts.__getitem__)
    first = parts[0].piece
    rtl = any(part.piece.letters for part in parts)
    starts, ends = [part.start for part in parts], [part.end for part in parts]
    return Line(
        text_of(parts),
        page,
        min(starts),
        max(ends) if rtl else ends[-1],
        base,
        first.ux,
        first.uy,
        size,
        font,
        bold,
        all(part.piece.mono for part in parts),
        first.mark,
        parts,
    )
