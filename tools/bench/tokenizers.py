"""The tokenizers against js-tiktoken and against themselves, in one Chromium: `python3 build.py bench tokenizers`.

cl100k over English prose, with offsets, the first time and again; js-tiktoken gives ids only. Then texts that make
naive merging quadratic, each against English of the same length; then the load of XLM-R's file against its JSON.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tarfile
import tempfile
import threading
from dataclasses import asdict, dataclass
from pathlib import Path
from pydoc_data.topics import topics

from playwright.sync_api import sync_playwright

from tools import chromium
from tools.fetch import Fetcher
from tools.fixtures import fixture_path, npm_archive
from tools.pins import ROOT, project_pins
from tools.server import address, make_server
from tools.store import Store, cache_root

PAGE = Path(__file__).with_name("tokenizers_page")


@dataclass(frozen=True)
class Row:
    """One line of the table: a ratio, and the least or most that is wanted of it."""

    what: str
    ours: float
    reference: float
    ratio: float
    wanted: str
    met: bool


def table(figures: dict[str, float]) -> list[Row]:
    """Put the figures of the page (milliseconds) against what is wanted."""
    rows = []
    for what, ours, least in (("the first time", "first", 0.5), ("again", "again", 5.0)):
        ratio = figures["theirs"] / figures[ours]
        name = f"cl100k on English {what}, throughput of js-tiktoken's"
        rows.append(Row(name, figures[ours], figures["theirs"], ratio, f">= {least:g}", ratio >= least))
    for what in ("letters", "underscores", "ideographs"):
        reference = figures[f"{what} in English"]
        ratio = figures[what] / reference
        rows.append(Row(f"{what}, time of English's", figures[what], reference, ratio, "<= 20", ratio <= 20))
    ratio = figures["load"] / figures["json"]
    rows.append(Row("load of XLM-R, time of its JSON's", figures["load"], figures["json"], ratio, "< 5", ratio < 5))
    return rows


def measure(site: Path) -> dict[str, float]:
    """Run the page in Chromium on a built site's runtime and core."""
    fetcher = Fetcher(Store(cache_root()), project_pins())
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        shutil.copytree(PAGE, folder, dirs_exist_ok=True)
        shutil.copytree(site, folder / "site")
        shutil.copyfile(fixture_path("xlmr", fetcher), folder / "xlmr.json")
        with tarfile.open(npm_archive("js-tiktoken", fetcher.store)) as archive:
            archive.extractall(folder / "unpacked", filter="data")
        (folder / "unpacked/package").rename(folder / "js-tiktoken")
        (folder / "english.txt").write_text("\n".join(topics.values()), encoding="utf-8")
        server = make_server(folder, port=0)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=chromium.installed(), args=list(chromium.FLAGS))
        page = browser.new_page()
        page.on("console", lambda message: print(message.text, file=sys.stderr, flush=True))
        page.goto(address(server))
        page.wait_for_function("() => window.bench", timeout=60_000)
        figures: dict[str, float] = page.evaluate("() => window.bench()")
        browser.close()
        server.shutdown()
        server.server_close()
    return figures


def main() -> int:
    """Measure, print the table, write it as JSON."""
    parser = argparse.ArgumentParser(prog="build.py bench tokenizers", description=__doc__)
    parser.add_argument("--site", type=Path, default=ROOT / "dist", help="the built site")
    parser.add_argument("--out", type=Path, default=ROOT / "build/bench-tokenizers.json", help="where the JSON goes")
    options = parser.parse_args()
    rows = table(measure(options.site))
    print("| what | ours | reference | ratio | wanted | met |\n|---|---|---|---|---|---|")
    for row in rows:
        figures = f"{row.ours:.0f} ms | {row.reference:.0f} ms | {row.ratio:.2f}"
        print(f"| {row.what} | {figures} | {row.wanted} | {'yes' if row.met else 'no'} |")
    options.out.parent.mkdir(exist_ok=True)
    options.out.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n", encoding="utf-8")
    return 0 if all(row.met for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
