"""A text tokenised once, whose slices are counted from the whole.

Between two seams of the text (places where it may be cut unnoticed) the tokens of a slice are those of the whole. What
sticks out at a slice's ends is a fragment of a word or two; it is tokenised by itself, and remembered.
"""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from chunkforge.encoding import Encoding, SliceTokens
from chunkforge.tokenizers.lexicon import Lexicon, Tokens


class Whole(Protocol):
    """What the slices of a text need to know of its tokenizer."""

    def ids(self, text: str) -> list[int]:
        """Tokenise a short text by itself."""

    def seams(self, text: str) -> NDArray[np.bool_]:
        """Tell where the text may be cut so that both sides keep their tokens, whatever is cut elsewhere."""

    def blind(self, text: str) -> NDArray[np.bool_]:
        """Tell after which characters no pattern looks further than its match."""


class TextTokens:
    """One text under one tokenizer; see `base.TokenizedText`."""

    def __init__(self, whole: Whole, text: str, encoding: Encoding, pieces: NDArray[np.int32]) -> None:
        """Take a text's tokens and where its pieces start (positions, int32)."""
        self.text = text
        self.encoding = encoding
        self._whole = whole
        self._pieces = pieces
        self._fragments = Lexicon(self._fragment)

    @property
    def seams(self) -> NDArray[np.int32]:
        """Places where the text may be cut so that both sides keep their tokens, whatever else surrounds them."""
        return self._cuts[0]

    def counts(self, starts: NDArray[np.int32], ends: NDArray[np.int32]) -> NDArray[np.int32]:
        """Tell the token count of each slice (int32), equal to `count(text[start:end])`."""
        return self.slice_tokens(starts, ends).counts()

    def slice_tokens(self, starts: NDArray[np.int32], ends: NDArray[np.int32]) -> SliceTokens:
        """Tell the tokens of each slice `text[start:end]`, equal as a multiset to `encode(text[start:end]).ids`."""
        starts = np.asarray(starts, dtype=np.int32)
        ends = np.maximum(np.asarray(ends, dtype=np.int32), starts)
        seams, can_start, can_end = self._cuts
        inner_start = np.where(can_start[starts], starts, seams[np.searchsorted(seams, starts)])
        inner_end = np.where(can_end[ends], ends, seams[np.searchsorted(seams, ends, "right") - 1])
        # A slice that starts well but holds no seam is one fragment from its start; so is one without a whole word.
        inner_end = np.where(can_start[starts], np.maximum(inner_end, starts), inner_end)
        alone = inner_start > inner_end
        inner_start = np.where(alone, ends, inner_start)
        inner_end = np.where(alone, ends, inner_end)
        first = np.searchsorted(self.encoding.starts, inner_start).astype(np.int32)
        last = np.searchsorted(self.encoding.starts, inner_end).astype(np.int32)
        heads, tails = np.flatnonzero(starts < inner_start), np.flatnonzero(inner_end < ends)
        number = self._fragments.__getitem__
        text = self.text
        cut = [
            number(text[start:end])
            for at, low, high in ((heads, starts, inner_start), (tails, inner_end, ends))
            for start, end in zip(low[at].tolist(), high[at].tolist(), strict=True)
        ]
        found = self._fragments.gather(np.array(cut, dtype=np.int32))
        owner = np.repeat(np.concatenate([heads, tails]), found.counts)
        order = np.argsort(owner, kind="stable")
        return SliceTokens(first, last, found.ids[order], owner[order].astype(np.int32))

    def _fragment(self, text: str) -> Tokens:
        ids = self._whole.ids(text)
        return ids, [0] * len(ids), [0] * len(ids)

    @cached_property
    def _cuts(self) -> tuple[NDArray[np.int32], NDArray[np.bool_], NDArray[np.bool_]]:
        """Positions of the seams, and at which positions (bool each) a slice may start, or end, without a fragment."""
        seams = self._whole.seams(self.text)
        blind = self._whole.blind(self.text)
        piece = np.zeros(len(self.text) + 1, dtype=np.bool_)
        piece[self._pieces] = True
        return np.flatnonzero(seams).astype(np.int32), seams | piece, seams | (piece & blind)
