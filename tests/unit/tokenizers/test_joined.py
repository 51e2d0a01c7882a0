"""Texts tokenised together have the tokens that each has alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_tokenizers import MAKERS, TEXTS, made

from chunkforge.tokenizers.joined import ids_of


@pytest.mark.parametrize("kind", MAKERS)
@given(texts=st.lists(TEXTS, max_size=5))
def test_each_text_has_the_tokens_that_it_has_alone(kind: str, texts: list[str]):
    alone = [sorted(made(kind).encode(text).ids.tolist()) for text in texts]
    assert [sorted(ids.tolist()) for ids in ids_of(made(kind), texts)] == alone
