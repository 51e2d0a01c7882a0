"""The comparison as a spreadsheet file."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Sequence

from chunkforge.export.naming import named
from chunkforge.measurement import Measurement
from chunkforge.splitters import unit_of

COLUMNS = (
    "strategy",
    "size",
    "overlap",
    "unit",
    "options",
    "scorer",
    "budget_tokens",
    "k",
    "n_chunks",
    "answers_found",
    "answers_asked",
    "chance_level",
    "retrieved_tokens_a_query",
    "tokens_to_embed",
    "boundary_tokenizer",
)
_FORMULA = re.compile(r"[=+\-@\t\r]")


def comparison_csv(rows: Sequence[Measurement]) -> str:
    """Write measurements as CSV (RFC 4180), one setting a line.

    Args:
        rows: measurements; without marks the columns that claim something stay empty.

    Returns:
        The file's text. `chance_level` is a share from 0 to 1.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for row in rows:
        marked = row.chance_level is not None
        writer.writerow(
            [
                row.settings.strategy,
                row.settings.size,
                row.settings.overlap,
                unit_of(row.settings),
                json.dumps(row.settings.options()) if row.settings.options() else "",
                row.scorer,
                row.budget,
                row.k,
                row.n_chunks,
                row.answers_found if marked else "",
                row.answers_asked if marked else "",
                f"{row.chance_level:.6f}" if row.chance_level is not None else "",
                f"{row.retrieved_tokens:.2f}",
                row.tokens_to_embed,
                _no_formula(named(row.tokenizer)),
            ]
        )
    return out.getvalue()


def _no_formula(cell: str) -> str:
    """Keep a spreadsheet from computing a cell: a file may have any name."""
    return f"'{cell}" if _FORMULA.match(cell) else cell
