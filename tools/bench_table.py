"""README's table of speed, from the kept result of all benches: `python3 build.py bench-table`."""

from __future__ import annotations

import json
import sys
from typing import Any

from tools.bench import HEAD, Row
from tools.pins import ROOT

KEPT = ROOT / "docs" / "bench.json"
README = ROOT / "README.md"
BEGIN, END = "<!-- bench-table -->", "<!-- /bench-table -->"


def table(result: dict[str, Any]) -> str:
    """Write the result of `build.py bench` as a Markdown table."""
    lines = [Row(**{key: value for key, value in row.items() if key != "bench"}).line() for row in result["rows"]]
    return "\n".join((HEAD, *lines))


def with_table(readme: str, new: str) -> str:
    """Put a table where README keeps it."""
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{new}\n{END}{after}"


def main() -> int:
    """Write the table."""
    new = table(json.loads(KEPT.read_text(encoding="utf-8")))
    README.write_text(with_table(README.read_text(encoding="utf-8"), new), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
