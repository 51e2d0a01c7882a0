"""From spans to `Chunks`: token counts, overlaps and flags are told for all chunks at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chunkforge.chunks import Chunks
from chunkforge.notice import Notice
from chunkforge.settings import SplitSettings
from chunkforge.splitters.source import Source


def overlaps_of(starts: NDArray[np.int32], ends: NDArray[np.int32]) -> NDArray[np.int32]:
    """Count the characters that each span shares with those before it (int32[n])."""
    if not len(starts):
        return np.empty(0, np.int32)
    reached = np.maximum.accumulate(ends)
    shared = np.zeros(len(starts), np.int32)
    shared[1:] = np.minimum(reached[:-1], ends[1:]) - starts[1:]
    return np.maximum(shared, 0)


@dataclass(frozen=True, slots=True)
class Spans:
    """n future chunks: offsets (int32[n] each) and why each ends where it ends (uint8[n], `Cut` values).

    `tokens` (int32[n]) are the counts of what the library produces there, where those are known already.
    """

    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    cuts: NDArray[np.uint8]
    tokens: NDArray[np.int32] | None = None


@dataclass(frozen=True, slots=True)
class Prefixed:
    """The distinct prefixes, and the number of each chunk's (int32[n], -1 for none)."""

    texts: tuple[str, ...]
    of: NDArray[np.int32]


def chunks_of(  # noqa: PLR0913 (three of them are rarely given)
    source: Source,
    settings: SplitSettings,
    spans: Spans,
    *,
    replaced: Mapping[int, str] | None = None,
    prefixed: Prefixed | None = None,
    notices: tuple[Notice, ...] = (),
) -> Chunks:
    """Make chunks.

    Args:
        source: the document under its tokenizer.
        settings: what asked for them; a chunk longer than its size is flagged.
        spans: where the chunks lie.
        replaced: texts that the library itself changed, by chunk number.
        prefixed: what stands before them; the spans' tokens must include it.
        notices: what the reader must know of this split.

    Returns:
        The chunks.
    """
    starts, ends = spans.starts, spans.ends
    tokens = source.counts(starts, ends) if spans.tokens is None else spans.tokens
    lengths = tokens if settings.length == "tokens" else ends - starts
    replaced = replaced or {}
    if replaced:
        numbers = list(replaced)
        if spans.tokens is None:
            tokens[numbers] = [source.tokenizer.count(text) for text in replaced.values()]
        if settings.length == "characters":
            lengths[numbers] = [len(text) for text in replaced.values()]
    return Chunks(
        document=source.document,
        starts=starts,
        ends=ends,
        tokens=tokens,
        overlaps=overlaps_of(starts, ends),
        cuts=spans.cuts,
        over_limit=lengths > settings.size,
        prefix_of=np.full(len(starts), -1, np.int32) if prefixed is None else prefixed.of,
        prefixes=() if prefixed is None else prefixed.texts,
        replaced=replaced,
        notices=notices,
    )
