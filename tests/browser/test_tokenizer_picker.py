"""The boundary tokenizer is chosen by model, repository or file; one request leaves, and only when it is asked for."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from bench import READY, Bench
from hosts import StaticHost
from playwright.sync_api import BrowserContext, Page, Request, Route, expect
from sentencepiece import SentencePieceProcessor
from tokenizers import Tokenizer

from parity.tokenizers.references import tiktoken_reference
from tools.fixtures import fixture_path

pytestmark = pytest.mark.browser

MODEL = "granite-embedding-125m-english"
REPOSITORY = f"ibm-granite/{MODEL}"
ADDRESS = f"https://huggingface.co/{REPOSITORY}/resolve/main/tokenizer.json"
TEXT = (
    "# Leave\n\nParental leave lasts 26 weeks; naïve coöperation isn't counted.\n\n"
    + "# Travel\n\nTravel is booked at the desk, 旅行 included.\n\n" * 3
)
ALLOWED = {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "X-Error-Code"}
LIMIT = 64_000_000


@dataclass
class ModelHost:
    """Hugging Face as the tests have it: answers what it is told to, and notes every request that reaches it."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    reachable: bool = True
    asked: list[Request] = field(default_factory=list)

    def answer(self, route: Route) -> None:
        self.asked.append(route.request)
        if self.reachable:
            route.fulfill(status=self.status, body=self.body, headers=ALLOWED | self.headers)
        else:
            route.abort("internetdisconnected")


@pytest.fixture
def model_host(context: BrowserContext) -> ModelHost:
    host = ModelHost()
    context.route("https://huggingface.co/**", host.answer)
    return host


@pytest.fixture(scope="session")
def gpt2(fetcher) -> bytes:
    return fixture_path("gpt2", fetcher).read_bytes()


@pytest.fixture(scope="session")
def oracle(gpt2: bytes) -> Callable[[str], int]:
    """Counts as the reference library does."""
    reference = Tokenizer.from_str(gpt2.decode())
    reference.no_truncation()
    reference.no_padding()
    return lambda text: len(reference.encode(text, add_special_tokens=False).ids)


