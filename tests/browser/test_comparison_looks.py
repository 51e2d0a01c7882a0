"""The table of settings tried stays readable whatever its badges say, and counts its rows once."""

from __future__ import annotations

import re

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
MEETING = """() => {
  const boxes = (kind) => [...document.querySelectorAll(kind)].map((one) => one.getBoundingClientRect());
  const [letters, dots] = [boxes("#chart-plot .chart-label"), boxes("#chart-plot .chart-dot")];
  const across = (one, other) => one.left < other.right && other.left < one.right;
  const meet = (one, other) => across(one, other) && one.top < other.bottom && other.top < one.bottom;
  const others = (place) => [...letters.slice(place + 1), ...dots];
  return letters.filter((one, place) => others(place).some((other) => meet(one, other))).length;
}"""
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


@pytest.mark.parametrize("width", [1440, 390])
def test_pinned_settings_have_letters_in_the_chart_that_stand_on_nothing_and_are_named_beside_it(page, site_url, width):
    page.set_viewport_size({"width": width, "height": 900})
    bench = Bench(page, site_url)
    bench.get("sample-button").click()
    expect(bench.get("query")).to_have_count(3, timeout=READY)
    bench.ready()
    if width < 1080:
        page.locator("#tabs button").nth(3).click()
    page.locator("#grid-sizes").fill("256, 512")
    bench.get("compare-button").click()
    expect(page.locator("#grid-note")).to_contain_text("12 settings measured", timeout=READY)
    rows = page.locator("#comparison-rows tr")
    for name in ("Fixed size 256/0", "Fixed size 256/50", "Fixed size 512/0", "Fixed size 512/50"):
        rows.filter(has_text=name).locator("[data-control=pin]").click()
    expect(page.locator("#chart-plot .chart-label")).to_have_count(4)
    assert sorted(page.locator("#chart-plot .chart-label").all_text_contents()) == ["A", "B", "C", "D"]
    assert page.evaluate(MEETING) == 0
    key = page.locator("#chart-key li")
    expect(key).to_have_count(4)
    said = re.compile(r"^AFixed size 256/0: \d of 4 answers, chance \d+%, [\d,]+ tokens a query$")
    expect(key.first).to_have_text(said)
    scale = "(plot) => plot.viewBox.baseVal.width / plot.getBoundingClientRect().width"
    assert page.locator("#chart-plot").evaluate(scale) == pytest.approx(1, abs=0.01)
    for name in ("Fixed size 256/0", "Fixed size 512/0"):
        rows.filter(has_text=name).first.locator("input").check()
    expect(bench.get("pair")).to_contain_text(
        "Fixed size 256/0 and Fixed size 512/0 found equally many answers for every query."
    )
    expect(bench.get("pair")).to_contain_text("Nothing tells them apart (exact two-sided sign test, p = 1.000).")


def test_only_the_badge_of_the_fewest_tokens_has_its_colour(page, site_url):
    bench = Bench(page, site_url)
    bench.paste("\n\n".join(["Parental leave lasts 26 weeks.", *["Travel is booked at the desk of the office."] * 8]))
    bench.measured_after(0)
    bench.set_size(16, 0)
    bench.set_budget(16)
    bench.ask("How long is parental leave?")
    bench.mark_quote("26 weeks")
    cheapest = page.locator("[data-note=cheapest]").first
    expect(cheapest).to_be_visible(timeout=READY)
    colour = "(note) => getComputedStyle(note).color"
    others = page.locator(".row-note:not([data-note=cheapest])")
    expect(others.first).to_be_visible()
    assert all(note.evaluate(colour) != cheapest.evaluate(colour) for note in others.all())
