"""Random hard texts, new ones each run, under every tokenizer and its reference."""

from __future__ import annotations

import os
import random
from collections.abc import Callable

import numpy as np
import pytest
from hard_texts import hard_text

from chunkforge.steps import finish
from conftest import NAMES, Pair, differs

TEXTS = int(os.environ.get("CHUNKFORGE_FUZZ") or 2000)

pytestmark = pytest.mark.parity


@pytest.mark.parametrize("name", NAMES)
def test_random_texts_have_the_ids_offsets_and_counts_of_the_reference(
    name: str, pair: Callable[[str], Pair], fresh: random.Random
):
    both = pair(name)
    found = (differs(both, hard_text(fresh)) for _ in range(TEXTS))
    assert [difference for difference in found if difference][:3] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_slice_has_the_tokens_it_has_alone(name: str, pair: Callable[[str], Pair], fresh: random.Random):
    tokenizer = pair(name).ours
    wrong = []
    for _ in range(TEXTS // 8):
        text = hard_text(fresh)
        tokenized = finish(tokenizer.reading(text))
        starts = np.array([fresh.randint(0, len(text)) for _ in range(10)], np.int32)
        ends = np.array([fresh.randint(start, len(text)) for start in starts.tolist()], np.int32)
        slices = tokenized.slice_tokens(starts, ends)
        for i, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
            inner = tokenized.encoding.ids[slices.first[i] : slices.last[i]].tolist()
            found = sorted(inner + slices.edge_ids[slices.edge_slice == i].tolist())
            if found != sorted(tokenizer.encode(text[start:end]).ids.tolist()):
                wrong.append((ascii(text), start, end))
    assert wrong[:3] == []
