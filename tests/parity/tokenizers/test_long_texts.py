"""Whole corpora, first token to last, and counts of their slices."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from references import Pair

from chunkforge.steps import finish

CORPORA = ("state_of_the_union.md", "wikitexts.md", "chatlogs.md")

pytestmark = pytest.mark.parity


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base", "bert-base-uncased", "xlmr", "qwen3", "mistral"])
@pytest.mark.parametrize("corpus", CORPORA)
def test_a_corpus_has_the_tokens_of_the_reference(
    name: str, corpus: str, pair: Callable[[str], Pair], shared: Path, fresh: random.Random
):
    both = pair(name)
    text = (shared / "data/chroma" / corpus).read_text(encoding="utf-8")
    expected = both.reference(text)
    steps = both.ours.reading(text)
    tokenized = finish(steps)
    assert len(expected.ids) > 5_000
    assert tokenized.encoding.ids.tolist() == expected.ids
    assert tokenized.encoding.starts.tolist() == expected.starts
    assert expected.ends in (None, tokenized.encoding.ends.tolist())
    starts = np.array([fresh.randint(0, len(text)) for _ in range(300)], np.int32)
    ends = np.minimum(starts + np.array([fresh.randint(0, 3000) for _ in range(300)], np.int32), len(text))
    alone = [both.ours.count(text[start:end]) for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    assert tokenized.counts(starts, ends).tolist() == alone
