"""Ids and offsets of the hard texts, as the references once gave them."""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from references import NAMES, Pair

GOLDEN = Path(__file__).parents[2] / "data/tokenizers/golden.jsonl.xz"
THEIR_NAMES = {
    "bert-base-uncased": "bert-uncased",
    "bert-base-cased": "bert-cased",
    "xlmr": "xlmr-me5",
    "mon": "mon-unigram",
}

pytestmark = pytest.mark.parity


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


def digest(values: list[int]) -> str:
    """The hash that long rows carry instead of their values."""
    return hashlib.sha256(json.dumps(values, separators=(",", ":")).encode()).hexdigest()[:32]


def same(values: list[int], row: dict[str, Any], key: str) -> bool:
    """Whether values are those of a row, written out or as a hash."""
    return values == row[key] if key in row else digest(values) == row[f"{key}_sha"]


@pytest.mark.parametrize("name", [name for name in NAMES if name != "mistral"])
def test_every_hard_text_has_the_ids_and_offsets_of_the_reference(name: str, pair: Callable[[str], Pair]):
    tokenizer = pair(name).ours
    before, after = list(tokenizer.special_before), list(tokenizer.special_after)
    texts, rows = golden()
    mine = [row for row in rows if row["tok"] == THEIR_NAMES.get(name, name)]
    assert len(mine) >= 86
    wrong = []
    for row in mine:
        encoding = tokenizer.encode(texts[row["text"]])
        starts, ends = encoding.starts.tolist(), encoding.ends.tolist()
        offsets = [at for pair in zip(starts, ends, strict=True) for at in pair]
        offsets = [0, 0] * len(before) + offsets + [0, 0] * len(after)
        good = same([*before, *encoding.ids.tolist(), *after], row, "ids")
        good &= same(starts, row, "st") if "st" in row or "st_sha" in row else same(offsets, row, "off")
        good &= tokenizer.count(texts[row["text"]]) == len(encoding)
        wrong += [] if good else [row["text"]]
    assert wrong == []
