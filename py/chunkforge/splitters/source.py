"""What every splitter works from: a document under one tokenizer, with tables that are made once and kept."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

from chunkforge.document import Document
from chunkforge.steps import finish
from chunkforge.tokenizers.base import TokenizedText, Tokenizer

T = TypeVar("T")


class Source:
    """A document, its boundary tokenizer and its tokens. Tables that do not depend on the size live in `table`."""

    def __init__(self, document: Document, tokenizer: Tokenizer, tokenized: TokenizedText | None = None) -> None:
        """Tokenise the document, unless its tokens are given."""
        self.document = document
        self.tokenizer = tokenizer
        self.tokenized = finish(tokenizer.reading(document.text)) if tokenized is None else tokenized
        self._tables: dict[Hashable, object] = {}

    def table(self, key: Hashable, make: Callable[[], T]) -> T:
        """Give the table kept under a key, made on first use.

        Args:
            key: names the table; everything it depends on beside document and tokenizer.
            make: makes it.

        Returns:
            The one table of that key.
        """
        if key not in self._tables:
            self._tables[key] = make()
        return cast(T, self._tables[key])
