"""Reads a tokenizer.json."""

from __future__ import annotations

import json

from chunkforge.tokenizers.normalizers import bert
from chunkforge.tokenizers.pipeline import Pipeline
from chunkforge.tokenizers.pretokenizers import bert_words
from chunkforge.tokenizers.wordpiece import WordPiece


def load_tokenizer(data: bytes, name: str = "") -> Pipeline:
    """Make a tokenizer from a tokenizer.json (BERT's so far)."""
    file = json.loads(data)
    model = file["model"]
    n = file["normalizer"]
    accents = n["strip_accents"]
    return Pipeline(
        name,
        WordPiece(
            model["vocab"],
            model["vocab"][model["unk_token"]],
            model["continuing_subword_prefix"],
            model["max_input_chars_per_word"],
        ),
        pre_tokenizer=bert_words(),
        normalizers=bert(
            clean=n["clean_text"],
            chinese=n["handle_chinese_chars"],
            accents=n["lowercase"] if accents is None else accents,
            lower=n["lowercase"],
        ),
    )
