"""Showing text: the strings of show operators to pieces on the page."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from chunkforge.extract.pdf.budget import Budget, OverBudget
from chunkforge.extract.pdf.characters import RIGHT_TO_LEFT, WORD_GAP, is_cjk
from chunkforge.extract.pdf.fonts import Font, Run
from chunkforge.extract.pdf.marked import MarkedContent
from chunkforge.extract.pdf.pages import Page
from chunkforge.extract.pdf.pen import Operator, Pen, product
from chunkforge.extract.pdf.pieces import Piece

_GAP = 0.08  # em between two glyphs that may end a piece
_PLAIN_GAP = 0.7  # em up to which a gap is one between words
_INVISIBLE = {3, 7}


class Printer:
    """Collects the `pieces` of one page after the other; what lies outside the visible part is marked so."""

    def __init__(self, pen: Pen, marked: MarkedContent, budget: Budget) -> None:
        """Print with a pen, under the marks that are open."""
        self._pen = pen
        self._marked = marked
        self._budget = budget
        self.pieces: list[Piece] = []

    def start(self, page: Page) -> None:
        """Begin a page."""
        self.pieces = []
        self._page = page

    def operators(self) -> dict[bytes, Operator]:
        """The operators that show text."""
        return {b"Tj": self._show, b"TJ": self._show_array, b"'": self._show_next, b'"': self._show_next_spaced}

    def _show(self, operands: list[Any]) -> None:
        self._render((operands[-1],))

    def _show_array(self, operands: list[Any]) -> None:
        if isinstance(operands[-1], list):
            self._render(operands[-1])

    def _show_next(self, operands: list[Any]) -> None:
        self._pen.next_line(operands)
        self._show(operands)

    def _show_next_spaced(self, operands: list[Any]) -> None:
        state = self._pen.state
        state.word_spacing, state.spacing = float(operands[-3]), float(operands[-2])
        self._show_next(operands)

    def _render(self, elements: Sequence[Any]) -> None:
        """Show strings and move between them."""
        font = self._pen.state.font
        if font is None:
            return
        moved = self._show_elements(elements, font)
        a, b, c, d, e, f = self._pen.matrix
        x, y = (c, d) if font.vertical else (a, b)
        self._pen.matrix = (a, b, c, d, e + moved * x, f + moved * y)

    def _show_elements(self, elements: Sequence[Any], font: Font) -> float:
        """Make pieces of strings and the shifts between them.

        Returns:
            How far the pen moved, in text space.
        """
        state = self._pen.state
        stretch = 1.0 if font.vertical else state.stretch
        em = state.size * stretch
        spacing, word_spacing = state.spacing * stretch, state.word_spacing * stretch
        limit = _GAP * abs(em) * font.scale
        singly = abs(spacing) > limit or font.letters_matter  # gaps within a string may cut it
        place = self._placing(font)
        position = start = end = 0.0
        texts: list[str] = []
        for element in elements:
            if isinstance(element, float):
                position -= element * 0.001 * em
                continue
            for text, advance, codes, blanks in _runs(font, element, singly=singly):
                if texts and abs(position - end) > limit:
                    blank = None if font.vertical else _blank((position - end) / (em * font.scale), texts[-1], text)
                    if blank is None:
                        place(texts, start, end)
                        texts = []
                    elif blank:
                        texts.append(blank)
                if not texts:
                    start = position
                texts.append(text)
                position += advance * em + codes * spacing + blanks * word_spacing
                end = position - spacing
        if texts:
            place(texts, start, end)
        return position

    def _placing(self, font: Font) -> Callable[[list[str], float, float], None]:
        """Prepare the placing of pieces under the present state.

        Returns:
            What adds a piece of the page: it takes the texts of the glyphs, and their start and end in text space.
        """
        state = self._pen.state
        a, b, c, d, e, f = product(self._pen.matrix, state.ctm)
        e, f = e + state.rise * c, f + state.rise * d
        if font.vertical:
            along_x, along_y, ux, uy, em = c, d, -c, -d, math.hypot(a, b)
        else:
            sign = 1.0 if state.size * state.stretch >= 0 else -1.0
            along_x, along_y, ux, uy, em = a, b, sign * a, sign * b, math.hypot(c, d)
        length = math.hypot(ux, uy) or 1e-9
        ux, uy = ux / length, uy / length
        size = abs(state.size) * em * font.scale
        invisible, artifact, hidden = state.mode in _INVISIBLE, self._marked.artifact, self._marked.hidden
        mark = self._marked.number

        def place(texts: list[str], start: float, end: float) -> None:
            if hidden:
                return
            if len(self.pieces) >= self._budget.limits.pieces:
                raise OverBudget
            text = "".join(texts)
            x0, y0, x1, y1 = start * along_x + e, start * along_y + f, end * along_x + e, end * along_y + f
            self.pieces.append(
                Piece(
                    text,
                    x0,
                    y0,
                    x1,
                    y1,
                    ux,
                    uy,
                    size,
                    font.name,
                    font.bold,
                    font.mono,
                    invisible,
                    artifact,
                    font.vertical,
                    tuple(texts) if RIGHT_TO_LEFT.search(text) else None,
                    mark,
                    self._outside(x0, y0, x1, y1),
                )
            )

        return place

    def _outside(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Whether neither end lies on the visible page, give or take a point."""
        width, height = self._page.width + 1, self._page.height + 1
        first = -1 <= x0 <= width and -1 <= y0 <= height
        return not first and not (-1 <= x1 <= width and -1 <= y1 <= height)


def _blank(gap: float, before: str, after: str) -> str | None:
    """Decide what a gap within one show operator is.

    Args:
        gap: in em.
        before: the text ahead of it.
        after: the text behind it.

    Returns:
        A blank between words, nothing inside one, or `None` where only the line builder can tell.
    """
    if not 0 < gap < _PLAIN_GAP or (len(before) == len(after) == 1) or is_cjk(before[-1:]) or is_cjk(after):
        return None
    if gap <= WORD_GAP or before[-1:].isspace() or after[:1].isspace():
        return ""
    return " "


def _runs(font: Font, element: object, *, singly: bool) -> list[Run]:
    """Decode an element of a TJ array: as a whole, or glyph by glyph."""
    if not isinstance(element, bytes):
        return []
    if not singly:
        run = font.run(element)
        if not font.letters_matter:
            return [run]
    return [Run(text, advance, 1, int(blank)) for text, advance, blank in font.glyphs(element)]
