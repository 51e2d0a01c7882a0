r"""Terms of a text: the words that BM25 counts, with where they stand.

The rule: a term is a run of letters, digits and underscores (Python's `\w`), lowercased; a Han, Hiragana, Katakana or
Bopomofo character, whose scripts put no spaces between words, is a term alone. No stemming, no stop words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from chunkforge.steps import Progress, Steps

_ALONE = (
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_TERM = re.compile(rf"([^\W{_ALONE}]+|[{_ALONE}])")
_SEAM = re.compile(rf"[\W{_ALONE}]")
"""A character at which no term runs on."""

CHARACTERS_A_STEP = 100_000
"""Characters read between two reports of progress; some 50 ms in the browser."""


def terms(text: str) -> list[str]:
    """List the terms of a text in order, repeated ones included."""
    return list(map(str.lower, _TERM.findall(text)))


class TermIndex:
    """Where each term of one text stands, for counting within any slice.

    `starts` and `ends` (int32 [W]) are the places of the text's W terms, in order.
    """

    def __init__(self, text: str, words: list[str], starts: NDArray[np.int32], ends: NDArray[np.int32]) -> None:
        """Sort the occurrences by term."""
        self.text = text
        self.starts = starts
        self.ends = ends
        self._numbers = {word: number for number, word in enumerate(dict.fromkeys(words))}
        ids = np.fromiter(map(self._numbers.__getitem__, words), np.int32, len(words))
        self._order = np.argsort(ids, kind="stable").astype(np.int32)
        self._bounds = np.searchsorted(ids[self._order], np.arange(len(self._numbers) + 1))

    def occurrences(self, term: str) -> NDArray[np.int32]:
        """Tell which of the text's terms, by number, are this one (int32, ascending)."""
        number = self._numbers.get(term)
        if number is None:
            return self._order[:0]
        return self._order[self._bounds[number] : self._bounds[number + 1]]

    def within(self, starts: NDArray[np.int32], ends: NDArray[np.int32]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Tell which terms lie whole in each slice.

        Args:
            starts: int32 [n].
            ends: int32 [n].

        Returns:
            First term and one past the last (intp [n] each, equal for none).
        """
        firsts = np.searchsorted(self.starts, starts)
        return firsts, np.maximum(firsts, np.searchsorted(self.ends, ends, side="right"))

    def fragments(self, starts: NDArray[np.int32], ends: NDArray[np.int32]) -> Iterator[tuple[int, str]]:
        """Find the words that slices cut.

        Args:
            starts: int32 [n].
            ends: int32 [n].

        Yields:
            The slice's number with what it keeps of a cut word, lowercased: a term of that slice.
        """
        if not len(self.starts):
            return
        before = np.maximum(np.searchsorted(self.starts, starts) - 1, 0)  # the last term that begins before the slice
        headless = (self.starts[before] < starts) & (self.ends[before] > starts) & (starts < ends)
        for i in np.flatnonzero(headless).tolist():
            yield i, self.text[starts[i] : min(ends[i], self.ends[before[i]])].lower()
        last = np.maximum(np.searchsorted(self.starts, ends) - 1, 0)  # the last term that begins in or before it
        tailless = (self.starts[last] >= starts) & (self.starts[last] < ends) & (self.ends[last] > ends)
        for i in np.flatnonzero(tailless).tolist():
            yield i, self.text[self.starts[last[i]] : ends[i]].lower()


def reading(text: str) -> Steps[TermIndex]:
    """Find a text's terms step by step, with progress in characters."""
    words: list[str] = []
    starts, ends = [np.empty(0, np.int32)], [np.empty(0, np.int32)]
    begin = 0
    while begin < len(text):
        seam = _SEAM.search(text, begin + CHARACTERS_A_STEP)
        stop = seam.start() if seam else len(text)
        parts = _TERM.split(text[begin:stop])  # in turn what is no term, and a term
        edges = begin + np.cumsum(np.fromiter(map(len, parts), np.int32, len(parts)), dtype=np.int32)
        starts.append(edges[:-1:2])
        ends.append(edges[1::2])
        words += map(str.lower, parts[1::2])
        begin = stop
        yield Progress(begin, len(text), "characters")
    return TermIndex(text, words, np.concatenate(starts), np.concatenate(ends))


def joins(character: str) -> bool:
    """Tell whether a character (or none, "") can share a term with its neighbour."""
    return bool(character) and _SEAM.fullmatch(character) is None
