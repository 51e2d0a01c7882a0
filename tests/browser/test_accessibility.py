"""What axe-core, the checker of the WCAG rules, says of the page in each of its states, in both themes and widths."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from bench import Bench
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def faults(page: Page) -> list[str]:
    found = Axe().run(page, options=RULES).response["violations"]
    return [f"{one['id']}: {node['target']} {node['failureSummary']}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_axe_finds_nothing_in_any_state(browser: Browser, site_url: str, scheme: str, width: int):
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce", has_touch=width < 500
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    bench = Bench(page, site_url)
    found = {"booting": faults(page)}
    bench.ready()
    found["empty"] = faults(page)
    page.locator("#sample-button").click()
    expect(bench.get("query")).to_have_count(3, timeout=120_000)
    bench.ready()
    bench.add_files({"name": "broken.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7 nothing"})
    expect(bench.get("document").last).to_contain_text("cannot")
    for tab in range(4 if width < 500 else 0):
        page.locator("#tabs button").nth(tab).click()
        found[f"tab {tab}"] = faults(page)
    found["sample"] = faults(page)
    bench.get("compare-button").click()
    expect(page.locator("#compare-count")).to_contain_text("2", timeout=120_000)
    bench.ready()
    found["compared"] = faults(page)
    page.locator("#privacy-button").click()
    found["privacy"] = faults(page)
    page.keyboard.press("Escape")
    if width > 500:
        bench.get("split-look").click()
        expect(bench.get("chunk-dialog")).to_be_visible()
        found["chunk"] = faults(page)
        page.keyboard.press("Escape")
        bench.get("options").locator("summary").click()
        found["options"] = faults(page)
        bench.get("tokenizer-select").select_option("other")
        expect(page.locator("dialog[open]")).to_be_visible()
        found["tokenizer"] = faults(page)
        page.keyboard.press("Escape")
        bench.get("scorer-select").select_option("other")
        expect(bench.get("model-dialog")).to_be_visible()
        found["model"] = faults(page)
    context.close()
    assert [f"{state}: {fault}" for state, faults_ in found.items() for fault in faults_] == []


def test_the_page_stands_without_its_colours(browser: Browser, site_url: str):
    context = browser.new_context(forced_colors="active")
    page = context.new_page()
    bench = Bench(page, site_url)
    bench.get("sample-button").click()
    expect(bench.get("query")).to_have_count(3, timeout=120_000)
    bench.ready()
    mark = page.locator("#reader mark").first
    line = "(element) => getComputedStyle(element).textDecorationLine + getComputedStyle(element).borderBottomStyle"
    assert "underline" in mark.evaluate(line) or "solid" in mark.evaluate(line)
    expect(bench.get("query").first).to_contain_text("found")
    context.close()
