"""Another static model ranks in the place of the site's own: from disk, or by two requests that its button sends."""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from bench import READY, Bench
from hosts import StaticHost
from playwright.sync_api import BrowserContext, Page, Request, Route, expect

from unit.scoring.onnx_files import static_model

pytestmark = pytest.mark.browser

NAME = "static-retrieval-mrl-en-v1"
FUSED = f"{NAME} + BM25"
ADDRESS = f"https://huggingface.co/sentence-transformers/{NAME}/resolve/f60985c"
TABLE, TOKENIZER = f"{ADDRESS}/onnx/model_int8.onnx", f"{ADDRESS}/0_StaticEmbedding/tokenizer.json"
TEXT = "# Leave\n\nParental leave lasts 26 weeks.\n\n# Travel\n\nTravel is booked at the desk.\n"
QUESTION = "how long is parental leave?"
ROWS, COLUMNS = 30522, 1024


@pytest.fixture(scope="session")
def table() -> bytes:
    """A table of the real model's size and form, of other numbers."""
    return static_model(np.random.default_rng(5).integers(-127, 128, (ROWS, COLUMNS), dtype=np.int8), 0.01)


@pytest.fixture(scope="session")
def tokenizer(site: Path) -> bytes:
    return (site / "tokenizers" / "bert-base-uncased.json").read_bytes()


def as_file(name: str, data: bytes) -> dict[str, object]:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": data}


@dataclass
class ModelHost:
    """Hugging Face as the tests have it: it redirects the large file to its storage host, and notes every request."""

    files: dict[str, bytes] = field(default_factory=dict)
    reachable: bool = True
    asked: list[Request] = field(default_factory=list)

    def answer(self, route: Route) -> None:
        self.asked.append(route.request)
        if not self.reachable:
            route.abort("internetdisconnected")
        elif route.request.url in self.files:
            route.fulfill(body=self.files[route.request.url], headers={"Access-Control-Allow-Origin": "*"})
        else:
            route.fulfill(status=404, headers={"Access-Control-Allow-Origin": "*"})


@pytest.fixture
def model_host(context: BrowserContext, table: bytes, tokenizer: bytes) -> ModelHost:
    host = ModelHost({TABLE: table, TOKENIZER: tokenizer})
    context.route("https://huggingface.co/**", host.answer)
    return host


