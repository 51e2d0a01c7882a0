"""The whole job by keyboard alone, and by touch on a phone: text in, question, mark, measure, compare, leave."""

from __future__ import annotations

import zipfile

import pytest
from bench import Bench
from playwright.sync_api import Browser, Locator, Page, expect

pytestmark = pytest.mark.browser

TEXT = (
    "# Leave\n\nParental leave lasts 26 weeks.\n\n# Travel\n\n"
    + "Travel is booked at the desk on the second floor. " * 30
)


def tab_to(page: Page, target: Locator, most: int = 150) -> None:
    """Go from where the focus is to an element as a person does who has no pointer."""
    for _ in range(most):
        if target.evaluate("(element) => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the focus never came to {target}")


def test_the_whole_job_by_keyboard_alone(page: Page, site_url: str):
    bench = Bench(page, site_url).ready()
    tab_to(page, bench.get("paste-input"))
    page.keyboard.insert_text(TEXT)
    tab_to(page, bench.get("paste-add"))
    page.keyboard.press("Enter")
    expect(bench.get("document")).to_contain_text("tokens")
    tab_to(page, bench.get("query-input"))
    page.keyboard.type("how long is parental leave?")
    page.keyboard.press("Enter")
    expect(bench.get("query")).to_have_count(1)
    bench.ready()
    tab_to(page, page.locator("#reader"))
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    while page.evaluate("() => getSelection().toString()") != "Parental leave lasts 26 weeks.":
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(bench.get("query")).to_contain_text("found, rank 1")
    tab_to(page, bench.get("size-slider"))
    before = bench.measurement()
    for _ in range(3):
        page.keyboard.press("PageDown")
    bench.measured_after(before)
    expect(bench.get("size-input")).to_have_value("128")
    tab_to(page, bench.get("compare-button"))
    page.keyboard.press("Enter")
    expect(page.locator("#grid-note")).to_contain_text("24", timeout=120_000)
    bench.ready()
    tab_to(page, bench.get("comparison-table").locator("tbody button").first)
    page.keyboard.press("Enter")
    bench.ready()
    tab_to(page, bench.get("export-button"), 300)
    with page.expect_download() as waited:
        page.keyboard.press("Enter")
    assert "chunks.jsonl" in zipfile.ZipFile(waited.value.path()).namelist()


def test_the_whole_job_by_touch_on_a_phone(browser: Browser, site_url: str):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.set_default_timeout(60_000)
    bench = Bench(page, site_url).ready()
    tabs = page.locator("#tabs button")
    bench.get("paste-input").fill(TEXT)
    bench.get("paste-add").tap()
    expect(bench.get("document")).to_contain_text("tokens")
    tabs.nth(1).tap()
    bench.get("query-input").fill("how long is parental leave?")
    bench.get("query-add").tap()
    bench.ready()
    tabs.nth(2).tap()
    page.locator("#reader .block", has_text="Parental leave lasts").tap()
    expect(page.locator("#reader mark")).to_have_text("Parental leave lasts 26 weeks.")
    tabs.nth(1).tap()
    expect(bench.get("query")).to_contain_text("found, rank 1")
    before = bench.measurement()
    box = bench.get("size-slider").bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 8, box["y"] + box["height"] / 2)
    bench.measured_after(before)
    tabs.nth(3).tap()
    bench.get("compare-button").tap()
    expect(page.locator("#grid-note")).to_contain_text("24", timeout=120_000)
    bench.ready()
    with page.expect_download() as waited:
        bench.get("export-button").tap()
    assert "comparison.csv" in zipfile.ZipFile(waited.value.path()).namelist()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    context.close()
