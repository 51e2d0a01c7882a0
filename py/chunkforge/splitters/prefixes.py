"""Exact token counts of a prefix and a slice tokenised together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from chunkforge.landmarks import Landmarks
from chunkforge.splitters.arrays import Ints
from chunkforge.splitters.source import Source
from chunkforge.steps import finish
from chunkforge.tokenizers.base import Tokenizer

_APART = "\n\n"


class _Joint(NamedTuple):
    """What stands around the place where a prefix ends: what of it what follows may change, and how that is tokenised.

    `inside` tells that the rest continues other text, rather than starting.
    """

    text: str
    inside: bool


class _Known(dict[_Joint, int]):
    """Token counts of joints, and of each prefix where it can be cut unnoticed: the place, and the tokens before it."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        super().__init__()
        self._tokenizer = tokenizer
        self._cuts: dict[str, tuple[int, int]] = {}

    def cut(self, prefix: str) -> tuple[int, int]:
        """Give the last seam inside a prefix, 0 where there is none, and how many tokens stand before it."""
        if prefix not in self._cuts:
            tokenized = finish(self._tokenizer.reading(prefix))
            inner = tokenized.seams[(tokenized.seams > 0) & (tokenized.seams < len(prefix))]
            at = inner[-1:]
            tokens = int(tokenized.counts(np.zeros(1, np.int32), at)[0]) if len(at) else 0
            self._cuts[prefix] = int(at[0]) if len(at) else 0, tokens
        return self._cuts[prefix]

    def learn(self, wholes: dict[_Joint, str]) -> None:
        """Count joints, each as the end of a whole text; as slices of one text, so that what they share is looked up
        once, in arrays.
        """
        if not wholes:
            return
        lengths = np.array([len(whole) for whole in wholes.values()], np.int32)
        rests = np.array([len(joint.text) for joint in wholes], np.int32)
        inside = np.array([joint.inside for joint in wholes], np.bool_)
        stops = np.cumsum(lengths + len(_APART), dtype=np.int32) - np.int32(len(_APART))
        tokenized = finish(self._tokenizer.reading(_APART.join(wholes.values())))
        counts = np.empty(len(stops), np.int32)
        for continued in (False, True):
            some = inside == continued
            counts[some] = tokenized.counts(stops[some] - rests[some], stops[some], continued=continued)
        self.update(zip(wholes, counts.tolist(), strict=True))


def prefixed_counts(source: Source, prefixes: Sequence[str], prefix_of: Ints, starts: Ints, ends: Ints) -> Ints:
    """Count the tokens of `prefix + text[start:end]` for each chunk.

    Args:
        source: the document.
        prefixes: the distinct prefixes.
        prefix_of: the number of each chunk's prefix, -1 for none (int32[m]).
        starts: first offsets (int32[m]).
        ends: offsets past the last (int32[m]).

    Returns:
        Token counts (int32[m]).
    """
    text = source.document.text
    seams = source.table("seams", lambda: Landmarks(source.tokenized.seams, len(text)))
    # Up to the first seam after its start the prefix may change a chunk's tokens; behind the seam it cannot.
    heads = np.minimum(seams.at(seams.before(starts + np.int32(1)), len(text)), ends)
    counts = source.tokenized.counts(starts, ends)
    with_prefix = np.flatnonzero(prefix_of >= 0)
    counts[with_prefix] -= source.tokenized.counts(starts[with_prefix], heads[with_prefix])
    known = source.table("joints", lambda: _Known(source.tokenizer))
    cuts = [known.cut(prefix) for prefix in prefixes]
    tails = [(prefix[at:], at > 0) for prefix, (at, _) in zip(prefixes, cuts, strict=True)]
    joints: list[_Joint] = []
    missing: dict[_Joint, str] = {}
    heads_of = zip(
        prefix_of[with_prefix].tolist(), starts[with_prefix].tolist(), heads[with_prefix].tolist(), strict=True
    )
    for prefix, start, head in heads_of:
        tail, inside = tails[prefix]
        joint = _Joint(tail + text[start:head], inside)
        joints.append(joint)
        if joint not in known:
            missing[joint] = prefixes[prefix] + text[start:head]
    known.learn(missing)
    before = np.array([tokens for _, tokens in cuts], np.int32)
    counts[with_prefix] += before[prefix_of[with_prefix]] + np.array([known[joint] for joint in joints], np.int32)
    return counts
