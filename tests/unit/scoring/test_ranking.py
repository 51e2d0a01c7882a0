"""Order, places and fusion."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkforge.scoring import Bm25, Fusion, rank_of, ranking
from chunkforge.scoring.fusion import fused
from chunkforge.steps import finish
from unit.scoring.slow_scoring import split

few_scores = st.lists(st.integers(0, 3).map(float), min_size=1, max_size=12)


@given(few_scores)
def test_equal_scores_keep_the_order_of_the_chunks(scores):
    order = ranking(np.array([scores]))[0].tolist()
    assert order == sorted(range(len(scores)), key=lambda i: (-scores[i], i))


@given(few_scores)
def test_the_rank_of_a_chunk_is_its_place_in_the_ranking(scores):
    order = ranking(np.array(scores)).tolist()
    assert [rank_of(np.array(scores), i) for i in range(len(scores))] == [
        order.index(i) + 1 for i in range(len(scores))
    ]


@given(
    st.integers(1, 8).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, 3), min_size=n, max_size=n), min_size=1, max_size=3)
    )
)
def test_fusion_adds_up_reciprocal_places(rankings):
    total = fused([np.array([scores], np.float64) for scores in rankings])[0]
    for chunk, value in enumerate(total):
        places = [1 + sum(other > scores[chunk] for other in scores) for scores in rankings if scores[chunk] != 0]
        assert value == pytest.approx(sum(1 / (60 + place) for place in places))


def test_fusion_scores_several_documents_with_every_scorer():
    scorer = Fusion(Bm25(), Bm25(k1=2.0))
    first, second = "cats sleep", "dogs bark, cats sleep"
    corpus = [(finish(scorer.reading(text)), split(text, [(0, 4), (5, len(text))])) for text in (first, second)]
    scores = finish(scorer.scoring(corpus, ["cats", "nothing of it"]))
    assert ranking(scores)[0, 0] == 0
    assert scores[0].tolist()[1:3] == [0, 0]
    assert not scores[1].any()


def test_fusion_is_silent_only_where_all_its_scorers_are():
    scorer = Fusion(Bm25(), Bm25())
    assert scorer.notice("?!") is not None
    assert scorer.notice("word") is None
