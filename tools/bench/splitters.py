"""Re-splitting 1 MB of text at a new size against LangChain.js, in one Chromium: `python3 build.py bench splitters`.

Every library-exact strategy that counts tokens runs in Pyodide as the page runs it, exact counts of all chunks
included; the text is tokenised before, once. The reference is `@langchain/textsplitters` counting with js-tiktoken,
bundled from npm: its TokenTextSplitter for splitters by token windows, its recursive splitter for all others. Medians
of seven sizes.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from chunkforge.splitters import STRATEGIES
from tools.bench import Row, at_most, opened_page, print_and_write, run_in_worker

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


def rows(site: Path) -> Iterator[Row]:
    """Run both sides in one page."""
    exact = [name for name, strategy in STRATEGIES.items() if strategy.library and strategy.unit == "tokens"]
    job = {
        "text": prose(),
        "strategies": [(name, "tokens" if name in BY_WINDOWS else "recursive") for name in exact],
        "sizes": SIZES,
        "overlap": OVERLAP,
    }
    with opened_page(PAGE, site, bundle) as opened:
        yield from map(_row, run_in_worker(opened, job))


def _row(row: dict[str, Any]) -> Row:
    ours, reference = row["ours"], row["reference"]
    what = "its token splitter" if row["twin"] == "tokens" else "its recursive splitter"
    note = f"{ours['count']:,} chunks against {reference['count']:,}; first split {ours['first']:.0f} ms"
    what = f"re-split 1 MB, {row['strategy']} against LangChain.js, {what}"
    return at_most(TARGET, what, (ours["ms"], reference["ms"]), note=note)


if __name__ == "__main__":
    sys.exit(print_and_write("splitters", __doc__, rows))
