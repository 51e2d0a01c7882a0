"""What every splitter works from: a document under one tokenizer, with tables that are made once and kept."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

import numpy as np

from chunkforge.document import Document
from chunkforge.span_memo import SpanMemo
from chunkforge.splitters.arrays import Ints
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
        self._latest: dict[Hashable, tuple[Hashable, object]] = {}

    def counts(self, starts: Ints, ends: Ints) -> Ints:
        """Tell the token count of each slice (int32), recalled where a split lately had the same."""
        memo = self.table("counts", lambda: SpanMemo(len(self.document.text)))
        keys = memo.keys(starts, ends)
        return memo.recalled(keys, lambda some: self.tokenized.counts(starts[some], ends[some])).astype(np.int32)

    def latest(self, key: Hashable, of: Hashable, make: Callable[[], T]) -> T:
        """Give what is kept under a key, made anew whenever it is asked for of something else than the last time.

        Args:
            key: names it.
            of: everything it depends on beside document, tokenizer and key.
            make: makes it.

        Returns:
            What `make` made for `of`.
        """
        if self._latest.get(key, (None,))[0] != of:
            self._latest[key] = of, make()
        return cast(T, self._latest[key][1])

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
