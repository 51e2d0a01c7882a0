"""A whole session as one file: documents' text and structure, queries, marks, settings, and the settings tried.

Nothing is kept when the tab closes, so this file is the only way to go on another day. Equal sessions give equal bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, get_args

import numpy as np

from chunkforge.document import Block, BlockKind, Change, Document
from chunkforge.errors import ExtractionError, SettingsError
from chunkforge.json_text import read_json
from chunkforge.labels import Mark, Query
from chunkforge.notice import Notice
from chunkforge.settings import LARGEST_SIZE, Length, SplitSettings
from chunkforge.splitters import STRATEGIES
from chunkforge.splitters.options import OPTIONS

FORMAT = "chunkforge workspace"
VERSION = 1
_LARGEST_BUDGET = 1_000_000_000
_DEEPEST = 6  # level of a heading


@dataclass(frozen=True, eq=False)
class Workspace:
    """What a file holds. Marks name documents by their place in `documents`; `settings` and `tried` are the page's."""

    documents: tuple[Document, ...] = ()
    queries: tuple[tuple[str, tuple[Mark, ...]], ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    tried: tuple[Mapping[str, Any], ...] = ()


def write_workspace(
    documents: Mapping[int, Document],
    queries: Iterable[Query],
    settings: Mapping[str, Any],
    tried: Iterable[Mapping[str, Any]],
) -> bytes:
    """Write a session.

    Args:
        documents: by id, in order.
        queries: in order; their marks name documents by id.
        settings: whatever the page shows as its settings.
        tried: keys of the comparison's rows.

    Returns:
        The bytes of the file (JSON, ASCII).
    """
    places = {number: place for place, number in enumerate(documents)}
    content = {
        "format": FORMAT,
        "version": VERSION,
        "documents": [_document_values(document) for document in documents.values()],
        "queries": [
            {"text": query.text, "marks": [[places[mark.document], mark.start, mark.end] for mark in query.marks]}
            for query in queries
        ],
        "settings": dict(settings),
        "tried": [dict(key) for key in tried],
    }
    return json.dumps(content, separators=(",", ":")).encode()


def read_workspace(name: str, data: bytes) -> Workspace:
    """Read a session.

    Args:
        name: the file's name, for messages.
        data: its bytes.

    Returns:
        What it holds.

    Raises:
        ExtractionError: it is no workspace, one of a later version, or damaged.
    """
    try:
        content = read_json(data.decode(json.detect_encoding(data), "surrogatepass"))
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ExtractionError("workspace.none", "{name} is not a workspace saved by chunkforge.", name=name)
    version = content.get("version")
    damaged = ExtractionError("workspace.damaged", "{name} is damaged: parts of the workspace are missing.", name=name)
    if type(version) is not int or version < 1:
        raise damaged
    if version > VERSION:
        raise ExtractionError(
            "workspace.version",
            "{name} was saved by a later chunkforge. Reload the page to update, then open it.",
            name=name,
        )
    try:
        return _workspace(content)
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError, SettingsError):
        raise damaged from None


def _document_values(document: Document) -> dict[str, Any]:
    return {
        "name": document.name,
        "text": document.text,
        "blocks": [[block.kind, block.start, block.end, block.level, block.title] for block in document.blocks],
        "pages": document.page_starts.tolist(),
        "warnings": [[warning.code, str(warning), warning.values] for warning in document.warnings],
        "changes": [[change.kind, change.text, change.page, change.offset] for change in document.changes],
    }


def _workspace(content: Mapping[str, Any]) -> Workspace:
    documents = tuple(_document(values) for values in content["documents"])
    queries = tuple(
        (_text(values["text"]), tuple(_mark(mark, documents) for mark in values["marks"]))
        for values in content["queries"]
    )
    tried = tuple(_row(key) for key in content["tried"])
    try:
        settings = _setting(dict(content["settings"]))
    except (KeyError, ValueError, SettingsError):
        settings = {}  # the page may be saved while a field of it is empty; nothing else depends on them
    return Workspace(documents, queries, settings, tried)


