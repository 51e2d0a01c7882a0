"""Runs a page's content and gives its text as pieces, in the order in which it is drawn."""

from __future__ import annotations

from typing import Any

from pdfminer.pdftypes import PDFObjRef, resolve1
from pdfminer.psparser import LIT

from chunkforge.extract.pdf.budget import Budget
from chunkforge.extract.pdf.content import operations
from chunkforge.extract.pdf.fonts import Fonts
from chunkforge.extract.pdf.layers import Layers
from chunkforge.extract.pdf.marked import MarkedContent
from chunkforge.extract.pdf.pages import Page
from chunkforge.extract.pdf.pen import IDENTITY, Pen, matrix_of
from chunkforge.extract.pdf.pieces import Piece
from chunkforge.extract.pdf.resources import Resources
from chunkforge.extract.pdf.showing import Printer
from chunkforge.extract.pdf.streams import Stream

_DEEPEST = 30  # forms within forms
_CHECK_EVERY = 2000  # operators between two looks at the clock
_FAULTS = (IndexError, TypeError, ValueError, AttributeError, KeyError, ArithmeticError)


class Interpreter:
    """Runs pages of one document."""

    def __init__(self, fonts: Fonts, layers: Layers, budget: Budget) -> None:
        """Share fonts, layers and budget over the document."""
        self._layers = layers
        self._budget = budget
        self._resources = Resources()
        self._pen = Pen(fonts, self._resources)
        self._marked = MarkedContent(layers, self._resources)
        self._printer = Printer(self._pen, self._marked, budget)
        self._running: list[int] = []  # numbers of the forms that are open
        self._operators = {
            **self._pen.operators(),
            **self._printer.operators(),
            **self._marked.operators(),
            b"Do": self._do,
        }

    @property
    def pieces(self) -> list[Piece]:
        """The text of the page that was run last."""
        return self._printer.pieces

    def run(self, page: Page) -> None:
        """Run a page, which leaves its text in `pieces`; what lies outside the visible part is marked so.

        Args:
            page: the page.

        Raises:
            OverBudget: the page takes too long; `pieces` holds what was read.
        """
        self._printer.start(page)
        self._pen.start(page.matrix)
        self._marked.start()
        self._running.clear()
        self._resources.start(page.resources())
        self._execute(b"\n".join(stream.get_data() for stream in page.contents()))

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

    def _do(self, operands: list[Any]) -> None:
        reference = self._resources.find("XObject", operands[-1])
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
        matrix = resolve1(form.attrs.get("Matrix"))
        placed = matrix_of([resolve1(entry) for entry in matrix]) if isinstance(matrix, list) else IDENTITY
        own = resolve1(form.attrs.get("Resources"))
        self._running.append(number)
        try:
            with self._pen.inside(placed), self._marked.inside(), self._resources.inside(own):
                self._execute(form.get_data())
        finally:
            self._running.pop()
