"""Every bench, one table: `python3 build.py bench`."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tools import bench_table, chromium
from tools.bench import HEAD, Row, page, pdf, slider, splitters, start, tokenizers
from tools.pins import ROOT

PARTS: dict[str, Callable[[Path], Iterable[Row]]] = {
    "slider": slider.rows,
    "page": page.rows,
    "splitters": splitters.rows,
    "tokenizers": tokenizers.rows,
    "pdf": pdf.rows,
    "start": start.rows,
}


def _browser() -> str:
    command = [chromium.installed() or "chromium", "--version", "--no-sandbox"]
    said = subprocess.run(command, capture_output=True, check=False, text=True).stdout
    version = re.search(r"\d+", said)
    return f"Chromium {version[0]}" if version else "Chromium"


def main() -> int:
    """Measure everything, print the table, write it as JSON."""
    parser = argparse.ArgumentParser(prog="build.py bench", description=__doc__)
    parser.add_argument("--site", type=Path, default=ROOT / "dist", help="the built site")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "bench.json", help="where the JSON goes")
    parser.add_argument("--keep", action="store_true", help="keep the result in docs/bench.json and in README's table")
    options = parser.parse_args()
    began = time.monotonic()
    seconds: dict[str, float] = {}
    rows: list[dict[str, Any]] = []
    print(HEAD, flush=True)
    for name, measured in PARTS.items():
        part_began = time.monotonic()
        for row in measured(options.site):
            print(row.line(), flush=True)
            rows.append({"bench": name} | asdict(row))
        seconds[name] = round(time.monotonic() - part_began, 1)
    result = {"browser": _browser(), "processors": os.cpu_count(), "seconds": seconds, "rows": rows}
    options.out.parent.mkdir(exist_ok=True)
    text = json.dumps(result, indent=1, ensure_ascii=False) + "\n"
    options.out.write_text(text, encoding="utf-8")
    if options.keep:
        bench_table.KEPT.write_text(text, encoding="utf-8")
        bench_table.write()
    print(f"\n{sum(row['met'] for row in rows)} of {len(rows)} met, in {time.monotonic() - began:.0f} s: {seconds}")
    return 0 if all(row["met"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
