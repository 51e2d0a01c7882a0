"""Files of questions to rows. Two forms: JSONL (or a JSON list) with references, and CSV with one answer a line.

JSONL: `{"question": ..., "references": [{"content": ..., "start_index": ..., "end_index": ...}], "corpus": ...}`.
CSV: columns `question`, `answer`, `start`, `end`, `document`, of which only the first is needed; lines of one question
are one row. Offsets count code points in the document's text. Other usual names of these are understood too.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chunkforge.errors import ExtractionError
from chunkforge.extract.decoding import decode
from chunkforge.json_text import read_json

QUESTION = ("question", "query", "q", "input")
ANSWERS = ("references", "answers", "spans", "expected")
QUOTE = ("content", "quote", "text", "answer", "passage", "reference")
START = ("start_index", "start", "answer_start")
END = ("end_index", "end", "answer_end")
DOCUMENT = ("document", "corpus", "file", "source", "doc")
MOST_ROWS = 100_000
_BETWEEN = re.compile(r"[ \t\n\r,]*")
NAMED = 5  # bad lines that a message names; of more, the number is said


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as a file gives it: a quote, a span in code points, or both; an empty `document` names none."""

    quote: str = ""
    span: tuple[int, int] | None = None
    document: str = ""


@dataclass(frozen=True, slots=True)
class LabelRow:
    """A question with its answers; `line` is where it begins in the file, from 1."""

    question: str
    answers: tuple[Answer, ...]
    line: int


@dataclass(frozen=True, slots=True)
class _Bad:
    """A line that is no row, and why."""

    line: int
    why: str


class _UnreadableError(Exception):
    """Why a line is no row."""


def read_labels(name: str, data: bytes) -> list[LabelRow]:
    """Read a file of questions.

    Args:
        name: the file's name, for messages.
        data: its bytes.

    Returns:
        The rows, in order.

    Raises:
        ExtractionError: the file is neither form, or lines of it are not; the message counts them and names the first.
    """
    text = decode(data, name=name).text
    first = text.lstrip()[:1]
    try:
        read = _from_json if first in ("{", "[") else _from_csv
        found = list(read(name, text)) if first else []
    except RecursionError:
        found = [_Bad(1, "it is nested too deeply")]
    bad = [one for one in found if isinstance(one, _Bad)]
    if bad:
        raise _bad_lines(name, bad)
    rows = [one for one in found if isinstance(one, LabelRow)]
    if not rows:
        raise ExtractionError("labels.none", "{name} holds no questions.", name=name)
    if len(rows) > MOST_ROWS:
        raise ExtractionError(
            "labels.too-many", "{name} holds more than {most} questions. Import it in parts.", name=name, most=MOST_ROWS
        )
    return rows


def _bad_lines(name: str, bad: list[_Bad]) -> ExtractionError:
    if len(bad) == 1:
        return ExtractionError(
            "labels.line",
            "Line {line} of {name} cannot be read: {why}. Nothing was imported.",
            name=name,
            line=bad[0].line,
            why=bad[0].why,
        )
    shown = "; ".join(f"{one.line} ({one.why})" for one in bad[:NAMED])
    return ExtractionError(
        "labels.lines",
        "{count} lines of {name} cannot be read: {lines}. Nothing was imported.",
        name=name,
        count=len(bad),
        lines=shown if len(bad) <= NAMED else f"{shown}; \u2026",
    )


def _from_json(_: str, text: str) -> Iterator[LabelRow | _Bad]:
    for line, value in _json_values(text):
        try:
            yield value if isinstance(value, _Bad) else _row(value, line)
        except _UnreadableError as error:
            yield _Bad(line, str(error))


def _row(value: object, line: int) -> LabelRow:
    if not isinstance(value, dict):
        raise _UnreadableError("it is not an object with a question")
    question = _string(value, QUESTION)
    if not question.strip():
        raise _UnreadableError('it has no "question"')
    document = _string(value, DOCUMENT)
    given = next((value[key] for key in ANSWERS if key in value), None)
    if given is None:
        given = [value] if any(key in value for key in (*QUOTE, *START)) else []
    if not isinstance(given, list):
        given = [given]
    blank = [isinstance(one, str) and not one.strip() for one in given]  # as an empty cell of a table is no answer
    answers = tuple(_answer(one, document) for one, none in zip(given, blank, strict=True) if not none)
    return LabelRow(question, answers, line)


