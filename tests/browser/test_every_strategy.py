"""Every strategy on hard texts in the browser, where numpy's index type has 32 bits."""

from __future__ import annotations

import re

import pytest
from bench import READY, Bench
from playwright.sync_api import expect

from chunkforge.splitters import STRATEGIES

pytestmark = pytest.mark.browser

TEXTS = {
    "nothing-to-cut-at.txt": "a" * 600 + "_" * 600,
    "japanese.txt": "今日は天気がいい。明日は雨です。" * 40,
    "marks.md": "# Überschrift\n\n" + "e\u0301🙂 " * 200 + "\n\n## Zwei\n\n" + "wort " * 300,
    "rows.csv": "name,days\n" + "".join(f"row {i},{i}\n" for i in range(60)),
}


def test_no_strategy_fails_on_hard_texts_at_small_sizes(page, site_url):
    bench = Bench(page, site_url)
    bench.ready()
    bench.add_files(
        *({"name": name, "mimeType": "text/plain", "buffer": text.encode()} for name, text in TEXTS.items())
    )
    expect(bench.get("document")).to_have_count(len(TEXTS))
    expect(bench.get("document").nth(3)).to_contain_text(re.compile(r"\d tokens"), timeout=READY)
    bench.ready()
    bench.ask("wort")
    toasts = page.locator("#toasts")
    for strategy in STRATEGIES:
        bench.get("strategy-select").select_option(strategy)
        for size in ("5", "60"):
            if bench.get("overlap-input").is_enabled():  # one strategy has no overlap
                bench.get("overlap-input").fill("0")
            bench.get("size-input").fill(size)
            bench.get("size-input").press("Enter")
            bench.ready()
            expect(toasts).not_to_contain_text("should not have")
