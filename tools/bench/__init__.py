"""Benches: each module measures one thing against a reference in the same run, and prints a table."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tools import chromium
from tools.bench_table import HEAD, Row, at_most
from tools.pins import ROOT
from tools.server import address, make_server

__all__ = ["HEAD", "Row", "at_most", "opened_page", "print_and_write", "run_in_worker", "served_in_chromium"]

RUN_WORKER = """job => new Promise((resolve, reject) => {
    const worker = new Worker("./worker.js", { type: "module" });
    worker.onmessage = ({ data }) => {
        if (data.log) console.log(data.log);
        if (data.rows) resolve(data.rows);
        if (data.failed) reject(new Error(data.failed));
    };
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(job);
})"""


@contextmanager
def served_in_chromium(folder: Path, *, caching: str = "no-cache") -> Iterator[tuple[str, Browser]]:
    """Serve a folder and start a Chromium; gives the address, and the browser."""
    with sync_playwright() as playwright:
        server = make_server(folder, port=0, caching=caching)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=chromium.installed(), args=list(chromium.FLAGS))
        try:
            yield address(server), browser
        finally:
            browser.close()
            server.shutdown()
            server.server_close()


@contextmanager
def opened_page(page: Path, site: Path, fill: Callable[[Path], object] = bool) -> Iterator[Callable[[], Page]]:
    """Serve a bench's page with a built site in its folder `site`, and start a Chromium.

    Args:
        page: the folder of the bench's own files.
        site: the built site.
        fill: puts what else is needed into the folder that is served.

    Returns:
        What opens the page in a new tab.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(page, folder, dirs_exist_ok=True)
        shutil.copytree(site, folder / "site")
        fill(folder)
        with served_in_chromium(folder) as (url, browser):

            def opened() -> Page:
                tab = browser.new_page()
                tab.on("console", lambda message: print(message.text, file=sys.stderr, flush=True))
                tab.goto(url)
                return tab

            yield opened


def run_in_worker(opened: Callable[[], Page], job: dict[str, Any]) -> list[dict[str, Any]]:
    """Give a job to the worker of a bench's page, in a tab of its own; its memory goes with the tab."""
    page = opened()
    rows: list[dict[str, Any]] = page.evaluate(RUN_WORKER, job)
    page.close()
    return rows


def print_and_write(name: str, about: str | None, rows: Callable[[Path], Iterable[Row]]) -> int:
    """Run one bench from the command line.

    Args:
        name: of the bench.
        about: what `--help` says.
        rows: measures a built site.

    Returns:
        The exit code: 0 where every target is met.
    """
    parser = argparse.ArgumentParser(prog=f"build.py bench {name}", description=about)
    parser.add_argument("--site", type=Path, default=ROOT / "dist", help="the built site")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / f"bench-{name}.json", help="where the JSON goes")
    options = parser.parse_args()
    print(HEAD)
    measured = []
    for row in rows(options.site):
        print(row.line(), flush=True)
        measured.append(row)
    options.out.parent.mkdir(exist_ok=True)
    text = json.dumps([asdict(row) for row in measured], indent=1, ensure_ascii=False)
    options.out.write_text(text + "\n", encoding="utf-8")
    return 0 if all(row.met for row in measured) else 1
