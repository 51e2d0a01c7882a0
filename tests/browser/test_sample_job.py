"""The main job, end to end, with the built-in sample."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile

import pytest
from bench import Bench
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_the_sample_can_be_measured_compared_and_exported(page, site_url):
    bench = Bench(page, site_url)
    expect(bench.status).to_have_attribute("data-state", re.compile("booting|ready"))
    bench.get("sample-button").click()
    expect(bench.get("query")).to_have_count(3, timeout=120_000)
    bench.ready()

    expect(bench.get("document")).to_have_count(1)
    expect(bench.get("document")).to_contain_text("handbook.pdf")
    expect(bench.get("document")).to_contain_text(re.compile(r"\d+ pages, [\d,]+ tokens"))
    expect(bench.summary).to_contain_text(re.compile(r"\d of 4 answers"))
    expect(bench.summary).to_contain_text(re.compile(r"chance \d+%"))
    expect(bench.summary).to_contain_text(re.compile(r"[\d,]+ tokens a query"))
    expect(bench.summary).to_contain_text(re.compile(r"\d+ chunks"))
    first = bench.get("query").first
    expect(first.get_by_test_id("result").first).to_be_visible()
    expect(first.locator(".query-state")).to_contain_text(re.compile(r"(found|missed), rank \d+ of \d+"))

    expect(bench.get("size-input")).to_have_value("256")
    before, chunks = bench.measurement(), bench.summary.locator("[data-figure=chunks]").inner_text()
    slider = bench.get("size-slider")
    slider.focus()
    slider.press("PageDown")
    bench.measured_after(before)
    expect(bench.get("size-input")).to_have_value("128")
    expect(bench.summary.locator("[data-figure=chunks]")).not_to_have_text(chunks)

    bench.get("compare-button").click()
    expect(page.locator("#grid-note")).to_contain_text("settings measured", timeout=120_000)
    rows = bench.get("comparison-table").locator("tbody tr")
    expect(rows).to_have_count(26)  # 3 strategies, 4 sizes, 2 overlaps, and the two settings seen before
    expect(page.locator("#cheapest")).to_contain_text("fewest retrieved tokens")

    with page.expect_download() as download:
        bench.get("export-button").click()
    with zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes())) as archive:
        names = set(archive.namelist())
        records = [json.loads(line) for line in archive.read("chunks.jsonl").decode().splitlines()]
        table = list(csv.DictReader(io.StringIO(archive.read("comparison.csv").decode())))
    assert {"chunks.jsonl", "comparison.csv", "README.txt"} <= names
    assert any(name.endswith(".py") for name in names)
    shown = bench.summary.locator("[data-figure=chunks] b").inner_text()
    assert len(records) == int(shown.replace(",", ""))
    assert {"id", "document", "start", "end", "pageStart", "pageEnd", "tokens", "headings", "text"} <= set(records[0])
    assert len(table) == 26 + 2  # the exported setting once more by each of the other scorers


def test_until_something_is_marked_no_score_is_shown(page, site_url):
    bench = Bench(page, site_url)
    bench.paste("# Leave\n\nParental leave lasts 26 weeks.\n\n# Travel\n\nTravel is booked at the desk.")
    query = bench.ask("How long is parental leave?")
    expect(query.get_by_test_id("result").first).to_contain_text("Parental leave")
    expect(bench.summary).to_contain_text("No passage marked")
    expect(bench.summary).not_to_contain_text("chance")
    for score in ("found", "missed", "rank"):
        expect(query.locator(".query-state")).not_to_contain_text(score)
    rows = bench.get("comparison-table").locator("tbody tr").first
    expect(rows.locator("td").nth(3)).to_have_text("\u2013")
    expect(rows.locator("td").nth(4)).to_have_text("\u2013")
