"""Rows say what has changed since they were measured, and are measured again, filtered and kept on top."""

from __future__ import annotations

import re

import pytest
from bench import Bench
from playwright.sync_api import Locator, expect

pytestmark = pytest.mark.browser

TEXT = "\n\n".join(
    f"## Rule {i}\n\nRule {i} says that item {i * 37 % 101} is kept for {i} years." for i in range(1, 30)
)


@pytest.fixture
def bench(page, site_url) -> Bench:
    opened = Bench(page, site_url)
    opened.add_files({"name": "rules.md", "mimeType": "text/markdown", "buffer": TEXT.encode()})
    opened.measured_after(0)
    opened.set_budget(200)
    opened.ask("How long is item 67 kept?")
    opened.mark_quote("Rule 10 says that item 67 is kept for 10 years.")
    page.locator("#grid-sizes").fill("40, 100")
    page.locator("#grid-overlaps").fill("0")
    opened.get("compare-button").click()
    expect(page.locator("#grid-note")).to_contain_text("6 settings measured", timeout=120_000)
    return opened


def rows(bench: Bench) -> Locator:
    return bench.get("comparison-table").locator("tbody tr")


def test_rows_name_the_change_and_one_button_measures_them_again(bench):
    bench.ask("What is kept for 12 years?")
    stale = rows(bench).filter(has_text="out of date: queries changed")
    expect(stale).to_have_count(7)  # the grid, and the setting at the budget of the beginning
    expect(bench.get("again")).to_contain_text("have no figures for the present documents, queries, marks")
    bench.get("again-button").click()
    expect(bench.get("again")).to_be_hidden(timeout=120_000)
    expect(rows(bench).filter(has_text="out of date")).to_have_count(0)
    expect(rows(bench).filter(has_text="40/0").first.locator("td").nth(3)).to_have_text(re.compile(r"\d of 1"))


def test_rows_of_another_tokenizer_stay_with_its_name_and_are_compared_with_none(bench):
    expect(bench.get("chart").locator(".chart-row")).to_have_count(6)
    before = bench.measurement()
    bench.get("tokenizer-select").select_option("cl100k_base")
    bench.measured_after(before)
    others = rows(bench).filter(has_text="counted by BERT uncased, so not compared")
    expect(others).to_have_count(7)
    expect(others.first.locator("td").nth(3)).to_have_text(re.compile(r"\d of 1"))
    expect(others.first.locator("input")).to_be_disabled()
    bench.get("tokenizer-select").select_option("bert-base-uncased")
    expect(rows(bench).filter(has_text="counted by cl100k")).to_have_count(1)
    expect(rows(bench).filter(has_text="counted by BERT")).to_have_count(0)


def long_grid(bench: Bench) -> Locator:
    """Start a grid that does not end before it is stopped; gives the note that says how far it is."""
    before = bench.measurement()
    long = "\n\n".join([TEXT] * 150)
    bench.add_files({"name": "long.md", "mimeType": "text/markdown", "buffer": long.encode()})
    bench.measured_after(before)
    bench.page.locator("#grid-sizes").fill(", ".join(str(size) for size in range(20, 200, 2)))
    bench.get("compare-button").click()
    note = bench.page.locator("#grid-note")
    expect(note).to_have_text(re.compile(r"^[1-9]\d* of 270 settings$"), timeout=120_000)
    return note


def test_a_grid_that_a_change_of_tokenizer_stops_says_so_and_how_far_it_came(bench, page):
    note = long_grid(bench)
    bench.get("tokenizer-select").select_option("characters / 4")  # which has no file to wait for
    stopped = re.compile(r"^Stopped, [1-9]\d* of 270 settings measured, because the boundary tokenizer was changed\.$")
    expect(note).to_have_text(stopped, timeout=120_000)
    bench.ready()
    expect(note).to_have_text(stopped)
    expect(bench.get("tokenizer-select")).to_have_value("characters / 4")
    page.locator("#grid-overlaps").fill("0, 1")
    expect(note).to_be_empty()


