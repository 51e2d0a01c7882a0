"""From opening the page to being ready, against the least that any page with Python has to do: `build.py bench start`.

The reference is a page whose worker loads the same runtime and numpy, and nothing else. Both are opened in turn in one
Chromium from one local host: cold in a new profile, warm in a profile that has opened the page before and, in our case,
has had the time to store what it stores. Times are the browser's own, from the start of navigation.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import statistics
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tools import chromium
from tools.pins import ROOT
from tools.server import address, make_server

PAGE = Path(__file__).with_name("start_page")
RUNS = 7
PATIENCE = 180_000  # milliseconds
TARGETS = {"warm": 0.45, "cold": 1.0}
MEGABYTES = 30.0
KINDS = {"ours": ("", "[data-testid=status][data-state=ready]"), "plain": ("plain/", "[data-state=ready]")}
STORED = "#offline-note:not([hidden])"


@contextmanager
def served(site: Path) -> Iterator[str]:
    """Serve the site with the reference page inside it; gives the address."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "site"
        shutil.copytree(site, folder)
        shutil.copytree(PAGE, folder / "plain")
        server = make_server(folder, port=0, caching="max-age=600")  # as GitHub Pages has it
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield address(server)
        finally:
            server.shutdown()
            server.server_close()


def opened(context: BrowserContext, url: str, kind: str) -> float:
    """Open a page in a new tab.

    Returns:
        Seconds from the start of navigation until it is ready.
    """
    path, ready = KINDS[kind]
    page = context.new_page()
    page.goto(url + path, wait_until="commit")
    page.locator(ready).wait_for(timeout=PATIENCE, state="attached")
    seconds = float(page.evaluate("() => performance.now()")) / 1000
    page.close()
    return seconds


def settle(context: BrowserContext, url: str) -> None:
    """Open our page and leave it open until it has stored what makes the next visit fast."""
    page = context.new_page()
    page.goto(url)
    page.locator(STORED).wait_for(timeout=PATIENCE, state="attached")
    page.evaluate("() => globalThis.chunkforgeStored ?? true")
    page.close()


def measured(browser: Browser, url: str, runs: int) -> dict[str, dict[str, list[float]]]:
    """Times in seconds, by cold and warm, then by page."""
    times: dict[str, dict[str, list[float]]] = {state: {kind: [] for kind in KINDS} for state in TARGETS}
    for _ in range(runs):
        for kind in KINDS:
            context = browser.new_context()
            times["cold"][kind].append(opened(context, url, kind))
            context.close()
    contexts = {kind: browser.new_context() for kind in KINDS}
    opened(contexts["plain"], url, "plain")
    settle(contexts["ours"], url)
    for _ in range(runs):
        for kind, context in contexts.items():
            times["warm"][kind].append(opened(context, url, kind))
    return times


def transferred(browser: Browser, url: str, site: Path) -> dict[str, float]:
    """Megabytes of the files that a first visit asks for until it is ready: as they are, and each gzipped."""
    context = browser.new_context(service_workers="block")
    asked: set[str] = set()
    context.on("request", lambda request: asked.add(request.url.partition("?")[0].removeprefix(url) or "index.html"))
    opened(context, url, "ours")
    context.close()
    data = [(site / name).read_bytes() for name in asked if (site / name).is_file()]
    packed = (min(len(part), len(gzip.compress(part, 6))) for part in data)
    return {"as is": sum(map(len, data)) / 1e6, "gzip": sum(packed) / 1e6, "files": len(data)}


def spread(values: list[float]) -> str:
    """Median, and the quartiles around it."""
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return f"{middle:.2f} ({low:.2f} to {high:.2f})"


def main() -> int:
    """Measure, print the table, write it as JSON."""
    parser = argparse.ArgumentParser(prog="build.py bench start", description=__doc__)
    parser.add_argument("--runs", type=int, default=RUNS, help="visits of each page, cold and warm")
    parser.add_argument("--site", type=Path, default=ROOT / "dist", help="the built site")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "bench-start.json", help="where the JSON goes")
    options = parser.parse_args()
    with served(options.site) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.installed(), args=list(chromium.FLAGS))
        times = measured(browser, url, options.runs)
        size = transferred(browser, url, options.site)
        browser.close()
    met = size["gzip"] < MEGABYTES
    print("| start | chunkforge, s | Python and numpy alone, s | ratio | target | met |\n|---|---:|---:|---:|---:|---|")
    for state, target in TARGETS.items():
        ours, plain = times[state]["ours"], times[state]["plain"]
        ratio = statistics.median(ours) / statistics.median(plain)
        met = met and ratio <= target
        said = "yes" if ratio <= target else "no"
        print(f"| {state} | {spread(ours)} | {spread(plain)} | {ratio:.2f} | {target} | {said} |")
    print(f"\nFirst visit: {size['as is']:.1f} MB in {size['files']} files, {size['gzip']:.1f} MB gzipped "
          f"(target: under {MEGABYTES:.0f} MB).")  # fmt: skip
    options.out.parent.mkdir(exist_ok=True)
    options.out.write_text(json.dumps({"seconds": times, "megabytes": size}, indent=1) + "\n", encoding="utf-8")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
