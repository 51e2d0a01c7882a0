"""From moving the slider in the real page to the painted result: `python3 build.py bench page`.

The page itself notes how long it waits for the core (`chunkforge:measure`) and how long it takes to show what came
(`chunkforge:paint`). The time from the browser's own stamp on the key press to the end of the painting is held against
what the core takes, the message there and back included.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from playwright.sync_api import Page

from tools.bench import Row, at_most, print_and_write, served_in_chromium
from tools.bench.splitters import WORDS

MOVES = 7
PATIENCE = 120_000  # milliseconds
MOST = 1.5
TOKENS = 290_000
SIZES = {"fixed": 96, "recursive": 130, "heading": 130}
QUERIES = ("how many days of leave", "who signs a contract", "water damage", "parental leave", "invoice and payment")

WATCH = """() => {
    globalThis.inputs = [];
    document.addEventListener("input", ({ timeStamp }) => inputs.push(timeStamp), { capture: true });
    document.addEventListener("keydown", ({ timeStamp }) => inputs.push(timeStamp), { capture: true });
}"""
CLEAR = """() => {
    inputs.length = 0;
    performance.clearMeasures();
}"""
READ = """() => {
    const last = (name) => performance.getEntriesByName(`chunkforge:${name}`).at(-1);
    const { startTime, duration } = last("paint");
    return { whole: startTime + duration - inputs[0], measure: last("measure").duration, paint: duration };
}"""


def handbook(tokens: int = TOKENS) -> str:
    """Write Markdown with headings, paragraphs and sentences, some 1.1 tokens a word; always the same."""
    chance = random.Random(3)  # noqa: S311 - made-up text
    parts: list[str] = []
    count = 0
    while count < tokens:
        if chance.random() < 0.12:
            parts.append("#" * chance.randrange(1, 4) + " " + " ".join(chance.choices(WORDS, k=4)).capitalize())
        lengths = [chance.randrange(6, 30) for _ in range(chance.randrange(2, 9))]
        parts.append(" ".join(" ".join(chance.choices(WORDS, k=k)).capitalize() + "." for k in lengths))
        count += round(1.1 * sum(lengths)) + 4
    return "\n\n".join(parts)


def moved(page: Page, strategy: str, size: int) -> list[dict[str, float]]:
    """Move the slider step by step; gives the milliseconds of each move."""
    status = page.get_by_test_id("status")

    def change(act: Callable[[], object]) -> None:
        before = status.get_attribute("data-measurement") or "0"
        act()
        page.locator(f"[data-testid=status][data-state=ready]:not([data-measurement='{before}'])").wait_for(
            timeout=PATIENCE, state="attached"
        )

    change(lambda: page.get_by_test_id("strategy-select").select_option(strategy))
    change(lambda: page.get_by_test_id("size-input").fill(str(size)))
    page.get_by_test_id("size-slider").focus()
    times: list[dict[str, float]] = []
    for _ in range(MOVES):
        page.wait_for_timeout(300)  # what the page does after a move is over
        page.evaluate(CLEAR)
        change(lambda: page.keyboard.press("ArrowRight"))
        times.append(page.evaluate(READ))
    return times


def rows(site: Path) -> Iterator[Row]:
    """Measure every strategy of the foundation."""
    with tempfile.TemporaryDirectory() as name, served_in_chromium(site) as (url, browser):
        file = Path(name) / "handbook.md"
        file.write_text(handbook(), encoding="utf-8")
        page = browser.new_context(service_workers="block").new_page()
        page.goto(url)
        page.get_by_test_id("file-input").set_input_files(file)
        for query in QUERIES:
            page.get_by_test_id("query-input").fill(query)
            page.get_by_test_id("query-add").click()
        page.get_by_test_id("query").nth(len(QUERIES) - 1).wait_for()
        page.locator("[data-testid=status][data-state=ready][data-measurement]").wait_for(
            timeout=PATIENCE, state="attached"
        )
        page.evaluate(WATCH)
        for strategy, size in SIZES.items():
            times = moved(page, strategy, size)
            whole, measure, paint = (median(one[key] for one in times) for key in ("whole", "measure", "paint"))
            what = f"from key press to painted result, {strategy}, against the bracket"
            yield at_most(MOST, what, (whole, measure), note=f"painting {paint:.0f} ms")


if __name__ == "__main__":
    sys.exit(print_and_write("page", __doc__, rows))
