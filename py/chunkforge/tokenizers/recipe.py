"""The parts of a tokenizer around its model, and how they take a text apart into sections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from chunkforge.tokenizers.added import AddedTokens
from chunkforge.tokenizers.normalizers import Prepend
from chunkforge.tokenizers.offsets import Finish
from chunkforge.tokenizers.precompiled import Precompiled
from chunkforge.tokenizers.pretokenizers import Opening, PreTokenizer
from chunkforge.tokenizers.rewriting import Normalized, Normalizer, Sources


@dataclass(frozen=True)
class Recipe:
    """What happens to a text before the model sees its words, and to offsets after.

    `added` are looked for in the text as it is, `added_normalized` in normalized text. `special` holds the ids that
    the model gets before and after a text; they are never part of an encoding.
    """

    pre_tokenizer: PreTokenizer
    normalizers: Sequence[Normalizer] = ()
    added: AddedTokens = field(default_factory=lambda: AddedTokens(()))
    added_normalized: AddedTokens = field(default_factory=lambda: AddedTokens(()))
    finish: Finish | None = None
    special: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())

    @property
    def opens(self) -> bool:
        """Whether the start of a text is treated otherwise than its continuation."""
        return bool(self.pre_tokenizer.opening.prefix) or any(isinstance(n, Prepend) for n in self.normalizers)

    @cached_property
    def bare(self) -> bool:
        """Whether the text goes to the cutter as it is."""
        changed = self.added or self.added_normalized or self.normalizers
        return not changed and self.pre_tokenizer.opening == Opening()

    @property
    def strips(self) -> bool:
        """Whether some added token eats the white space around it."""
        return self.added.strips or self.added_normalized.strips

    def steps(self, *, inside: bool) -> Sequence[Normalizer]:
        """Give the normalizers; those that only open a text are left out inside."""
        return self._inside if inside else self.normalizers

    @cached_property
    def _inside(self) -> Sequence[Normalizer]:
        return [n for n in self.normalizers if not isinstance(n, Prepend)]


class Section(NamedTuple):
    """A stretch of normalized text between added tokens, or one added token (`token` is its id).

    `sources` are indices into the original text (int32), one a character; None where they just count up from `start`.
    `reported` are the sources as the reference tells them, where it tells others; else None.
    """

    text: str
    start: int
    sources: Sources | None
    token: int | None = None
    reported: Sources | None = None

    def origins(self) -> Sources:
        """Give the sources, written out."""
        if self.sources is None:
            return np.arange(self.start, self.start + len(self.text), dtype=np.int32)
        return self.sources

    @classmethod
    def of(cls, part: Normalized, start: int, token: int | None = None) -> Section:
        """Make a section of a stretch of normalized text whose sources count from a start."""
        sources = None if part.sources is None else part.sources + np.int32(start)
        reported = None if part.reported is None else part.reported + np.int32(start)
        return cls(part.text, start, sources, token, reported)


def sections(text: str, recipe: Recipe, *, inside: bool) -> Iterator[Section]:
    """Take a text apart.

    Args:
        text: the original text.
        recipe: what the tokenizer does.
        inside: whether the text continues another one, rather than starting.

    Yields:
        Its sections in order.
    """
    if not recipe.added:
        if text and recipe.bare:
            yield Section(text, 0, None)
        elif text:
            yield from _normalized_sections(text, 0, recipe, inside=inside)
        return
    for found in recipe.added.find(text):
        stretch = text[found.start : found.end]
        if found.token is not None:
            yield Section(stretch, found.start, None, found.token)
        else:
            yield from _normalized_sections(stretch, found.start, recipe, inside=inside and not found.start)


def _normalized_sections(stretch: str, start: int, recipe: Recipe, *, inside: bool) -> Iterator[Section]:
    normalized = Normalized(stretch)
    for step in recipe.steps(inside=inside):
        normalized = normalized.then(*step.apply(normalized.text), lags=isinstance(step, Precompiled))
    if not recipe.added_normalized:
        yield from _opened(normalized, start, recipe, inside=inside)
        return
    for found in recipe.added_normalized.find(normalized.text):
        part = normalized.slice(found.start, found.end)
        if found.token is not None:
            yield Section.of(part, start, found.token)
        else:
            yield from _opened(part, start, recipe, inside=inside and not found.start)


def _opened(part: Normalized, start: int, recipe: Recipe, *, inside: bool) -> Iterator[Section]:
    if not part.text:
        return
    first = part.sources if part.reported is None else part.reported
    at_zero = not start and (first is None or not first[0])
    yield Section.of(recipe.pre_tokenizer.opening.apply(part, at_zero=at_zero, inside=inside), start)
