"""A session leaves in one file and comes back the same, to the byte; a file that is none is refused."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkforge.document import Block, Change, Document
from chunkforge.errors import ExtractionError
from chunkforge.labels import Mark, Query
from chunkforge.notice import Notice
from chunkforge.workspace import read_workspace, write_workspace

TEXT = "# Leave 🚀\n\nTwenty-six weeks.\n"
DOCUMENT = Document(
    "<img src=x>\u202e.pdf",
    TEXT,
    (Block("heading", 0, 9, 1, (2, 9)), Block("paragraph", 11, 28)),
    np.array([0, 11], np.int32),
    (Notice("pdf.scanned", "{pages} pages {{are}} pictures.", pages=3),),
    (Change("hyphen", "-\n", 1, 20),),
)
SETTINGS = {"strategy": "recursive", "size": 256}
TRIED = [{"strategy": "fixed", "size": 96, "overlap": 0, "scorer": "bm25", "budget": 4096}]


def saved() -> bytes:
    queries = [Query(4, "how long?", (Mark(7, 11, 28),)), Query(9, "who?")]
    return write_workspace({7: DOCUMENT}, queries, SETTINGS, TRIED)


def again(data: bytes) -> bytes:
    read = read_workspace("w", data)
    queries = [Query(i, text, marks) for i, (text, marks) in enumerate(read.queries)]
    return write_workspace(dict(enumerate(read.documents)), queries, read.settings, read.tried)


def test_everything_comes_back():
    read = read_workspace("w", saved())
    [document] = read.documents
    assert (document.name, document.text, document.blocks) == (DOCUMENT.name, TEXT, DOCUMENT.blocks)
    assert document.page_starts.tolist() == [0, 11]
    assert document.changes == DOCUMENT.changes
    [warning] = document.warnings
    assert (warning, warning.code, warning.values) == ("3 pages {are} pictures.", "pdf.scanned", {"pages": 3})
    assert read.queries == (("how long?", (Mark(0, 11, 28),)), ("who?", ()))
    assert (read.settings, list(read.tried)) == (SETTINGS, TRIED)


def test_saving_what_was_opened_gives_the_same_bytes():
    assert again(saved()) == saved()


@given(st.text(max_size=50), st.lists(st.text(min_size=1, max_size=20), max_size=4))
def test_any_text_survives(text, questions):
    data = write_workspace({1: Document("a", text)}, [Query(i, q) for i, q in enumerate(questions)], {}, [])
    read = read_workspace("w", data)
    assert read.documents[0].text == text
    assert [q for q, _ in read.queries] == questions
    assert again(data) == data


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"format": "other"}', b"[" * 200_000, b"\xff\xfe", b"%PDF-1.7"])
def test_a_file_that_is_no_workspace_is_refused(data):
    with pytest.raises(ExtractionError, match="not a workspace"):
        read_workspace("x.json", data)


def test_a_workspace_of_a_later_version_is_refused_with_what_to_do():
    content = json.loads(saved()) | {"version": 2}
    with pytest.raises(ExtractionError, match="Reload the page"):
        read_workspace("x.json", json.dumps(content).encode())


@pytest.mark.parametrize("version", [None, "2", 0, -1, 1.5, True, [1], {}])
def test_a_workspace_without_a_usable_version_is_said_to_be_damaged_and_not_to_be_of_a_later_version(version):
    with pytest.raises(ExtractionError, match="damaged"):
        read_workspace("x.json", json.dumps(json.loads(saved()) | {"version": version}).encode())


def test_a_workspace_that_names_no_version_is_said_to_be_damaged():
    content = json.loads(saved())
    del content["version"]
    with pytest.raises(ExtractionError, match="damaged"):
        read_workspace("x.json", json.dumps(content).encode())


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("documents", 0, "text"), 5),
        (("documents", 0, "name"), None),
        (("documents", 0, "blocks", 0, 0), "magic"),
        (("documents", 0, "blocks", 0, 2), 10**9),
        (("documents", 0, "blocks", 0, 1), "0"),
        (("documents", 0, "blocks", 1, 1), 3),
        (("documents", 0, "pages"), [5, 2]),
        (("documents", 0, "pages"), [10**12]),
        (("documents", 0, "warnings"), [["code"]]),
        (("queries", 0, "marks", 0, 0), 3),
        (("queries", 0, "marks", 0, 0), -1),
        (("queries", 0, "marks", 0, 2), 10**6),
        (("documents", 0, "blocks", 0, 3), 10**30),
        (("documents", 0, "blocks", 0, 3), "1"),
        (("documents", 0, "pages"), ["1"]),
        (("documents", 0, "pages"), [[0, 1]]),
        (("documents", 0, "pages"), [0.5]),
        (("documents", 0, "pages"), {"__proto__": 1}),
        (("documents", 0, "changes"), [["hyphen", "a", 10**30, 0]]),
        (("documents", 0, "changes"), [["hyphen", "a", 0, -1]]),
        (("documents", 0, "changes"), [["hyphen", "a", 0, "0"]]),
        (("queries", 0, "marks", 0, 0), "0"),
        (("queries", 0, "marks", 0, 0), 0.0),
        (("queries", 0, "marks", 0, 1), True),
        (("queries", 0, "text"), {"toString": 1}),
        (("queries",), None),
        (("settings",), 1),
        (("tried",), [1]),
        (("tried",), [{}]),
        (("tried", 0, "strategy"), "__proto__"),
        (("tried", 0, "strategy"), ["fixed"]),
        (("tried", 0, "size"), "96"),
        (("tried", 0, "size"), 10**30),
        (("tried", 0, "overlap"), -1),
        (("tried", 0, "overlap"), 96),
        (("tried", 0, "budget"), 1e300),
        (("tried", 0, "scorer"), {}),
        (("tried", 0, "tokenizer"), 1),
        (("tried", 0, "options"), {"separators": [{}]}),
    ],
)
def test_a_damaged_workspace_is_refused_as_a_whole(path, value):
    content = json.loads(saved())
    inner = content
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    with pytest.raises(ExtractionError, match="damaged"):
        read_workspace("x.json", json.dumps(content).encode())


@pytest.mark.parametrize(
    "settings",
    [
        {"strategy": "__proto__", "size": 1},
        {"__proto__": 1},
        SETTINGS | {"size": None},
        SETTINGS | {"size": "<img src=x>"},
        SETTINGS | {"overlap": -(10**400)},
        SETTINGS | {"options": {"toString": {}}},
    ],
)
def test_settings_that_are_none_leave_those_of_the_page(settings):
    content = json.loads(saved()) | {"settings": settings}
    read = read_workspace("x.json", json.dumps(content).encode())
    assert read.settings == {}
    assert [text for text, _ in read.queries] == ["how long?", "who?"]


@pytest.mark.parametrize(
    "row",
    [
        {"strategy": "fixed", "size": 96, "scorer": "bm25"},
        {"strategy": "fixed", "size": 96, "budget": 4096},
        {**TRIED[0], "strategy": "recursive", "separators": 7},
        {**TRIED[0], "strategy": "recursive", "separators": ["\n", 7]},
        {**TRIED[0], "strategy": "recursive", "keep_separator": "middle"},
        {**TRIED[0], "strategy": "recursive", "strip_whitespace": 1},
        {**TRIED[0], "strategy": "recursive", "length": "lines"},
    ],
)
def test_a_row_that_no_splitter_could_measure_is_damage(row):
    with pytest.raises(ExtractionError, match="damaged"):
        read_workspace("w", write_workspace({}, [], SETTINGS, [row]))


def test_a_mark_of_no_length_is_damage():
    with pytest.raises(ExtractionError, match="damaged"):
        read_workspace("w", write_workspace({7: DOCUMENT}, [Query(4, "how long?", (Mark(7, 11, 11),))], SETTINGS, []))
