"""A static model of the user's choice takes the place of the site's own, says what it is, and leaves nothing behind."""

from __future__ import annotations

import gc
import hashlib
import io
import json
import tracemalloc
import weakref
import zipfile
from typing import Any

import numpy as np
import pytest

import own_loop
from chunkforge.export import SourceFile
from chunkforge.scoring import KNOWN_MODELS, Bm25, Fusion, StaticModel, read_embedding_table, read_static_model
from chunkforge.tokenizers import estimate, load_tokenizer
from chunkforge.worker_api import LANES, Requests, Session
from unit.scoring.onnx_files import static_model
from unit.tokenizers.small_tokenizers import BERT, assembled

TEXT = "parental leave lasts long.\n\ntravel is booked at the desk.\n\nlaptops last four years.\n"
SETTINGS = {"settings": {"strategy": "recursive", "size": 8, "overlap": 0}, "budget": 16}
WORDS = ["[UNK]", *sorted(set(TEXT.replace(".", " .").split()))]
ROWS = np.random.default_rng(3).integers(-100, 100, (len(WORDS), 16), dtype=np.int8)
ALIKE = np.ones_like(ROWS)
OWN_FILE = SourceFile("scoring model", "model.onnx", "0" * 64)


def tokenizer_json(words: list[str] = WORDS) -> bytes:
    return assembled(
        normalizer=BERT,
        pre_tokenizer={"type": "BertPreTokenizer"},
        model={
            "type": "WordPiece",
            "vocab": {word: place for place, word in enumerate(words)},
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
        },
    )


TABLE, TOKENIZER = static_model(ROWS), tokenizer_json()
NAMES = ["model_int8.onnx", "tokenizer.json"]
BOTH = hashlib.sha256((hashlib.sha256(TABLE).hexdigest() + hashlib.sha256(TOKENIZER).hexdigest()).encode()).hexdigest()
CHOSEN = f"model_int8.onnx ({BOTH[:8]})"


class Page:
    """Asks as the page does."""

    def __init__(self, rows: np.ndarray = ALIKE) -> None:
        static, bm25 = StaticModel(read_embedding_table(static_model(rows)), load_tokenizer(TOKENIZER)), Bm25()
        scorers = (static, bm25, Fusion(static, bm25))
        self.session = Session(estimate("characters / 4"), scorers, files=lambda: [OWN_FILE])
        self.requests = Requests(self.session.handlers(), LANES, self._reply)
        self.answers: list[tuple[str, dict[str, Any], Any]] = []

    def _reply(self, kind: str, _request: int, values: str, arrays: Any, /) -> None:
        if kind != "progress":
            self.answers.append((kind, json.loads(values), arrays))

    def _call(self, method: str, data: list[bytes], params: dict[str, Any]) -> tuple[str, dict[str, Any], Any]:
        own_loop.run(self.requests.call(len(self.answers), method, json.dumps(params), data))
        return self.answers[-1]

    def ask(self, method: str, *data: bytes, **params: Any) -> dict[str, Any]:
        kind, values, arrays = self._call(method, list(data), params)
        assert kind == "done", values
        return values | {"arrays": arrays}

    def refused(self, method: str, *data: bytes, **params: Any) -> dict[str, Any]:
        kind, values, _ = self._call(method, list(data), params)
        assert kind == "failed", values
        return values

    def load(self, **params: Any) -> dict[str, Any]:
        return self.ask("load_model", TABLE, TOKENIZER, **({"name": "", "files": NAMES} | params))

    def filled(self) -> Page:
        self.ask("add_document", TEXT.encode(), name="rules.md")
        self.ask("add_queries", texts=["laptops last four years"])
        self.ask("mark", query=1, document=1, start=0, end=8)
        return self

    def scorer(self) -> str:
        return self.ask("measure", **SETTINGS)["scorer"]

    def figures(self) -> dict[str, list[float]]:
        return {name: array.tolist() for name, array in self.ask("measure", **SETTINGS)["arrays"].items()}


def held(name: str) -> weakref.ref[StaticModel]:
    """The one static model of a name that is in memory."""
    (model,) = (one for one in gc.get_objects() if isinstance(one, StaticModel) and one.name == name)
    return weakref.ref(model)


@pytest.fixture
def page() -> Page:
    gc.collect()
    return Page().filled()


def test_the_two_files_are_told_apart_by_their_content(page):
    assert page.ask("model_file", TABLE[:64], name="weights.bin")["kind"] == "table"
    assert page.ask("model_file", b"\xef\xbb\xbf \n" + TOKENIZER[:64], name="words.txt")["kind"] == "tokenizer"
    for head in (b"", b"%PDF-1.7", b"<!doctype html>", b"PK\x03\x04", b"[1, 2]", b"\n\x0e\n\x05<unk>"):
        told = page.refused("model_file", head, name="handbook.pdf")
        assert (told["type"], told["code"]) == ("TableError", "model.neither")
        assert "handbook.pdf is neither an ONNX file nor a tokenizer.json" in told["message"]


