"""What the page is told of rows that stand on something else, and of scorers side by side."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest

import own_loop
from chunkforge.scoring import Bm25, Fusion
from chunkforge.tokenizers import estimate
from chunkforge.worker_api import LANES, Requests, Session

TEXT = "Parental leave lasts 26 weeks.\n\nTravel is booked at the desk.\n\nLaptops last four years.\n"
SPLIT = {"strategy": "recursive", "size": 12, "overlap": 0}
OTHER = "characters / 3.8, CJK 1"


class Asked(Bm25):
    """BM25 under another name, so that there are three scorers."""

    name = "static"


class Page:
    """Asks as the page does."""

    def __init__(self) -> None:
        static, bm25 = Asked(), Bm25()
        session = Session(estimate("characters / 4"), (static, bm25, Fusion(static, bm25)))
        self.requests = Requests(session.handlers(), LANES, self._reply)
        self.answers: list[tuple[str, dict[str, Any], Any]] = []

    def _reply(self, kind: str, _request: int, values: str, arrays: Any, /) -> None:
        if kind != "progress":
            self.answers.append((kind, json.loads(values), arrays))

    def ask(self, method: str, data: bytes | None = None, **params: Any) -> dict[str, Any]:
        own_loop.run(self.requests.call(len(self.answers), method, json.dumps(params), [] if data is None else [data]))
        kind, values, arrays = self.answers[-1]
        assert kind == "done", values
        return values | {"arrays": arrays}

    def try_out(self, size: int, budget: int = 24) -> None:
        settings = SPLIT | {"size": size}
        told = self.ask("measure", settings=settings, budget=budget)
        self.ask("record", settings=settings, scorer=told["scorer"], budget=budget)


@pytest.fixture
def page() -> Page:
    asked = Page()
    asked.ask("add_document", TEXT.encode(), name="rules.md")
    asked.ask("add_queries", texts=["how long is parental leave"])
    asked.ask("mark", query=1, document=1, start=0, end=8)
    return asked


def test_rows_of_another_tokenizer_stay_with_their_figures_and_its_name(page):
    page.try_out(12)
    page.ask("load_tokenizer", key=OTHER, name=OTHER)
    page.ask("set_tokenizer", key=OTHER)
    told = page.ask("rows", budget=24)
    assert told["rows"] == []
    [row] = told["stale"]
    assert (row["changed"], row["tokenizer"]) == (["tokenizer"], "characters / 4")
    assert (row["found"], row["asked"]) == (1, 1)
    page.try_out(12)
    told = page.ask("rows", budget=24)
    assert [row["tokenizer"] for row in told["rows"] + told["stale"]] == [OTHER, "characters / 4"]
    page.ask("set_tokenizer", key="characters / 4")
    told = page.ask("rows", budget=24)
    assert [row["tokenizer"] for row in told["rows"] + told["stale"]] == ["characters / 4", OTHER]


def test_one_request_measures_again_what_stands_on_something_else(page):
    for size in (8, 12, 16):
        page.try_out(size)
    page.ask("add_queries", texts=["laptops"])
    told = page.ask("rows", budget=24)
    assert [row["changed"] for row in told["stale"]] == [["queries"]] * 3
    assert told["missing"] == 3
    assert page.ask("measure_again", budget=24)["measured"] == 3
    told = page.ask("rows", budget=24)
    assert [row["size"] for row in told["rows"]] == [8, 12, 16]
    assert (told["stale"], told["missing"]) == ([], 0)


def test_every_scorer_measures_the_same_chunks_and_makes_no_row(page):
    told = page.ask("scorers", settings=SPLIT, budget=24)["rows"]
    assert [row["scorer"] for row in told] == ["static", "bm25", "fusion"]
    assert len({row["chunks"] for row in told}) == 1
    assert page.ask("rows")["rows"] == []


def test_two_rows_are_held_against_each_other_by_every_scorer(page):
    page.try_out(12)
    page.try_out(100)  # not one chunk fits: nothing is found
    first, second = page.ask("rows")["rows"]
    told = page.ask("compare_scorers", first=first, second=second)
    assert told["agreement"] == "holds"
    assert [(lean["scorer"], lean["first"], lean["second"], lean["side"]) for lean in told["leans"]] == [
        ("static", 1, 0, 1),
        ("bm25", 1, 0, 1),
        ("fusion", 1, 0, 1),
    ]
    zipped = page.ask("export", settings=SPLIT, budget=24, pair=[first, second])["arrays"]["zip"]
    with zipfile.ZipFile(io.BytesIO(zipped.tobytes())) as archive:
        report = archive.read("report.html").decode()
        assert "This direction holds under every scorer: Recursive (LangChain) 12/0 found more" in report
        assert archive.read("comparison.csv").decode().count("recursive,12,0") == 3


def test_the_zip_speaks_the_language_that_the_page_sends(page):
    texts = {"report.title": "Wie gut diese Dokumente gefunden werden", "readme.title": "Export aus chunkforge"}
    sent = {"language": "de", "texts": texts}
    zipped = page.ask("export", settings=SPLIT, budget=24, phrases=sent)["arrays"]["zip"]
    with zipfile.ZipFile(io.BytesIO(zipped.tobytes())) as archive:
        assert '<html lang="de">' in archive.read("report.html").decode()
        assert "<h1>Wie gut diese Dokumente gefunden werden</h1>" in archive.read("report.html").decode()
        assert archive.read("README.txt").decode().startswith("Export aus chunkforge\n")


def test_a_workspace_of_old_takes_its_rows_for_those_of_the_tokenizer_in_use(page):
    page.try_out(12)
    saved = json.loads(page.ask("save_workspace", settings={})["arrays"]["file"].tobytes())
    for row in saved["tried"]:
        del row["tokenizer"]
    page.ask("open_workspace", json.dumps(saved).encode(), name="old.chunkforge.json")
    assert [row["tokenizer"] for row in page.ask("rows")["stale"]] == ["characters / 4"]


def test_a_grid_measures_a_strategy_without_overlap_once_a_size(page):
    grid = {"strategies": ["chonkie-recursive", "fixed"], "sizes": [8, 12], "overlaps": [2, 10], "length": "tokens"}
    assert page.ask("compare", grid=grid, budget=24)["measured"] == 2 + 3
    rows = page.ask("rows")["rows"]
    told = [(row["strategy"], row["size"], row["overlap"], row["hasOverlap"]) for row in rows]
    assert told[:2] == [("chonkie-recursive", 8, 0, False), ("chonkie-recursive", 12, 0, False)]
    assert told[2:] == [("fixed", 8, 2, True), ("fixed", 12, 2, True), ("fixed", 12, 10, True)]


def test_a_grid_leaves_out_what_cannot_be_measured_and_says_why(page):
    strategies = ["recursive", "langchain-token"]
    grid = {"strategies": strategies, "sizes": [4, 12], "overlaps": [0], "length": "tokens"}
    told = page.ask("compare", grid=grid, budget=24)
    assert told["measured"] == 2
    assert [(one["type"], one["code"]) for one in told["refused"]] == [("SettingsError", "settings.no-decoding")] * 2
    assert page.ask("measure_again", budget=48) | {"arrays": {}} == {"measured": 2, "refused": [], "arrays": {}}
