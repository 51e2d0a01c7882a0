"""A tokenizer as a pipeline: text is normalized, cut into pieces, and each piece is looked up.

Every piece is tokenised once and remembered, so a text costs one pass of a regular expression, one look-up a piece and
a few array operations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from chunkforge.encoding import Encoding
from chunkforge.steps import Progress, Steps, finish
from chunkforge.tokenizers.charset import CharSet, code_points
from chunkforge.tokenizers.joints import Joints
from chunkforge.tokenizers.lexicon import Lexicon, Tokens
from chunkforge.tokenizers.rewriting import Normalized, Normalizer
from chunkforge.tokenizers.tokenized import TextTokens

BLOCK = 1 << 15
"""Characters a step works on: some 50 ms in a browser."""
WINDOW = 1 << 11
"""Characters looked at to find where a block may end."""


class Model(Protocol):
    """Turns one word into tokens."""

    def tokens(self, word: str) -> Tokens:
        """Tokenise a word."""


class PreTokenizer(Protocol):
    """Cuts normalized text into pieces."""

    @property
    def gap(self) -> CharSet:
        """White space that pieces may begin with, or consist of, and that is dropped."""

    @property
    def joints(self) -> Joints:
        """Where text can be cut unnoticed."""

    def pieces(self, text: str) -> list[str]:
        """Cut a text into pieces that together are the text."""


@dataclass(frozen=True, eq=False)
class Part:
    """A stretch of text, tokenised: token ids, their original characters (first and last), and where pieces start."""

    ids: NDArray[np.int32]
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    pieces: NDArray[np.int32]


class Pipeline:
    """A tokenizer equal to its reference."""

    exact = True

    def __init__(
        self,
        name: str,
        model: Model,
        *,
        pre_tokenizer: PreTokenizer,
        normalizers: Sequence[Normalizer] = (),
    ) -> None:
        """Put the parts together."""
        self.name = name
        self._model = model
        self._pre_tokenizer = pre_tokenizer
        self._normalizers = tuple(normalizers)
        self._gap = "".join(map(chr, pre_tokenizer.gap))
        self._lexicon = Lexicon(self._tokenise)

    def encode(self, text: str) -> Encoding:
        """Tokenise a text; no special tokens are added."""
        return finish(self.reading(text)).encoding

    def count(self, text: str) -> int:
        """Count the tokens of a text, equal to `len(encode(text))`."""
        return self._lexicon.count(self._pre_tokenizer.pieces(self._normalized(text).text))

    def reading(self, text: str) -> Steps[TextTokens]:
        """Tokenise a long text step by step, with progress in characters."""
        parts: list[Part] = []
        for start, end in self._blocks(text):
            parts.append(self._part(text[start:end], start))
            yield Progress(end, len(text), "characters")
        columns = ((p.ids, p.starts, p.ends, p.pieces) for p in parts)
        empty = np.zeros(0, np.int32)
        ids, starts, ends, pieces = (np.concatenate(c) for c in zip(*columns, strict=True)) if parts else [empty] * 4
        return TextTokens(self, text, Encoding(ids, starts, ends), pieces)

    def ids(self, text: str) -> list[int]:
        """Give the ids of a short text."""
        return self._lexicon.ids(self._pre_tokenizer.pieces(self._normalized(text).text))

    def seams(self, text: str) -> NDArray[np.bool_]:
        """Tell where a text can be cut so that both sides keep their tokens whatever is cut elsewhere.

        Returns:
            A bool a position, ends included.
        """
        seams = np.zeros(len(text) + 1, dtype=np.bool_)
        seams[[0, -1]] = True
        normalized = Normalized(text)
        open_ = np.ones(len(text), dtype=np.bool_)
        for step in self._normalizers:
            may_open = step.open(normalized.text)
            if may_open is not None:
                open_ &= may_open
            changed, sources = step.apply(normalized.text)
            if sources is not None:
                first = np.append(True, sources[1:] != sources[:-1])[: len(sources)]
                open_ = open_[sources] & first
            normalized = normalized.then(changed, sources)
        kinds = self._pre_tokenizer.joints.kinds[code_points(normalized.text)]
        open_[1:] &= self._pre_tokenizer.joints.forced[kinds[:-1], kinds[1:]]
        at = np.flatnonzero(open_)
        seams[at if normalized.sources is None else normalized.sources[at]] = True
        return seams

    def blind(self, text: str) -> NDArray[np.bool_]:
        """Tell after which characters no pattern looks further: a bool a position, False where unsure."""
        blind = np.zeros(len(text) + 1, dtype=np.bool_)
        if not self._normalizers:
            joints = self._pre_tokenizer.joints
            blind[1:] = joints.blind[joints.kinds[code_points(text)]]
        return blind

    def _normalized(self, text: str) -> Normalized:
        normalized = Normalized(text)
        for step in self._normalizers:
            normalized = normalized.then(*step.apply(normalized.text))
        return normalized

    def _blocks(self, text: str) -> Iterator[tuple[int, int]]:
        start = 0
        while start < len(text):
            end = start + BLOCK
            while end < len(text):
                low = end - WINDOW // 2
                inner = self.seams(text[low : low + WINDOW])[WINDOW // 4 : -WINDOW // 4]
                found = np.flatnonzero(inner)
                if len(found):
                    end = low + WINDOW // 4 + int(found[0])
                    break
                end += WINDOW // 2
            end = min(end, len(text))
            yield start, end
            start = end

    def _part(self, text: str, base: int) -> Part:
        normalized = self._normalized(text)
        pieces = self._pre_tokenizer.pieces(normalized.text)
        found = self._lexicon.gather(self._lexicon.numbers(pieces))
        lengths = np.fromiter(map(len, pieces), np.int32, len(pieces))
        first = np.cumsum(lengths, dtype=np.int32) - lengths
        origin = np.repeat(first, found.counts)
        starts, lasts = found.starts + origin, found.ends + origin - 1
        if normalized.sources is not None:
            starts, lasts, first = (normalized.sources[at] for at in (starts, lasts, first))
        return Part(found.ids, starts + base, lasts + (base + 1), first + base)

    def _tokenise(self, piece: str) -> Tokens:
        word = piece.lstrip(self._gap) if self._gap else piece
        if not word:
            return (), (), ()
        skipped = len(piece) - len(word)
        ids, starts, ends = self._model.tokens(word)
        if skipped:
            return ids, [s + skipped for s in starts], [e + skipped for e in ends]
        return ids, starts, ends
