"""LangChain's recursive algorithm, step by step on spans: the slow, obvious twin of the fast path."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

Span = tuple[int, int]


@dataclass(frozen=True)
class SlowRecursive:
    text: str
    length: Callable[[str], int]
    size: int
    overlap: int
    separators: tuple[str, ...] = ("\n\n", "\n", " ", "")
    regex: bool = False
    strip: bool = True

    def spans(self) -> list[Span]:
        """Chunks as spans, for `keep_separator` at the start of the next piece."""
        return self._cut((0, len(self.text)), self.separators)

    def _length(self, span: Span) -> int:
        return self.length(self.text[span[0] : span[1]])

    def _cut(self, whole: Span, separators: tuple[str, ...]) -> list[Span]:
        text = self.text[whole[0] : whole[1]]
        separator, rest = separators[-1], ()
        for i, candidate in enumerate(separators):
            if not candidate or re.search(candidate if self.regex else re.escape(candidate), text):
                separator, rest = candidate, separators[i + 1 :] if candidate else ()
                break
        if separator:
            found = re.finditer(separator if self.regex else re.escape(separator), text)
            bounds = [0, *(match.start() for match in found), len(text)]
        else:
            bounds = list(range(len(text) + 1))
        pieces = [(whole[0] + a, whole[0] + b) for a, b in pairwise(bounds) if a < b]
        chunks: list[Span] = []
        short: list[Span] = []
        for piece in pieces:
            if self._length(piece) < self.size:
                short.append(piece)
                continue
            chunks += self._merge(short)
            short = []
            chunks += self._cut(piece, rest) if rest else [piece]
        return chunks + self._merge(short)

    def _merge(self, pieces: list[Span]) -> list[Span]:
        chunks: list[Span] = []
        kept: list[Span] = []
        total = 0
        for piece in pieces:
            length = self._length(piece)
            if total + length > self.size and kept:
                chunks += self._joined(kept)
                while total > self.overlap or (total + length > self.size and total > 0):
                    total -= self._length(kept.pop(0))
            kept.append(piece)
            total += length
        return chunks + (self._joined(kept) if kept else [])

    def _joined(self, pieces: list[Span]) -> list[Span]:
        start, end = pieces[0][0], pieces[-1][1]
        if self.strip:
            text = self.text[start:end]
            start, end = start + len(text) - len(text.lstrip()), end - len(text) + len(text.rstrip())
        return [(start, end)] if start < end else []
