"""Answers of a file put on the documents: found exactly, else with white space folded; the unclear is not guessed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from chunkforge.document import Document
from chunkforge.label_files.reading import Answer, LabelRow
from chunkforge.labels import Mark

MOST_PLACES = 20  # places of one quote that are listed

Why = Literal["no-document", "not-found", "several", "outside"]


@dataclass(frozen=True, slots=True)
class Unsettled:
    """An answer that could not be put in one place.

    `why`: the named document is not loaded, the quote is nowhere, it stands in several `places`, or the span lies
    outside the document.
    """

    row: int
    answer: Answer
    why: Why
    places: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """Marks of every row, in the rows' order, and what is left for a person to settle."""

    marks: tuple[tuple[Mark, ...], ...]
    unsettled: tuple[Unsettled, ...]


def settle(rows: Sequence[LabelRow], documents: Mapping[int, Document]) -> Settled:
    """Put the answers of a file on the documents.

    Args:
        rows: the questions with their answers.
        documents: the loaded documents by id.

    Returns:
        The marks, and what was not clear.
    """
    marks: list[tuple[Mark, ...]] = []
    unsettled: list[Unsettled] = []
    for number, row in enumerate(rows):
        found: list[Mark] = []
        for answer in row.answers:
            places, why = _places(answer, documents)
            if len(places) == 1:
                found += places
            else:
                unsettled.append(Unsettled(number, answer, why, tuple(places[:MOST_PLACES])))
        marks.append(tuple(dict.fromkeys(found)))
    return Settled(tuple(marks), tuple(unsettled))


def _places(answer: Answer, documents: Mapping[int, Document]) -> tuple[list[Mark], Why]:
    candidates = _named(answer.document, documents)
    if not candidates:
        return [], "no-document"
    if answer.span is not None:
        start, end = answer.span
        inside = {i: document for i, document in candidates.items() if end <= len(document.text)}
        if answer.quote:
            inside = {i: document for i, document in inside.items() if document.text[start:end] == answer.quote}
        if len(inside) == 1 or (inside and not answer.quote):
            return [Mark(i, start, end) for i in inside], "several"
        if not answer.quote:
            return [], "outside"
    places = [Mark(i, *span) for i, document in candidates.items() for span in _exact(document.text, answer.quote)]
    if not places:
        folded = _folded(answer.quote)
        places = [Mark(i, *span) for i, document in candidates.items() for span in _matches(document.text, folded)]
    return places, "several" if places else "not-found"


def _named(name: str, documents: Mapping[int, Document]) -> dict[int, Document]:
    """The documents of a name; of a name without its ending where no full name is equal; all where none is named."""
    if not name:
        return dict(documents)
    equal = {i: document for i, document in documents.items() if document.name == name}
    return equal or {i: document for i, document in documents.items() if document.name.rpartition(".")[0] == name}


def _exact(text: str, quote: str) -> Iterator[tuple[int, int]]:
    at = text.find(quote)
    while at >= 0:
        yield at, at + len(quote)
        at = text.find(quote, at + 1)


def _folded(quote: str) -> re.Pattern[str]:
    """Match a quote whatever white space stands between its words."""
    return re.compile(r"\s+".join(map(re.escape, quote.split())))


def _matches(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    return (found.span() for found in pattern.finditer(text))
