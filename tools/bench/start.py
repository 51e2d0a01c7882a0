"""From opening the page to being ready, against the least that any page with Python has to do: `build.py bench start`.

The reference is a page whose worker loads the runtime and numpy as they are released, and nothing else. Both are opened
in turn in one Chromium from one local host: cold in a new profile, warm in a profile that has opened the page before
and, in our case, has had the time to store what it stores. Times are the browser's own, from the start of navigation.
"""

from __future__ import annotations

import gzip
import json
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext

from tools.bench import Row, at_most, print_and_write, served_in_chromium
from tools.parts import LOCK_INFO, lock_entry
from tools.pins import project_pins
from tools.store import Store, cache_root

PAGE = Path(__file__).with_name("start_page")
RUNS = 7
PATIENCE = 180_000  # milliseconds
TARGETS = {"cold": 1.0, "warm": 0.45}
MEGABYTES = 30.0
ADDRESSES = {"ours": "", "plain": "plain/"}

# Notes the time at which either page says that it is ready; a poll from outside would add its own delay.
WATCH = """() => {
    const watcher = new MutationObserver(() => {
        if (!document.querySelector("[data-state=ready]")) return;
        globalThis.readyAfter ??= performance.now();
        watcher.disconnect();
    });
    watcher.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-state"] });
}"""
UNTIL_READY = """async () => {
    while (!globalThis.readyAfter) await new Promise((resolve) => setTimeout(resolve, 50));
    return globalThis.readyAfter / 1000;
}"""
UNTIL_KEPT = """async () => {
    for (const until = performance.now() + 60000; performance.now() < until; ) {
        for (const name of (await caches.keys()).filter((name) => name.startsWith("chunkforge-snapshot:"))) {
            for (const { url } of await (await caches.open(name)).keys()) if (url.endsWith("/snapshot/memory")) return;
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error("no snapshot was kept");
}"""


@contextmanager
def served(site: Path) -> Iterator[tuple[str, Browser]]:
    """Serve the site with the reference page inside it; gives the address, and a Chromium."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "site"
        shutil.copytree(site, folder)
        shutil.copytree(PAGE, folder / "plain")
        add_released(folder / "plain" / "runtime")
        with served_in_chromium(folder, caching="max-age=600") as both:  # as GitHub Pages has it
            yield both


def add_released(folder: Path) -> None:
    """Put the runtime's files and numpy's wheel into a folder as they are released, with a lock file that names it."""
    folder.mkdir()
    store = Store(cache_root())
    for file in project_pins().runtime.files:
        shutil.copyfile(store.path(file), folder / file.name)
    (wheel,) = folder.glob("numpy-*.whl")
    entry = lock_entry("numpy", wheel, "numpy", ()) | {"file_name": wheel.name}
    lock = {"info": LOCK_INFO, "packages": {"numpy": entry}}
    (folder / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")


def profile(browser: Browser) -> BrowserContext:
    """A new profile."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    context.add_init_script(f"({WATCH})()")
    return context


def opened(context: BrowserContext, url: str, *, settle: bool = False) -> float:
    """Open a page in a new tab.

    Args:
        context: the profile.
        url: the page.
        settle: leave it open until it has stored what makes the next visit fast.

    Returns:
        Seconds from the start of navigation until it is ready.
    """
    page = context.new_page()
    page.goto(url, wait_until="commit")
    seconds = float(page.evaluate(UNTIL_READY))
    if settle:
        page.evaluate(UNTIL_KEPT)
    page.close()
    return seconds


def measured(browser: Browser, url: str, runs: int) -> tuple[dict[str, dict[str, list[float]]], set[str]]:
    """Times in seconds, by cold and warm, then by page; and the files that a first visit asks for until it is ready."""
    times: dict[str, dict[str, list[float]]] = {state: {kind: [] for kind in ADDRESSES} for state in TARGETS}
    contexts: dict[str, BrowserContext] = {}
    for run in range(runs):
        for kind, path in ADDRESSES.items():
            last = run == runs - 1  # whose profiles are the warm ones
            context = profile(browser)
            if kind == "ours" and not run:
                asked = requests_of(context)
            times["cold"][kind].append(opened(context, url + path, settle=last and kind == "ours"))
            if last:
                contexts[kind] = context
            else:
                context.close()
    for _ in range(runs):
        for kind, context in contexts.items():
            times["warm"][kind].append(opened(context, url + ADDRESSES[kind]))
    return times, {address.partition("?")[0].removeprefix(url) or "index.html" for address in asked}


def requests_of(context: BrowserContext) -> set[str]:
    """Collect the addresses that the pages and workers of a profile ask for, but not its service worker."""
    asked: set[str] = set()
    context.on("request", lambda request: asked.add(request.url) if request.service_worker is None else None)
    return asked


def transferred(site: Path, names: Iterable[str]) -> dict[str, float]:
    """Megabytes of some files of the site: as they are, and each gzipped."""
    data = [(site / name).read_bytes() for name in names if (site / name).is_file()]
    packed = (min(len(part), len(gzip.compress(part, 6))) for part in data)
    return {"as is": sum(map(len, data)) / 1e6, "gzip": sum(packed) / 1e6, "files": len(data)}


def spread(values: list[float]) -> str:
    """The quartiles around a median."""
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return f"{low:.2f} to {high:.2f} s"


def rows(site: Path) -> Iterator[Row]:
    """Measure cold and warm starts, and what a first visit transfers."""
    with served(site) as (url, browser):
        times, asked = measured(browser, url, RUNS)
    size = transferred(site, asked)
    for state, target in TARGETS.items():
        ours, plain = times[state]["ours"], times[state]["plain"]
        figures = statistics.median(ours), statistics.median(plain)
        note = f"half of the runs {spread(ours)}, the bare page {spread(plain)}"
        yield at_most(target, f"{state} start, against a bare page with Python and numpy", figures, "s", note)
    for what in ("as is", "gzip"):
        note = f"{size['files']:.0f} files" if what == "as is" else ""
        yield at_most(
            1, f"first visit's transfer, {what}, against {MEGABYTES:.0f} MB", (size[what], MEGABYTES), "MB", note
        )


if __name__ == "__main__":
    sys.exit(print_and_write("start", __doc__, rows))