def _setting(values: Any) -> Mapping[str, Any]:  # noqa: ANN401 - read from a file
    """Let pass what names a way to split, with the kinds of values that go with it."""
    setting: dict[str, Any] = dict(values)
    strategy = STRATEGIES[setting["strategy"]]
    SplitSettings(
        setting["strategy"], _whole(setting["size"], LARGEST_SIZE), _whole(setting.get("overlap", 0), LARGEST_SIZE)
    )
    _whole(setting.get("budget", 0), _LARGEST_BUDGET)
    for name in ("scorer", "tokenizer", "length"):
        _text(setting.get(name, ""))
    for name, value in [
        *((name, setting.get(name)) for name in strategy.options),
        *dict(setting.get("options", {})).items(),
    ]:
        if value is not None and not _is_value(name, value):
            raise ValueError
    return setting


def _is_value(name: str, value: Any) -> bool:  # noqa: ANN401 - read from a file
    """Tell whether a strategy's option, or `length`, takes a value."""
    if name == "length":
        return value in get_args(Length)
    option = OPTIONS[name]
    match option.kind:
        case "flag":
            return isinstance(value, bool)
        case "choice":
            return isinstance(value, bool | str) and value in option.choices
        case "list":
            return isinstance(value, list) and all(isinstance(part, str) for part in value)
        case "text":
            return isinstance(value, str)
        case "number":
            return type(value) is int and value >= 0


def _row(values: Any) -> Mapping[str, Any]:  # noqa: ANN401 - read from a file
    """Let pass what names a row of the comparison: a setting, its budget and its scorer."""
    setting = _setting(values)
    if not {"budget", "scorer"} <= setting.keys():
        raise ValueError
    return setting


def _document(values: Mapping[str, Any]) -> Document:
    text = _text(values["text"])
    blocks = tuple(
        Block(
            _kind(kind),
            *_range(start, end, text),
            _whole(level, _DEEPEST),
            None if title is None else _range(title[0], title[1], text),
        )
        for kind, start, end, level, title in values["blocks"]
    )
    pages = np.array([_whole(page, len(text)) for page in values["pages"]], np.int32)
    ordered = [0, *(edge for block in blocks for edge in (block.start, block.end))]
    if ordered != sorted(ordered) or np.any(np.diff(pages) < 0):
        raise ValueError
    return Document(
        _text(values["name"]),
        text,
        blocks,
        pages,
        tuple(_notice(*warning) for warning in values["warnings"]),
        tuple(
            Change(_text(kind), _text(was), _whole(page, len(pages)), _whole(offset, len(text)))
            for kind, was, page, offset in values["changes"]
        ),
    )


def _mark(values: Any, documents: tuple[Document, ...]) -> Mark:  # noqa: ANN401 - read from a file
    place, start, end = values
    if start == end:
        raise ValueError
    return Mark(_whole(place, len(documents) - 1), *_range(start, end, documents[place].text))


def _range(start: Any, end: Any, text: str) -> tuple[int, int]:  # noqa: ANN401 - read from a file
    return _whole(start, _whole(end, len(text))), end


def _whole(value: Any, most: int) -> int:  # noqa: ANN401 - read from a file
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError
    return value


def _kind(value: Any) -> BlockKind:  # noqa: ANN401 - read from a file
    kinds: tuple[BlockKind, ...] = get_args(BlockKind)
    return kinds[kinds.index(value)]


def _text(value: Any) -> str:  # noqa: ANN401 - read from a file
    if not isinstance(value, str):
        raise TypeError
    return value


def _notice(code: Any, message: Any, values: Any) -> Notice:  # noqa: ANN401 - read from a file
    return Notice.rebuilt(_text(code), _text(message), dict(values))
