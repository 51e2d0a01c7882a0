"""Many short texts tokenised as one: what they share is looked up once, in arrays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from chunkforge.steps import finish
from chunkforge.tokenizers.base import TokenizedText, Tokenizer

_APART = "\n\n"


def joined(tokenizer: Tokenizer, texts: Sequence[str]) -> tuple[TokenizedText, NDArray[np.int32], NDArray[np.int32]]:
    """Tokenise texts as one, with blank lines between.

    Args:
        tokenizer: any.
        texts: the n texts.

    Returns:
        The whole, and where in it each text starts and ends (int32[n] each).
    """
    lengths = np.array([len(text) for text in texts], np.int32)
    stops = np.cumsum(lengths + np.int32(len(_APART)), dtype=np.int32) - np.int32(len(_APART))
    return finish(tokenizer.reading(_APART.join(texts))), stops - lengths, stops


def ids_of(tokenizer: Tokenizer, texts: Sequence[str]) -> list[NDArray[np.int32]]:
    """Give the tokens of each text (int32 each), equal as a multiset to `encode(text).ids`."""
    whole, starts, stops = joined(tokenizer, texts)
    slices = whole.slice_tokens(starts, stops)
    inner = (whole.encoding.ids[first:last] for first, last in zip(slices.first, slices.last, strict=True))
    edges = np.split(slices.edge_ids, np.searchsorted(slices.edge_slice, np.arange(1, len(texts))))
    return [np.concatenate(both) for both in zip(inner, edges[: len(texts)], strict=True)]
