"""Exact token counts of a prefix and a slice tokenised together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from chunkforge.landmarks import Landmarks
from chunkforge.splitters.arrays import Ints
from chunkforge.splitters.source import Source
from chunkforge.steps import finish
from chunkforge.tokenizers.base import Tokenizer

_APART = "\n\n"


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
    text = source.document.text
    seams = source.table("seams", lambda: Landmarks(source.tokenized.seams, len(text)))
    # Up to the first seam after its start the prefix may change a chunk's tokens; behind the seam it cannot.
    heads = np.minimum(seams.at(seams.before(starts + np.int32(1)), len(text)), ends)
    counts = source.tokenized.counts(starts, ends)
    with_prefix = np.flatnonzero(prefix_of >= 0)
    counts[with_prefix] -= source.tokenized.counts(starts[with_prefix], heads[with_prefix])
    known: dict[str, int] = source.table("prefixed", dict)
    joints = [
        prefixes[prefix] + text[start:head]
        for prefix, start, head in zip(
            prefix_of[with_prefix].tolist(), starts[with_prefix].tolist(), heads[with_prefix].tolist(), strict=True
        )
    ]
    missing = [joint for joint in dict.fromkeys(joints) if joint not in known]
    known.update(zip(missing, _counted(source.tokenizer, missing), strict=True))
    counts[with_prefix] += np.array([known[joint] for joint in joints], np.int32)
    return counts


def _counted(tokenizer: Tokenizer, texts: Sequence[str]) -> list[int]:
    """Count many short texts, as slices of one long text: what they share is looked up once, in arrays."""
    if not texts:
        return []
    lengths = np.array([len(text) for text in texts], np.int32)
    stops = np.cumsum(lengths + len(_APART), dtype=np.int32) - np.int32(len(_APART))
    counts: list[int] = finish(tokenizer.reading(_APART.join(texts))).counts(stops - lengths, stops).tolist()
    return counts
