"""The slider's bracket against plain JavaScript, in one Chromium: `python3 build.py bench slider`.

One move of the slider splits, embeds and ranks 3,000 chunks at 1024 dimensions for 5 queries. The reference is
the loop that anyone would write first: gather and add up every row of every chunk. Both run in turn on the same chunks;
medians of seven moves of different sizes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from tools.bench import Row, at_most, opened_page, print_and_write, run_in_worker

PAGE = Path(__file__).with_name("slider_page")
MOVES = 7
CHUNKS = 3000
ENOUGH_MOVES = 500

# The mean chunk of a greedy splitter stays below its size; these sizes give about 3,000 chunks of the wanted length.
STRATEGIES = {"fixed": {96: 96, 300: 300}, "recursive": {96: 130, 300: 400}, "heading": {96: 130, 300: 400}}
GRID = [(strategy, size, overlap) for strategy in STRATEGIES for size in (128, 256, 512, 1024) for overlap in (0, 50)]
"""What the page offers to run at first."""

Case = dict[str, Any]


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


def growth_case() -> Case:
    """Moves over chunks of about 100 tokens, of a corpus and one of ten times its size."""
    sizes = [134 + move for move in range(MOVES + 1)]
    tokens = [CHUNKS * 100, 10 * CHUNKS * 100]
    return {"kind": "growth", "tokens": tokens, "strategy": "recursive", "sizes": sizes, "overlap": 0}


def grid_case() -> Case:
    """Grids of settings, and moves at their smallest size."""
    one = [setting for setting in GRID if setting[1] == 128 and setting[2] == 0]
    return {"kind": "grid", "tokens": CHUNKS * 96, "settings": GRID, "one": one, "larger": [1, 5, 9]}


def bracket_row(row: Case) -> Row:
    """The line of a bracket; wrong scores or another order are no result."""
    what = f"slider bracket, {row['name']}, {row['chunks']:,} chunks of about {row['tokens'] // CHUNKS} tokens"
    note = f"split {row['split']:.0f} ms; scores within {row['worst']:.0e}"
    line = at_most(0.25, what, (row["ours"], row["reference"]), note=note)
    right = row["worst"] <= 1e-5 and row["sameOrder"]
    return line if right else replace(line, met=False, note="wrong scores or order")


def rows(site: Path) -> Iterator[Row]:
    """Make all measurements; the growing corpora have a worker of their own."""
    with opened_page(PAGE, site) as opened:

        def run(*cases: Case) -> list[Case]:
            return run_in_worker(opened, {"cases": cases})

        sizes = [40 + 37 * i % 560 for i in range(200)]
        moves = {"kind": "steady", "tokens": 30_000, "strategies": list(STRATEGIES), "sizes": sizes}
        # What tells of memory begins in a worker whose memory is fresh.
        steady, grid, *brackets = run(
            moves | {"moves": ENOUGH_MOVES}, grid_case(), *bracket_cases(96), *bracket_cases(300)
        )
        yield from map(bracket_row, brackets)
        (row,) = run(growth_case())
        small, large = row["sides"]
        sizes_of = (f"{side['chunks']:,} chunks of {side['tokens']:,} tokens" for side in (large, small))
        note = " against ".join(sizes_of)
        yield at_most(12, "move over 10 times the corpus", (large["ours"], small["ours"]), note=note)
        yield at_most(12, "memory of 10 times the corpus", (large["heap"] / 1e6, small["heap"] / 1e6), "MB")
        figures = steady["after"] / 1e6, steady["before"] / 1e6
        yield at_most(1, f"memory after {ENOUGH_MOVES} moves", figures, "MB")
        what = f"grid of {len(GRID)} settings against one move at 128, mean of the strategies"
        yield at_most(12, what, (grid["ours"], grid["reference"]), note=f"split {grid['split']:.0f} ms")


if __name__ == "__main__":
    sys.exit(print_and_write("slider", __doc__, rows))
