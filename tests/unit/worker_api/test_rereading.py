"""A document whose rules are switched: read again in its place, with its marks where their text still stands."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

import pytest

import make_pdfs
import own_loop
from chunkforge.extract import SWITCHES, extract, rule_of
from chunkforge.scoring import Bm25
from chunkforge.tokenizers import estimate
from chunkforge.worker_api import LANES, Requests, Session


class Page:
    """Asks as the page does; cancels a request at its first sign of progress where it is told to."""

    def __init__(self) -> None:
        session = Session(estimate("characters / 4"), (Bm25(),))
        self.ticks = 0.0
        self.requests = Requests(session.handlers(), LANES, self._reply, clock=self._clock)
        self.stop_at: Collection[int] = ()
        self.progress: list[dict[str, Any]] = []
        self.last: tuple[str, dict[str, Any], dict[str, Any]] = ("", {}, {})

    def _clock(self) -> float:
        self.ticks += 1
        return self.ticks

    def _reply(self, kind: str, request: int, values: str, arrays: Any, /) -> None:
        if kind != "progress":
            self.last = (kind, json.loads(values), dict(arrays))
            return
        self.progress.append(json.loads(values))
        if len(self.progress) in self.stop_at:
            self.requests.cancel(request)

    def ask(
        self, method: str, data: bytes | None = None, stop_at: Collection[int] = (), **params: Any
    ) -> dict[str, Any]:
        self.progress, self.stop_at = [], stop_at
        own_loop.run(self.requests.call(1, method, json.dumps(params), [] if data is None else [data]))
        return self.last[1]


BOOK = make_pdfs.book()


@pytest.fixture
def page() -> Page:
    page = Page()
    page.ask("add_document", BOOK, name="book.pdf")
    return page


def test_every_change_names_the_switch_that_undoes_it(page):
    changes = page.last[1]["changes"]
    assert {"furniture", "hyphens"} <= {change["rule"] for change in changes}
    assert all(rule_of(change["kind"]) == change["rule"] for change in changes)
    assert rule_of("of a later version") == ""


@pytest.mark.parametrize("rule", SWITCHES)
def test_a_rule_that_is_off_changes_nothing(rule: str):
    makers = {"crop": "outside_the_page", "artifacts": "tagged", "invisible": "invisible_below"}
    data = make_pdfs.MAKERS[makers.get(rule, "drawn_twice" if rule == "overprints" else "book")]()
    assert any(rule_of(change.kind) == rule for change in extract("a.pdf", data).changes)
    assert not any(rule_of(change.kind) == rule for change in extract("a.pdf", data, off=[rule]).changes)


def test_a_switch_that_does_not_exist_is_a_mistake():
    with pytest.raises(ValueError, match="no such rule: colour"):
        extract("a.pdf", BOOK, off=["colour"])


def test_marks_stay_on_their_words_and_the_document_keeps_its_id(page):
    told = page.last[1]
    joined = next(change for change in told["changes"] if change["rule"] == "hyphens")
    word = joined["text"]
    start = told["text"].rindex(" ", 0, joined["offset"]) + 1
    query = page.ask("add_queries", texts=["which word"])["order"][0]
    page.ask("mark", query=query, document=told["id"], start=start, end=start + len(word))
    again = page.ask("reread_document", BOOK, document=told["id"], off=["hyphens"])
    assert (again["id"], again["lost"]) == (told["id"], 0)
    assert again["text"] != told["text"]
    (mark,) = again["queries"][0]["marks"]
    marked = again["text"][mark["start"] : mark["end"]]
    assert marked != told["text"][start : start + len(word)]
    assert marked.replace("- ", "") == told["text"][start : start + len(word)]
    assert page.ask("reread_document", BOOK, document=told["id"], off=[])["text"] == told["text"]
    (mark,) = page.ask("labels")["queries"][0]["marks"]
    assert (mark["start"], mark["end"]) == (start, start + len(word))


def test_a_mark_whose_text_is_gone_is_dropped_and_counted(page):
    told = page.last[1]
    head = next(change["text"] for change in told["changes"] if change["kind"] == "running-head")
    with_heads = page.ask("reread_document", BOOK, document=told["id"], off=["furniture"])
    at = with_heads["text"].index(head)
    query = page.ask("add_queries", texts=["what is the book called"])["order"][0]
    page.ask("mark", query=query, document=told["id"], start=max(0, at - 40), end=at + len(head) + 40)
    again = page.ask("reread_document", BOOK, document=told["id"], off=[])
    assert (again["lost"], again["queries"][0]["marks"]) == (1, [])


def test_what_is_measured_afterwards_is_the_new_text(page):
    split = {"settings": {"strategy": "recursive", "size": 60, "overlap": 0}, "budget": 100}
    before = page.ask("measure", **split)
    again = page.ask("reread_document", BOOK, document=1, off=["furniture"])
    assert page.ask("measure", **split) != before
    assert page.ask("chunk", settings=split["settings"], number=0)["text"] in again["text"]


def test_a_pdf_that_is_cancelled_keeps_the_pages_read():
    page = Page()
    told = page.ask("add_document", make_pdfs.many_pages(), stop_at=[3], name="many.pdf")
    assert page.last[0] == "done"
    assert [step["done"] for step in page.progress[:3]] == [1, 2, 3]
    assert "So ends page 3." in told["text"]
    assert "So ends page 4." not in told["text"]
    assert [warning["code"] for warning in told["warnings"]] == ["pdf.unread"]


def test_the_text_of_pages_is_told_while_the_rest_is_read():
    page = Page()
    page.ask("add_document", make_pdfs.many_pages(), name="many.pdf")
    fresh = [text for step in page.progress for text in step["fresh"]]
    assert len(fresh) == 300
    assert "So ends page 300." in fresh[-1].replace("\n", " ")


def test_cancelling_a_second_time_leaves_nothing():
    page = Page()
    told = page.ask("add_document", make_pdfs.many_pages(), stop_at=(3, 4), name="many.pdf")
    assert page.progress[3]["unit"] == "characters"  # the words of the pages that were kept are being counted
    assert told["type"] == "Cancelled"
    assert page.ask("measure", settings={"strategy": "recursive", "size": 9, "overlap": 0}, budget=9)["documents"] == []


def test_a_cancelled_second_reading_leaves_the_document_as_it_was(page):
    many = make_pdfs.many_pages()
    told = page.ask("add_document", many, name="many.pdf")
    assert page.ask("reread_document", many, stop_at=[3], document=told["id"], off=["furniture"])["type"] == "Cancelled"
    page.ask("save_workspace", settings={})
    saved = json.loads(page.last[2]["file"].tobytes())
    assert saved["documents"][1]["text"] == told["text"]
