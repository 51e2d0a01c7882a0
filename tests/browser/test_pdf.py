"""PDFs in the page: character maps come when a file names them, and no sooner."""

from __future__ import annotations

import pytest
from bench import READY, Bench
from playwright.sync_api import expect

import make_pdfs

pytestmark = pytest.mark.browser


def pdf(name: str, data: bytes) -> dict[str, object]:
    return {"name": name, "mimeType": "application/pdf", "buffer": data}


def test_a_japanese_pdf_is_read_with_the_character_map_that_it_names(page, site_url):
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url) if "/cmaps/" in request.url else None)
    bench = Bench(page, site_url)
    bench.add_files(pdf("plain.pdf", make_pdfs.font_by_graphics_state()))
    bench.measured_after(0)
    assert fetched == []
    before = bench.measurement()
    bench.add_files(pdf("japanese.pdf", make_pdfs.euc_japanese()))
    bench.measured_after(before)
    expect(bench.get("document")).to_have_count(2)
    query = bench.ask("あいうえお")
    expect(query.get_by_test_id("result").first).to_contain_text("あいうえお", timeout=READY)
    assert [url.rsplit("/", 1)[1] for url in fetched][:1] == ["EUC-H.json.gz"]
