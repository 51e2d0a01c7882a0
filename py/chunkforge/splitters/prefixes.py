"""Exact token counts of a prefix and a slice tokenised together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from chunkforge.landmarks import Landmarks
from chunkforge.span_memo import SpanMemo
from chunkforge.splitters.arrays import Ints
from chunkforge.splitters.source import Source
from chunkforge.tokenizers.base import Tokenizer
from chunkforge.tokenizers.joined import joined


class Prefixes:
    """What may be put before the chunks of a document; `tokens` (int32[p + 1]) has a 0 at the end, for none.

    Each text is cut at its last inner seam. What stands before it keeps its tokens whatever follows; the rest, a tail
    that many prefixes share, is counted together with the start of a chunk.
    """

    def __init__(self, source: Source, texts: Sequence[str]) -> None:
        """Cut and count the p distinct texts."""
        self.texts = tuple(texts)
        self._source = source
        self._memo = SpanMemo(len(source.document.text))
        self._seams = source.table("seams", lambda: Landmarks(source.tokenized.seams, len(source.document.text)))
        trails, starts, stops = joined(source.tokenizer, texts)
        self.tokens = np.append(trails.counts(starts, stops), np.int32(0))
        seams = np.append(np.int32(-1), trails.seams)
        cuts = np.maximum(seams[np.searchsorted(seams, stops, side="left") - 1], starts)
        self._before = np.append(trails.counts(starts, cuts), np.int32(0))
        spans = zip(cuts.tolist(), stops.tolist(), (cuts > starts).tolist(), strict=True)
        tails = [(trails.text[cut:stop], inside) for cut, stop, inside in spans]
        distinct = list(dict.fromkeys(tails))
        numbers = {tail: number for number, tail in enumerate(distinct)}
        self._tail_of = np.array([*(numbers[tail] for tail in tails), -1], np.int32)
        self._tails = [source.table(("tail", *tail), partial(_Tail, source.tokenizer, *tail)) for tail in distinct]

    def counts(self, of: Ints, starts: Ints, ends: Ints) -> Ints:
        """Count the tokens of `prefix + text[start:end]` for each chunk.

        Args:
            of: the number of each chunk's prefix, -1 for none (int32[m]).
            starts: first offsets (int32[m]).
            ends: offsets past the last (int32[m]).

        Returns:
            Token counts (int32[m]).
        """
        keys = self._memo.keys(starts, ends, of)
        counts = self._memo.recalled(keys, lambda some: self._counted(of[some], starts[some], ends[some]))
        return counts.astype(np.int32)

    def _counted(self, of: Ints, starts: Ints, ends: Ints) -> Ints:
        text = self._source.document.text
        # Up to the first seam after its start the prefix may change a chunk's tokens; behind the seam it cannot.
        heads = np.minimum(self._seams.at(self._seams.before(starts + np.int32(1)), len(text)), ends)
        counts = self._source.tokenized.counts(starts, ends) + self._before[of]
        for number in np.unique(self._tail_of[of]).tolist():
            if number >= 0:
                some = np.flatnonzero(self._tail_of[of] == number)
                spans = zip(starts[some].tolist(), heads[some].tolist(), strict=True)
                counts[some] += [self._tails[number][text[start:head]] for start, head in spans]
        return counts


class _Tail(dict[str, int]):
    """How many tokens the end of a prefix adds before the starts of chunks; `inside` tells that it continues text."""

    def __init__(self, tokenizer: Tokenizer, text: str, inside: bool) -> None:  # noqa: FBT001 - a part of its key
        super().__init__()
        self._tokenizer = tokenizer
        self._text = text
        self._inside = inside

    def __missing__(self, head: str) -> int:
        """Count what is added before a head met for the first time."""
        count = self._tokenizer.count
        self[head] = added = count(self._text + head, continued=self._inside) - count(head)
        return added
