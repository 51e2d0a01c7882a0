"""LangChain's TokenTextSplitter 1.1.3: windows of tokens, cut inside characters where they fall there."""

from __future__ import annotations

import numpy as np

from chunkforge.chunks import Chunks, Cut
from chunkforge.settings import SplitSettings
from chunkforge.splitters.arrays import Ints
from chunkforge.splitters.assemble import Spans, chunks_of
from chunkforge.splitters.decoded import decoded, token_bytes
from chunkforge.splitters.source import Source


def split_langchain_tokens(source: Source, settings: SplitSettings) -> Chunks:
    """Split as `TokenTextSplitter(..., disallowed_special=()).split_text(document.text)` does.

    Args:
        source: the document under its boundary tokenizer, one of OpenAI's.
        settings: size and overlap.

    Returns:
        The library's chunks; those with half a character are in `replaced`.

    Raises:
        SettingsError: the tokenizer is not one that the library can use.
    """
    tokens = token_bytes(source, "TokenTextSplitter")
    first, last = windows(len(tokens.bounds) - 1, settings.size, settings.overlap)
    starts, ends, replaced = decoded(tokens, first, last)
    cuts = np.full(len(starts), Cut.TOKENS, np.uint8)
    cuts[-1:] = Cut.END
    return chunks_of(source, settings, Spans(starts, ends, cuts), replaced=replaced)


def windows(n: int, size: int, overlap: int) -> tuple[Ints, Ints]:
    """Lay windows over n things; the first that reaches the end is the last.

    Args:
        n: how many things.
        size: the most in a window.
        overlap: how many a window shares with the one before.

    Returns:
        The first of each window, and one past its last (int32 each).
    """
    step = size - overlap
    count = 0 if n == 0 else 1 + max(0, -(-(n - size) // step))
    first = np.arange(count, dtype=np.int32) * np.int32(step)
    return first, np.minimum(first + np.int32(size), np.int32(n))
