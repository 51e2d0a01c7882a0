"""One chunk laid open: exactly what the model gets, token by token, and how it came about."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chunkforge.chunks import Chunks, Cut
from chunkforge.splitters import Source
from chunkforge.tokenizers import Tokenizer


@dataclass(frozen=True, eq=False)
class ChunkDetail:
    """One chunk.

    `text` is what the model gets; its first `prefix` code points are not of the document. `token_spans` (int32[m,
    2], ascending, disjoint) are the code points of `text` that each token covers; tokens that share a character
    are one span, and an estimate has none. `overlap` is what it shares with the chunks before it, in characters,
    `overlap_tokens` what that piece counts by itself. `cut` tells why it ends where it ends. `changed` is
    true where the library changed the text, so that it is no slice of the document.
    """

    text: str
    prefix: int
    tokens: int
    token_spans: NDArray[np.int32]
    overlap: int
    overlap_tokens: int
    cut: Cut
    over_limit: bool
    changed: bool
    pages: tuple[int, int] | None
    headings: tuple[str, ...]


def chunk_detail(source: Source, chunks: Chunks, place: int) -> ChunkDetail:
    """Lay a chunk open.

    Args:
        source: its document under the boundary tokenizer.
        chunks: the chunks of that document.
        place: which of them, from 0.

    Returns:
        The chunk.
    """
    text = chunks.text(place)
    overlap = int(chunks.overlaps[place])
    start = int(chunks.starts[place])
    return ChunkDetail(
        text=text,
        prefix=len(chunks.prefix(place)) if place not in chunks.replaced else 0,
        tokens=int(chunks.tokens[place]),
        token_spans=_token_spans(source.tokenizer, text),
        overlap=overlap,
        overlap_tokens=source.tokenizer.count(source.document.text[start : start + overlap]),
        cut=Cut(int(chunks.cuts[place])),
        over_limit=bool(chunks.over_limit[place]),
        changed=place in chunks.replaced,
        pages=chunks.pages(place),
        headings=chunks.headings(place),
    )


def _token_spans(tokenizer: Tokenizer, text: str) -> NDArray[np.int32]:
    encoding = tokenizer.encode(text) if tokenizer.exact else None
    if encoding is None or not len(encoding):
        return np.empty((0, 2), np.int32)
    order = np.argsort(encoding.starts, kind="stable")
    starts, ends = encoding.starts[order], np.maximum.accumulate(encoding.ends[order])
    apart = np.append(True, starts[1:] >= ends[:-1])
    spans = np.stack([starts[apart], ends[np.append(apart[1:], True)]], axis=1)
    return spans[spans[:, 0] < spans[:, 1]].astype(np.int32)