class Ranker:
    """The list of scorers and its dialog, used as a person does."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.bench = Bench(page, address)
        self.side_by_side = False
        self.dialog = self.bench.get("model-dialog")
        self.detail = self.bench.get("model-detail")
        self.error = self.bench.get("model-error")
        self.half = self.bench.get("model-half")
        self.select = self.bench.get("scorer-select")
        self.rows = self.bench.get("comparison-table").locator("tbody tr")

    def filled(self) -> Ranker:
        self.bench.add_files({"name": "rules.md", "mimeType": "text/markdown", "buffer": TEXT.encode()})
        self.bench.measured_after(0)
        self.bench.ask(QUESTION)
        self.bench.mark_quote("26 weeks")
        return self

    def open(self) -> Ranker:
        self.select.focus()
        self.select.select_option("other")
        expect(self.dialog).to_be_visible()
        return self

    def choose(self, *files: dict[str, object]) -> None:
        self.bench.get("model-file").set_input_files(list(files))  # type: ignore[arg-type]

    def press(self) -> None:
        self.bench.get("model-use").click()

    def in_use(self, name: str | re.Pattern[str]) -> None:
        expect(self.dialog).to_be_hidden(timeout=READY)
        expect(self.select).to_have_value(name, timeout=READY)
        self.bench.ready()

    def ranks_by(self, scorer: str) -> None:
        before = self.bench.measurement()
        self.select.select_option(scorer)
        self.bench.measured_after(before)

    def scorers(self) -> list[str]:
        """The names of those that stand side by side, once they are measured; they go on being so once asked for."""
        if not self.side_by_side:
            self.bench.get("scorers-button").click()
        self.side_by_side = True
        lines = self.bench.get("scorers").locator("tbody tr")
        expect(lines.locator("td:first-of-type").filter(has_text="of 1")).to_have_count(3, timeout=READY)
        return lines.locator("th").all_inner_texts()


@pytest.fixture
def ranker(page: Page, site_url: str) -> Ranker:
    return Ranker(page, site_url)


def test_two_files_from_disk_are_a_scorer_of_its_own_until_the_sites_model_is_chosen_again(
    ranker: Ranker, model_host: ModelHost, table: bytes, tokenizer: bytes
):
    ranker.filled().open()
    ranker.choose(as_file("notes.pdf", b"%PDF-1.7"))
    expect(ranker.error).to_contain_text("notes.pdf is neither an ONNX file nor a tokenizer.json", timeout=READY)
    ranker.choose(as_file("words.json", tokenizer))
    expect(ranker.half).to_contain_text("words.json is the tokenizer. The ONNX file that it belongs to is missing yet")
    expect(ranker.error).to_be_hidden()
    ranker.choose(as_file("half.onnx", table[: len(table) // 2]))
    expect(ranker.error).to_contain_text("half.onnx", timeout=READY)
    expect(ranker.error).to_contain_text("This is not a complete ONNX file")
    expect(ranker.select).to_have_value("static")
    ranker.choose(as_file("mine.onnx", table))
    ranker.in_use(re.compile(r"mine\.onnx \([0-9a-f]{8}\)"))
    expect(ranker.select).to_be_focused()
    name = ranker.select.input_value()
    expect(ranker.bench.summary).to_contain_text("of 1 answer")
    assert ranker.scorers() == [name, "BM25", f"{name} + BM25"]
    expect(ranker.rows.filter(has_text=name)).to_have_count(1)
    assert "onnx" not in ranker.page.url

    with ranker.page.expect_download() as download:
        ranker.bench.get("export-button").click()
    with zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes())) as archive:
        words = archive.read("README.txt").decode()
    assert f"scoring model: {name}, mine.onnx, SHA-256 {hashlib.sha256(table).hexdigest()}" in words
    assert f"scoring tokenizer: {name}, words.json, SHA-256 {hashlib.sha256(tokenizer).hexdigest()}" in words

    ranker.ranks_by("static")
    expect(ranker.rows.filter(has_text=name)).to_have_count(1)
    assert ranker.scorers() == ["Static model", "BM25", "Both, fused"]
    ranker.ranks_by(name)
    assert ranker.scorers() == [name, "BM25", f"{name} + BM25"]
    assert model_host.asked == []


def test_both_files_at_once_and_a_tokenizer_of_another_model_is_refused_by_name(
    ranker: Ranker, model_host: ModelHost, table: bytes, tokenizer: bytes
):
    ranker.bench.ready()
    more = json.loads(tokenizer)
    more["model"]["vocab"]["zzzzzz"] = len(more["model"]["vocab"])
    ranker.open().choose(as_file("model.onnx", table), as_file("other.json", json.dumps(more).encode()))
    expect(ranker.error).to_contain_text("other.json knows 30523 tokens, and the table in model.onnx", timeout=READY)
    expect(ranker.page.locator("#live-assertive")).to_contain_text("other.json knows 30523 tokens")
    ranker.choose(as_file("tokenizer.json", tokenizer))
    ranker.in_use(re.compile(r"model\.onnx"))
    assert model_host.asked == []


def test_two_anonymous_requests_leave_and_then_it_works_offline(
    context: BrowserContext, page: Page, host: StaticHost, model_host: ModelHost
):
    cookie = {"name": "token", "value": "secret", "domain": ".huggingface.co", "path": "/"}
    context.add_cookies([{**cookie, "secure": True, "sameSite": "None"}])
    ranker = Ranker(page, host.url).filled()
    expect(page.locator("#offline-note")).to_be_visible(timeout=READY)
    ranker.open()
    for address in (TABLE, TOKENIZER):
        expect(ranker.detail).to_contain_text(f"GET {address}")
    expect(ranker.detail).to_contain_text("No hash of the files is known here")
    assert model_host.asked == []
    ranker.press()
    ranker.in_use(NAME)
    assert [request.url for request in model_host.asked] == [TOKENIZER, TABLE]
    for request in model_host.asked:
        assert (request.method, request.post_data) == ("GET", None)
        assert {"cookie", "authorization", "referer", "origin"} & set(request.all_headers()) <= {"origin"}
    assert ranker.scorers() == [NAME, "BM25", FUSED]
    ranker.ranks_by(FUSED)
    with page.expect_download() as download:
        ranker.bench.get("save-button").click()
    saved = download.value.path().read_bytes()
    assert json.loads(saved)["settings"]["model"]["name"] == NAME

    page.once("dialog", lambda dialog: dialog.accept())
    host.stop()
    model_host.reachable = False
    again = Ranker(page, host.url)
    again.bench.ready()
    again.bench.add_files(as_file("work.chunkforge.json", saved))
    again.in_use(FUSED)
    expect(again.bench.summary).to_contain_text("of 1 answer")
    again.open()
    expect(again.detail).to_contain_text("keeps both files from an earlier request")
    again.bench.get("model-drop").click()
    expect(again.detail).to_contain_text("The button sends two requests")
    again.press()
    expect(again.error).to_contain_text("huggingface.co could not be reached", timeout=READY)
    assert len(model_host.asked) == 3
    host.start()


# In place of the host, because an intercepted answer always comes whole: 2 MB, then nothing or an early end.
STREAM = """(breaks) => {
    const real = self.fetch;
    self.fetch = (address, options) => {
        if (!String(address).endsWith(".onnx")) return real(address, options);
        self.fetch = real;
        const body = new ReadableStream({
            start(controller) {
                controller.enqueue(new Uint8Array(2_000_000));
                if (breaks) setTimeout(() => controller.error(new TypeError("network error")));
                options.signal.addEventListener("abort", () => controller.error(options.signal.reason));
            },
        });
        return Promise.resolve(new Response(body, { headers: { "Content-Length": "31000000" } }));
    };
}"""
DIE = "() => { setTimeout(() => { throw new RangeError('out of memory'); }); }"
KEPT = "async () => (await (await caches.open('chunkforge-model-files')).keys()).length"


def test_a_download_that_is_stopped_or_breaks_off_starts_again_from_nothing(ranker: Ranker, model_host: ModelHost):
    ranker.filled()
    ranker.page.evaluate(STREAM, False)  # noqa: FBT003 - JavaScript's argument
    ranker.open().press()
    progress = ranker.bench.get("model-progress")
    expect(progress).to_contain_text("2.0 of 31.0 MB received", timeout=READY)
    expect(ranker.bench.get("model-cancel")).to_be_focused()
    ranker.page.keyboard.press("Escape")
    expect(progress).to_be_hidden()
    expect(ranker.dialog).to_be_visible()
    expect(ranker.error).to_be_hidden()
    ranker.page.evaluate(STREAM, True)  # noqa: FBT003 - JavaScript's argument
    ranker.press()
    expect(ranker.error).to_contain_text("broke off on its way", timeout=READY)
    expect(ranker.bench.get("model-use")).to_be_focused()
    assert ranker.page.evaluate(KEPT) == 0
    expect(ranker.select).to_have_value("static")
    model_host.files[TABLE] = static_model(np.zeros((ROWS, 8), np.int8))
    ranker.press()
    expect(ranker.error).to_contain_text("model_int8.onnx has a table of 30522 × 8", timeout=READY)  # noqa: RUF001
    assert ranker.page.evaluate(KEPT) == 0


def test_a_site_that_has_the_model_itself_asks_no_other_host(
    page: Page, site: Path, serve, tmp_path: Path, model_host: ModelHost, table: bytes, tokenizer: bytes
):
    copy = shutil.copytree(site, tmp_path / "site")
    listed = json.loads((copy / "build.json").read_text(encoding="utf-8"))
    (copy / "scoring" / NAME).mkdir()
    for name, data in (("model_int8.onnx", table), ("tokenizer.json", tokenizer)):
        (copy / "scoring" / NAME / name).write_bytes(data)
        entry = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        listed["files"][f"scoring/{NAME}/{name}"] = entry
    (copy / "build.json").write_text(json.dumps(listed), encoding="utf-8")
    ranker = Ranker(page, serve(copy)).filled().open()
    expect(ranker.detail).to_contain_text("Comes with this page. No request is sent")
    ranker.press()
    ranker.in_use(NAME)
    expect(page).to_have_url(re.compile(f"scorer={NAME}"))
    assert model_host.asked == []


def test_a_saved_workspace_asks_for_the_model_again_and_knows_its_files(
    ranker: Ranker, context: BrowserContext, site_url: str, table: bytes, tokenizer: bytes
):
    ranker.filled().open().choose(as_file("mine.onnx", table), as_file("tokenizer.json", tokenizer))
    ranker.in_use(re.compile("mine"))
    name = ranker.select.input_value()
    with ranker.page.expect_download() as download:
        ranker.bench.get("save-button").click()
    other = Ranker(context.new_page(), site_url)
    other.bench.ready()
    other.bench.add_files(as_file("work.chunkforge.json", download.value.path().read_bytes()))
    expect(other.dialog).to_be_visible(timeout=READY)
    expect(other.bench.get("model-wanted")).to_contain_text(f"ranked by {name}, whose model is not loaded")
    other.choose(as_file("renamed.onnx", table), as_file("renamed.json", tokenizer))
    other.in_use(name)
    expect(other.bench.summary).to_contain_text("of 1 answer")


def test_a_new_worker_is_given_the_model_again(ranker: Ranker, table: bytes, tokenizer: bytes):
    ranker.filled().open().choose(as_file("mine.onnx", table), as_file("tokenizer.json", tokenizer))
    ranker.in_use(re.compile("mine"))
    name = ranker.select.input_value()
    ranker.ranks_by(f"{name} + BM25")
    ranker.page.workers[0].evaluate(DIE)
    expect(ranker.bench.status).to_have_attribute("data-state", "booting")
    ranker.bench.ready()
    expect(ranker.select).to_have_value(f"{name} + BM25")
    expect(ranker.bench.summary).to_contain_text("of 1 answer")
    assert ranker.scorers() == [name, "BM25", f"{name} + BM25"]
