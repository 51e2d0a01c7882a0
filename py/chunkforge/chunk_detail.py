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

    `text` is what the model gets; its first `prefix` code points are not of the document. `token_edges` (int32,
    ascending) are the code points of `text` where a token begins or ends; tokens that share a character lie
    between the same two, and an estimate has none. `overlap` is what it shares with the chunks before it, in
    characters, `overlap_tokens` what that piece counts by itself. `cut` tells why it ends where it ends. `changed` is
    true where the library changed the text, so that it is no slice of the document.
    """

    text: str
    prefix: int
    tokens: int
    token_edges: NDArray[np.int32]
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
        token_edges=_token_edges(source.tokenizer, text),
        overlap=overlap,
        overlap_tokens=source.tokenizer.count(source.document.text[start : start + overlap]),
        cut=Cut(int(chunks.cuts[place])),
        over_limit=bool(chunks.over_limit[place]),
        changed=place in chunks.replaced,
        pages=chunks.pages(place),
        headings=chunks.headings(place),
    )


def _token_edges(tokenizer: Tokenizer, text: str) -> NDArray[np.int32]:
    if not tokenizer.exact:
        return np.empty(0, np.int32)
    encoding = tokenizer.encode(text)
    return np.unique(np.concatenate([encoding.starts, encoding.ends]))
