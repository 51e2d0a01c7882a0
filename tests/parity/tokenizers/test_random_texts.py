"""Random hard texts, new ones each run, under every tokenizer and its reference."""

from __future__ import annotations

import os
import random
from collections.abc import Callable

import pytest
from hard_texts import hard_text
from references import NAMES, Pair, differs, slices_differ

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
    found = (slices_differ(tokenizer, hard_text(fresh), fresh) for _ in range(TEXTS // 8))
    assert [difference for difference in found if difference][:3] == []