def test_a_grid_that_an_opened_workspace_stops_says_so_and_leaves_no_row_of_the_documents_before(bench, page):
    with page.expect_download() as download:
        bench.get("save-button").click()
    saved = download.value.path().read_bytes()
    tried = rows(bench).count()
    note = long_grid(bench)
    page.on("dialog", lambda dialog: dialog.accept())
    bench.add_files({"name": "work.chunkforge.json", "mimeType": "application/json", "buffer": saved})
    stopped = re.compile(r"^Stopped, [1-9]\d* of 270 settings measured, because a workspace was opened: they were of ")
    expect(note).to_have_text(stopped, timeout=120_000)
    bench.ready()
    expect(note).to_have_text(stopped)
    expect(bench.get("document")).to_have_count(1)
    expect(rows(bench)).to_have_count(tried)
    expect(bench.get("compare-button")).to_be_enabled()


def said(text: str) -> re.Pattern[str]:
    """What the page says when asked, whether or not it says beside it, unasked, that it is ready to work offline."""
    return re.compile(rf"^{re.escape(text)}( Ready to work offline\.)?$")


def test_rows_are_filtered_and_a_pinned_one_stays_on_top_by_keyboard(bench, page):
    expect(rows(bench)).to_have_count(8)
    pin = rows(bench).filter(has_text="Fixed size 100/0").locator("[data-control=pin]")
    pin.focus()
    page.keyboard.press("Enter")
    expect(rows(bench).first).to_contain_text("Fixed size 100/0")
    focused = rows(bench).first.locator("[data-control=pin]")
    expect(focused).to_be_focused()
    expect(focused).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#live-polite")).to_have_text(said("Fixed size 100/0 stays on top."))
    bench.get("compare-filter").fill("heading 40")
    expect(rows(bench)).to_have_count(2)
    expect(bench.get("compare-shown")).to_have_text("2 of 8 settings shown")
    expect(page.locator("#live-polite")).to_have_text(said("2 of 8 settings shown"))
    bench.get("compare-filter").fill("")
    bench.get("compare-filter-strategy").select_option("recursive")
    expect(rows(bench)).to_have_count(5)


def test_scorers_stand_side_by_side_and_two_settings_are_told_apart_by_each(bench, page):
    scorers = bench.get("scorers").locator("tbody tr")
    expect(scorers).to_have_count(3)
    expect(scorers.nth(1)).to_contain_text("\u2013")
    page.locator("[data-control=open]").filter(has_text="Fixed size 40/0").click()
    bench.ready()
    bench.get("scorers-button").click()
    for row in (0, 1, 2):
        expect(scorers.nth(row).locator("td").first).to_have_text(re.compile(r"\d of 1"), timeout=60_000)
    before = bench.measurement()
    page.locator("[data-control=open]").filter(has_text="Fixed size 100/0").click()
    bench.measured_after(before)
    expect(page.locator("#scorers-setting")).to_have_text("Fixed size 100/0")
    expect(scorers.nth(2).locator("td").first).to_have_text(re.compile(r"\d of 1"), timeout=60_000)
    rows(bench).filter(has_text=re.compile("40/0")).first.locator("input").check()
    rows(bench).filter(has_text="512/50").first.locator("input").check()
    expect(bench.get("pair")).to_contain_text(re.compile(r"(This direction|Under none of the scorers)"), timeout=60_000)
    expect(bench.get("pair").locator(".pair-scorers li")).to_have_count(3)
    expect(bench.get("pair")).not_to_contain_text(re.compile("win|best|better", re.IGNORECASE))


def test_the_grid_names_what_it_leaves_out_and_why(bench, page):
    page.locator("#grid-overlaps").fill("0, 50")
    left_out = "3 settings are left out, because an overlap has to be smaller than its size: 40/50."
    expect(page.locator("#grid-note")).to_have_text(left_out)
    bench.get("compare-button").click()
    expect(page.locator("#grid-note")).to_have_text(f"9 settings measured. {left_out}", timeout=120_000)
