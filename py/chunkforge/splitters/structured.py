"""Data files: recognised, and taken apart into their records."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from chunkforge.document import Document
from chunkforge.json_text import read_json

Format = Literal["json", "jsonl", "csv"]

_SUFFIXES: dict[str, Format] = {
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "csv",
}
_ROW = re.compile(r'(?:[^"\n]++|"[^"]*+")*+(?:\n|\Z)')  # possessive: an open quote would be tried in every way
_SPACE = re.compile(r"[ \t\n\r]*")
_LOOKED_AT = 20  # lines


def data_format(document: Document) -> Format | None:
    """Tell whether a document is JSON, JSON lines or a table with separators, by its name and its content.

    Args:
        document: the document.

    Returns:
        Its format; `None` for prose, and for what only pretends to be data.
    """
    suffix = document.name[document.name.rfind(".") :].lower()
    named = _SUFFIXES.get(suffix)
    for candidate in [named] if named else ["json", "jsonl", "csv"]:
        if candidate == "csv" and (named or _is_table(document.text)):
            return "csv"
        if candidate == "json" and _is_json(document.text):
            return "json"
        if candidate in {"jsonl", "json"} and _is_json_lines(document.text):
            return "jsonl"
    return None


def record_starts(document: Document, kind: Format) -> NDArray[np.int32]:
    """Find where the records of a data file start.

    Args:
        document: the document.
        kind: its format.

    Returns:
        The first offset of each record (int32, ascending); of a table, the header row is the first.
    """
    text = document.text
    find = {"json": _members, "jsonl": _lines, "csv": _rows}[kind]
    return np.array(list(find(text)), np.int32)


def header(document: Document) -> str:
    """Give the header row of a table, with its line feed."""
    row = _ROW.match(document.text)
    text = (row[0] if row else "").rstrip("\n")
    return text + "\n" if text else ""


def _lines(text: str) -> Iterator[int]:
    return (match.start() for match in re.finditer(r"(?m)^[^\S\n]*\S", text))


def _rows(text: str) -> Iterator[int]:
    at = 0
    while at < len(text):
        match = _ROW.match(text, at)
        # A quote that is never closed: from here on, a line is a row.
        end = match.end() if match else text.find("\n", at) + 1 or len(text)
        if text[at:end].strip():
            yield at
        at = end


def _members(text: str) -> Iterator[int]:
    """Give the starts of the elements of a list, or of the members of an object; a single value is one record."""
    decoder = json.JSONDecoder()
    at = _skip(text, 0)
    yield at
    closing = {"[": "]", "{": "}"}.get(text[at : at + 1])
    if closing is None:
        return
    at = _skip(text, at + 1)
    first = True
    while at < len(text) and text[at] != closing:
        if not first:
            yield at
        first = False
        _, at = decoder.raw_decode(text, at)
        at = _skip(text, at)
        if text[at] == ":":
            _, at = decoder.raw_decode(text, _skip(text, at + 1))
            at = _skip(text, at)
        if text[at] == ",":
            at = _skip(text, at + 1)


def _skip(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at


def _is_json(text: str) -> bool:
    if text.lstrip()[:1] not in {"{", "["}:
        return False
    try:
        read_json(text)
    except (ValueError, RecursionError):
        return False
    return True


def _is_json_lines(text: str) -> bool:
    lines = [line for line in text.split("\n", _LOOKED_AT)[:_LOOKED_AT] if line.strip()]
    return len(lines) > 1 and all(_is_json(line) for line in lines)


def _is_table(text: str) -> bool:
    lines = [line for line in text.split("\n", _LOOKED_AT)[:_LOOKED_AT] if line.strip()]
    if len(lines) < 3:
        return False
    counts = ({line.count(separator) for line in lines} for separator in (",", ";", "\t"))
    return any(len(count) == 1 and min(count) > 0 for count in counts) and not any(
        line.rstrip().endswith((".", "!", "?")) for line in lines
    )
