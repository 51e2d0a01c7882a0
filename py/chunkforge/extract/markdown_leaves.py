"""The blocks of Markdown that hold no others, read a few lines at a time."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Generator
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, reference
from markdown_it.rules_block.html_block import HTML_SEQUENCES
from markdown_it.rules_block.table import MAX_AUTOCOMPLETED_CELLS
from markdown_it.token import Token

from chunkforge.extract.quick_rules import QuickRuler, cells, line_of

_LONGEST_DEFINITION = 10_000  # characters; what is longer is text
_FENCE = re.compile(r"`{3,}+(?!.*`)|~{3,}")
_UNDERLINE = re.compile(r"(=+|-+)[ \t]*\Z")
_HEADING = re.compile(r"(#{1,6})(?:[ \t]|\Z)")


class Reached(NamedTuple):
    """How many lines were looked at, each twice in the end; the token that opens the block that ended, if one did."""

    done: int
    block: Token | None = None


Part = Generator[Reached, None, Token | None]
"""A block read in parts; returns the token that opens it, if there is one here."""


class Leaves:
    """A file under the library's rules: its state, and a method for each block that holds no others."""

    part = 400
    """Lines read at a time."""

    def __init__(self, source: str) -> None:
        """Begin at the start of a file in canonical text."""
        parser = MarkdownIt("commonmark").enable("table")
        self._ruler = parser.block.ruler = QuickRuler(parser.block.ruler)
        self._deepest = parser.options.maxNesting
        self._state = state = StateBlock("", parser, {}, [])
        state.src = source
        for marks in ("bMarks", "eMarks", "tShift", "sCount", "bsCount"):
            setattr(state, marks, array("i"))  # a list would take many times the memory
        self._total = 0
        self._told = 0

    def _reached(self, line: int, opening: Token | None = None) -> Reached:
        self._told = line
        return Reached(self._total + line, opening)

    def _ended(self, kind: str, first: int, end: int, tag: str = "", markup: str = "") -> Token:
        """Leave a block, and give the token that opens it."""
        self._state.line = end
        return Token(kind, tag, 0, map=[first, end], markup=markup)

    def _ends(self, chain: str, line: int, end: int) -> bool:
        """Whether a block begins on a line that ends the one before it."""
        rules = self._ruler.getRules(chain)
        return any(rule(self._state, line, end, True) for rule in rules)  # noqa: FBT003 - the library's own signature

    def _code(self, first: int, end: int) -> Part:
        """Read code that is indented."""
        state = self._state
        line = last = first + 1
        while line < end and (state.isEmpty(line) or state.is_code_block(line)):
            line += 1
            if not state.isEmpty(line - 1):
                last = line
            if line - self._told >= self.part:
                yield self._reached(line)
        return self._ended("code_block", first, last)

    def _heading(self, line: int) -> Token | None:
        """Read a heading that hashes mark."""
        hashes = _HEADING.match(line_of(self._state, line))
        return hashes and self._ended("heading_open", line, line + 1, f"h{len(hashes[1])}", hashes[1])

    def _fence(self, first: int, end: int) -> Part:
        """Read code between fences."""
        state, opening = self._state, _FENCE.match(line_of(self._state, first))
        if opening is None:
            return None
        line, closed = first + 1, False
        while line < end and not closed and (state.isEmpty(line) or state.sCount[line] >= state.blkIndent):
            text = line_of(state, line)
            closed = text.startswith(opening[0]) and not (
                state.is_code_block(line) or text.rstrip(" \t").strip(opening[0][0])
            )
            line += 1
            if line - self._told >= self.part:
                yield self._reached(line)
        return self._ended("fence", first, line)

    def _html(self, first: int, end: int) -> Part:
        """Read HTML."""
        state, text = self._state, line_of(self._state, first)
        closing = next((closing for opening, closing, _ in HTML_SEQUENCES if opening.search(text)), None)
        if closing is None:
            return None
        line = first + 1
        while not closing.search(text) and line < end and state.sCount[line] >= state.blkIndent:
            text = line_of(state, line)
            line += text != "" or not closing.search(text)
            if line - self._told >= self.part:
                yield self._reached(line)
        return self._ended("html_block", first, line)

    def _table(self, first: int, end: int) -> Part:
        """Read a table row by row."""
        state = self._state
        columns, missing = cells(line_of(state, first)), 0
        line = first + 2
        while line < end and state.sCount[line] >= state.blkIndent:
            row = line_of(state, line).strip()
            if self._ends("blockquote", line, end) or not row or state.is_code_block(line):
                break
            missing += columns - cells(row)
            if missing > MAX_AUTOCOMPLETED_CELLS:
                break
            line += 1
            if line - self._told >= self.part:
                yield self._reached(line)
        return self._ended("table_open", first, line)

    def _text(self, first: int, end: int) -> Part:
        """Read a paragraph or a heading that is underlined."""
        state = self._state
        line, underline = first + 1, None
        parent, state.parentType = state.parentType, "paragraph"
        while line < end and not state.isEmpty(line):
            if not state.is_code_block(line):
                underline = _UNDERLINE.match(line_of(state, line)) if state.sCount[line] >= state.blkIndent else None
                if underline or (state.sCount[line] >= 0 and self._ends("paragraph", line, end)):
                    break
            line += 1
            if line - self._told >= self.part:
                yield self._reached(line)
        state.parentType = parent
        if underline is None:
            return self._ended("paragraph_open", first, line)
        mark = underline[1][0]
        return self._ended("heading_open", first, line + 1, "h1" if mark == "=" else "h2", mark)

    def _definition(self, line: int, end: int) -> Token | None:
        """Read the definition of a reference, which the library looks for to the end of the paragraph."""
        state = self._state
        last, begin = state.lineMax, state.bMarks[line]
        state.lineMax = bisect_right(state.eMarks, begin + _LONGEST_DEFINITION, line, last)
        found = state.lineMax > line and reference(state, line, end, False)  # noqa: FBT003 - the library's own signature
        state.lineMax = last
        state.env.clear()
        return self._ended("definition", line, state.line) if found else None
