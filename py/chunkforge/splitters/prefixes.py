"""Exact token counts of a prefix and a slice tokenised together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from chunkforge.splitters.source import Source

Ints = NDArray[np.int32]


def prefixed_counts(source: Source, prefixes: Sequence[str], prefix_of: Ints, starts: Ints, ends: Ints) -> Ints:
    """Count the tokens of `prefix + text[start:end]` for each chunk.

    Args:
        source: the document.
        prefixes: the distinct prefixes.
        prefix_of: the number of each chunk's prefix, -1 for none (int32[m]).
        starts: first offsets (int32[m]).
        ends: offsets past the last (int32[m]).

    Returns:
        Token counts (int32[m]).
    """
    counts = source.tokenized.counts(starts, ends)
    text = source.document.text
    with_prefix = np.flatnonzero(prefix_of >= 0)
    counts[with_prefix] = [
        source.tokenizer.count(prefixes[prefix_of[i]] + text[starts[i] : ends[i]]) for i in with_prefix.tolist()
    ]
    return counts
