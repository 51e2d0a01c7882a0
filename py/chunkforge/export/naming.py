"""How an export names the boundary tokenizer, so that an estimate is never taken for a model's own counts."""

from __future__ import annotations

from chunkforge.tokenizers import Tokenizer


def named(tokenizer: Tokenizer) -> str:
    """Name a tokenizer, and say where it is an estimate."""
    return tokenizer.name if tokenizer.exact else f"{tokenizer.name} (estimate)"
