"""How long the page is deaf while much is put into it: `python3 build.py bench crowd`.

The longest task of the page's own thread, as the browser's long-task observer tells it, while thousands of queries are
pasted, hundreds of documents added, a document of megabytes shown, and the slider moved with all of them there.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page

from tools.bench import Row, at_most, print_and_write, served_in_chromium
from tools.bench.page import PATIENCE, handbook

MOST = 200  # milliseconds
QUERIES = 5_000
DOCUMENTS = 200
CHARACTERS = 5_000_000

WATCH = """() => {
    globalThis.tasks = [0];
    new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: "longtask" });
}"""
LONGEST = """() => new Promise((resolve) => {
    setTimeout(() => resolve(Math.max(...tasks.splice(0, tasks.length, 0))), 500);
})"""
PASTE = """(text) => {
    const data = new DataTransfer();
    data.setData("text", text);
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    document.querySelector("[data-testid=query-input]").dispatchEvent(event);
}"""


def settled(page: Page, before: str) -> str:
    """Wait until a newer result is on screen and nothing is under way; gives the number of the result."""
    page.locator(f"[data-testid=status][data-state=ready]:not([data-measurement='{before}'])").wait_for(
        timeout=PATIENCE * 5, state="attached"
    )
    return page.get_by_test_id("status").get_attribute("data-measurement") or ""


def rows(site: Path) -> Iterator[Row]:
    """Measure a page into which more and more is put."""
    with tempfile.TemporaryDirectory() as name, served_in_chromium(site) as (url, browser):
        text = handbook(DOCUMENTS * 1000)
        length = len(text) // DOCUMENTS
        files = [Path(name) / f"part-{i:03}.txt" for i in range(DOCUMENTS)]
        for i, file in enumerate(files):
            file.write_text(text[i * length : (i + 1) * length], encoding="utf-8")
        long = Path(name) / "long.md"
        long.write_text((text * (CHARACTERS // len(text) + 1))[:CHARACTERS], encoding="utf-8")

        page = browser.new_context(service_workers="block").new_page()
        page.goto(url)
        page.locator("[data-testid=status][data-state=ready]").wait_for(timeout=PATIENCE, state="attached")
        page.evaluate(WATCH)

        def longest(what: str) -> Row:
            return at_most(1, f"longest task of the page, {what}", (page.evaluate(LONGEST), MOST))

        page.get_by_test_id("file-input").set_input_files(files)
        number = settled(page, "")
        yield longest(f"{DOCUMENTS} documents added")
        page.evaluate(PASTE, "\n".join(f"what does rule {i} say of item {i * 37 % 1013}?" for i in range(QUERIES)))
        number = settled(page, number)
        yield longest(f"{QUERIES:,} queries pasted")
        page.get_by_test_id("file-input").set_input_files(long)
        number = settled(page, number)
        yield longest("a document of 5 MB added and shown")
        page.get_by_test_id("size-slider").focus()
        page.keyboard.press("ArrowRight")
        settled(page, number)
        yield longest("a move of the slider with all of these")


if __name__ == "__main__":
    sys.exit(print_and_write("crowd", __doc__, rows))
