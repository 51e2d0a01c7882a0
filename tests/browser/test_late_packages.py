"""What few files need is fetched when the first of them is read, and not at the start."""

import io
from collections.abc import Iterator

import docx
import pytest
from bench import READY, Bench
from playwright.sync_api import Browser, expect

from tools.pins import ROOT

pytestmark = pytest.mark.browser


def word_file() -> bytes:
    file = docx.Document()
    file.add_heading("Leave", 1)
    file.add_paragraph("Annual leave is thirty days in every year of service.")
    file.add_paragraph("Carers ask their manager first.", style="List Bullet")
    table = file.add_table(rows=2, cols=2)
    for cell, text in zip(table._cells, ["Kind", "Days", "Sick leave", "ten"], strict=True):  # noqa: SLF001
        cell.text = text
    data = io.BytesIO()
    file.save(data)
    return data.getvalue()


@pytest.fixture
def started(browser: Browser, site_url: str) -> Iterator[tuple[Bench, list[str]]]:
    """A page that has read one plain text, and the addresses that it has asked for; the list grows."""
    context = browser.new_context(service_workers="block")
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    bench = Bench(context.new_page(), site_url)
    bench.add_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"Leave is thirty days."})
    bench.measured_after(0)
    yield bench, asked
    context.close()


def test_the_pdf_reader_is_fetched_with_the_first_pdf(started: tuple[Bench, list[str]]):
    bench, asked = started
    assert not [url for url in asked if "pdfminer" in url or "markdown_it" in url or "o200k" in url or "/cmaps/" in url]
    before = bench.measurement()
    bench.add_files(ROOT / "samples" / "handbook.pdf")
    bench.measured_after(before)
    assert len([url for url in asked if "pdfminer" in url]) == 1
    before = bench.measurement()
    bench.add_files({"name": "a.md", "mimeType": "text/markdown", "buffer": b"# Leave\n\nThirty days."})
    bench.measured_after(before)
    assert len([url for url in asked if "markdown_it" in url]) == 1


def test_the_reader_of_word_files_is_fetched_with_the_first_one(started: tuple[Bench, list[str]]):
    bench, asked = started
    wheels = ("python_docx-", "lxml-", "typing_extensions-")
    assert not [url for url in asked if any(wheel in url for wheel in wheels)]
    for number in range(2):
        before = bench.measurement()
        bench.add_files({"name": f"leave-{number}.docx", "mimeType": "", "buffer": word_file()})
        bench.measured_after(before)
    assert [sum(wheel in url for url in asked) for wheel in wheels] == [1, 1, 1]
    bench.get("document").nth(1).get_by_role("button", name="leave-0.docx").first.click()
    reader = bench.page.locator("#reader")
    expect(reader).to_contain_text("Annual leave is thirty days", timeout=READY)
    expect(reader).to_contain_text("- Carers ask their manager first.")
    expect(reader).to_contain_text("Sick leave\tten", use_inner_text=True)
