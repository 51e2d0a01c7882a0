"""The table of settings tried stays readable whatever its badges say, and counts its rows once."""

from __future__ import annotations

import pytest
from bench import READY, Bench
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

BROKEN_WORDS = """() => [...document.querySelectorAll("#comparison-head th")].flatMap((head) => {
  const text = document.createTreeWalker(head, NodeFilter.SHOW_TEXT).nextNode();
  return [...text.data.matchAll(/\\S+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word);
})"""
ROOM_ABOVE_AND_BELOW = """(badge) => {
  const [cell, own] = [badge.closest("td"), badge].map((one) => one.getBoundingClientRect());
  return Math.min(own.top - cell.top, cell.bottom - own.bottom);
}"""


def test_badges_break_no_heading_touch_no_line_and_every_row_is_counted(page, site_url):
    page.set_viewport_size({"width": 1440, "height": 900})
    bench = Bench(page, site_url)
    bench.get("sample-button").click()
    expect(bench.get("query")).to_have_count(3, timeout=READY)
    bench.ready()
    rows = page.locator("#comparison-rows tr")
    expect(rows).to_have_count(1, timeout=READY)
    bench.get("size-input").fill("512")
    bench.get("size-input").press("Enter")
    expect(rows).to_have_count(2, timeout=READY)
    before = bench.measurement()
    bench.get("tokenizer-select").select_option("cl100k_base")
    bench.measured_after(before)
    expect(rows).to_have_count(3, timeout=READY)
    badges = page.locator(".row-note")
    expect(badges.filter(has_text="counted by BERT uncased")).to_have_count(2, timeout=READY)
    expect(page.locator("#compare-count")).to_have_text("3 settings tried")
    bench.get("compare-filter").fill("512")
    expect(page.locator("#compare-shown")).to_have_text("2 of 3 settings shown")
    expect(page.locator("#compare-count")).to_have_text("3 settings tried")
    bench.get("compare-filter").fill("")
    for language in ("en", "de"):
        page.locator("#language-select").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("#comparison-head th").first).to_have_text("Setting" if language == "en" else "Einstellung")
        assert page.evaluate(BROKEN_WORDS) == []
        assert all(badge.evaluate(ROOM_ABOVE_AND_BELOW) >= 4 for badge in badges.all())
    link = page.locator("tr[data-present] .row-open")
    link.hover()
    expect(link).to_have_css("background-color", "rgba(0, 0, 0, 0)")
