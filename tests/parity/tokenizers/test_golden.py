"""Ids and offsets of the hard texts, as the references once gave them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from references import NAMES, Pair

from golden_file import golden, same

THEIR_NAMES = {
    "bert-base-uncased": "bert-uncased",
    "bert-base-cased": "bert-cased",
    "xlmr": "xlmr-me5",
    "mon": "mon-unigram",
}

pytestmark = pytest.mark.parity


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
