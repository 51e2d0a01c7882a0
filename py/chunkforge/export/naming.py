"""How an export names the boundary tokenizer, so that an estimate is never taken for a model's own, and its files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import PurePosixPath

from chunkforge.document import Document
from chunkforge.export.phrases import IN_ENGLISH, Phrases
from chunkforge.tokenizers import ESTIMATES

_UNUSABLE = re.compile(r'[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]+')
"""What some file system refuses in a name, and marks that would show it backwards."""


def named(tokenizer: str, phrases: Phrases = IN_ENGLISH) -> str:
    """Name a tokenizer by its own name, and say where it is an estimate."""
    if tokenizer not in ESTIMATES:
        return tokenizer
    return phrases.say("report.estimated", name=phrases.name("estimate", tokenizer, tokenizer))


def chunks_file_name(document: str, form: str) -> str:
    """Name the file of a document's chunks: `handbook-chunks.jsonl` for `handbook.pdf`."""
    name = _UNUSABLE.sub(" ", document).strip()
    return f"{PurePosixPath(name).stem.strip() or 'document'}-chunks.{form}"


def text_file_name(place: int, document: str) -> str:
    """Name the file of a document's text; the place keeps names apart that a file system would not."""
    return f"texts/{place}-{_UNUSABLE.sub(' ', document).strip()}.txt"


def labels(documents: Iterable[Document]) -> list[str]:
    """Name documents so that no name stands twice: the second of one name is `name (2)`."""
    seen: Counter[str] = Counter()
    named = []
    for document in documents:
        seen[document.name] += 1
        times = seen[document.name]
        named.append(document.name if times == 1 else f"{document.name} ({times})")
    return named
