"""What the README says of a model's context is what the page's list of models says."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from chunkforge.tokenizers import MODELS, load_tokenizer

ROOT = Path(__file__).parents[3]


def test_most_bert_models_leave_as_many_tokens_of_a_chunk_as_the_readme_says(site):
    contexts = Counter(model.context for model in MODELS if model.tokenizer == "bert-base-uncased")
    [(context, models)] = contexts.most_common(1)
    assert models > contexts.total() / 2
    bert = load_tokenizer((site / "tokenizers" / "bert-base-uncased.json").read_bytes())
    special = len(bert.special_before) + len(bert.special_after)
    words = " ".join((ROOT / "README.md").read_text("utf-8").split())
    assert f"of most BERT models {context}, which leaves {context - special} of your text" in words