class Picker:
    """The dialog, used as a person does."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.bench = Bench(page, address)
        self.dialog = self.bench.get("tokenizer-dialog")
        self.error = self.bench.get("tokenizer-error")
        self.note = self.bench.get("tokenizer-note")
        self.select = self.bench.get("tokenizer-select")

    def filled(self) -> Picker:
        """Add a document and a marked query."""
        self.bench.add_files({"name": "rules.md", "mimeType": "text/markdown", "buffer": TEXT.encode()})
        self.bench.measured_after(0)
        query = self.bench.ask("how long is parental leave?")
        before = self.bench.measurement()
        query.get_by_test_id("mark-button").first.click()
        self.bench.measured_after(before)
        return self

    def open(self) -> Picker:
        self.select.focus()
        self.select.select_option("other")
        expect(self.dialog).to_be_visible()
        return self

    def find(self, text: str) -> Picker:
        self.bench.get("tokenizer-search").fill(text)
        self.bench.get("tokenizer-search").press("Enter")
        return self

    def press(self) -> None:
        self.bench.get("tokenizer-use").click()

    def use(self, text: str) -> None:
        """Find a tokenizer, press its button, and wait until it is in force."""
        self.find(text).press()
        expect(self.dialog).to_be_hidden(timeout=READY)
        self.bench.ready()

    def counts(self, tokens: int) -> None:
        expect(self.bench.get("document")).to_contain_text(f"{tokens:,} tokens", timeout=READY)

    def keeps(self) -> None:
        """The first tokenizer is in force, and nothing that was there is lost."""
        self.page.keyboard.press("Escape")
        expect(self.dialog).to_be_hidden()
        self.bench.ready()
        expect(self.select).to_have_value("bert-base-uncased")
        expect(self.bench.get("document")).to_have_count(1)
        expect(self.bench.get("query")).to_have_count(1)
        expect(self.bench.summary).to_contain_text("of 1 answer")


@pytest.fixture
def picker(page: Page, site_url: str) -> Picker:
    return Picker(page, site_url)


def test_one_anonymous_request_leaves_and_then_it_works_offline(
    context: BrowserContext, page: Page, host: StaticHost, model_host: ModelHost, gpt2: bytes, oracle
):
    cookie = {"name": "token", "value": "secret", "domain": ".huggingface.co", "path": "/"}
    context.add_cookies([{**cookie, "secure": True, "sameSite": "None"}])
    model_host.body = gpt2
    picker = Picker(page, host.url).filled()
    expect(page.locator("#offline-note")).to_be_visible(timeout=READY)
    picker.open().find(MODEL)
    expect(picker.bench.get("tokenizer-detail")).to_contain_text(f"GET {ADDRESS}")
    expect(picker.bench.get("tokenizer-detail")).to_contain_text("nothing of your documents")
    assert model_host.asked == []
    picker.press()
    expect(picker.dialog).to_be_hidden(timeout=READY)
    picker.bench.ready()
    picker.counts(oracle(TEXT))
    expect(picker.select).to_have_value(REPOSITORY)
    expect(picker.note).to_contain_text(f"{MODEL} reads")

    (request,) = model_host.asked
    assert (request.method, request.url, request.post_data) == ("GET", ADDRESS, None)
    sent = request.all_headers()
    assert {"cookie", "authorization", "referer", "origin"} & set(sent) <= {"origin"}

    expect(picker.bench.get("query")).to_have_count(1)
    expect(picker.bench.summary).to_contain_text("of 1 answer")

    page.once("dialog", lambda dialog: dialog.accept())
    host.stop()
    model_host.reachable = False
    again = Picker(page, host.url)
    again.bench.add_files({"name": "rules.md", "mimeType": "text/markdown", "buffer": TEXT.encode()})
    again.bench.measured_after(0)
    again.open().find(MODEL)
    expect(again.bench.get("tokenizer-detail")).to_contain_text("No request is sent")
    again.press()
    expect(again.dialog).to_be_hidden(timeout=READY)
    again.counts(oracle(TEXT))
    assert len(model_host.asked) == 1
    host.start()


FAILURES: dict[str, tuple[dict[str, Any], str]] = {
    "no network": ({"reachable": False}, "huggingface.co could not be reached"),
    "404": ({"status": 404}, f"{REPOSITORY} has no tokenizer.json (404)"),
    "gated": ({"status": 401, "headers": {"X-Error-Code": "GatedRepo"}}, "accepted its terms (401)"),
    "gated or not there": ({"status": 403}, "gated, private, or does not exist"),
    "too many": ({"status": 429}, "takes no more requests"),
    "broken host": ({"status": 503}, "answered 503"),
    "not JSON": ({"body": b"<!doctype html><title>Sign in</title>"}, "is not a tokenizer.json"),
    "other JSON": ({"body": b'{"architectures": ["BertModel"]}'}, "is not a usable tokenizer.json"),
    "component": ({"body": b"component"}, "which is not reproduced exactly here"),
    "too large": (
        {"headers": {"Content-Length": str(LIMIT + 1)}, "body": b"{"},
        "files of more than 64.0 MB are not loaded",
    ),
}


# What this browser keeps is told only when `release` is called.
SLOW_TO_TELL = """(() => {
  const told = new Promise((resolve) => { globalThis.release = resolve; });
  const { open } = CacheStorage.prototype;
  CacheStorage.prototype.open = async function (name) {
    if (name === "chunkforge-model-files") await told;
    return open.call(this, name);
  };
})()"""


def test_the_dialog_opens_once_nothing_can_undo_what_is_chosen_in_it(page: Page, site_url: str):
    page.add_init_script(SLOW_TO_TELL)
    picker = Picker(page, site_url)
    picker.bench.ready()
    picker.select.focus()
    picker.select.select_option("other")
    expect(picker.select).to_have_value("bert-base-uncased")
    expect(picker.dialog).to_be_hidden()
    page.evaluate("() => release()")
    expect(picker.dialog).to_be_visible()
    expect(picker.bench.get("tokenizer-search")).to_be_focused()
    picker.find(REPOSITORY)
    expect(picker.bench.get("tokenizer-use")).to_be_visible()
    expect(picker.bench.get("tokenizer-detail")).to_contain_text(ADDRESS)


def test_each_failure_is_told_apart_and_leaves_the_previous_tokenizer_in_force(
    picker: Picker, model_host: ModelHost, gpt2: bytes
):
    """One page for all of them: each failure must also leave the dialog usable for the next."""
    picker.filled()
    before = picker.bench.get("document").inner_text()
    picker.open().find(REPOSITORY)
    strange = json.loads(gpt2) | {"normalizer": {"type": "Spellcheck"}}
    for number, (name, (answer, sentence)) in enumerate(FAILURES.items(), 1):
        fields = {"status": 200, "headers": {}, "reachable": True, "body": b""} | answer
        if fields["body"] == b"component":
            fields["body"] = json.dumps(strange).encode()
        for key, value in fields.items():
            setattr(model_host, key, value)
        picker.press()
        expect(picker.error, name).to_contain_text(sentence, timeout=READY)
        assert len(model_host.asked) == number, name
        expect(picker.page.locator("#live-assertive"), name).to_contain_text(sentence)
        expect(picker.bench.get("tokenizer-use"), name).to_be_focused()
    assert picker.page.evaluate("async () => (await (await caches.open('chunkforge-model-files')).keys()).length") == 0
    picker.keeps()
    assert picker.bench.get("document").inner_text() == before


def test_a_file_from_disk_counts_as_the_reference_does(
    picker: Picker, model_host: ModelHost, gpt2: bytes, oracle, tmp_path: Path
):
    picker.filled().open()
    file = picker.bench.get("tokenizer-file")
    file.set_input_files({"name": "notes.json", "mimeType": "application/json", "buffer": b"[1, 2]"})
    expect(picker.error).to_contain_text("notes.json is not a usable tokenizer.json")
    large = tmp_path / "large.json"
    with large.open("wb") as stream:
        stream.truncate(LIMIT + 1)
    file.set_input_files(large)
    expect(picker.error).to_contain_text("large.json has 64.0 MB; files of more than 64.0 MB are not loaded")
    file.set_input_files({"name": "tokenizer.json", "mimeType": "application/json", "buffer": gpt2})
    expect(picker.dialog).to_be_hidden(timeout=READY)
    expect(picker.select).to_be_focused()
    picker.bench.ready()
    picker.counts(oracle(TEXT))
    expect(picker.bench.get("query")).to_have_count(1)
    expect(picker.bench.summary).to_contain_text("of 1 answer")
    with picker.page.expect_download() as download:
        picker.bench.get("export-button").click()
    with zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes())) as archive:
        records = [json.loads(line) for line in archive.read("chunks.jsonl").decode().splitlines()]
    assert [record["tokens"] for record in records] == [oracle(record["text"]) for record in records]
    assert all("tokensEstimated" not in record for record in records)
    assert model_host.asked == []


def test_a_rank_file_from_disk_is_known_by_its_bytes_and_counts_as_tiktoken_does(
    picker: Picker, model_host: ModelHost, fetcher, tmp_path: Path
):
    ranks = fixture_path("o200k_base", fetcher).read_bytes()
    reference = tiktoken_reference("o200k_base", ranks, tmp_path)
    picker.filled()
    before = picker.bench.get("document").inner_text()
    picker.open()
    file = picker.bench.get("tokenizer-file")
    half = ranks[: ranks.index(b"\n", len(ranks) // 2)]
    for name, data, sentence in (
        (
            "ranks.tiktoken",
            half,
            "ranks.tiktoken is not a rank file whose splitting pattern is known here. Use one of",
        ),
        ("o200k_base.tiktoken", b"<!doctype html>", "o200k_base.tiktoken is damaged or is no rank file"),
        ("o200k_base.tiktoken", half, "o200k_base.tiktoken is not o200k_base as OpenAI publishes it: it breaks off"),
    ):
        file.set_input_files({"name": name, "mimeType": "application/octet-stream", "buffer": data})
        expect(picker.error).to_contain_text(sentence, timeout=READY)
        assert picker.bench.get("document").inner_text() == before
    file.set_input_files({"name": "ranks.tiktoken", "mimeType": "application/octet-stream", "buffer": ranks})
    expect(picker.dialog).to_be_hidden(timeout=READY)
    picker.bench.ready()
    picker.counts(len(reference(TEXT).ids))
    expect(picker.select.locator("option:checked")).to_contain_text("ranks.tiktoken")
    assert model_host.asked == []


def test_a_sentencepiece_model_from_disk_is_known_by_its_content_and_counts_as_the_library_does(
    picker: Picker, model_host: ModelHost, fetcher
):
    model = fixture_path("mistral-v3.model", fetcher).read_bytes()
    reference = SentencePieceProcessor(model_proto=model)
    picker.filled()
    before = picker.bench.get("document").inner_text()
    picker.open()
    file = picker.bench.get("tokenizer-file")
    unigram = fixture_path("botchan-unigram.model", fetcher).read_bytes()
    for name, data, sentence in (
        ("half.model", model[:5000], "half.model is not a usable SentencePiece model: it breaks off"),
        ("spiece.model", unigram, "spiece.model uses the model type Unigram"),
    ):
        file.set_input_files({"name": name, "mimeType": "application/octet-stream", "buffer": data})
        expect(picker.error).to_contain_text(sentence, timeout=READY)
        assert picker.bench.get("document").inner_text() == before
    file.set_input_files({"name": "tokenizer.model.v3", "mimeType": "application/octet-stream", "buffer": model})
    expect(picker.dialog).to_be_hidden(timeout=READY)
    picker.bench.ready()
    picker.counts(len(reference.encode(TEXT)))
    assert model_host.asked == []


def test_a_model_that_shares_a_built_in_tokenizer_sends_nothing_and_its_context_is_warned_of(
    picker: Picker, model_host: ModelHost
):
    picker.filled()
    expect(picker.note).to_be_hidden()
    tokens = picker.bench.get("document").locator(".document-facts").inner_text()
    picker.open().use("all-MiniLM-L6-v2")
    assert picker.bench.get("document").locator(".document-facts").inner_text() == tokens
    expect(picker.select).to_be_focused()
    expect(picker.note).to_contain_text("all-MiniLM-L6-v2 reads only the first 256 tokens of each chunk")
    expect(picker.note).to_contain_text("Choose a size of 254 or less")
    expect(picker.note).to_have_attribute("data-kind", "warning")
    picker.bench.set_size(254, 0)
    expect(picker.note).to_contain_text("reads 256 tokens of each chunk")
    expect(picker.note).to_have_attribute("data-kind", "")
    assert model_host.asked == []


def test_models_that_cannot_be_had_say_why(picker: Picker, model_host: ModelHost):
    picker.bench.ready()
    picker.open()
    detail = picker.bench.get("tokenizer-detail")
    for name, reason in {
        "embeddinggemma": "accepted its terms on Hugging Face",
        "Cohere embed-v4": "is not public",
        "gemini-embedding-2": "is not public",
        "Titan": "is not public",
    }.items():
        picker.find(name)
        expect(detail).to_contain_text(reason)
        expect(picker.bench.get("tokenizer-use")).to_have_count(0)
    for text in ("no such model", "../../etc", "https://example.com/a/b", "owner/na me"):
        picker.bench.get("tokenizer-search").fill(text)
        expect(picker.bench.get("tokenizer-list")).to_contain_text("owner/name")
        expect(picker.bench.get("tokenizer-option")).to_have_count(0)
    picker.find("https://huggingface.co/some-owner/some.model/tree/main")
    expect(detail).to_contain_text("GET https://huggingface.co/some-owner/some.model/resolve/main/tokenizer.json")
    assert model_host.asked == []


def test_an_estimate_says_so_wherever_its_counts_are(picker: Picker):
    picker.filled()
    before = picker.bench.measurement()
    picker.select.select_option("characters / 4")
    picker.bench.measured_after(before)
    expect(picker.note).to_contain_text("All token counts are estimates")
    expect(picker.bench.get("document")).to_contain_text(f"about {-(-len(TEXT.rstrip()) // 4)} tokens (estimate)")
    expect(picker.bench.summary).to_contain_text(re.compile(r"about \d+ tokens a query"))
    expect(picker.bench.summary).to_contain_text(re.compile(r"about \d+ tokens to embed"))
    expect(picker.bench.get("result").first).to_contain_text(re.compile(r"about \d+ tokens?"))
    expect(picker.bench.get("comparison-table").locator("thead")).to_contain_text("(estimate)")
    with picker.page.expect_download() as download:
        picker.bench.get("export-button").click()
    with zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes())) as archive:
        records = [json.loads(line) for line in archive.read("chunks.jsonl").decode().splitlines()]
        rows = list(csv.DictReader(io.StringIO(archive.read("comparison.csv").decode())))
        assert "characters / 4 (estimate)" in archive.read("README.txt").decode()
    assert all(record["tokensEstimated"] for record in records)
    assert {row["boundary_tokenizer"] for row in rows} == {"bert-base-uncased", "characters / 4 (estimate)"}
    before = picker.bench.measurement()
    picker.select.select_option("cl100k_base")
    picker.bench.measured_after(before)
    expect(picker.note).to_be_hidden()
    expect(picker.bench.get("document")).not_to_contain_text("estimate")


def test_words_that_the_model_does_not_see_are_counted_and_listed(picker: Picker):
    picker.bench.paste("The canteen serves 🍕 and ᚠᚢᚦ and 🍕 on Fridays.")
    unseen = picker.bench.get("unseen")
    expect(unseen.locator("summary")).to_contain_text("3 words are invisible to the model", timeout=READY)
    unseen.locator("summary").click()
    expect(unseen.locator("li").first).to_have_text("🍕 \u00d7 2")
    expect(unseen).to_contain_text("ᚠᚢᚦ")
    picker.select.select_option("cl100k_base")
    expect(unseen).to_have_count(0, timeout=READY)


# In place of the host, because an intercepted answer always comes whole: 2 MB and then nothing, or endless megabytes.
STREAM = """(endless) => {
    const real = self.fetch;
    self.fetch = (address, options) => {
        if (!String(address).startsWith("https://huggingface.co/")) return real(address, options);
        const body = new ReadableStream({
            start(controller) {
                controller.enqueue(new Uint8Array(2_000_000));
                options.signal.addEventListener("abort", () => controller.error(options.signal.reason));
            },
            pull(controller) {
                if (endless) controller.enqueue(new Uint8Array(1_000_000));
            },
        });
        return Promise.resolve(new Response(body, { headers: endless ? {} : { "Content-Length": "8000000" } }));
    };
}"""


def test_a_long_download_shows_its_progress_and_can_be_stopped(picker: Picker):
    picker.filled()
    picker.page.evaluate(STREAM, False)  # noqa: FBT003 - JavaScript's argument
    picker.open().find(REPOSITORY).press()
    progress = picker.bench.get("tokenizer-progress")
    expect(progress).to_contain_text("2.0 of 8.0 MB received")
    expect(picker.bench.get("tokenizer-cancel")).to_be_focused()
    picker.page.keyboard.press("Escape")
    expect(progress).to_be_hidden()
    expect(picker.dialog).to_be_visible()
    expect(picker.error).to_be_hidden()
    picker.page.evaluate(STREAM, True)  # noqa: FBT003 - JavaScript's argument
    picker.press()
    expect(picker.error).to_contain_text("files of more than 64.0 MB are not loaded", timeout=READY)
    picker.keeps()


def test_the_dialog_fits_a_phone_and_works_by_keyboard(browser, site_url: str):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    picker = Picker(page, site_url)
    picker.bench.ready()
    page.locator("#fold-button").tap()
    picker.open()
    expect(picker.bench.get("tokenizer-search")).to_be_focused()
    page.keyboard.type("bge-small")
    page.keyboard.press("ArrowDown")
    expect(picker.bench.get("tokenizer-option").first.locator("input")).to_be_focused()
    expect(picker.bench.get("tokenizer-detail")).to_contain_text("BERT uncased, WordPiece")
    page.keyboard.press("Tab")
    expect(picker.bench.get("tokenizer-use")).to_be_focused()
    assert picker.dialog.evaluate("(dialog) => dialog.scrollWidth <= dialog.clientWidth")
    box = picker.dialog.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    page.keyboard.press("Enter")
    expect(picker.dialog).to_be_hidden()
    expect(picker.select).to_be_focused()
    expect(picker.select).to_have_value("model:bge-small-en-v1.5")
    context.close()
