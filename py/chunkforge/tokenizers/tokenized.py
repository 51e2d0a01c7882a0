"""A text tokenised once, whose slices are counted from the whole.

Between two seams of the text (places where it may be cut unnoticed) the tokens of a slice are those of the whole. What
sticks out at a slice's ends is a fragment of a word or two; it is tokenised by itself, and remembered.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from chunkforge.encoding import Encoding, SliceTokens
from chunkforge.landmarks import Landmarks
from chunkforge.tokenizers.lexicon import Lexicon, Tokens
from chunkforge.tokenizers.seams import Seams

Places: TypeAlias = "NDArray[np.int32]"


class Whole(Protocol):
    """What the slices of a text need to know of its tokenizer."""

    @property
    def opens(self) -> bool:
        """Whether the start of a text is tokenised otherwise than its continuation."""

    def ids(self, text: str, *, inside: bool) -> list[int]:
        """Tokenise a short text by itself, or as the continuation of another that ends at a seam."""

    def seams(self, text: str) -> Seams:
        """Tell where a text can be cut without its tokens changing."""


@dataclass(frozen=True, eq=False)
class _Cuts:
    """The seams, and where a slice may start or end without a fragment (a bool a position)."""

    seams: Landmarks
    can_start: NDArray[np.bool_]
    can_end: NDArray[np.bool_]


class TextTokens:
    """One text under one tokenizer; see `base.TokenizedText`."""

    def __init__(self, whole: Whole, text: str, encoding: Encoding, origins: Places, pieces: Places) -> None:
        """Take a tokenised text.

        Args:
            whole: its tokenizer.
            text: the text.
            encoding: its tokens.
            origins: where each token starts before offsets are trimmed (int32, never falling).
            pieces: where the pieces start that were tokenised one by one (int32).
        """
        self.text = text
        self.encoding = encoding
        self._whole = whole
        self._origins = Landmarks(origins, len(text))
        self._pieces = pieces
        self._opening = Lexicon(partial(self._fragment, inside=False))
        self._inside = Lexicon(partial(self._fragment, inside=True)) if whole.opens else self._opening

    @property
    def seams(self) -> Places:
        """Places where the text may be cut so that both sides keep their tokens, whatever else surrounds them.

        A tokenizer that puts something before a text still does so at a seam, unless the slice is `continued`.
        """
        return self._cuts.seams.places

    def counts(self, starts: Places, ends: Places, *, continued: bool = False) -> Places:
        """Tell the token count of each slice (int32), equal to `count(text[start:end])`."""
        return self.slice_tokens(starts, ends, continued=continued).counts()

    def slice_tokens(self, starts: Places, ends: Places, *, continued: bool = False) -> SliceTokens:
        """Tell the tokens of each slice `text[start:end]`, equal as a multiset to `encode(text[start:end]).ids`.

        Args:
            starts: first positions (int32[n]).
            ends: positions past the last (int32[n]).
            continued: whether each slice continues other text that ends at one of the seams, rather than starting.

        Returns:
            The tokens.
        """
        starts = np.asarray(starts, dtype=np.int32)
        ends = np.maximum(np.asarray(ends, dtype=np.int32), starts)
        opens = self._whole.opens and not continued
        inner_starts, inner_ends = self._inner(starts, ends, opens=opens)
        first, last = self._origins.before(inner_starts), self._origins.before(inner_ends)
        heads, tails = np.flatnonzero(starts < inner_starts), np.flatnonzero(inner_ends < ends)
        # A slice without a seam is one tail from its very start.
        whole = tails[inner_ends[tails] == starts[tails]]
        tails = tails[inner_ends[tails] > starts[tails]]
        opening = self._opening if opens else self._inside
        cut = [
            *self._cut(opening, starts[heads], inner_starts[heads]),
            *self._cut(opening, starts[whole], ends[whole]),
        ]
        inside = self._cut(self._inside, inner_ends[tails], ends[tails])
        found = [lexicon.gather(np.array(n, dtype=np.int32)) for lexicon, n in ((opening, cut), (self._inside, inside))]
        owner = np.repeat(np.concatenate([heads, whole, tails]), np.concatenate([f.counts for f in found]))
        order = np.argsort(owner, kind="stable")
        return SliceTokens(first, last, np.concatenate([f.ids for f in found])[order], owner[order].astype(np.int32))

    def _inner(self, starts: Places, ends: Places, *, opens: bool) -> tuple[Places, Places]:
        """Find the part of each slice whose tokens are those of the whole; it is empty where a slice holds no seam."""
        cuts = self._cuts
        seams = cuts.seams.places
        can_start = cuts.can_start[starts]
        if opens:
            can_start = starts == 0
        following = cuts.seams.before(starts + np.int32(opens))
        inner_starts = np.where(can_start, starts, seams[np.minimum(following, len(seams) - 1)])
        inner_ends = np.where(cuts.can_end[ends], ends, seams[cuts.seams.before(ends + np.int32(1)) - 1])
        none = inner_starts > inner_ends
        # Where no seam is left inside, the whole slice is one fragment.
        return np.where(none, starts, inner_starts), np.where(none, starts, inner_ends)

    def _cut(self, lexicon: Lexicon, starts: Places, ends: Places) -> list[int]:
        text = self.text
        return [lexicon[text[start:end]] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]

    def _fragment(self, text: str, *, inside: bool) -> Tokens:
        ids = self._whole.ids(text, inside=inside)
        return ids, [0] * len(ids), [0] * len(ids)

    @cached_property
    def _cuts(self) -> _Cuts:
        seams = self._whole.seams(self.text)
        piece = np.zeros(len(self.text) + 1, dtype=np.bool_)
        piece[self._pieces] = True
        return _Cuts(
            Landmarks(np.flatnonzero(seams.forced).astype(np.int32), len(self.text)),
            seams.forced | (piece & seams.starts),
            seams.forced | (piece & seams.ends),
        )
