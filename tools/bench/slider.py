"""The slider's bracket against plain JavaScript, in one Chromium: `python3 build.py bench slider`.

One move of the slider splits, embeds, ranks and scores 3,000 chunks at 1024 dimensions for 5 queries. The reference is
the loop that anyone would write first: gather and add up every row of every chunk. Both run in turn on the same chunks;
medians of seven moves of different sizes.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tools import chromium
from tools.pins import ROOT
from tools.server import address, make_server

PAGE = Path(__file__).with_name("slider_page")
MOVES = 7
CHUNKS = 3000
TARGET = 0.25

# The mean chunk of a greedy splitter stays below its size; these sizes give about 3,000 chunks.
STRATEGIES = {"fixed": {96: 96, 300: 300}, "recursive": {96: 110, 300: 330}, "heading": {96: 110, 300: 330}}


def cases(only: list[str]) -> list[dict[str, Any]]:
    """The runs to make: every strategy with short and with longer chunks."""
    return [
        {
            "name": f"{strategy}, {length} tokens",
            "tokens": CHUNKS * length,
            "strategy": strategy,
            "sizes": [sizes[length] + move for move in range(MOVES)],
            "overlap": 0,
        }
        for length in (96, 300)
        for strategy, sizes in STRATEGIES.items()
        if not only or strategy in only
    ]


def run(site: Path, wanted: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Run cases in Chromium.

    Args:
        site: the built site, whose runtime and core are measured.
        wanted: the cases.

    Returns:
        One row a case.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(PAGE, folder, dirs_exist_ok=True)
        shutil.copytree(site, folder / "site")
        server = make_server(folder, port=0)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium.installed(), args=list(chromium.FLAGS))
                page = browser.new_page()
                page.on("console", lambda message: print(message.text, file=sys.stderr, flush=True))
                page.goto(address(server))
                rows = page.evaluate(
                    """cases => new Promise((resolve, reject) => {
                        const worker = new Worker("./worker.js", { type: "module" });
                        worker.onmessage = ({ data }) => {
                            if (data.log) console.log(data.log);
                            if (data.rows) resolve(data.rows);
                            if (data.failed) reject(new Error(data.failed));
                        };
                        worker.onerror = (event) => reject(new Error(event.message));
                        worker.postMessage({ cases });
                    })""",
                    wanted,
                )
                browser.close()
        finally:
            server.shutdown()
            server.server_close()
    return rows


def main() -> int:
    """Measure, print the table, write it as JSON."""
    parser = argparse.ArgumentParser(prog="build.py bench slider", description=__doc__)
    parser.add_argument("--only", nargs="*", default=[], choices=STRATEGIES, help="these strategies alone")
    parser.add_argument("--site", type=Path, default=ROOT / "dist", help="the built site")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "bench-slider.json", help="where the JSON goes")
    options = parser.parse_args()
    rows = run(options.site, cases(options.only))
    heads = ("what", "chunks", "split ms", "ours ms", "JavaScript ms", "ratio", "target", "met", "equal")
    print("| " + " | ".join(heads) + " |\n|" + "---|" * len(heads))
    for row in rows:
        row |= {"ratio": row["ours"] / row["reference"], "target": TARGET}
        row["equal"] = row["worst"] <= 1e-5 and row["sameOrder"]
        row["met"] = row["ratio"] <= TARGET and row["equal"]
        print(
            f"| {row['name']} | {row['chunks']} | {row['split']:.0f} | {row['ours']:.0f} | {row['reference']:.0f} | "
            f"{row['ratio']:.3f} | {TARGET} | {'yes' if row['met'] else 'no'} | {'yes' if row['equal'] else 'no'} |"
        )
    options.out.parent.mkdir(exist_ok=True)
    options.out.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return 0 if all(row["met"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
