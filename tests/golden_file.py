"""The golden file: what the references gave for hard texts, ids and offsets, written out or as a hash."""

from __future__ import annotations

import hashlib
import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parent / "data/tokenizers/golden.jsonl.xz"


@cache
def golden() -> tuple[dict[str, str], list[dict[str, Any]]]:
    """The texts by id, and the rows."""
    with lzma.open(GOLDEN, "rt", encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream]
    texts = {
        row["id"]: row["text"] if "text" in row else row["pre"] + row["unit"] * row["n"] + row["post"]
        for row in rows
        if row["k"] == "text"
    }
    return texts, [row for row in rows if row["k"] == "enc" and not row.get("sp")]


def same(values: list[int], row: dict[str, Any], key: str) -> bool:
    """Whether values are those of a row, written out or as the hash that long rows carry instead."""
    if key in row:
        return values == row[key]
    return hashlib.sha256(json.dumps(values, separators=(",", ":")).encode()).hexdigest()[:32] == row[f"{key}_sha"]