def _json_values(text: str) -> Iterator[tuple[int, Any]]:
    if text.lstrip()[:1] == "[":
        try:
            read_json(text)
        except json.JSONDecodeError as error:
            yield error.lineno, _Bad(error.lineno, error.msg)
        except ValueError:  # Python reads no number of more than 4300 digits
            yield 1, _Bad(1, "it holds a number that is too long")
        else:
            yield from _elements(text)
        return
    for line, part in enumerate(text.split("\n"), 1):
        if part.strip():
            try:
                value = read_json(part)
            except json.JSONDecodeError as error:
                value = _Bad(line, error.msg)
            except ValueError:  # as above
                value = _Bad(line, "it holds a number that is too long")
            yield line, value


def _elements(text: str) -> Iterator[tuple[int, Any]]:
    """Give the elements of a JSON list, known to be one, with the lines where they begin."""
    decoder = json.JSONDecoder()
    at, line = text.index("[") + 1, 1
    line += text.count("\n", 0, at)
    while True:
        begin = _BETWEEN.match(text, at).end()  # type: ignore[union-attr]  # it matches anywhere
        if text[begin] == "]":
            return
        line += text.count("\n", at, begin)
        value, at = decoder.raw_decode(text, begin)
        yield line, value
        line += text.count("\n", begin, at)


def _answer(value: object, document: str) -> Answer:
    if isinstance(value, str):
        return Answer(value, None, document)
    if not isinstance(value, dict):
        raise _UnreadableError("an answer is neither a text nor an object")
    quote = _string(value, QUOTE)
    span = _span(value)
    if not quote.strip() and span is None:
        raise _UnreadableError("an answer has neither a text nor a start and an end")
    return Answer(quote, span, _string(value, DOCUMENT) or document)


def _span(value: Mapping[str, object]) -> tuple[int, int] | None:
    start, end = (next((value[key] for key in keys if value.get(key) not in (None, "")), None) for keys in (START, END))
    if start is None or end is None:
        return None
    try:
        first, last = int(str(start)), int(str(end))
    except ValueError:
        raise _UnreadableError("start and end are not whole numbers") from None
    if first < 0:
        raise _UnreadableError("its start is below 0")
    if first >= last:
        raise _UnreadableError("its end is not behind its start")
    return first, last


def _string(value: Mapping[str, object], keys: Iterable[str]) -> str:
    return next((found for key in keys if isinstance(found := value.get(key), str)), "")


def _from_csv(name: str, text: str) -> Iterator[LabelRow | _Bad]:
    header = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=header.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        names = [field.strip().lower() for field in reader.fieldnames or []]
    except csv.Error as error:
        yield _Bad(1, str(error))
        return
    if not set(names) & set(QUESTION):
        raise ExtractionError(
            "labels.header",
            "{name} has no column of questions. Its first line must name the columns, one of them “question”; "
            "“answer”, “start”, “end” and “document” are understood too.",
            name=name,
        )
    reader.fieldnames = names
    rows: dict[str, tuple[int, list[Answer]]] = {}
    try:
        for record in reader:
            question = _string(record, QUESTION)
            line = reader.line_num - _line_feeds(record.values())
            if not question.strip():
                if any(isinstance(cell, str) and cell.strip() for cell in record.values()):
                    yield _Bad(line, "it has no question")
                continue
            try:
                answers = [_answer(record, "")] if _string(record, QUOTE).strip() or _span(record) else []
            except _UnreadableError as error:
                yield _Bad(line, str(error))
                continue
            rows.setdefault(question, (line, []))[1].extend(answers)
    except csv.Error as error:
        yield _Bad(reader.line_num, str(error))
    for question, (line, answers) in rows.items():
        yield LabelRow(question, tuple(answers), line)


def _line_feeds(cells: Iterable[str | list[str] | None]) -> int:
    """Count the line feeds within a record; cells beyond the header's come as a list, missing ones as None."""
    texts = (text for cell in cells for text in (cell if isinstance(cell, list) else [cell or ""]))
    return sum(text.count("\n") for text in texts)
