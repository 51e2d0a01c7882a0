"""Where a text can be cut without its tokens changing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chunkforge.tokenizers.normalizers import Strip
from chunkforge.tokenizers.recipe import Recipe
from chunkforge.tokenizers.rewriting import Normalized


@dataclass(frozen=True, eq=False)
class Seams:
    """Places of one text, a bool a position, both ends included.

    `forced`: a piece ends there whatever else is cut away, and both sides keep their tokens. `starts`, `ends`: where
    some piece starts there in the whole text, the text can be made to start, or to end, there with the same pieces.
    """

    forced: NDArray[np.bool_]
    starts: NDArray[np.bool_]
    ends: NDArray[np.bool_]


def find_seams(text: str, recipe: Recipe) -> Seams:
    """Find the seams of a text under a tokenizer.

    Args:
        text: the original text.
        recipe: what the tokenizer does.

    Returns:
        The seams. What is not certain is left out.
    """
    n = len(text)
    seams = Seams(*(np.zeros(n + 1, dtype=np.bool_) for _ in range(3)))
    for found in recipe.added.find(text) if recipe.added else (_All(n),):
        if found.token is None and found.start < found.end:
            _find_in_section(text[found.start : found.end], found.start, recipe, seams)
    columns = seams.forced, seams.starts, seams.ends
    for start, end in recipe.added.regions(text) if recipe.added else ():
        for column in columns:
            column[start : end + 1] = False
    for column in columns:
        column[[0, -1]] = True
    return seams


@dataclass(frozen=True)
class _All:
    end: int
    start: int = 0
    token: None = None


def _find_in_section(section: str, base: int, recipe: Recipe, seams: Seams) -> None:
    normalized = Normalized(section)
    open_ = np.ones(len(section), dtype=np.bool_)
    # Where cutting turns no character into another one; at most it vanishes.
    lasting = open_.copy()
    for step in recipe.steps(inside=True):
        may_open = step.open(normalized.text)
        if may_open is not None:
            open_ &= may_open
            if not isinstance(step, Strip):
                lasting &= may_open
        changed, sources = step.apply(normalized.text)
        if sources is not None:
            first = np.ones(len(sources), dtype=np.bool_)
            first[1:] = sources[1:] != sources[:-1]
            open_, lasting = open_[sources] & first, lasting[sources] & first
        normalized = normalized.then(changed, sources)
    for start, end in recipe.added_normalized.regions(normalized.text) if recipe.added_normalized else ():
        open_[start : end + 1] = False
    open_[:1] = False  # what stands before the first character that is left is not looked at
    joints = recipe.pre_tokenizer.cutter.joints(recipe.pre_tokenizer.opening.marked(normalized.text))
    at = normalized.origins()
    seams.forced[at[open_ & joints.forced] + base] = True
    if normalized.sources is not None:
        _keep_stable(seams.forced[base : base + len(section) + 1], at[lasting], starts_text=not base)
    if recipe.pre_tokenizer.cutter.whole_pieces:
        seams.starts[at[open_] + base] = True
        seams.ends[at[open_ & joints.blind] + base] = True


def _keep_stable(forced: NDArray[np.bool_], places: NDArray[np.int32], *, starts_text: bool) -> None:
    """Drop the seams beside a character that would normalize to another one were the text cut on its far side."""
    lasting = np.zeros(len(forced), dtype=np.bool_)
    lasting[places] = True
    lasting[-1] = True
    lasting[0] |= starts_text
    forced[1:] &= lasting[:-1]
    forced[:-1] &= lasting[1:]
