"""The pen: where text is put, how large, in which font; the operators that set it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from pdfminer.pdftypes import resolve1

from chunkforge.extract.pdf.fonts import Font, Fonts
from chunkforge.extract.pdf.pages import Matrix
from chunkforge.extract.pdf.resources import Resources

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_MOST_SAVED = 10_000
Operator = Callable[[list[Any]], None]


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
class State:
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


class Pen:
    """State and position; `matrix` is that of the text, which `q` does not save."""

    def __init__(self, fonts: Fonts, resources: Resources) -> None:
        """Share fonts and resources over the document."""
        self._fonts = fonts
        self._resources = resources
        self.start(IDENTITY)

    def start(self, ctm: Matrix) -> None:
        """Begin a page whose space is mapped so."""
        self.state = State(ctm)
        self.matrix = self._line = IDENTITY
        self._saved: list[State] = []

    @contextmanager
    def inside(self, matrix: Matrix) -> Iterator[None]:
        """Draw in the space of a form for as long as it runs; state and position are as before afterwards."""
        kept = (self.state, self._saved, self.matrix, self._line)
        self.state = replace(self.state, ctm=product(matrix, self.state.ctm))
        self._saved = []
        try:
            yield
        finally:
            self.state, self._saved, self.matrix, self._line = kept

    def operators(self) -> dict[bytes, Operator]:
        """The operators that move or set the pen."""
        return {
            b"BT": self._begin,
            b"Td": self._move,
            b"TD": self._move_leading,
            b"Tm": self._set_matrix,
            b"T*": self.next_line,
            b"Tf": self._set_font,
            b"Tc": self._set_spacing,
            b"Tw": self._set_word_spacing,
            b"Tz": self._set_stretch,
            b"TL": self._set_leading,
            b"Ts": self._set_rise,
            b"Tr": self._set_mode,
            b"q": self._save,
            b"Q": self._restore,
            b"cm": self._transform,
            b"gs": self._set_graphics,
        }

    def _begin(self, _: list[Any]) -> None:
        self.matrix = self._line = IDENTITY

    def _move(self, operands: list[Any]) -> None:
        x, y = operands[-2:]
        a, b, c, d, e, f = self._line
        self.matrix = self._line = (a, b, c, d, x * a + y * c + e, x * b + y * d + f)

    def _move_leading(self, operands: list[Any]) -> None:
        self.state.leading = -operands[-1]
        self._move(operands)

    def _set_matrix(self, operands: list[Any]) -> None:
        self.matrix = self._line = matrix_of(operands[-6:])

    def next_line(self, _: list[Any]) -> None:
        """Go to the start of the next line."""
        self._move([0.0, -self.state.leading])

    def _set_font(self, operands: list[Any]) -> None:
        key = operands[-2]
        self.state.size = float(operands[-1])
        reference = self._resources.find("Font", key)
        self.state.font = self._fonts.fallback() if reference is None else self._fonts.get(reference)

    def _set_spacing(self, operands: list[Any]) -> None:
        self.state.spacing = float(operands[-1])

    def _set_word_spacing(self, operands: list[Any]) -> None:
        self.state.word_spacing = float(operands[-1])

    def _set_stretch(self, operands: list[Any]) -> None:
        self.state.stretch = float(operands[-1]) / 100

    def _set_leading(self, operands: list[Any]) -> None:
        self.state.leading = float(operands[-1])

    def _set_rise(self, operands: list[Any]) -> None:
        self.state.rise = float(operands[-1])

    def _set_mode(self, operands: list[Any]) -> None:
        self.state.mode = int(operands[-1])

    def _save(self, _: list[Any]) -> None:
        if len(self._saved) < _MOST_SAVED:
            self._saved.append(replace(self.state))

    def _restore(self, _: list[Any]) -> None:
        if self._saved:
            self.state = self._saved.pop()

    def _transform(self, operands: list[Any]) -> None:
        self.state.ctm = product(matrix_of(operands[-6:]), self.state.ctm)

    def _set_graphics(self, operands: list[Any]) -> None:
        entries = resolve1(self._resources.find("ExtGState", operands[-1]))
        font = resolve1(entries.get("Font"))
        if isinstance(font, list):
            self.state.font = self._fonts.get(font[0])
            self.state.size = float(resolve1(font[1]))


def matrix_of(numbers: list[Any]) -> Matrix:
    """Six numbers as a matrix."""
    a, b, c, d, e, f = map(float, numbers)
    return (a, b, c, d, e, f)
