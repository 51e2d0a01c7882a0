"""The list of models, and what a model does not see."""

from __future__ import annotations

from small_tokenizers import wordpiece

from chunkforge.tokenizers import BUILT_IN, MODELS, find_model


def test_every_model_says_how_its_tokenizer_is_had():
    assert len({model.name for model in MODELS}) == len(MODELS)
    for model in MODELS:
        assert model.context >= 128
        assert (model.tokenizer in BUILT_IN) == (model.how == "built-in")
        assert (model.reason is not None) == (model.how == "refused")
        assert model.how != "repository" or model.repository.count("/") == 1


def test_closed_and_gated_models_are_refused_by_name_with_the_next_step():
    for name, said in (
        ("google/embeddinggemma-300m", "load it from disk"),
        ("Cohere embed-v4.0", "API"),
        ("gemini-embedding-001", "estimate"),
        ("amazon titan text embeddings v2", "not public"),
    ):
        model = find_model(name)
        assert model is not None
        assert model.how == "refused"
        assert said in str(model.reason)


def test_models_are_found_by_name_or_repository():
    by_name, by_repository = find_model("BGE-M3"), find_model(" BAAI/bge-m3 ")
    assert by_name is by_repository is not None
    assert find_model("nothing/like-it") is None


def test_a_word_that_cannot_be_spelled_is_listed_as_invisible():
    text = "the \u00f1\U0001f600 thing " + "x" * 13
    tokenizer = wordpiece()
    starts, ends = tokenizer.unknown_spans(tokenizer.encode(text))
    assert [text[s:e] for s, e in zip(starts, ends, strict=True)] == ["\u00f1\U0001f600", "x" * 13]
