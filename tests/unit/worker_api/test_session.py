"""The page's requests, from a file's bytes to the zip, as the worker answers them."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import numpy as np
import pytest

import own_loop
from chunkforge.scoring import Bm25
from chunkforge.tokenizers import estimate
from chunkforge.worker_api import LANES, Requests, Session

TEXT = (
    "# Leave 🚀\n\nParental leave lasts 26 weeks.\n\n# Travel 🙂\n\nTravel is booked at the desk.\n\n"
    "Laptops last four years.\n"
)
SPLIT = {"strategy": "recursive", "size": 12, "overlap": 0}
GRID = {"strategies": ["recursive"], "sizes": [4, 12], "overlaps": [0, 6], "length": "tokens"}
SETTINGS = {"settings": SPLIT, "budget": 24}


class Page:
    """Asks as the page does, and keeps what it is told."""

    def __init__(self) -> None:
        session = Session(estimate("characters / 4"), (Bm25(),))
        self.requests = Requests(session.handlers(), LANES, self._reply)
        self.sent: list[tuple[str, dict[str, Any], dict[str, np.ndarray]]] = []

    def _reply(self, kind: str, _request: int, values: str, arrays: Any, /) -> None:
        if kind != "progress":
            self.sent.append((kind, json.loads(values), dict(arrays)))

    def ask(self, method: str, data: bytes | None = None, **params: Any) -> dict[str, Any]:
        own_loop.run(self.requests.call(len(self.sent), method, json.dumps(params), [] if data is None else [data]))
        kind, values, arrays = self.sent[-1]
        assert kind == "done", values
        return values | {"arrays": arrays}

    def try_out(self, settings: dict[str, Any], budget: int) -> dict[str, Any]:
        """Measure a setting and settle on it."""
        told = self.ask("measure", settings=settings, budget=budget)
        self.ask("record", settings=settings, scorer=told["scorer"], budget=budget)
        return told

    def refused(self, method: str, data: bytes | None = None, **params: Any) -> dict[str, Any]:
        own_loop.run(self.requests.call(len(self.sent), method, json.dumps(params), [] if data is None else [data]))
        kind, values, _ = self.sent[-1]
        assert kind == "failed", values
        return values


@pytest.fixture
def page() -> Page:
    return Page()


@pytest.fixture
def filled(page: Page) -> Page:
    page.ask("add_document", TEXT.encode(), name="rules.md")
    page.ask("add_queries", texts=["how long is parental leave"])
    return page


def utf16(text: str) -> bytes:
    return text.encode("utf-16-le")


def cut(text: str, start: int, end: int) -> str:
    return utf16(text)[2 * start : 2 * end].decode("utf-16-le")


def test_a_documents_offsets_are_those_that_javascript_counts(page):
    told = page.ask("add_document", TEXT.encode(), name="rules.md")
    blocks = told["arrays"]["blocks"].reshape(-1, 6)
    texts = [cut(told["text"], start, end) for _, start, end, *_ in blocks]
    assert "Parental leave lasts 26 weeks." in texts
    assert "Laptops last four years." in texts
    assert told["tokens"] > 0


def test_a_mark_set_in_javascripts_offsets_comes_back_in_them(filled):
    text = filled.sent[0][1]["text"]
    start = len(utf16(text[: text.index("26 weeks")])) // 2
    told = filled.ask("mark", query=1, document=1, start=start, end=start + 8)
    assert told["queries"][0]["marks"] == [{"document": 1, "start": start, "end": start + 8}]
    assert filled.ask("unmark", query=1, document=1, start=start, end=start + 8)["queries"][0]["marks"] == []
    assert filled.ask("undo")["queries"][0]["marks"] == [{"document": 1, "start": start, "end": start + 8}]


def test_a_measurement_tells_every_chunk_and_every_ranking(filled):
    told = filled.ask("measure", **SETTINGS)
    arrays, text = told["arrays"], filled.sent[0][1]["text"]
    chunks = [cut(text, start, end) for start, end in zip(arrays["starts"], arrays["ends"], strict=True)]
    assert len(chunks) == told["chunks"] == arrays["firsts"][-1]
    assert "Parental leave" in chunks[arrays["retrieved"][0]]
    assert told["found"] == told["asked"] == 0
    assert told["chance"] is None
    assert arrays["firstHit"].tolist() == [0]
    assert all(array.dtype in (np.int32, np.uint8) for array in arrays.values())


def test_a_marked_answer_is_found_or_not_in_the_arrays_too(filled):
    start = len(utf16(TEXT[: TEXT.index("Parental")])) // 2
    filled.ask("mark", query=1, document=1, start=start, end=start + 8)
    told = filled.ask("measure", **SETTINGS)
    assert (told["found"], told["asked"]) == (1, 1)
    assert told["arrays"]["found"].tolist() == [1]
    assert told["arrays"]["foundFirst"].tolist() == [0, 1]
    assert told["arrays"]["firstHit"].tolist() == [1]


def test_a_grid_leaves_out_overlaps_that_do_not_fit(filled):
    told = filled.ask("compare", grid=GRID, budget=24)
    assert told["measured"] == 3
    rows = filled.ask("rows")["rows"]
    assert [(row["size"], row["overlap"]) for row in rows] == [(4, 0), (12, 0), (12, 6)]


def test_a_setting_that_was_only_passed_through_becomes_no_row(filled):
    for size in (4, 5, 6, 7):
        filled.ask("measure", settings=SPLIT | {"size": size}, budget=24)
    assert filled.ask("rows")["rows"] == []
    filled.ask("record", settings=SPLIT | {"size": 6}, scorer="bm25", budget=24)
    assert [row["size"] for row in filled.ask("rows")["rows"]] == [6]


def test_a_change_of_marks_makes_rows_stale_until_they_are_measured_again(filled):
    filled.try_out(**SETTINGS)
    filled.ask("mark", query=1, document=1, start=0, end=5)
    told = filled.ask("rows")
    assert told["rows"] == []
    assert [(key["size"], key["budget"]) for key in told["stale"]] == [(12, 24)]
    filled.try_out(**SETTINGS)
    assert len(filled.ask("rows")["rows"]) == 1


def test_what_the_page_keeps_restores_the_document_as_it_was(filled):
    _, told, arrays = filled.sent[0]
    other = Page()
    kept = {key: told[key] for key in ("name", "text", "warnings", "changes")}
    blocks, page_starts = arrays["blocks"].tolist(), arrays["pageStarts"].tolist()
    again = other.ask("restore_document", document={**kept, "id": 1, "blocks": blocks, "pageStarts": page_starts})
    assert again["arrays"]["blocks"].tolist() == blocks
    assert {key: again[key] for key in kept} == kept
    assert again["tokens"] == told["tokens"]
    heading = {"strategy": "heading", "size": 60, "overlap": 0, "length": "tokens"}
    first, second = (at.ask("chunk", settings=heading, number=1)["text"] for at in (filled, other))
    assert first == second  # heading trail included, without its markup


def test_the_settings_that_were_tried_outlive_the_worker(filled):
    filled.try_out(**SETTINGS)
    other = Page()
    other.ask("restore_rows", rows=filled.ask("rows")["rows"])
    told = other.ask("rows", budget=24)
    assert told["rows"] == []
    assert [(key["size"], key["budget"], key["scorer"]) for key in told["stale"]] == [(12, 24, "bm25")]
    assert told["stale"][0]["changed"] == ["unmeasured"]
    assert told["missing"] == 1


def test_a_broken_or_empty_file_is_refused_in_a_sentence_and_leaves_the_others(filled):
    assert "empty" in filled.refused("add_document", b"", name="nothing.md")["message"]
    assert filled.refused("add_document", b"%PDF-1.7 broken", name="broken.pdf")["type"] == "ExtractionError"
    assert filled.ask("measure", **SETTINGS)["documents"] == [1]


def test_a_size_in_characters_is_kept_apart_from_one_in_tokens(filled):
    tokens = filled.try_out(**SETTINGS)
    characters = filled.try_out(settings=SPLIT | {"size": 40, "length": "characters"}, budget=24)
    assert (tokens["unit"], characters["unit"]) == ("tokens", "characters")
    assert np.all(characters["arrays"]["ends"] - characters["arrays"]["starts"] <= 40)
    rows = filled.ask("rows")["rows"]
    assert [row["unit"] for row in rows] == ["tokens", "characters"]
    filled.ask("forget_row", row=rows[1])
    assert [row["unit"] for row in filled.ask("rows")["rows"]] == ["tokens"]


def test_what_a_strategy_does_not_take_is_left_out(filled):
    told = filled.ask("measure", settings=SPLIT | {"strategy": "fixed", "length": "characters"}, budget=24)
    assert told["unit"] == "tokens"


def test_a_strategy_nobody_knows_is_refused(filled):
    assert filled.refused("measure", settings=SPLIT | {"strategy": "magic"}, budget=24)["type"] == "SettingsError"


def test_removing_a_document_takes_its_marks_along(filled):
    filled.ask("mark", query=1, document=1, start=0, end=5)
    assert filled.ask("remove_document", document=1)["queries"][0]["marks"] == []


def test_undo_brings_a_removed_document_back_with_its_marks_and_redo_takes_them_again(filled):
    marked = filled.ask("mark", query=1, document=1, start=0, end=5)["queries"][0]["marks"]
    gone = filled.ask("remove_document", document=1)
    assert (gone["marks"], gone["present"], gone["removed"]) == (1, [], [1])
    back = filled.ask("undo")
    assert (back["queries"][0]["marks"], back["present"], back["removed"]) == (marked, [1], [])
    assert filled.ask("count")["documents"]["1"]["tokens"] > 0
    assert filled.ask("measure", **SETTINGS)["asked"] == 1
    assert filled.ask("redo")["present"] == []


@pytest.mark.parametrize(
    ("method", "name", "data"),
    [
        ("add_document", "nothing.txt", b""),
        ("add_document", "blank.md", b" \n"),
        ("add_document", "photo.txt", bytes(range(32)) * 20),
        ("add_document", "letter.pdf", b"Dear all"),
        ("add_document", "broken.pdf", b"%PDF-1.7\nnothing"),
        ("add_document", "broken.docx", b"PK\x03\x04word/"),
        ("import_labels", "labels.jsonl", b"{"),
        ("import_labels", "labels.csv", b"a,b\n1,2\n"),
        ("import_labels", "photo.csv", bytes(range(32)) * 20),
        ("import_labels", "nothing.csv", b""),
        ("open_workspace", "mine.chunkforge.json", b"{}"),
        ("open_workspace", "mine.chunkforge.json", b'{"format": "chunkforge workspace", "version": 1}'),
        ("load_tokenizer", "tokenizer.json", b"{"),
        ("load_tokenizer", "mine.tiktoken", b"nothing"),
        ("load_tokenizer", "cl100k_base.tiktoken", b"nothing"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_name(page, method, name, data):
    key = {"key": "file:1"} if method == "load_tokenizer" else {}
    assert name in page.refused(method, data, name=name, **key)["message"]


def test_the_same_file_twice_is_kept_once(page):
    first = page.ask("add_document", TEXT.encode(), name="rules.md")
    told = page.ask("add_document", TEXT.encode(), name="rules.md")
    assert (told["same"], page.ask("labels")["present"]) == (first["id"], [first["id"]])
    page.ask("remove_document", document=first["id"])
    assert page.ask("add_document", TEXT.encode(), name="rules.md")["id"] != first["id"]


def test_a_file_that_a_workspace_holds_is_kept_once(filled):
    saved = filled.ask("save_workspace", settings={})["arrays"]["file"].tobytes()
    opened = filled.ask("open_workspace", saved, name="a.chunkforge.json")["documents"][0]
    assert filled.ask("add_document", TEXT.encode(), name=opened["name"])["same"] == opened["id"]


def test_another_file_of_the_same_name_gets_a_name_that_chunks_and_labels_carry(page):
    texts = {
        "rules.md": "Bicycles stand in the yard.",
        "rules (2).md": "Cars stand there.",
        "rules (3).md": "No boats.",
    }
    added = [page.ask("add_document", text.encode(), name="rules.md") for text in texts.values()]
    assert [one["name"] for one in added] == list(texts)
    for one in added:
        assert page.ask("export_chunks", settings=SPLIT, document=one["id"], form="jsonl")["name"] == (
            one["name"].removesuffix(".md") + "-chunks.jsonl"
        )
        records = json.loads(
            page.ask("export_chunks", settings=SPLIT, document=one["id"], form="json")["arrays"]["file"].tobytes()
        )
        assert {record["document"] for record in records} == {one["name"]}
    page.ask("add_queries", texts=["where?"])
    page.ask("mark", query=1, document=added[1]["id"], start=0, end=4)
    label = json.loads(page.ask("export_labels")["arrays"]["file"].tobytes())
    assert label["references"][0]["document"] == "rules (2).md"


@pytest.mark.parametrize(("name", "distinct"), [("a", "a (2)"), (".env", ".env (2)"), ("a.b.md", "a.b (2).md")])
def test_a_second_name_keeps_its_ending(page, name, distinct):
    page.ask("add_document", b"One.", name=name)
    assert page.ask("add_document", b"Two.", name=name)["name"] == distinct


def test_labels_given_to_a_new_worker_leave_nothing_to_undo(page):
    told = page.ask("restore_labelled", queries=[{"id": 1, "text": "how long?", "marks": []}])
    assert (len(told["order"]), told["canUndo"]) == (1, False)


def test_a_new_worker_knows_documents_and_queries_by_the_ids_they_had(page):
    text = "Bicycles stand in the yard."
    kept = {"name": "three.md", "text": text, "warnings": [], "changes": [], "blocks": [], "pageStarts": []}
    assert page.ask("restore_document", document={**kept, "id": 3})["id"] == 3
    assert page.ask("restore_document", document={**kept, "id": 7})["id"] == 7
    mark = {"document": 7, "start": 0, "end": 8}
    queries = [{"id": 4, "text": "where?", "marks": [mark]}, {"id": 2, "text": "what?", "marks": []}]
    told = page.ask("restore_labelled", queries=queries)
    assert (told["order"], told["queries"][0]["marks"], told["present"]) == ([4, 2], [mark], [3, 7])
    assert page.ask("add_document", b"Cars.", name="eight.md")["id"] == 8
    assert page.ask("add_queries", texts=["who?"])["order"] == [4, 2, 5]
    assert page.ask("remove_document", document=7)["marks"] == 1
    assert page.ask("undo")["present"] == [3, 7, 8]


def test_a_blank_query_is_not_restored(page):
    queries = [{"id": 1, "text": " ", "marks": []}]
    assert page.refused("restore_labelled", queries=queries)["code"] == "labels.blank-query"


def test_a_budget_below_one_token_is_refused(filled):
    assert filled.refused("measure", **{**SETTINGS, "budget": 0})["code"] == "settings.budget"


def test_one_chunk_is_told_exactly_as_the_model_gets_it(filled):
    measured = filled.ask("measure", **SETTINGS)["arrays"]
    for number in range(measured["firsts"][-1]):
        told = filled.ask("chunk", settings=SPLIT, number=number)
        assert told["text"] == cut(TEXT, measured["starts"][number], measured["ends"][number])
        assert told["tokens"] == measured["tokens"][number]
        assert told["arrays"]["tokenSpans"].size == 0  # what counts here is an estimate
        assert (told["place"], told["of"]) == (number, measured["firsts"][-1])


def test_a_split_is_told_in_figures(filled):
    measured = filled.ask("measure", **SETTINGS)
    told = filled.ask("overview", settings=SPLIT)
    assert (told["chunks"], told["tokensToEmbed"]) == (measured["chunks"], measured["tokensToEmbed"])
    assert sum(told["bars"]) == sum(told["cuts"].values()) == told["chunks"]


def test_the_chunks_of_one_document_leave_without_a_query(page):
    added = page.ask("add_document", TEXT.encode(), name="rules.md")
    told = page.ask("export_chunks", settings=SPLIT, document=added["id"], form="jsonl")
    assert told["name"] == "rules-chunks.jsonl"
    records = [json.loads(line) for line in told["arrays"]["file"].tobytes().decode().splitlines()]
    assert len(records) > 1
    assert [one["text"] for one in records] == [added["text"][one["start"] : one["end"]] for one in records]
    as_json = page.ask("export_chunks", settings=SPLIT, document=added["id"], form="json")
    assert json.loads(as_json["arrays"]["file"].tobytes()) == records


def test_the_zip_holds_the_chunks_of_the_present_setting(filled):
    data = filled.ask("export", **SETTINGS)["arrays"]["zip"].tobytes()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        lines = archive.read("chunks.jsonl").decode().splitlines()
    assert len(lines) == filled.ask("measure", **SETTINGS)["chunks"]


def test_labels_leave_and_come_back_identical(filled):
    start = len(utf16(TEXT[: TEXT.index("Travel is")])) // 2
    filled.ask("mark", query=1, document=1, start=start, end=start + 9)
    written = filled.ask("export_labels")["arrays"]["file"].tobytes()
    assert json.loads(written)["references"][0]["content"] == "Travel is"
    other = Page()
    other.ask("add_document", TEXT.encode(), name="rules.md")
    told = other.ask("import_labels", written, name="labels.jsonl")
    assert told["unsettled"] == []
    assert told["queries"][0]["marks"] == [{"document": 1, "start": start, "end": start + 9}]
    assert other.ask("export_labels")["arrays"]["file"].tobytes() == written


def test_importing_the_same_labels_twice_doubles_nothing(filled):
    data = json.dumps({"question": "how long is parental leave", "answers": ["26 weeks"]}).encode()
    first = filled.ask("import_labels", data, name="a.jsonl")
    assert filled.ask("import_labels", data, name="a.jsonl")["order"] == first["order"] == [1]


def test_an_answer_that_is_not_clear_comes_back_with_its_places(filled):
    data = json.dumps({"question": "travel?", "answers": ["Travel", "nowhere"]}).encode()
    told = filled.ask("import_labels", data, name="a.jsonl")
    assert [(one["why"], one["quote"]) for one in told["unsettled"]] == [
        ("several", "Travel"),
        ("not-found", "nowhere"),
    ]
    assert [cut(TEXT, one["start"], one["end"]) for one in told["unsettled"][0]["places"]] == ["Travel", "Travel"]


def test_two_settings_are_told_apart_by_query_and_by_luck(filled):
    start = len(utf16(TEXT[: TEXT.index("26 weeks")])) // 2
    filled.ask("mark", query=1, document=1, start=start, end=start + 8)
    filled.try_out(**SETTINGS)
    filled.try_out(settings=SPLIT | {"size": 100}, budget=24)  # not one chunk fits: nothing is found
    pair = [SPLIT | {"size": size, "scorer": "bm25", "budget": 24} for size in (12, 100)]
    told = filled.ask("compare_pair", first=pair[0], second=pair[1])
    assert (told["firstBetter"], told["secondBetter"], told["p"], told["moreNeeded"]) == ([1], [], 1.0, 5)
    filled.ask("unmark", query=1, document=1, start=start, end=start + 8)
    assert filled.refused("compare_pair", first=pair[0], second=pair[1])["code"] == "workbench.no-row"


def test_a_saved_session_opens_in_the_place_of_another_and_saves_the_same(filled):
    start = len(utf16(TEXT[: TEXT.index("26 weeks")])) // 2
    filled.ask("mark", query=1, document=1, start=start, end=start + 8)
    filled.try_out(**SETTINGS)
    data = filled.ask("save_workspace", settings=SPLIT)["arrays"]["file"].tobytes()
    other = Page()
    other.ask("add_document", b"Something else.", name="other.txt")
    told = other.ask("open_workspace", data, name="w.json")
    assert [document["name"] for document in told["documents"]] == ["rules.md"]
    assert told["queries"][0]["marks"] == [{"document": 1, "start": start, "end": start + 8}]
    assert told["settings"] == SPLIT
    assert not told["canUndo"]
    assert [key["size"] for key in other.ask("rows")["stale"]] == [12]
    assert other.ask("save_workspace", settings=SPLIT)["arrays"]["file"].tobytes() == data


def test_rows_that_are_kept_on_top_come_back_so(filled):
    for size in (4, 6, 12):
        filled.try_out(SPLIT | {"size": size}, 24)
    row = filled.ask("rows")["rows"][1]
    data = filled.ask("save_workspace", settings=SPLIT, pinned=[row])["arrays"]["file"].tobytes()
    other = Page()
    told = other.ask("open_workspace", data, name="w.json")
    assert [key["size"] for key in told["pinned"]] == [6]
    again = other.ask("save_workspace", settings=SPLIT, pinned=told["pinned"])
    assert again["arrays"]["file"].tobytes() == data


def test_a_file_that_is_no_workspace_leaves_the_session_as_it_is(filled):
    assert filled.refused("open_workspace", b"{}", name="w.json")["code"] == "workspace.none"
    assert filled.ask("measure", **SETTINGS)["documents"] == [1]
