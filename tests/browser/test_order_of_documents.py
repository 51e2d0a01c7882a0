"""Documents stand in the order of the page's list, however long each took to come; none holds others up for good."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator

import pytest
from bench import READY, Bench
from hosts import hold_back
from playwright.sync_api import Browser, Page, expect

import make_pdfs

pytestmark = pytest.mark.browser

READER = "**/wheels/markdown_it_py-*"  # fetched with the first Markdown file


def file(name: str, data: bytes) -> dict[str, object]:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": data}


MARKDOWN = file("a.md", b"# Leave\n\nAnnual leave is thirty days.")
TEXT = file("b.txt", b"Travel is booked at the desk.")
# The second of a name is told apart by its place. The first of the two asks for a character map before it can be read.
FOUR = [MARKDOWN, TEXT, file("c.pdf", make_pdfs.euc_japanese()), file("c.pdf", make_pdfs.font_by_graphics_state())]


@pytest.fixture
def fresh(browser: Browser) -> Iterator[Page]:
    """A tab that finds nothing kept by a service worker."""
    context = browser.new_context(service_workers="block")
    yield context.new_page()
    context.close()


def exported(bench: Bench) -> dict[str, bytes]:
    """Give the files of the zip."""
    bench.ready()
    with bench.page.expect_download() as download:
        bench.get("export-button").click()
    with zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes())) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def order(files: dict[str, bytes]) -> list[str]:
    """Give the documents in the order of their chunks."""
    return list(dict.fromkeys(json.loads(line)["document"] for line in files["chunks.jsonl"].decode().splitlines()))


def expect_read(bench: Bench, *names: str) -> None:
    documents = bench.get("document")
    expect(documents).to_contain_text(list(names), timeout=READY)
    for place in range(len(names)):
        expect(documents.nth(place)).to_have_attribute("data-state", "ready", timeout=READY)


@pytest.mark.parametrize("late", [True, False], ids=["reader held back", "reader there"])
def test_the_zip_has_the_documents_in_the_order_of_the_list(fresh, site_url, late):
    bench = Bench(fresh, site_url)
    if not late:
        bench.add_files(file("first.md", b"# First"))
        bench.measured_after(0)
        bench.get("document").locator(".document-remove").click()
        bench.add_files(*FOUR)
    else:
        held = hold_back(fresh, READER)
        bench.ready()
        with fresh.expect_request(READER):
            bench.add_files(*FOUR)
        expect(bench.get("document")).to_contain_text(["a.md", "b.txt", "c.pdf", "c.pdf"])
        held.pop().continue_()
    expect_read(bench, "a.md", "b.txt", "c.pdf", "c (2).pdf")
    assert order(exported(bench)) == ["a.md", "b.txt", "c.pdf", "c (2).pdf"]


def test_a_document_that_is_unlocked_later_goes_to_the_end_of_the_list_and_of_the_zip(page, site_url):
    bench = Bench(page, site_url)
    bench.add_files(file("locked.pdf", make_pdfs.encrypted_aes128(user=b"open")), TEXT)
    documents = bench.get("document")
    expect(documents.nth(0)).to_have_attribute("data-state", "locked", timeout=READY)
    expect(documents.nth(1)).to_have_attribute("data-state", "ready", timeout=READY)
    password = documents.nth(0).locator("input[type=password]")
    password.fill("open")
    password.press("Enter")
    expect_read(bench, "b.txt", "locked.pdf")
    assert order(exported(bench)) == ["b.txt", "locked.pdf"]


def test_a_document_of_which_the_reader_never_comes_can_be_stopped_and_those_after_it_are_read(fresh, site_url):
    hold_back(fresh, READER)
    bench = Bench(fresh, site_url).ready()
    with fresh.expect_request(READER):
        bench.add_files(MARKDOWN, TEXT)
    fresh.get_by_role("button", name="Stop reading a.md").click()
    expect_read(bench, "b.txt")


# A file of this name never gives its bytes.
NEVER = """(name) => {
  const read = File.prototype.arrayBuffer;
  File.prototype.arrayBuffer = function () {
    return this.name === name ? new Promise(() => {}) : read.call(this);
  };
}"""


def test_a_document_of_which_the_bytes_never_come_can_be_stopped_and_those_after_it_are_read(page, site_url):
    bench = Bench(page, site_url).ready()
    page.evaluate(NEVER, "a.md")
    bench.add_files(MARKDOWN, TEXT)
    page.get_by_role("button", name="Stop reading a.md").click()
    expect_read(bench, "b.txt")
