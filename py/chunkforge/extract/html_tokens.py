"""HTML source to tags and text, by the rules of the standard that decide what a reader sees.

Attributes are passed over. Nothing is read twice: what is never closed ends at the next `>`, and that it is never
closed is remembered, so that a broken or hostile page takes time in proportion to its length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from typing import Literal

_TAG = re.compile(r"<(/?)([a-zA-Z][^\t\n\r\f />]*)")
_REST_OF_TAG = re.compile(r"""(?:[^>=]*+=\s*+(?:"[^"]*+"|'[^']*+'|(?!["'])[^\s>]*+))*+[^>=]*+>""")
_COMMENT = re.compile(r"<!--(?:-?>)?")
_END_OF_COMMENT = re.compile(r"--!?>")
_CLOSE = re.compile(">")
_OPEN = re.compile("<")
_RAW = {
    name: re.compile(rf"</{name}(?=[\t\n\r\f />])", re.IGNORECASE)
    for name in ("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes")
}
_RESOLVED = {"textarea", "title"}  # those of them in which character references are resolved
_LONG_REFERENCE = re.compile(r"&#(?:[xX]([\da-fA-F]{8,})|(\d{8,}));?", re.ASCII)
_DIGITS = 7  # of the last character there is


@dataclass(frozen=True, slots=True)
class Token:
    """A tag's name in small letters, or text with its character references resolved; `end` is where it ends."""

    kind: Literal["open", "close", "text"]
    value: str
    end: int


class Tokenizer:
    """Reads one page."""

    def __init__(self, source: str) -> None:
        """Begin at the start of a page."""
        self._source = source
        self._never: set[re.Pattern[str]] = set()  # what was searched for and does not come any more

    def tokens(self) -> Iterator[Token]:
        """Give the page's tags and text in order."""
        at, size = 0, len(self._source)
        while at < size:
            opening = self._search(_OPEN, at)
            start = opening.start() if opening else size
            if at < start:
                yield self._text(at, start)
            if start == size:
                return
            tag = _TAG.match(self._source, start)
            if tag:
                name = tag[2].lower()
                at = self._end_of_tag(tag.end())
                if at < 0:
                    yield self._text(start, size)
                    return
                yield from self._tag(name, at, closing=bool(tag[1]))
                if name in _RAW and not tag[1] and not self._source.endswith("/>", start, at):
                    raw = self._raw(name, at)
                    yield raw
                    at = raw.end
            elif self._source[start + 1 : start + 2] in {"!", "?", "/"}:
                at = self._end_of_declaration(start)
                if at < 0:
                    yield self._text(start, size)
                    return
            else:
                yield Token("text", "<", start + 1)
                at = start + 1

    def _tag(self, name: str, end: int, *, closing: bool) -> Iterator[Token]:
        """Give a tag; one that closes itself is two."""
        yield Token("close" if closing else "open", name, end)
        if not closing and self._source[end - 2] == "/":
            yield Token("close", name, end)

    def _raw(self, name: str, start: int) -> Token:
        """Give the text of an element in which there are no tags."""
        closing = self._search(_RAW[name], start)
        end = closing.start() if closing else len(self._source)
        return self._text(start, end) if name in _RESOLVED else Token("text", self._source[start:end], end)

    def _text(self, start: int, end: int) -> Token:
        text = self._source[start:end]
        if "&" in text:
            text = unescape(_LONG_REFERENCE.sub(_shorter, text))
        return Token("text", text, end)

    def _end_of_tag(self, at: int) -> int:
        """Find where a tag ends, minding quoted values; -1 where it never does."""
        match = self._match(_REST_OF_TAG, at) or self._search(_CLOSE, at)
        return match.end() if match else -1

    def _end_of_declaration(self, start: int) -> int:
        """Find where a comment, or what a browser takes for one, ends; -1 where it never does."""
        comment = _COMMENT.match(self._source, start)
        if comment and comment[0].endswith(">"):
            return comment.end()
        match = (self._search(_END_OF_COMMENT, comment.end()) if comment else None) or self._search(_CLOSE, start)
        return match.end() if match else -1

    def _search(self, pattern: re.Pattern[str], at: int) -> re.Match[str] | None:
        return None if pattern in self._never else self._once(pattern, pattern.search(self._source, at))

    def _match(self, pattern: re.Pattern[str], at: int) -> re.Match[str] | None:
        return None if pattern in self._never else self._once(pattern, pattern.match(self._source, at))

    def _once(self, pattern: re.Pattern[str], match: re.Match[str] | None) -> re.Match[str] | None:
        """Look for nothing again that was not found."""
        if match is None:
            self._never.add(pattern)
        return match


def _shorter(match: re.Match[str]) -> str:
    """Write a reference without the zeros ahead of it; Python refuses to read numbers of thousands of digits."""
    digits = (match[1] or match[2]).lstrip("0") or "0"
    return f"&#{'x' if match[1] else ''}{digits};" if len(digits) <= _DIGITS else "\ufffd"
