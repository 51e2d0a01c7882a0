"""The tokens that stand before a chunk's own: heading trails; and whole chunks that are no slice of their document."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from chunkforge.chunks import Chunks
from chunkforge.tokenizers.base import Tokenizer
from chunkforge.tokenizers.joined import ids_of

MOST_WHOLE = 4096
"""Texts of whole chunks whose tokens are kept from one split to the next."""

_NONE, _WHOLE = -1, -2


class Leads:
    """Token lists by number, for one document.

    A prefix and its chunk may be tokenised apart only where white space between them separates words for the
    tokenizer, as it does for BERT's; otherwise the chunk is tokenised as one text, which is slower and just as exact.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        """Find out by trial whether white space separates."""
        self._tokenizer = tokenizer
        self._prefixes: dict[str, int] = {}
        self._tokens: list[NDArray[np.int32]] = []
        self._whole: dict[str, NDArray[np.int32]] = {}
        self._separates = _separates(tokenizer, " ") and _separates(tokenizer, "\n")

    def of(self, chunks: Chunks) -> tuple[NDArray[np.intp], list[NDArray[np.int32]], int]:
        """Tell what is put before each chunk.

        Args:
            chunks: a split of the document.

        Returns:
            Each chunk's number in the list (intp [n], -1 for none), the list, and the number from which on an
            entry is a whole chunk. Numbers below that mean the same at every call.
        """
        numbers = np.full(len(chunks.prefixes) + 1, _NONE, np.intp)  # the last one is that of no prefix
        apart: list[int] = []
        for i in np.unique(chunks.prefix_of[chunks.prefix_of >= 0]).tolist():
            prefix = chunks.prefixes[i]
            if self._separates and prefix.endswith((" ", "\n")):
                apart.append(i)
            elif prefix:
                numbers[i] = _WHOLE
        numbers[apart] = self._numbers([chunks.prefixes[i] for i in apart])
        lead_of = numbers[chunks.prefix_of]
        lead_of[list(chunks.replaced)] = _WHOLE
        tokens = list(self._tokens)
        for i in np.flatnonzero(lead_of == _WHOLE).tolist():
            lead_of[i] = len(tokens)
            tokens.append(self._encode_whole(chunks.text(i)))
        return lead_of, tokens, len(self._tokens)

    def _numbers(self, prefixes: Sequence[str]) -> list[int]:
        new = [prefix for prefix in dict.fromkeys(prefixes) if prefix not in self._prefixes]
        if new:
            first = len(self._tokens)
            self._tokens += ids_of(self._tokenizer, new)
            self._prefixes |= {prefix: first + i for i, prefix in enumerate(new)}
        return [self._prefixes[prefix] for prefix in prefixes]

    def _encode_whole(self, text: str) -> NDArray[np.int32]:
        if text not in self._whole:
            if len(self._whole) >= MOST_WHOLE:
                self._whole.clear()
            self._whole[text] = self._tokenizer.encode(text).ids
        return self._whole[text]


def _separates(tokenizer: Tokenizer, space: str) -> bool:
    """Tell whether a space is no token itself and keeps the words at its sides apart."""
    apart = [*tokenizer.encode("a").ids, *tokenizer.encode("b").ids]
    return not tokenizer.count(space) and tokenizer.encode(f"a{space}b").ids.tolist() == apart
