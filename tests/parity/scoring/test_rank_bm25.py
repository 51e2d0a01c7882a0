"""BM25 against the `rank_bm25` package."""

import numpy as np
import pytest
from rank_bm25 import BM25Okapi

from chunkforge.scoring import Bm25, ranking
from chunkforge.scoring.terms import terms
from chunkforge.steps import finish
from unit.scoring.slow_scoring import split

pytestmark = pytest.mark.parity

QUERIES = (
    "health insurance premiums",
    "the the president of Ukraine",
    "Medicare negotiate prices for drugs",
    "nonsensical",
)


@pytest.fixture(scope="module")
def chunks(shared):
    text = (shared / "data" / "chroma" / "state_of_the_union.md").read_text(encoding="utf-8")
    return split(text, [(at, min(at + 450, len(text))) for at in range(0, len(text), 400)])


def test_scores_equal_those_of_rank_bm25_under_the_same_idf(chunks):
    """`rank_bm25` has the classic idf, which can be negative, and replaces negative ones; ours is Lucene's."""
    bags = [terms(chunks.text(i)) for i in range(len(chunks))]
    peer = BM25Okapi(bags, k1=1.2, b=0.75)
    for term in peer.idf:
        holding = sum(term in bag for bag in bags)
        peer.idf[term] = np.log(1 + (len(bags) - holding + 0.5) / (holding + 0.5))
    scorer = Bm25()
    scores = finish(scorer.scoring([(finish(scorer.reading(chunks.document.text)), chunks)], QUERIES))
    expected = [peer.get_scores(terms(query)) for query in QUERIES]
    np.testing.assert_allclose(scores, expected, rtol=1e-12)


def test_rare_words_rank_as_under_the_classic_idf(chunks):
    """Where no word of a query is in half of the chunks, both idfs rise and fall together."""
    bags = [terms(chunks.text(i)) for i in range(len(chunks))]
    peer = BM25Okapi(bags, k1=1.2, b=0.75)
    scorer = Bm25()
    scores = finish(scorer.scoring([(finish(scorer.reading(chunks.document.text)), chunks)], ["insurance"]))
    np.testing.assert_array_equal(ranking(scores[0]), ranking(peer.get_scores(["insurance"])))
