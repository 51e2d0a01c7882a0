"""The page keeps still while the slider moves, fits a phone, and says in words what it shows."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest
from bench import READY, Bench
from playwright.sync_api import Route, expect

from tools.pins import ROOT

pytestmark = pytest.mark.browser

WATCH_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const moved = entry.sources.map(({ node }) => node?.className || node?.nodeName).join(", ");
      window.shifts.push(`${entry.value} ${moved}`);
    }
  }).observe({ type: "layout-shift", buffered: false });
}"""


def test_nothing_moves_while_the_slider_moves(page, site_url):
    bench = Bench(page, site_url)
    bench.get("sample-button").click()
    expect(bench.get("query")).to_have_count(3, timeout=120_000)
    bench.ready()
    page.evaluate(WATCH_SHIFTS)
    for size in (505, 480, 300, 128, 96, 700, 1024, 2048):
        before = bench.measurement()
        bench.get("size-slider").fill(str(size))
        bench.measured_after(before)
    assert page.evaluate("() => window.shifts") == []


def test_a_phone_has_four_tabs_and_nothing_scrolls_sideways(browser, site_url):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    bench = Bench(page, site_url)
    bench.get("sample-button").tap()
    expect(bench.get("query")).to_have_count(3, timeout=120_000)
    bench.ready()
    tabs = page.locator("#tabs button")
    expect(tabs).to_have_count(4)
    for place, shown in enumerate((".documents", ".queries", ".reader", ".compare")):
        tabs.nth(place).tap()
        expect(page.locator(shown)).to_be_visible()
        expect(bench.get("size-slider")).to_be_visible()
        expect(bench.summary).to_be_visible()
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    expect(bench.get("strategy-select")).to_be_hidden()
    page.locator("#fold-button").tap()
    expect(bench.get("strategy-select")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    context.close()


CODES = sorted(path.stem for path in (ROOT / "web" / "locales").glob("*.json"))
CUT = """(element) => element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight"""


@pytest.mark.parametrize("code", CODES)
def test_a_phone_shows_the_stage_of_the_start_with_its_bytes_and_nothing_moves_afterwards(browser, site_url, code):
    """Each file that a stage waits for is held back until its words were read."""
    texts = json.loads((ROOT / "web" / "locales" / f"{code}.json").read_text(encoding="utf-8"))
    context = browser.new_context(locale=code, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    held = {"runtime": "pyodide.asm.wasm", "model": "model.onnx.gz"}
    waiting: dict[str, Route] = {}
    for name in held.values():
        page.route(f"**/{name}", lambda route: waiting.update({route.request.url.rpartition("/")[2]: route}))
    bench = Bench(page, site_url)
    said = page.locator("#status-text")
    tops = []
    for stage, name in held.items():
        words = re.escape(texts[f"status.{stage}"]).replace(r"\{loaded\}", "[0-9.,]+").replace(r"\{total\}", "[0-9.,]+")
        expect(said).to_have_text(re.compile(words), timeout=READY)
        for width in (1080, 390):
            page.set_viewport_size({"width": width, "height": 844})
            assert not said.evaluate(CUT), (said.inner_text(), width)
            assert page.locator(".bar").evaluate("(bar) => bar.scrollWidth <= bar.clientWidth"), width
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
        tops.append(page.locator(".strip").bounding_box()["y"])
        waiting.pop(name).continue_()
    bench.ready()
    expect(page.locator("#offline-note")).to_be_visible(timeout=READY)
    for shown in ("#offline-note", "#update-button"):
        page.locator(shown).evaluate("(part) => { part.hidden = false; }")
        box = page.locator(shown).bounding_box()
        assert box["x"] + box["width"] <= 390
        assert not said.evaluate(CUT), said.inner_text()
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
        tops.append(page.locator(".strip").bounding_box()["y"])
    assert len(set(tops)) == 1, tops
    context.close()


@pytest.mark.parametrize("code", CODES)
def test_the_bar_has_room_for_the_status_in_every_language(browser, site_url, code):
    context = browser.new_context(locale=code)
    page = context.new_page()
    Bench(page, site_url).ready()
    expect(page.locator("#offline-note")).to_be_visible(timeout=READY)
    said = page.locator("#status-text")
    for shown in ("#offline-note", "#update-button"):
        page.locator(shown).evaluate("(part) => { part.hidden = false; }")
        for width in (1080, 1280, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            expect(page.locator(shown)).to_be_visible()
            assert not said.evaluate(CUT), (said.inner_text(), shown, width)
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    context.close()


UNREACHABLE = """async () => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  return [...document.querySelectorAll(".result")].filter((result) => {
    const text = result.querySelector(".result-text");
    const more = getComputedStyle(result.querySelector(".result-more"));
    return text.scrollHeight > text.clientHeight + 1 && more.visibility !== "visible";
  }).length;
}"""


@pytest.mark.parametrize("width", [1440, 390])
def test_every_result_whose_text_is_cut_can_be_opened(page, site_url, width):
    page.set_viewport_size({"width": width, "height": 844})
    bench = Bench(page, site_url)
    bench.paste("\n\n".join(f"Rule {i}. " + "Parental leave lasts a long while. " * (i % 12) for i in range(40)))
    bench.measured_after(0)
    if width < 1080:
        page.locator("#fold-button").click()
        page.locator("#tabs button").nth(1).click()
    bench.ask("How long is parental leave?")
    bench.set_size(80, 0)
    expect(bench.get("result").first).to_be_visible()
    assert page.evaluate(UNREACHABLE) == 0
    first = page.locator(".result", has=page.locator(".result-more:not([data-needless])")).first
    first.locator(".result-more").click()
    text = first.locator(".result-text")
    assert text.evaluate("(text) => text.scrollHeight - text.clientHeight") <= 1
    expect(first.locator(".result-more")).to_have_text("Show less")


def test_nothing_of_a_sheet_stands_on_something_else(browser, site_url):
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(site_url)
    page.locator("#privacy-button").click()
    cells = page.locator(".privacy-table tbody :is(th, td)")
    expect(cells.first).to_be_visible()
    boxes = [cell.bounding_box() for cell in cells.all()]
    assert all(before["y"] + before["height"] <= after["y"] for before, after in pairwise(boxes))
    assert all(cell.evaluate("(cell) => cell.scrollHeight <= cell.clientHeight") for cell in cells.all())
    heads = page.locator(".privacy-table thead th").all_text_contents()
    row = page.locator(".privacy-table tbody tr").first.locator("td")
    assert [cell.get_attribute("data-label") for cell in row.all()] == heads[1:], "a phone has no room for the head"
    said = row.first.evaluate("(cell) => getComputedStyle(cell, '::before').content")
    assert heads[1] in said
    context.close()


@pytest.mark.parametrize("width", [1440, 390])
def test_no_sheet_scrolls_sideways(browser, site_url, width):
    context = browser.new_context(viewport={"width": width, "height": 844})
    page = context.new_page()
    page.goto(site_url)
    for name in ("guide", "privacy"):
        page.locator(f"#{name}-button").click()
        body = page.locator(f"#{name}-dialog .sheet-body")
        expect(body).to_be_visible()
        assert body.evaluate("(body) => body.scrollWidth - body.clientWidth") == 0, name
        page.keyboard.press("Escape")
    context.close()


def test_the_slider_says_its_value_in_words_and_the_summary_is_spoken(page, site_url):
    bench = Bench(page, site_url)
    bench.paste("Parental leave lasts 26 weeks.")
    bench.measured_after(0)
    slider = bench.get("size-slider")
    expect(slider).to_have_attribute("aria-valuetext", "512 tokens")
    slider.focus()
    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "520 tokens")
    expect(page.locator("#live-polite")).to_contain_text(re.compile(r"\d+ chunk"))


def test_the_worker_and_the_page_record_their_shares_of_a_measurement(page, site_url):
    bench = Bench(page, site_url)
    bench.paste("Parental leave lasts 26 weeks.")
    bench.measured_after(0)
    names = page.evaluate("() => performance.getEntriesByType('measure').map((entry) => entry.name)")
    assert "chunkforge:measure" in names
    assert "chunkforge:paint" in names
