"""A worker that dies takes nothing along: the page says so, starts another and gives it all that the old one knew."""

from __future__ import annotations

import pytest
from bench import Bench
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

DIE = "() => { setTimeout(() => { throw new RangeError('out of memory'); }); }"


def test_documents_marks_settings_and_rows_outlive_the_worker(page: Page, site_url: str):
    bench = Bench(page, site_url)
    bench.get("sample-button").click()
    expect(bench.get("query")).to_have_count(3, timeout=120_000)
    bench.ready()
    bench.set_size(300, 0)
    expect(bench.get("comparison-table")).to_contain_text("300/0")
    found = bench.get("query").all_text_contents()
    summary = bench.summary.text_content() or ""
    page.workers[0].evaluate(DIE)
    expect(bench.status).to_have_attribute("data-state", "booting")
    expect(page.locator("#toasts")).to_contain_text("Python stopped (Uncaught RangeError: out of memory)")
    bench.ready()
    expect(bench.get("query")).to_have_text(found)
    expect(bench.summary).to_have_text(summary)
    expect(bench.get("document")).to_contain_text("19 pages")
    expect(bench.get("comparison-table")).to_contain_text("300/0")
    expect(page.locator("#reader mark").first).to_be_visible()
    bench.ask("Where is the lost property?")
    expect(bench.get("query")).to_have_count(4)
