"""What few files need is fetched when the first of them is read, and not at the start."""

import pytest
from bench import Bench
from playwright.sync_api import Browser

from tools.pins import ROOT

pytestmark = pytest.mark.browser


def test_the_pdf_reader_is_fetched_with_the_first_pdf(browser: Browser, site_url: str):
    context = browser.new_context(service_workers="block")
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    bench = Bench(context.new_page(), site_url)
    bench.add_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"Leave is thirty days."})
    bench.measured_after(0)
    assert not [url for url in asked if "pdfminer" in url or "markdown_it" in url or "o200k" in url or "/cmaps/" in url]
    before = bench.measurement()
    bench.add_files(ROOT / "samples" / "handbook.pdf")
    bench.measured_after(before)
    assert len([url for url in asked if "pdfminer" in url]) == 1
    before = bench.measurement()
    bench.add_files({"name": "a.md", "mimeType": "text/markdown", "buffer": b"# Leave\n\nThirty days."})
    bench.measured_after(before)
    assert len([url for url in asked if "markdown_it" in url]) == 1
    context.close()
