"""Counts without a tokenizer, for quick sizing. They are no model's, and say so by `exact = False`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from chunkforge.encoding import Encoding, SliceTokens
from chunkforge.errors import UnsupportedTokenizer
from chunkforge.steps import Progress, Steps, finish
from chunkforge.tokenizers.charset import CharSet, code_points
from chunkforge.tokenizers.unicode_tables import table

ESTIMATES = ("characters / 4", "characters / 3.8, CJK 1")
"""The names of the estimates; in the second each Chinese, Japanese or Korean character is a token."""


@dataclass(frozen=True)
class Rate:
    """`characters` per `tokens` for text that is not CJK, rounded up; `cjk` are characters that count one each."""

    characters: int
    tokens: int
    cjk: CharSet

    def single(self, text: str) -> NDArray[np.bool_]:
        """Tell which characters count one each."""
        return self.cjk.table[code_points(text)]

    def tokens_of(self, others: NDArray[np.int64]) -> NDArray[np.int64]:
        """Tell the tokens of some numbers of other characters."""
        return -(-others * self.tokens // self.characters)


def estimate(name: str) -> Estimate:
    """Give an estimate by name.

    Args:
        name: one of `ESTIMATES`.

    Returns:
        Something that counts like a tokenizer, with `exact` false.

    Raises:
        UnsupportedTokenizer: there is no such estimate.
    """
    if name == ESTIMATES[0]:
        return Estimate(name, Rate(4, 1, CharSet()))
    if name == ESTIMATES[1]:
        scripts = ("Han", "Hangul", "Hiragana", "Katakana")
        return Estimate(name, Rate(19, 5, CharSet(pair for script in scripts for pair in table(script).ranges)))
    raise UnsupportedTokenizer(
        "tokenizer.estimate", "There is no estimate {name}; there are: {known}.", name=name, known="; ".join(ESTIMATES)
    )


class Estimate:
    """Counts tokens by characters."""

    exact = False

    def __init__(self, name: str, rate: Rate) -> None:
        """Take the name and the rate."""
        self.name = name
        self._rate = rate

    def count(self, text: str, *, continued: bool = False) -> int:  # noqa: ARG002 - an estimate knows no beginning
        """Estimate the tokens of a text."""
        single = int(self._rate.single(text).sum())
        return single + int(self._rate.tokens_of(np.array(len(text) - single)))

    def encode(self, text: str) -> Encoding:
        """Make up tokens, all with id 0, as many as `count` says, spread over the text."""
        return finish(self.reading(text)).encoding

    def reading(self, text: str) -> Steps[EstimatedText]:
        """Estimate a text in one step."""
        yield Progress(len(text), len(text), "characters")
        return EstimatedText(text, self._rate)


class EstimatedText:
    """One text under an estimate; see `base.TokenizedText`."""

    def __init__(self, text: str, rate: Rate) -> None:
        """Take the text and the rate."""
        self.text = text
        self._rate = rate
        self._single = rate.single(text)

    @cached_property
    def encoding(self) -> Encoding:
        """The made-up tokens."""
        others = np.flatnonzero(~self._single)
        number = np.arange(int(self._rate.tokens_of(np.array(len(others)))))
        firsts = others[number * self._rate.characters // self._rate.tokens]
        starts = np.sort(np.concatenate([np.flatnonzero(self._single), firsts])).astype(np.int32)
        ends = np.append(starts[1:], len(self.text)).astype(np.int32)[: len(starts)]
        single = self._single[starts] if len(starts) else np.zeros(0, dtype=np.bool_)
        return Encoding(np.zeros(len(starts), np.int32), starts, np.where(single, starts + 1, ends))

    @property
    def seams(self) -> NDArray[np.int32]:
        """Only the ends of the text: what is rounded up does not add up."""
        return np.array(sorted({0, len(self.text)}), dtype=np.int32)

    def counts(
        self, starts: NDArray[np.int32], ends: NDArray[np.int32], *, continued: bool = False
    ) -> NDArray[np.int32]:
        """Estimate the tokens of each slice (int32)."""
        return self.slice_tokens(starts, ends, continued=continued).counts()

    def slice_tokens(
        self,
        starts: NDArray[np.int32],
        ends: NDArray[np.int32],
        *,
        continued: bool = False,  # noqa: ARG002 - an estimate knows no beginning
    ) -> SliceTokens:
        """Make up the tokens of each slice."""
        starts = np.asarray(starts, dtype=np.int64)
        ends = np.maximum(np.asarray(ends, dtype=np.int64), starts)
        before = np.concatenate([[0], np.cumsum(self._single)])
        single = before[ends] - before[starts]
        tokens = single + self._rate.tokens_of(ends - starts - single)
        none = np.zeros(len(starts), dtype=np.int32)
        owner = np.repeat(np.arange(len(starts), dtype=np.int32), tokens.astype(np.intp))
        return SliceTokens(none, none, np.zeros(len(owner), np.int32), owner)
