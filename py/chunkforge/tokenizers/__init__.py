"""Tokenizers equal to the real ones, ids and offsets, or refused by name."""

from chunkforge.tokenizers.base import TokenizedText, Tokenizer
from chunkforge.tokenizers.tiktoken import load_tiktoken
from chunkforge.tokenizers.tokenizer_json import load_tokenizer

__all__ = ["TokenizedText", "Tokenizer", "load_tiktoken", "load_tokenizer"]
