"""The scoring model that the site ships finds marked answers as well as it is said to."""

import pytest

from tools.retrieval import boundary_tokenizer, retrieval, scorers

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def figures(shared, fetcher):
    tokenizer = boundary_tokenizer(fetcher)
    made = scorers(fetcher).items()
    return {name: retrieval(scorer, tokenizer, shared / "data" / "chroma") for name, scorer in made}


def test_the_static_model_finds_nine_answers_in_ten_among_the_first_five_chunks(figures):
    assert figures["static"].recall >= 0.89
    assert figures["static"].mrr >= 0.75


def test_bm25_and_fusion_find_at_least_as_much(figures):
    for name in ("bm25", "fusion"):
        assert figures[name].recall >= figures["static"].recall
        assert figures[name].mrr >= figures["static"].mrr
