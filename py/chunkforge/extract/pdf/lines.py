"""Pieces to lines, in the order in which they were drawn: what continues a line, and where blanks belong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from chunkforge.extract.pdf.characters import WORD_GAP, accented, is_cjk, is_label, tidy
from chunkforge.extract.pdf.pieces import Piece
from chunkforge.extract.pdf.rtl import logical

CELL_GAP = 2.5  # em from which on they are two cells of a table
_SCRIPT = 0.88  # times the size of the line, below which text is a super- or subscript
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_STOP_GAP = 0.7  # em from which on a cell may begin where other rows have one
_CJK_GAP = 0.9  # em below which two ideographs take no blank between them


@dataclass(slots=True)
class Part:
    """A piece in its line's own coordinates: `start` and `end` along the writing direction, `base` across it."""

    piece: Piece
    start: float
    end: float
    base: float
    gap: float = 0.0


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
        script = size < _SCRIPT * own or own < _SCRIPT * size or self.last_size < _SCRIPT * size
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


def text_of(parts: Sequence[Part], stops: Sequence[float] = ()) -> str:
    """Join the parts of a line.

    Args:
        parts: at least one.
        stops: places, in points along the line, at which cells of a table begin.

    Returns:
        Its text: words divided by blanks, cells by tabs.
    """
    if any(part.piece.letters for part in parts):
        return tidy(logical(parts, WORD_GAP))
    threshold = _threshold(parts)
    main = max(parts, key=lambda part: part.piece.size) if len(parts) > 1 else parts[0]
    texts = [_raised(parts[0], main)]
    for before, part in pairwise(parts):
        text = _raised(part, main)
        if not text:
            continue
        last = texts[-1]
        size = min(part.piece.size, before.piece.size) or 1e-3
        if part.gap > CELL_GAP * size or (part.gap > _STOP_GAP * size and part.start in stops):
            texts.append(" " if len(texts) == 1 and is_label(last) else "\t")
        elif part.gap > threshold * size:
            if not (is_cjk(last[-1:]) and is_cjk(text) and part.gap < _CJK_GAP * size):
                texts.append(" ")
        elif part.gap < -0.08 * size and last:
            composed = accented(last[-1], text[0])
            if composed:
                texts[-1] = last[:-1]
                text = composed + text[1:]
        texts.append(text)
    return tidy("".join(texts))


def _raised(part: Part, main: Part) -> str:
    """The text of a part, with raised digits as such: they mark a footnote or are a power, and continue no number."""
    text, size = part.piece.text, main.piece.size
    if part.piece.size < _SCRIPT * size and part.base - main.base > 0.15 * size and text.strip().isdecimal():
        return text.translate(_SUPERSCRIPTS)
    return text


def cell_starts(parts: Sequence[Part]) -> list[float]:
    """Give the places at which a line goes on after a gap that may lie between cells."""
    return [
        part.start
        for i, (before, part) in enumerate(pairwise(parts))
        if part.gap > _STOP_GAP * (min(part.piece.size, before.piece.size) or 1e-3)
        and not (i == 0 and is_label(before.piece.text))
    ]


def cells_of(parts: Sequence[Part], stops: Sequence[float] = ()) -> list[list[Part]]:
    """Cut a line's parts where `text_of` puts tabs."""
    cells = [[parts[0]]]
    for before, part in pairwise(parts):
        size = min(part.piece.size, before.piece.size) or 1e-3
        wide = part.gap > CELL_GAP * size or (part.gap > _STOP_GAP * size and part.start in stops)
        if wide and not (len(cells) == len(cells[0]) == 1 and is_label(before.piece.text)):
            cells.append([])
        cells[-1].append(part)
    return cells


def _threshold(parts: Sequence[Part]) -> float:
    """The gap from which on a blank is put in: larger in words that are set with space between their letters."""
    single = [len(part.piece.text.strip()) == 1 for part in parts]
    if len(parts) < 6 or sum(single) < 0.85 * len(parts):
        return WORD_GAP
    gaps = [part.gap / (min(part.piece.size, before.piece.size) or 1e-3) for before, part in pairwise(parts)]
    between = [
        gap
        for i, gap in enumerate(gaps)
        if single[i]
        and single[i + 1]
        and parts[i].piece.text.strip().isalpha()
        and parts[i + 1].piece.text.strip().isalpha()
    ]
    lower = sum(part.piece.text.strip().islower() for part in parts)
    if len(between) < 5 or lower < 0.5 * sum(single):
        return WORD_GAP
    usual = median(between)
    regular = sum(abs(gap - usual) < 0.15 for gap in between) >= 0.7 * len(between)
    if 0.17 < usual < 0.9 and regular and (usual < 0.25 or any(gap > 1.4 * usual for gap in gaps)):
        return usual + 0.18
    return WORD_GAP
