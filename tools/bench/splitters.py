"""Re-splitting 1 MB of text at a new size against LangChain.js, in one Chromium: `python3 build.py bench splitters`.

Every library-exact strategy that counts tokens runs in Pyodide as the page runs it, exact counts of all chunks
included; the text is tokenised before, once. The reference is `@langchain/textsplitters` counting with js-tiktoken,
bundled from npm: its TokenTextSplitter for splitters by token windows, its recursive splitter for all others. Medians
of seven sizes.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from chunkforge.splitters import STRATEGIES
from tools import chromium
from tools.bench.slider import Result
from tools.pins import ROOT
from tools.server import address, make_server

PAGE = Path(__file__).with_name("splitters_page")
PACKAGES = ("@langchain/textsplitters@1.0.2", "@langchain/core@1.4.0", "js-tiktoken@1.0.21", "esbuild@0.28.2")
SIZES = tuple(256 + 16 * i for i in range(7))
OVERLAP = 25
CHARACTERS = 1_000_000
TARGET = 0.1
BY_WINDOWS = frozenset({"langchain-token", "chonkie-token"})
COMMON = """
the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which
contract period notice employee employer shall writing agreement damage insurance building water reasonable cost
handbook parental leave holiday days approved manager director committee meeting minutes quarter revenue forecast
equipment maintenance inspection certificate supplier delivery invoice payment thirty calendar weeks unless
"""
WORDS = COMMON.split()

RUN = """job => new Promise((resolve, reject) => {
    const worker = new Worker("./worker.js", { type: "module" });
    worker.onmessage = ({ data }) => {
        if (data.log) console.log(data.log);
        if (data.rows) resolve(data.rows);
        if (data.failed) reject(new Error(data.failed));
    };
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(job);
})"""


def prose(characters: int = CHARACTERS) -> str:
    """Make a text of paragraphs, lines and sentences, the same one each time."""
    chance = random.Random(7)  # noqa: S311 (test data)
    parts: list[str] = []
    length = 0
    while length < characters:
        sentence = " ".join(chance.choices(WORDS, k=chance.randrange(6, 24))).capitalize() + "."
        parts.append(sentence + chance.choices((" ", "\n", "\n\n"), (70, 10, 20))[0])
        length += len(parts[-1])
    return "".join(parts)[:characters]


def bundle(folder: Path) -> None:
    """Bundle the reference into one module for the browser."""
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit("npm is not installed; the reference comes from there.")
    work = folder / "bundling"
    work.mkdir()
    shutil.copy(PAGE / "entry.js", work)
    install = [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(work), *PACKAGES]
    subprocess.run(install, check=True)
    esbuild = work / "node_modules" / ".bin" / "esbuild"
    options = [
        "--bundle",
        "--format=esm",
        "--platform=browser",
        f"--outfile={folder / 'reference.js'}",
        "--log-level=error",
    ]
    subprocess.run([str(esbuild), str(work / "entry.js"), *options], check=True)
    shutil.rmtree(work)


def measure(site: Path) -> list[dict[str, Any]]:
    """Run both sides in one page."""
    exact = [name for name, strategy in STRATEGIES.items() if strategy.library and strategy.unit == "tokens"]
    job = {
        "text": prose(),
        "strategies": [(name, "tokens" if name in BY_WINDOWS else "recursive") for name in exact],
        "sizes": SIZES,
        "overlap": OVERLAP,
    }
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        shutil.copytree(PAGE, folder, dirs_exist_ok=True)
        shutil.copytree(site, folder / "site")
        bundle(folder)
        server = make_server(folder, port=0)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=chromium.installed(), args=list(chromium.FLAGS))
        page = browser.new_page()
        page.on("console", lambda message: print(message.text, file=sys.stderr, flush=True))
        page.goto(address(server))
        rows: list[dict[str, Any]] = page.evaluate(RUN, job)
        browser.close()
        server.shutdown()
        server.server_close()
    return rows


def result(row: dict[str, Any]) -> Result:
    """Make a line of the table."""
    ours, reference = row["ours"], row["reference"]
    what = "its token splitter" if row["twin"] == "tokens" else "its recursive splitter"
    note = f"{ours['count']} chunks against {reference['count']}; first split {ours['first']:.0f} ms"
    return Result(f"re-split 1 MB, {row['strategy']} against {what}", ours["ms"], reference["ms"], "ms", TARGET, note)


def main() -> int:
    """Measure, print the table, write it as JSON."""
    parser = argparse.ArgumentParser(prog="build.py bench splitters", description=__doc__)
    parser.add_argument("--site", type=Path, default=ROOT / "dist", help="the built site")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "bench-splitters.json", help="where the JSON goes")
    options = parser.parse_args()
    results = [result(row) for row in measure(options.site)]
    print("| what | ours | reference | ratio | target | met | |\n|---|---|---|---|---|---|---|")
    for line in results:
        print(line.row())
    options.out.parent.mkdir(exist_ok=True)
    rows = [
        {"what": line.what, "ours": line.ours, "reference": line.reference, "unit": line.unit, "target": line.target}
        | {"note": line.note, "ratio": line.ratio, "met": line.met}
        for line in results
    ]
    options.out.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return 0 if all(line.met for line in results) else 1


if __name__ == "__main__":
    sys.exit(main())