def test_a_chosen_model_is_a_scorer_of_its_own_in_the_place_of_the_sites(page):
    assert page.scorer() == "static"
    told = page.load()
    assert told["name"] == CHOSEN
    assert told["scorers"] == [CHOSEN, "bm25", f"{CHOSEN} + BM25"] == page.ask("describe")["scorers"]
    assert page.scorer() == CHOSEN
    assert [row["scorer"] for row in page.ask("scorers", **SETTINGS)["rows"]] == told["scorers"]
    page.ask("set_scorer", name="bm25")
    page.ask("set_scorer", name=f"{CHOSEN} + BM25")
    assert page.scorer() == f"{CHOSEN} + BM25"


def test_figures_are_those_of_the_model_alone(page):
    before = page.figures()
    page.load()
    assert page.figures() == Page(ROWS).filled().figures() != before


def test_the_sites_own_model_lets_the_chosen_one_go_and_its_rows_stay(page):
    page.load()
    page.ask("record", scorer=page.scorer(), **SETTINGS)
    model = held(CHOSEN)
    told = page.ask("set_scorer", name="static")
    assert told["scorers"] == ["static", "bm25", "fusion"]
    gc.collect()
    assert model() is None
    assert page.scorer() == "static"
    page.ask("record", scorer="static", **SETTINGS)
    assert [row["scorer"] for row in page.ask("rows")["rows"]] == [CHOSEN, "static"]
    told = page.refused("set_scorer", name=CHOSEN)
    assert told["code"] == "workbench.no-scorer"
    assert page.scorer() == "static"


def test_another_chosen_model_takes_the_place_of_the_first(page):
    page.load()
    first = held(CHOSEN)
    other = page.ask("load_model", static_model(ROWS + 1), TOKENIZER, name="", files=NAMES)["name"]
    gc.collect()
    assert first() is None
    assert other != CHOSEN
    assert page.ask("describe")["scorers"][0] == other


def test_a_document_that_is_being_read_does_not_hold_on_to_a_model_that_was_let_go(page):
    page.load()
    model = held(CHOSEN)
    steps = page.session.add_document("more.md", data=[TEXT.upper().encode()])
    next(steps)
    page.ask("set_scorer", name="static")
    for _ in steps:
        pass
    del steps
    gc.collect()
    assert model() is None
    assert page.scorer() == "static"


def test_the_table_is_held_once():
    file = static_model(np.ones((len(WORDS), 1 << 16), np.int8))
    tracemalloc.start()
    read_static_model(CHOSEN, (NAMES[0], file), (NAMES[1], TOKENIZER))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < len(file) / 2


def test_files_of_the_hashes_that_a_workspace_names_get_the_name_it_has(page):
    told = page.load()
    wanted = {"name": "the model of March", "table": told["table"], "tokenizer": told["tokenizer"]}
    assert page.load(wanted=wanted)["name"] == "the model of March"
    assert page.load(wanted=wanted | {"tokenizer": "0" * 64})["name"] == CHOSEN


def test_an_export_names_the_model_with_the_hashes_of_its_files(page):
    page.load()
    archive = page.ask("export", **SETTINGS)["arrays"]["zip"].tobytes()
    with zipfile.ZipFile(io.BytesIO(archive)) as packed:
        words = packed.read("README.txt").decode()
        rows = packed.read("comparison.csv").decode()
    assert f"scoring model: {CHOSEN}, model_int8.onnx, SHA-256 {hashlib.sha256(TABLE).hexdigest()}" in words
    assert f"scoring tokenizer: {CHOSEN}, tokenizer.json, SHA-256 {hashlib.sha256(TOKENIZER).hexdigest()}" in words
    assert f"SHA-256 {OWN_FILE.sha256}" in words
    assert f",{CHOSEN}," in rows
    assert f",{CHOSEN} + BM25," in rows


REFUSED = {
    "damaged": ([TABLE[: len(TABLE) // 2], TOKENIZER], {}, "table.damaged"),
    "no JSON": ([TABLE, b"{"], {}, "tokenizer.not-json"),
    "another model's tokenizer": ([TABLE, tokenizer_json([*WORDS, "more"])], {}, "model.apart"),
    "not the known model": ([TABLE, TOKENIZER], {"name": KNOWN_MODELS[0].name}, "model.shape"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_refused_file_leaves_the_scorer_in_use(page, case):
    data, params, code = REFUSED[case]
    before = page.figures()
    told = page.refused("load_model", *data, **({"name": "", "files": NAMES} | params))
    assert told["code"] == code
    assert page.ask("describe")["scorers"] == ["static", "bm25", "fusion"]
    assert page.figures() == before


def test_a_known_model_of_the_right_size_has_its_own_name(page):
    known = KNOWN_MODELS[0]
    rows = np.zeros((known.rows, known.dimensions), np.int8)
    rows[: len(ROWS), :16] = ROWS
    told = page.ask("load_model", static_model(rows), TOKENIZER, name=known.name, files=NAMES)
    assert told["scorers"] == [known.name, "bm25", f"{known.name} + BM25"]
    (offered,) = page.ask("describe")["models"]
    assert (offered["repository"], offered["revision"]) == (known.repository, known.revision)
