"""Runs a page's content and gives its text as pieces, in the order in which it is drawn."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pdfminer.pdftypes import PDFObjRef, resolve1
from pdfminer.psparser import LIT, PSLiteral

from chunkforge.extract.pdf.budget import Budget, OverBudget
from chunkforge.extract.pdf.characters import RIGHT_TO_LEFT, WORD_GAP, is_cjk
from chunkforge.extract.pdf.content import operations
from chunkforge.extract.pdf.fonts import Font, Fonts, Run
from chunkforge.extract.pdf.layers import Layers
from chunkforge.extract.pdf.pages import Matrix, Page
from chunkforge.extract.pdf.pieces import Piece
from chunkforge.extract.pdf.streams import Stream

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_GAP = 0.08  # em between two glyphs that may end a piece
_PLAIN_GAP = 0.7  # em up to which a gap is one between words
_DEEPEST = 30  # forms within forms
_INVISIBLE = {3, 7}
_CHECK_EVERY = 2000  # operators between two looks at the clock
_FAULTS = (IndexError, TypeError, ValueError, AttributeError, KeyError, ArithmeticError)


def product(a: Matrix, b: Matrix) -> Matrix:
    """The map that does `a` first, then `b`."""
    a0, a1, a2, a3, a4, a5 = a
    b0, b1, b2, b3, b4, b5 = b
    return (
        a0 * b0 + a1 * b2,
        a0 * b1 + a1 * b3,
        a2 * b0 + a3 * b2,
        a2 * b1 + a3 * b3,
        a4 * b0 + a5 * b2 + b4,
        a4 * b1 + a5 * b3 + b5,
    )


@dataclass(slots=True)
class _State:
    """The part of the graphics state that text depends on; what `q` saves."""

    ctm: Matrix
    font: Font | None = None
    size: float = 0.0
    spacing: float = 0.0
    word_spacing: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: int = 0


@dataclass(frozen=True, slots=True)
class _Mark:
    artifact: bool
    hidden: bool
    number: int


class Interpreter:
    """Runs pages of one document."""

    def __init__(self, fonts: Fonts, layers: Layers, budget: Budget) -> None:
        """Share fonts, layers and budget over the document."""
        self._fonts = fonts
        self._layers = layers
        self._budget = budget
        self.pieces: list[Piece] = []
        self._operators = {
            b"Td": self._move,
            b"TD": self._move_leading,
            b"Tm": self._set_matrix,
            b"T*": self._next_line,
            b"Tj": self._show,
            b"TJ": self._show_array,
            b"'": self._show_next,
            b'"': self._show_next_spaced,
            b"Tf": self._set_font,
            b"BT": self._begin,
            b"q": self._save,
            b"Q": self._restore,
            b"cm": self._transform,
            b"Tc": self._set_spacing,
            b"Tw": self._set_word_spacing,
            b"Tz": self._set_stretch,
            b"TL": self._set_leading,
            b"Ts": self._set_rise,
            b"Tr": self._set_mode,
            b"Do": self._do,
            b"gs": self._set_graphics,
            b"BDC": self._begin_marked,
            b"BMC": self._begin_marked,
            b"EMC": self._end_marked,
        }

    def run(self, page: Page) -> None:
        """Run a page, which leaves its text in `pieces`; what lies outside the visible part is marked so.

        Args:
            page: the page.

        Raises:
            OverBudget: the page takes too long; `pieces` holds what was read.
        """
        self.pieces = []
        self._state = _State(page.matrix)
        self._matrix = self._line = IDENTITY
        self._saved: list[_State] = []
        self._marks: list[_Mark] = []
        self._artifacts = self._hidden = 0
        self._resources = page.resources()
        self._page = page
        self._running: list[int] = []
        data = b"\n".join(stream.get_data() for stream in page.contents())
        self._execute(data)

    def _execute(self, data: bytes) -> None:
        operators = self._operators
        count = 0
        for operator, operands in operations(data):
            count += 1
            if count % _CHECK_EVERY == 0:
                self._budget.check()
            run = operators.get(operator)
            if run is not None:
                try:
                    run(operands)
                except _FAULTS:
                    continue

    # Text state

    def _begin(self, _: list[Any]) -> None:
        self._matrix = self._line = IDENTITY

    def _move(self, operands: list[Any]) -> None:
        x, y = operands[-2:]
        a, b, c, d, e, f = self._line
        self._matrix = self._line = (a, b, c, d, x * a + y * c + e, x * b + y * d + f)

    def _move_leading(self, operands: list[Any]) -> None:
        self._state.leading = -operands[-1]
        self._move(operands)

    def _set_matrix(self, operands: list[Any]) -> None:
        self._matrix = self._line = _matrix(operands[-6:])

    def _next_line(self, _: list[Any]) -> None:
        self._move([0.0, -self._state.leading])

    def _set_font(self, operands: list[Any]) -> None:
        key = operands[-2]
        self._state.size = float(operands[-1])
        fonts = resolve1(self._resources.get("Font"))
        reference = fonts.get(str(key.name)) if isinstance(fonts, dict) and isinstance(key, PSLiteral) else None
        self._state.font = self._fonts.fallback() if reference is None else self._fonts.get(reference)

    def _set_spacing(self, operands: list[Any]) -> None:
        self._state.spacing = float(operands[-1])

    def _set_word_spacing(self, operands: list[Any]) -> None:
        self._state.word_spacing = float(operands[-1])

    def _set_stretch(self, operands: list[Any]) -> None:
        self._state.stretch = float(operands[-1]) / 100

    def _set_leading(self, operands: list[Any]) -> None:
        self._state.leading = float(operands[-1])

    def _set_rise(self, operands: list[Any]) -> None:
        self._state.rise = float(operands[-1])

    def _set_mode(self, operands: list[Any]) -> None:
        self._state.mode = int(operands[-1])

    # Graphics state

    def _save(self, _: list[Any]) -> None:
        if len(self._saved) < 10_000:
            self._saved.append(replace(self._state))

    def _restore(self, _: list[Any]) -> None:
        if self._saved:
            self._state = self._saved.pop()

    def _transform(self, operands: list[Any]) -> None:
        self._state.ctm = product(_matrix(operands[-6:]), self._state.ctm)

    def _set_graphics(self, operands: list[Any]) -> None:
        states = resolve1(self._resources.get("ExtGState"))
        state = resolve1(states[str(operands[-1].name)])
        font = resolve1(state.get("Font"))
        if isinstance(font, list):
            self._state.font = self._fonts.get(font[0])
            self._state.size = float(resolve1(font[1]))

    # Marked content and forms

    def _begin_marked(self, operands: list[Any]) -> None:
        tag = str(operands[0].name) if operands and isinstance(operands[0], PSLiteral) else ""
        properties = operands[1] if len(operands) > 1 else None
        reference = None
        if isinstance(properties, PSLiteral):
            named = resolve1(self._resources.get("Properties"))
            reference = named.get(str(properties.name)) if isinstance(named, dict) else None
            properties = resolve1(reference)
        number = properties.get("MCID", -1) if isinstance(properties, dict) else -1
        hidden = tag == "OC" and self._layers.hidden(reference)
        mark = _Mark(tag == "Artifact", hidden, int(number) if isinstance(number, int | float) else -1)
        self._marks.append(mark)
        self._artifacts += mark.artifact
        self._hidden += mark.hidden

    def _end_marked(self, _: list[Any]) -> None:
        if self._marks:
            mark = self._marks.pop()
            self._artifacts -= mark.artifact
            self._hidden -= mark.hidden

    def _do(self, operands: list[Any]) -> None:
        forms = resolve1(self._resources.get("XObject"))
        reference = forms[str(operands[-1].name)]
        form = resolve1(reference)
        if not isinstance(form, Stream) or form.attrs.get("Subtype") is not LIT("Form"):
            return
        number = reference.objid if isinstance(reference, PDFObjRef) else id(form)
        if number in self._running or len(self._running) >= _DEEPEST:
            return
        if self._layers.hidden(form.attrs.get("OC")):
            return
        self._budget.check()
        self._run_form(form, number)

    def _run_form(self, form: Stream, number: int) -> None:
        """Run a form with its own resources; state, text position and marks are as before afterwards."""
        kept = (self._state, self._saved, self._matrix, self._line, self._resources, self._marks)
        counts = (self._artifacts, self._hidden)
        matrix = resolve1(form.attrs.get("Matrix"))
        placed = _matrix([resolve1(entry) for entry in matrix]) if isinstance(matrix, list) else IDENTITY
        own = resolve1(form.attrs.get("Resources"))
        self._state = replace(self._state, ctm=product(placed, self._state.ctm))
        self._saved, self._marks = [], []
        self._resources = own if isinstance(own, dict) else self._resources
        self._running.append(number)
        try:
            self._execute(form.get_data())
        finally:
            self._running.pop()
            self._state, self._saved, self._matrix, self._line, self._resources, self._marks = kept
            self._artifacts, self._hidden = counts

    # Showing

    def _show(self, operands: list[Any]) -> None:
        self._render((operands[-1],))

    def _show_array(self, operands: list[Any]) -> None:
        if isinstance(operands[-1], list):
            self._render(operands[-1])

    def _show_next(self, operands: list[Any]) -> None:
        self._next_line(operands)
        self._show(operands)

    def _show_next_spaced(self, operands: list[Any]) -> None:
        self._state.word_spacing, self._state.spacing = float(operands[-3]), float(operands[-2])
        self._show_next(operands)

    def _render(self, elements: Sequence[Any]) -> None:
        """Show strings and move between them."""
        if self._state.font is None:
            return
        moved = self._show_elements(elements, self._state.font)
        a, b, c, d, e, f = self._matrix
        x, y = (c, d) if self._state.font.vertical else (a, b)
        self._matrix = (a, b, c, d, e + moved * x, f + moved * y)

    def _show_elements(self, elements: Sequence[Any], font: Font) -> float:
        """Make pieces of strings and the shifts between them.

        Returns:
            How far the pen moved, in text space.
        """
        state = self._state
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
        state = self._state
        a, b, c, d, e, f = product(self._matrix, state.ctm)
        e, f = e + state.rise * c, f + state.rise * d
        if font.vertical:
            along_x, along_y, ux, uy, em = c, d, -c, -d, math.hypot(a, b)
        else:
            sign = 1.0 if state.size * state.stretch >= 0 else -1.0
            along_x, along_y, ux, uy, em = a, b, sign * a, sign * b, math.hypot(c, d)
        length = math.hypot(ux, uy) or 1e-9
        ux, uy = ux / length, uy / length
        size = abs(state.size) * em * font.scale
        invisible, artifact, hidden = state.mode in _INVISIBLE, self._artifacts > 0, self._hidden > 0
        mark = next((mark.number for mark in reversed(self._marks) if mark.number >= 0), -1)

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


def _matrix(numbers: list[Any]) -> Matrix:
    a, b, c, d, e, f = map(float, numbers)
    return (a, b, c, d, e, f)
