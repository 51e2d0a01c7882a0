"""Settings side by side: rows, picture and sentence say the same, and none is called a winner."""

from __future__ import annotations

import re

import pytest
from bench import Bench
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

TEXT = "\n\n".join(
    f"## Rule {i}\n\nRule {i} says that item {i * 37 % 101} is kept for {i} years." for i in range(1, 60)
)


def test_a_grid_fills_table_and_chart_and_two_rows_are_told_apart(page, context, site_url):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    bench = Bench(page, site_url)
    bench.add_files({"name": "rules.md", "mimeType": "text/markdown", "buffer": TEXT.encode()})
    bench.measured_after(0)
    bench.set_budget(200)
    bench.ask("How long is item 70 kept?")
    bench.mark_quote("Rule 10 says that item 67 is kept for 10 years.")
    page.locator("#grid-sizes").fill("40, 100, 400")
    page.locator("#grid-overlaps").fill("0")
    expect(bench.get("compare-button")).to_have_text("Measure 9 settings")
    bench.get("compare-button").click()
    expect(page.locator("#grid-note")).to_contain_text("9 settings measured", timeout=120_000)
    rows = bench.get("comparison-table").locator("tbody tr")
    expect(rows).to_have_count(11)  # and the two budgets tried before at 512/50

    chart = bench.get("chart")
    expect(chart).to_contain_text("settings are left out")  # not one chunk of 400 or 512 tokens fits
    points = chart.locator(".chart-row")
    expect(points).to_have_count(6)
    expect(points.first).to_have_attribute(
        "aria-label", re.compile(r": \d of 1 answers, chance \d+%, \d+ tokens a query")
    )
    before = bench.measurement()
    points.nth(1).focus()
    points.nth(1).press("Enter")
    bench.measured_after(before)
    expect(bench.get("comparison-table").locator("tr[data-present]")).to_have_count(1)

    rows.filter(has_text=re.compile("40/0")).first.locator("input").check()
    rows.filter(has_text=re.compile("400/0")).first.locator("input").check()
    expect(bench.get("pair")).to_contain_text("sign test, p =")
    expect(bench.get("pair")).not_to_contain_text(re.compile("win|best|better", re.IGNORECASE))

    bench.get("copy-table").click()
    expect(page.locator("#toasts")).to_contain_text("on the clipboard")
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied.count("\n") == 12  # the row of the old marks has no figures to copy
    assert copied.startswith("| Setting | Scorer |")

    rows.last.locator("[data-control=forget]").click()
    expect(rows).to_have_count(10)


def test_a_run_of_the_grid_can_be_stopped_and_keeps_what_was_measured(page, site_url):
    bench = Bench(page, site_url)
    long = "\n\n".join([TEXT] * 80)  # so that the grid does not end before it is stopped
    bench.add_files({"name": "rules.md", "mimeType": "text/markdown", "buffer": long.encode()})
    bench.measured_after(0)
    page.locator("#grid-sizes").fill(", ".join(str(size) for size in range(20, 400, 4)))
    bench.get("compare-button").click()
    expect(bench.get("comparison-table").locator("tbody tr").nth(3)).to_be_visible(timeout=120_000)
    page.locator("#compare-cancel").click()
    expect(page.locator("#grid-note")).to_contain_text("The settings measured before are kept")
    bench.ready()
    assert 4 <= bench.get("comparison-table").locator("tbody tr").count() < 570


def test_a_strategy_that_cannot_be_measured_is_left_out_and_keeps_no_other_from_it(page, site_url):
    bench = Bench(page, site_url)
    bench.add_files({"name": "rules.md", "mimeType": "text/markdown", "buffer": TEXT.encode()})
    bench.measured_after(0)
    page.locator("#grid-sizes").fill("40, 100")
    page.locator("#grid-overlaps").fill("0")
    page.locator("#grid-strategies-chosen").click()
    for box in page.locator("#grid-strategies input").all():
        box.set_checked(box.get_attribute("value") in {"langchain-token", "fixed"})
    bench.get("compare-button").click()
    note = page.locator("#grid-note")
    expect(note).to_contain_text("2 settings measured.", timeout=120_000)
    expect(note).to_contain_text("2 settings could not be measured and were left out.")
    expect(page.locator(".toast", has_text="decodes tokens back to text")).to_have_count(1)
    expect(bench.get("comparison-table").locator("tbody tr", has_text="100/0")).to_have_count(1)
    with page.expect_download() as download:
        bench.get("save-button").click()
    saved = {"name": "w.chunkforge.json", "mimeType": "application/json", "buffer": download.value.path().read_bytes()}
    bench.add_files(saved)
    expect(note).to_have_text("")
