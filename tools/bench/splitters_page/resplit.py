# ruff: noqa: INP001 - the worker fetches this file
"""Runs in the browser: one text under cl100k_base, split again and again."""

from __future__ import annotations

import time
from typing import Protocol

from chunkforge import SplitSettings, load_tiktoken
from chunkforge.document import Document
from chunkforge.splitters import Source, split_source


class JsBytes(Protocol):
    """A Uint8Array of JavaScript's."""

    def to_bytes(self) -> bytes:
        """Copy it."""


class Corpus:
    """One tokenised text."""

    def __init__(self, source: Source) -> None:
        """Keep the text with the tables that splitters make for it."""
        self._source = source

    def resplit(self, strategy: str, size: int, overlap: int) -> tuple[float, int]:
        """Split, and give the milliseconds and the number of chunks."""
        began = time.perf_counter()
        chunks = split_source(self._source, SplitSettings(strategy, size, overlap))
        return (time.perf_counter() - began) * 1000, len(chunks)


def corpus(text: str, ranks: JsBytes) -> Corpus:
    """Tokenise a text once."""
    return Corpus(Source(Document("bench", text), load_tiktoken("cl100k_base", ranks.to_bytes())))
