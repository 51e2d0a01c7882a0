"""Where a passage stands in another reading of the same source: between the two, hyphens and white space may differ."""

from __future__ import annotations

from collections.abc import Iterator

_PASSED_OVER = "-\u2010\u00ad"


class Moves:
    """Finds passages of one text in another."""

    def __init__(self, before: str, after: str) -> None:
        """Compare the texts.

        Args:
            before: the text that passages are known in.
            after: the text that they are looked for in.
        """
        self._before = before
        self._old, _ = _letters(before)
        self._new, self._places = _letters(after)

    def __call__(self, start: int, end: int) -> tuple[int, int] | None:
        """Find `before[start:end]` again.

        Returns:
            Its span in the other text; of several the one of the same rank, or the nearest where their number differs.
            `None` where it is not there.
        """
        words, _ = _letters(self._before[start:end])
        if not words:
            return None
        there = list(_all(self._new, words))
        if not there:
            return None
        first = len(_letters(self._before[:start])[0])
        here = list(_all(self._old, words))
        if len(here) == len(there):
            at = there[here.index(first)]
        else:
            at = min(there, key=lambda place: abs(place * len(self._old) - first * len(self._new)))
        return self._places[at], self._places[at + len(words) - 1] + 1


def _letters(text: str) -> tuple[str, list[int]]:
    """Leave out what may differ; returns what is left, and where each character of it stood."""
    places = [i for i, character in enumerate(text) if not character.isspace() and character not in _PASSED_OVER]
    return "".join([text[i] for i in places]), places


def _all(text: str, words: str) -> Iterator[int]:
    at = text.find(words)
    while at >= 0:
        yield at
        at = text.find(words, at + 1)
