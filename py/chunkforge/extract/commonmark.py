"""The blocks of CommonMark at the top level of a file, found by markdown-it's rules a few lines at a time.

Lists, tables and paragraphs of any length are read in parts, with the result of one go; a quotation, or a single item
of a list, is one part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.parser_block import RuleFuncBlockType
from markdown_it.rules_block import StateBlock, lheading, list_block, table
from markdown_it.rules_block.table import MAX_AUTOCOMPLETED_CELLS, escapedSplit, getLine
from markdown_it.token import Token

from chunkforge.extract.quick_rules import QuickRuler

_PART = 400  # lines read at a time
_AHEAD = 3  # lines behind an item that may decide where it ends
_UNDERLINE = re.compile(r"(=+|-+)[ \t]*\Z")
_INDENT = re.compile(r"[ \t]*")


class Reached(NamedTuple):
    """How many lines were looked at, each twice in the end; the token that opens the block that ended, if one did."""

    done: int
    block: Token | None = None


Part = Generator[Reached, None, bool]
"""A rule in parts; returns whether it applies."""


class TopLevel:
    """Reads one file; `starts` are the offsets of its lines, and of its end."""

    def __init__(self, source: str) -> None:
        """Begin at the start of a file in canonical text."""
        parser = MarkdownIt("commonmark").enable("table")
        self._rules = parser.block.ruler.getRules("")
        self._ruler = parser.block.ruler = QuickRuler(parser.block.ruler)
        self._tokens: list[Token] = []
        self._state = StateBlock("", parser, {}, self._tokens)
        self._state.src = source
        self.starts = self._state.bMarks
        self._in_parts: dict[RuleFuncBlockType, Callable[[int], Part]] = {
            list_block: self._list,
            table: self._table,
            lheading: self._text,
        }

    def blocks(self) -> Iterator[Reached]:
        """Find one block after the other, telling every few lines how far it has come."""
        state = self._state
        yield from self._lines()
        line = state.skipEmptyLines(0)
        while line < state.lineMax:
            state.line = line
            self._tokens.clear()
            for rule in self._rules:
                if rule in self._in_parts:
                    applies = yield from self._in_parts[rule](line)
                else:
                    applies = rule(state, line, state.lineMax, False)  # noqa: FBT003 - the library's own signature
                if applies:
                    break
            line = max(state.line, line + 1)
            yield Reached(state.lineMax + line, self._tokens[0] if self._tokens else None)
            line = state.skipEmptyLines(line)

    def _lines(self) -> Iterator[Reached]:
        """Note where lines begin and end, and how far they are indented."""
        state, source = self._state, self._state.src
        for marks in (state.bMarks, state.eMarks, state.tShift, state.sCount, state.bsCount):
            marks.clear()
        start = 0
        while start < len(source):
            end = source.find("\n", start)
            indent = _INDENT.match(source, start)[0]  # type: ignore[index]  # it matches anything
            if end < 0:
                if start + len(indent) == len(source):
                    break  # blanks behind the last line feed are no line to the library
                end = len(source)
            self._add_line(start, end, len(indent), len(indent.expandtabs(4)))
            start = end + 1
            if len(state.bMarks) % _PART == 0:
                yield Reached(len(state.bMarks))
        state.lineMax = len(state.bMarks)
        self._add_line(len(source), len(source), 0, 0)  # spares the library a look whether there is a next line

    def _add_line(self, start: int, end: int, blanks: int, columns: int) -> None:
        state = self._state
        state.bMarks.append(start)
        state.eMarks.append(end)
        state.tShift.append(blanks)
        state.sCount.append(columns)
        state.bsCount.append(0)

    def _list(self, line: int) -> Part:
        """Read a list from item to item: each begins what is a list of its own, cut off where the last one began."""
        state = self._state
        size = _PART
        opening = None
        while True:
            stop = min(line + size, state.lineMax)
            state.line = line
            if not list_block(state, line, stop, False):  # noqa: FBT003 - as above
                return False
            opening = opening or self._tokens[0]
            opening.map = [(opening.map or [line])[0], state.line]
            if stop == state.lineMax or state.line + _AHEAD <= stop:
                self._tokens[:] = [opening]
                return True
            last = self._last_item(stop - _AHEAD)
            size = _PART if last > line else 2 * size
            line = last
            self._tokens.clear()
            yield Reached(state.lineMax + line)

    def _last_item(self, before: int) -> int:
        """The line of the last item of the list just read that begins before a line."""
        return max(
            token.map[0]
            for token in self._tokens
            if token.type == "list_item_open" and token.level == 1 and token.map and token.map[0] <= before
        )

    def _table(self, line: int) -> Part:
        """Read a table row by row; where a row does not belong to it any more is the library's rule."""
        state = self._state
        if not table(state, line, min(line + 2, state.lineMax), False):  # noqa: FBT003 - as above
            return False
        columns = sum(token.type == "th_open" for token in self._tokens)
        missing = 0
        line += 2
        while line < state.lineMax and not self._ends("blockquote", line) and not state.is_code_block(line):
            row = getLine(state, line).strip()
            missing += columns - _cells(row)
            if not row or missing > MAX_AUTOCOMPLETED_CELLS:
                break
            line += 1
            if line % _PART == 0:
                yield Reached(state.lineMax + line)
        self._end(self._tokens[0], line)
        return True

    def _text(self, line: int) -> Part:
        """Read a paragraph or a heading that is underlined, line by line."""
        state = self._state
        first, underline = line, None
        state.parentType = "paragraph"
        line += 1
        while line < state.lineMax and not state.isEmpty(line):
            if not state.is_code_block(line):
                underline = _UNDERLINE.match(getLine(state, line))
                if underline or self._ends("paragraph", line):
                    break
            line += 1
            if line % _PART == 0:
                yield Reached(state.lineMax + line)
        state.parentType = "root"
        if underline:
            level = 1 if underline[1][0] == "=" else 2
            opening = Token("heading_open", f"h{level}", 0, markup=underline[1][0])
            line += 1
        else:
            opening = Token("paragraph_open", "p", 0)
        opening.map = [first, line]
        self._end(opening, line)
        return True

    def _ends(self, chain: str, line: int) -> bool:
        """Whether a block begins on a line that ends the one before it."""
        return any(rule(self._state, line, self._state.lineMax, True) for rule in self._ruler.getRules(chain))  # noqa: FBT003

    def _end(self, opening: Token, line: int) -> None:
        opening.map = [(opening.map or [line])[0], line]
        self._tokens[:] = [opening]
        self._state.line = line
        self._state.level = 0


def _cells(row: str) -> int:
    """Count the cells of a row, whose outer bars may be missing."""
    cells = escapedSplit(row)
    if cells[0] == "":
        del cells[0]
    return len(cells) - (cells[-1:] == [""])
