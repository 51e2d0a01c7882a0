"""Added tokens: fixed strings that are set apart before anything else happens, with their flags.

A text that spells one becomes that token, special or not: so does the reference, and so says the file.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from chunkforge.tokenizers.unicode_tables import table


@dataclass(frozen=True)
class AddedToken:
    """One added token. `content` is as it is looked for: normalized, where it is found in normalized text."""

    id: int
    content: str
    single_word: bool
    lstrip: bool
    rstrip: bool


@dataclass(frozen=True)
class Found:
    """A stretch of text, half-open: a token, or what lies between tokens (`token` is None)."""

    start: int
    end: int
    token: int | None


class AddedTokens:
    """Looks for some added tokens in a text, the longest first."""

    def __init__(self, tokens: Sequence[AddedToken]) -> None:
        """Take the tokens; of two with the same content the first counts."""
        self._tokens: dict[str, AddedToken] = {}
        for token in tokens:
            self._tokens.setdefault(token.content, token)
        longest_first = sorted(self._tokens, key=len, reverse=True)
        source = "|".join(map(re.escape, longest_first)) or r"(?!)"
        self._pattern = re.compile(source)
        self._anywhere = re.compile(f"(?=({source}))")
        self.strips = any(token.lstrip or token.rstrip for token in tokens)

    def __bool__(self) -> bool:
        """Tell whether there are any."""
        return bool(self._tokens)

    def find(self, text: str) -> list[Found]:
        """Take a text apart. A token that eats the white space after it may overlap the next one."""
        found: list[Found] = []
        done = 0
        for match in self._pattern.finditer(text):
            start, end = match.span()
            token = self._tokens[match.group()]
            if token.single_word and (_is_word(text[start - 1 : start]) or _is_word(text[end : end + 1])):
                continue
            if token.lstrip:
                start = max(_spaces_before(text, start), done)
            if token.rstrip:
                end = _spaces_after(text, end)
            if done < start:
                found.append(Found(done, start, None))
            found.append(Found(start, end, token.id))
            done = end
        if done < len(text):
            found.append(Found(done, len(text), None))
        return found

    def regions(self, text: str) -> list[tuple[int, int]]:
        """Give all stretches that may hold a token once the text is cut, white space around included."""
        return [
            (_spaces_before(text, match.start()), _spaces_after(text, match.end(1)))
            for match in self._anywhere.finditer(text)
        ]


def _is_word(c: str) -> bool:
    return bool(c) and c in table("whitespace_word")


def _spaces_before(text: str, at: int) -> int:
    while at and text[at - 1] in table("white_space"):
        at -= 1
    return at


def _spaces_after(text: str, at: int) -> int:
    while at < len(text) and text[at] in table("white_space"):
        at += 1
    return at
