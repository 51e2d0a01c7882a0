"""Windows of tokens decoded back to text, as libraries do that split by encoding and decoding.

Where a window ends inside a character, decoding leaves U+FFFD; the window is then no slice of the source.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chunkforge.errors import SettingsError
from chunkforge.splitters.arrays import Ints
from chunkforge.splitters.characters import utf8_widths
from chunkforge.splitters.source import Source
from chunkforge.tokenizers.base import ByteTokens


@dataclass(frozen=True, eq=False)
class TokenBytes:
    """Where the tokens of a text lie in its UTF-8 bytes.

    `data` are the bytes; `bounds` (int64[tokens + 1]) are the tokens' places in them. Of each place, `before` and
    `after` (int32[tokens + 1]) are the nearest ends of characters at or before it, and at or after it.
    """

    data: bytes
    bounds: NDArray[np.int64]
    before: Ints
    after: Ints


def token_bytes(source: Source, user: str) -> TokenBytes:
    """Lay the tokens of a document over its bytes; made once.

    Args:
        source: the document under its tokenizer.
        user: the library's splitter, for the message.

    Returns:
        The tokens' places.

    Raises:
        SettingsError: the tokenizer's tokens cannot be decoded without loss.
    """
    spell = speller(source, user)
    return source.table(
        "token bytes", lambda: laid(source.document.text, source.tokenized.encoding.ids.tolist(), spell)
    )


def speller(source: Source, user: str) -> Callable[[int], bytes]:
    """Give the function that spells a token, or refuse a tokenizer that has none (see `token_bytes`)."""
    tokenizer = source.tokenizer
    if isinstance(tokenizer, ByteTokens):
        return tokenizer.token_bytes
    raise SettingsError(
        "settings.no-decoding",
        "{user} decodes tokens back to text, which {tokenizer} cannot do without changing it. Choose cl100k_base or "
        "o200k_base, or another strategy.",
        user=user,
        tokenizer=tokenizer.name,
    )


def laid(text: str, ids: list[int], spell: Callable[[int], bytes]) -> TokenBytes:
    """Lay tokens over the bytes of their text.

    Args:
        text: the text.
        ids: its tokens.
        spell: gives a token's bytes.

    Returns:
        The tokens' places.
    """
    data = [spell(token) for token in ids]
    bounds = np.concatenate([[0], np.cumsum([len(some) for some in data], dtype=np.int64)])
    edges = np.concatenate([[0], np.cumsum(utf8_widths(text))])
    before = (np.searchsorted(edges, bounds, side="right") - 1).astype(np.int32)
    after = np.searchsorted(edges, bounds, side="left").astype(np.int32)
    return TokenBytes(b"".join(data), bounds, before, after)


def decoded(tokens: TokenBytes, first: Ints, last: Ints) -> tuple[Ints, Ints, dict[int, str]]:
    """Decode windows of tokens.

    Args:
        tokens: the tokens of a document.
        first: the first token of each window (int32[n]).
        last: one past its last (int32[n]).

    Returns:
        Starts and ends of the characters that each window touches, and the texts of those that are no slices.
    """
    starts, ends = tokens.before[first], tokens.after[last]
    broken = np.flatnonzero((tokens.before[first] != tokens.after[first]) | (tokens.before[last] != tokens.after[last]))
    texts = {
        i: tokens.data[tokens.bounds[first[i]] : tokens.bounds[last[i]]].decode(errors="replace")
        for i in broken.tolist()
    }
    return starts, ends, texts
