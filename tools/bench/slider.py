"""The slider's bracket against plain JavaScript, in one Chromium: `python3 build.py bench slider`.

One move of the slider splits, embeds and ranks 3,000 chunks at 1024 dimensions for 5 queries. The reference is
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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tools import chromium
from tools.pins import ROOT
from tools.server import address, make_server

PAGE = Path(__file__).with_name("slider_page")
MOVES = 7
CHUNKS = 3000
ENOUGH_MOVES = 500

# The mean chunk of a greedy splitter stays below its size; these sizes give about 3,000 chunks of the wanted length.
STRATEGIES = {"fixed": {96: 96, 300: 300}, "recursive": {96: 130, 300: 400}, "heading": {96: 130, 300: 400}}
GRID = [(strategy, size, overlap) for strategy in STRATEGIES for size in (128, 256, 512, 1024) for overlap in (0, 50)]
"""What the page offers to run at first."""

RUN = """cases => new Promise((resolve, reject) => {
    const worker = new Worker("./worker.js", { type: "module" });
    worker.onmessage = ({ data }) => {
        if (data.log) console.log(data.log);
        if (data.rows) resolve(data.rows);
        if (data.failed) reject(new Error(data.failed));
    };
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage({ cases });
})"""

Case = dict[str, Any]


@dataclass(frozen=True)
class Result:
    """One line of the table: two figures, their ratio, and the ratio that is wanted."""

    what: str
    ours: float
    reference: float
    unit: str
    target: float
    note: str = ""
    right: bool = True

    @property
    def ratio(self) -> float:
        """How many times the reference ours is."""
        return self.ours / self.reference

    @property
    def met(self) -> bool:
        """Whether the target is met, with right results."""
        return self.right and self.ratio <= self.target

    def row(self) -> str:
        """The line in Markdown."""
        figures = f"{self.ours:.0f} {self.unit} | {self.reference:.0f} {self.unit} | {self.ratio:.3g}"
        return f"| {self.what} | {figures} | {self.target:g} | {'yes' if self.met else 'no'} | {self.note} |"


def bracket_cases(length: int) -> list[Case]:
    """Moves at chunks of a length, every strategy of the foundation."""
    return [
        {
            "kind": "compare",
            "name": strategy,
            "tokens": CHUNKS * length,
            "strategy": strategy,
            "sizes": [sizes[length] + move for move in range(MOVES)],
            "overlap": 0,
        }
        for strategy, sizes in STRATEGIES.items()
    ]


def growth_case(chunks: int) -> Case:
    """Moves over chunks of about 100 tokens."""
    sizes = [134 + move for move in range(MOVES + 1)]
    return {"kind": "growth", "tokens": chunks * 100, "strategy": "recursive", "sizes": sizes, "overlap": 0}


def measured(run: Callable[[list[Case]], list[Case]]) -> Iterator[Result]:
    """Make all measurements, each group of cases in a worker of its own."""
    for length in (96, 300):
        for row in run(bracket_cases(length)):
            yield Result(
                f"slider bracket, {row['name']}, {row['chunks']} chunks of about {length} tokens",
                row["ours"],
                row["reference"],
                "ms",
                0.25,
                f"split {row['split']:.0f} ms; scores within {row['worst']:.0e}"
                + ("" if row["sameOrder"] else ", in another order"),
                right=row["worst"] <= 1e-5 and row["sameOrder"],
            )
    (small,), (large,) = run([growth_case(CHUNKS)]), run([growth_case(10 * CHUNKS)])
    note = f"{large['chunks']} chunks, {large['tokens']} tokens against {small['chunks']} and {small['tokens']}"
    yield Result("move over 10 times the corpus", large["ours"], small["ours"], "ms", 12, note)
    yield Result("memory of 10 times the corpus", large["heap"] / 1e6, small["heap"] / 1e6, "MB", 12)
    sizes = [40 + 37 * i % 560 for i in range(200)]
    steady = {"kind": "steady", "tokens": 60_000, "strategies": list(STRATEGIES), "sizes": sizes, "moves": ENOUGH_MOVES}
    (row,) = run([steady])
    yield Result(f"memory after {ENOUGH_MOVES} moves", row["after"] / 1e6, row["before"] / 1e6, "MB", 1)
    one = [setting for setting in GRID if setting[1] == 128 and setting[2] == 0]
    (row,) = run([{"kind": "grid", "tokens": CHUNKS * 96, "settings": GRID, "one": one}])
    yield Result(f"grid of {len(GRID)} settings against one move at 128", row["ours"], row["reference"], "ms", 12)


@contextmanager
def chromium_page(site: Path) -> Iterator[Callable[[list[Case]], list[Case]]]:
    """A page in Chromium that runs cases on a built site's runtime and core."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        shutil.copytree(PAGE, folder, dirs_exist_ok=True)
        shutil.copytree(site, folder / "site")
        server = make_server(folder, port=0)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=chromium.installed(), args=list(chromium.FLAGS))

        def run(cases: list[Case]) -> list[Case]:
            page = browser.new_page()
            page.on("console", lambda message: print(message.text, file=sys.stderr, flush=True))
            page.goto(address(server))
            rows = page.evaluate(RUN, cases)
            page.close()
            return rows

        yield run
        browser.close()
        server.shutdown()
        server.server_close()


def main() -> int:
    """Measure, print the table, write it as JSON."""
    parser = argparse.ArgumentParser(prog="build.py bench slider", description=__doc__)
    parser.add_argument("--site", type=Path, default=ROOT / "dist", help="the built site")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "bench-slider.json", help="where the JSON goes")
    options = parser.parse_args()
    results: list[Result] = []
    with chromium_page(options.site) as run:
        print("| what | ours | reference | ratio | target | met | |\n|---|---|---|---|---|---|---|")
        for result in measured(run):
            print(result.row(), flush=True)
            results.append(result)
    options.out.parent.mkdir(exist_ok=True)
    rows = [asdict(result) | {"ratio": result.ratio, "met": result.met} for result in results]
    options.out.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return 0 if all(result.met for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
