"""Marked content: which of a page's text is decoration, hidden, or numbered by the structure tree."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from pdfminer.pdftypes import resolve1
from pdfminer.psparser import PSLiteral

from chunkforge.extract.pdf.layers import Layers
from chunkforge.extract.pdf.pen import Operator
from chunkforge.extract.pdf.resources import Resources


@dataclass(frozen=True, slots=True)
class _Mark:
    artifact: bool
    hidden: bool
    number: int


class MarkedContent:
    """The marks that are open."""

    def __init__(self, layers: Layers, resources: Resources) -> None:
        """Share layers and resources over the document."""
        self._layers = layers
        self._resources = resources
        self.start()

    def start(self) -> None:
        """Begin a page."""
        self._marks: list[_Mark] = []
        self._artifacts = self._hidden = 0

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Keep the marks around a form apart from those it opens and closes."""
        kept = (self._marks, self._artifacts, self._hidden)
        self._marks = []
        try:
            yield
        finally:
            self._marks, self._artifacts, self._hidden = kept

    @property
    def artifact(self) -> bool:
        """Whether text is marked as decoration."""
        return self._artifacts > 0

    @property
    def hidden(self) -> bool:
        """Whether text belongs to a layer that is off."""
        return self._hidden > 0

    @property
    def number(self) -> int:
        """The number of the innermost mark that has one, -1 for none."""
        return next((mark.number for mark in reversed(self._marks) if mark.number >= 0), -1)

    def operators(self) -> dict[bytes, Operator]:
        """The operators that open and close marks."""
        return {b"BDC": self._begin, b"BMC": self._begin, b"EMC": self._end}

    def _begin(self, operands: list[Any]) -> None:
        tag = str(operands[0].name) if operands and isinstance(operands[0], PSLiteral) else ""
        properties = operands[1] if len(operands) > 1 else None
        reference = None
        if isinstance(properties, PSLiteral):
            reference = self._resources.find("Properties", properties)
            properties = resolve1(reference)
        number = properties.get("MCID", -1) if isinstance(properties, dict) else -1
        hidden = tag == "OC" and self._layers.hidden(reference)
        mark = _Mark(tag == "Artifact", hidden, int(number) if isinstance(number, int | float) else -1)
        self._marks.append(mark)
        self._artifacts += mark.artifact
        self._hidden += mark.hidden

    def _end(self, _: list[Any]) -> None:
        if self._marks:
            mark = self._marks.pop()
            self._artifacts -= mark.artifact
            self._hidden -= mark.hidden
