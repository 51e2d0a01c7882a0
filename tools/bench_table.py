"""README's table of speed, from the kept result of all benches: `python3 build.py bench-table`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from tools.pins import ROOT

KEPT = ROOT / "docs" / "bench.json"
README = ROOT / "README.md"
BEGIN, END = "<!-- bench-table -->", "<!-- /bench-table -->"
HEAD = "| what | ours | reference | ratio | target | met | |\n|---|---:|---:|---:|---|---|---|"


@dataclass(frozen=True)
class Row:
    """One line of a table: two figures in one unit, their ratio, the ratio that is wanted, and whether it is met."""

    what: str
    ours: float
    reference: float
    unit: str
    ratio: float
    target: str
    met: bool
    note: str = ""

    def line(self) -> str:
        """The line in Markdown."""
        digits = 2 if self.unit == "s" else 0
        figures = (f"{value:,.{digits}f} {self.unit}" for value in (self.ours, self.reference))
        cells = (self.what, *figures, f"{self.ratio:.2f}", self.target, "yes" if self.met else "no", self.note)
        return f"| {' | '.join(cells)} |"


def at_most(most: float, what: str, figures: tuple[float, float], unit: str = "ms", note: str = "") -> Row:
    """A line of which the ratio of ours to the reference may not exceed something."""
    ours, reference = figures
    ratio = ours / reference
    return Row(what, ours, reference, unit, ratio, f"≤ {most:g}", ratio <= most, note)


def table(result: dict[str, Any]) -> str:
    """Write the result of `build.py bench` as a Markdown table."""
    lines = [Row(**{key: value for key, value in row.items() if key != "bench"}).line() for row in result["rows"]]
    return "\n".join((HEAD, *lines))


def with_table(readme: str, new: str) -> str:
    """Put a table where README keeps it."""
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{new}\n{END}{after}"


def write() -> None:
    """Write README's table."""
    new = table(json.loads(KEPT.read_text(encoding="utf-8")))
    README.write_text(with_table(README.read_text(encoding="utf-8"), new), encoding="utf-8")
