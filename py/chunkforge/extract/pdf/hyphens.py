"""Words divided at the ends of lines: joined, or kept apart, by what the document's own words say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from chunkforge.extract.pdf.characters import is_cjk

_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010][^\W\d_]+)*")
_DIVIDED = re.compile(r"([^\W\d_]+(?:[-\u2010][^\W\d_]+)*)([-\u2010\u00ad])$")
_HYPHENS = {"-", "\u2010", "\u00ad"}
_LONGEST_WORD = 100
_PARTICIPLE = re.compile(r"[^\W\d_]{3,}ing$", re.IGNORECASE)  # "drinking-water": no word is divided there
_SOFT = "\u00ad"


@dataclass(frozen=True, slots=True)
class Joint:
    """How two lines are put together: `drop` characters of the first go, `glue` comes between.

    `word` is the joined word where a hyphen went, else empty.
    """

    drop: int
    glue: str
    word: str = ""


class Vocabulary:
    """The words of a document, without those that line ends divide."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Count the words of all lines."""
        self._words: Counter[str] = Counter()
        for line in lines:
            words = [word.replace("\u2010", "-").lower() for word in _WORD.findall(line.replace(_SOFT, ""))]
            if words and line[-1:] in _HYPHENS:
                words.pop()
            self._words.update(words)

    def has(self, word: str) -> bool:
        """Whether a word stands undivided somewhere, whatever its capitals."""
        return word.lower() in self._words

    def joint(self, before: str, after: str, *, join: bool = True) -> Joint:
        """Decide how a line goes on in the next.

        Args:
            before: the text so far.
            after: the next line.
            join: whether divided words are joined at all.
        """
        if is_cjk(before[-1:]) and is_cjk(after[:1]):
            return Joint(0, "")
        if not join or before[-1:] not in _HYPHENS:
            return Joint(0, " ")
        divided, following = _DIVIDED.search(before[-_LONGEST_WORD:]), _WORD.match(after)
        if divided is None or following is None:
            return Joint(0, " ")
        first, second = divided[1].replace("\u2010", "-"), following[0].replace("\u2010", "-")
        if self._keeps_hyphen(first, second, soft=divided[2] == _SOFT):
            return Joint(0, "")
        return Joint(1, "", first + second)

    def _keeps_hyphen(self, first: str, second: str, *, soft: bool) -> bool:
        if soft:
            return False
        tail, head = first.rpartition("-")[2], second.partition("-")[0]
        if self.has(tail + head) or self.has(first + second):
            return False
        if self.has(f"{first}-{second}") or self.has(f"{tail}-{head}"):
            return True
        if "-" in first or "-" in second or second[0].isupper():
            return True
        if _PARTICIPLE.search(first) and len(second) >= 4 and self.has(second):
            return True
        return len(first) >= 4 and len(second) >= 4 and self.has(first) and self.has(second)
