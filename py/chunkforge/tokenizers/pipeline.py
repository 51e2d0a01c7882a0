"""A tokenizer as a pipeline: added tokens are set apart, the rest is normalized, cut into pieces, each piece looked up.

A piece is tokenised once and remembered, so a text costs one pass of a regular expression, one look-up a piece and a
few array operations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from chunkforge.encoding import Encoding
from chunkforge.steps import Progress, Steps, finish
from chunkforge.tokenizers.charset import code_points
from chunkforge.tokenizers.lexicon import Lexicon, Tokens
from chunkforge.tokenizers.recipe import Recipe, Section, sections
from chunkforge.tokenizers.seams import Seams, find_seams
from chunkforge.tokenizers.tokenized import TextTokens
from chunkforge.tokenizers.unicode_tables import table

BLOCK = 1 << 15
"""Characters a step works on: some 50 ms in a browser."""
WINDOW = 1 << 11
"""Characters looked at to find where a block may end."""


class Model(Protocol):
    """Turns one word into tokens."""

    @property
    def unknown(self) -> int | None:
        """Id of the token for what cannot be spelled."""

    def tokens(self, word: str) -> Tokens:
        """Tokenise a word."""


@dataclass(frozen=True, eq=False)
class Part:
    """A stretch of text, tokenised (int32 each).

    Ids of tokens and their ranges as the reference reports them; where they start in truth; where pieces start.
    """

    ids: NDArray[np.int32]
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    origins: NDArray[np.int32]
    pieces: NDArray[np.int32]


class Pipeline:
    """A tokenizer equal to its reference."""

    exact = True

    def __init__(self, name: str, model: Model, recipe: Recipe, *, size: int = 0) -> None:
        """Put the parts together; `size` is one more than the largest id there is, 0 where that is not known."""
        self.name = name
        self.size = size
        self.unknown = model.unknown
        self.special_before, self.special_after = recipe.special
        self._model = model
        self._recipe = recipe
        self._cutter = recipe.pre_tokenizer.cutter
        self.opens = recipe.opens
        self._lexicon = Lexicon(self._tokenise)

    def encode(self, text: str) -> Encoding:
        """Tokenise a text; no special tokens are added."""
        return finish(self.reading(text)).encoding

    def count(self, text: str, *, continued: bool = False) -> int:
        """Count the tokens of a text, equal to `len(encode(text))` unless it continues another that ends at a seam."""
        total = 0
        for section in sections(text, self._recipe, inside=continued):
            total += 1 if section.token is not None else self._lexicon.count(self._cutter.pieces(section.text))
        return total

    def unknown_spans(self, encoding: Encoding) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Tell which stretches of a text the model does not see, because it has only its unknown token for them.

        Args:
            encoding: the text's tokens.

        Returns:
            Starts and ends of the stretches (int32 each), a stretch for each unknown token.
        """
        at = encoding.ids == (-1 if self.unknown is None else self.unknown)
        return encoding.starts[at], encoding.ends[at]

    def ids(self, text: str, *, inside: bool) -> list[int]:
        """Give the ids of a short text, which continues another where it is said to be inside."""
        ids: list[int] = []
        for section in sections(text, self._recipe, inside=inside):
            if section.token is not None:
                ids.append(section.token)
            else:
                ids += self._lexicon.ids(self._cutter.pieces(section.text))
        return ids

    def reading(self, text: str) -> Steps[TextTokens]:
        """Tokenise a long text step by step, with progress in characters."""
        parts: list[Part] = []
        for start, end in self._blocks(text):
            parts.append(self._part(text[start:end], start))
            yield Progress(end, len(text), "characters")
        columns = zip(*((p.ids, p.starts, p.ends, p.origins, p.pieces) for p in parts), strict=True)
        none = np.zeros(0, np.int32)
        ids, starts, ends, origins, pieces = (np.concatenate(column) for column in columns) if parts else (none,) * 5
        if self._recipe.finish is not None:
            starts, ends = self._recipe.finish.apply(text, ids, starts, ends)
        return TextTokens(self, text, Encoding(ids, starts, ends), origins, pieces)

    def seams(self, text: str) -> Seams:
        """Tell where a text can be cut without its tokens changing."""
        return find_seams(text, self._recipe)

    def _blocks(self, text: str) -> Iterator[tuple[int, int]]:
        """Take a text apart at seams, into stretches of about a block."""
        start = 0
        quarter = WINDOW // 4
        while start < len(text):
            end = start + BLOCK
            while end < len(text):
                low = end - WINDOW // 2
                window = text[low : low + WINDOW]
                # What stands at the window's own ends is not seen whole.
                inner = self.seams(window).forced[quarter:-quarter]
                found = next((int(at) for at in np.flatnonzero(inner) if self._clear(window, int(at) + quarter)), -1)
                if found >= 0:
                    end = low + quarter + found
                    break
                end += WINDOW // 2
            end = min(end, len(text))
            yield start, end
            start = end

    def _clear(self, window: str, at: int) -> bool:
        """Tell that no white space which an added token might eat reaches from a place to the window's ends."""
        if not self._recipe.strips:
            return True
        seen = ~table("white_space").table[code_points(window)]
        return bool(seen[:at].any() and seen[at:].any())

    def _part(self, text: str, base: int) -> Part:
        numbers: list[int] = []
        added_sizes: list[int] = []
        added: list[int] = []
        found_sections = list(sections(text, self._recipe, inside=base > 0))
        for section in found_sections:
            if section.token is None:
                pieces = self._cutter.pieces(section.text)
                numbers += map(self._lexicon.__getitem__, pieces)
            else:
                added.append(len(numbers))
                numbers.append(self._lexicon.single(section.token))
                added_sizes.append(len(section.text))
        found = self._lexicon.gather(np.array(numbers, dtype=np.int32))
        piece_lengths = found.sizes
        piece_lengths[added] = added_sizes
        pieces_at = np.cumsum(piece_lengths, dtype=np.int32) - piece_lengths
        origin = np.repeat(pieces_at, found.counts)
        starts, lasts = found.starts + origin, found.ends + origin - 1
        if added:
            lasts[np.cumsum(found.counts)[added] - 1] = (pieces_at + piece_lengths)[added] - 1
        starts, ends, origins, pieces_at = _original(found_sections, starts, lasts, pieces_at)
        return Part(found.ids, starts + base, ends + base, origins + base, pieces_at + base)

    def _tokenise(self, piece: str) -> Tokens:
        """Tokenise a piece: drop white space, cut it into words, give each to the model."""
        core = piece.lstrip(self._cutter.gap) if self._cutter.gap else piece
        skipped = len(piece) - len(core)
        ids: list[int] = []
        starts: list[int] = []
        ends: list[int] = []
        for word in self._recipe.pre_tokenizer.words(core) if core else ():
            word_ids, word_starts, word_ends = self._model.tokens(word.text)
            ids += word_ids
            starts += [word.origin(at) + skipped for at in word_starts]
            ends += [word.origin(at - 1) + 1 + skipped for at in word_ends]
        return ids, starts, ends


def _original(
    found: list[Section], starts: NDArray[np.int32], lasts: NDArray[np.int32], pieces: NDArray[np.int32]
) -> tuple[NDArray[np.int32], ...]:
    """Bring places in a row of sections back to the original text.

    Args:
        found: the sections.
        starts: first characters of tokens, counted through the row.
        lasts: last characters of tokens.
        pieces: first characters of pieces.

    Returns:
        Starts and ends of tokens as the reference reports them, their true starts, and starts of pieces.
    """
    at = 0
    for section in found:
        if section.sources is not None or section.start != at:
            break
        at += len(section.text)
    else:
        return starts, lasts + 1, starts, pieces
    sources = np.concatenate([section.origins() for section in found])
    reported = sources
    if any(section.reported is not None for section in found):
        told = (section.origins() if section.reported is None else section.reported for section in found)
        reported = np.concatenate(list(told))
    # A piece that starts within what one character became starts at no place of the original.
    whole = (pieces == 0) | (sources[pieces] != sources[pieces - 1])
    return reported[starts], reported[lasts] + 1, sources[starts], sources[pieces[whole]]
