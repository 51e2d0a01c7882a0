"""What every tokenizer offers, and one text under it, tokenised once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from chunkforge.encoding import Encoding, SliceTokens
from chunkforge.steps import Steps


class TokenizedText(Protocol):
    """One text under one tokenizer. Slices are counted as if each were tokenised alone."""

    @property
    def text(self) -> str:
        """The whole text."""

    @property
    def encoding(self) -> Encoding:
        """Its tokens."""

    @property
    def seams(self) -> NDArray[np.int32]:
        """Places where the text may be cut so that both sides keep their tokens, whatever else surrounds them."""

    def slice_tokens(
        self, starts: NDArray[np.int32], ends: NDArray[np.int32], *, continued: bool = False
    ) -> SliceTokens:
        """Tell the tokens of each slice `text[start:end]`, equal as a multiset to `encode(text[start:end]).ids`.

        Args:
            starts: first positions (int32[n]).
            ends: positions past the last (int32[n]).
            continued: whether each slice continues other text, which ends at a seam, rather than starting: some
                tokenizers put something before a text, but not before its continuation.
        """

    def counts(
        self, starts: NDArray[np.int32], ends: NDArray[np.int32], *, continued: bool = False
    ) -> NDArray[np.int32]:
        """Tell the token count of each slice (int32), equal to `count(text[start:end])`; see `slice_tokens`."""


class Tokenizer(Protocol):
    """Turns text into tokens exactly as its reference library does."""

    @property
    def name(self) -> str:
        """How people call it, such as `cl100k_base`."""

    @property
    def exact(self) -> bool:
        """False for an estimate, which is labelled so wherever its numbers are shown."""

    def encode(self, text: str) -> Encoding:
        """Tokenise a text; no special tokens are added."""

    def count(self, text: str, *, continued: bool = False) -> int:
        """Count the tokens of a text, equal to `len(encode(text))` unless it is `continued`; see `TokenizedText`."""

    def reading(self, text: str) -> Steps[TokenizedText]:
        """Tokenise a long text step by step, with progress in characters."""


@runtime_checkable
class ModelTokenizer(Protocol):
    """A tokenizer from a model's own file, which also tells what the model adds to a text and does not see of it."""

    @property
    def special_before(self) -> Sequence[int]:
        """Ids that the model puts before every text."""

    @property
    def special_after(self) -> Sequence[int]:
        """Ids that the model puts after every text."""

    def unknown_spans(self, encoding: Encoding) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Tell which stretches of a tokenised text are the unknown token to the model: starts and ends (int32)."""


@runtime_checkable
class ByteTokens(Protocol):
    """A tokenizer whose tokens are stretches of the text's UTF-8 bytes, so that any run of them can be decoded."""

    def token_bytes(self, token: int) -> bytes:
        """Give the bytes that a token stands for."""
