"""BM25 from postings against counting every chunk's words anew."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunkforge.scoring import Bm25
from chunkforge.scoring.terms import reading, terms
from chunkforge.steps import Progress, finish
from unit.scoring.slow_scoring import bm25, split

letters = "abAB猫い._ \n1é"


@st.composite
def splits(draw):
    text = draw(st.text(letters, max_size=60))
    place = st.integers(0, len(text))
    spans = sorted(tuple(sorted(pair)) for pair in draw(st.lists(st.tuples(place, place), max_size=8)))
    prefixes = draw(st.lists(st.text(letters, max_size=6), min_size=1, max_size=2))
    prefix_of = [draw(st.integers(-1, len(prefixes) - 1)) for _ in spans]
    replaced = {i: draw(st.text(letters, max_size=20)) for i in range(len(spans)) if draw(st.integers(0, 5)) == 0}
    return split(text, spans, prefixes=prefixes, prefix_of=prefix_of, replaced=replaced)


@settings(deadline=None)
@given(st.lists(splits(), max_size=3), st.lists(st.text(letters, max_size=12), max_size=3))
def test_scores_equal_counting_the_words_of_every_chunk(corpus, asked):
    scorer = Bm25()
    scores = finish(scorer.scoring([(finish(scorer.reading(c.document.text)), c) for c in corpus], asked))
    expected = bm25([chunks.text(i) for chunks in corpus for i in range(len(chunks))], asked)
    np.testing.assert_allclose(scores, expected, atol=1e-12)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("Don't PANIC, ok_2?", ["don", "t", "panic", "ok_2"]),
        ("Straße ÉTÉ", ["straße", "été"]),
        ("猫はkawaii", ["猫", "は", "kawaii"]),
        ("한국어 텍스트", ["한국어", "텍스트"]),
        ("3.14", ["3", "14"]),
    ],
)
def test_terms_are_lowercased_words_and_single_cjk_characters(text, expected):
    assert terms(text) == expected


def test_a_query_without_words_is_said():
    notice = Bm25().notice("?! …")
    assert notice is not None
    assert notice.code == "scoring.wordless-query"
    assert Bm25().notice("猫") is None


def test_a_word_of_every_chunk_never_counts_against_a_chunk():
    text = "the cat\nthe dog\nthe cow"
    scorer = Bm25()
    chunks = split(text, [(0, 7), (8, 15), (16, 23)])
    scores = finish(scorer.scoring([(finish(scorer.reading(text)), chunks)], ["the", "the dog"]))
    assert (scores > 0).all()
    assert scores[1].argmax() == 1


def test_long_documents_report_progress():
    steps: list[Progress] = []
    finish(reading("word " * 50_000), steps.append)
    assert [step.unit for step in steps] == ["characters"] * 3
