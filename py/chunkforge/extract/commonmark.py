"""The blocks of CommonMark at the top level of a file, as markdown-it finds them, a few lines at a time.

markdown-it reads a block in one go, with all that is in it. Here every block is read line by line and nothing is made
of what a quotation or a list holds; only where it ends is found, which may depend on what it holds.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Generator, Iterator

from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from chunkforge.extract.markdown_leaves import Leaves, Part, Reached
from chunkforge.extract.quick_rules import begins_table, is_break

_LOOKED_AT_AGAIN = 1_000_000  # lines that were taken for the continuation of quotations and are not
_BEGINNINGS = frozenset("`~>[<#*+-_0123456789")
_MARKER = re.compile(r"(?:[*+-]|[0-9]{1,9}[.)])(?=[ \t\n]|\Z)")
_BLANKS = re.compile(r"[ \t]*")

Lines = Generator[Reached, None, None]


class TopLevel(Leaves):
    """Reads one file; `starts` are the offsets of its lines, and of its end."""

    def __init__(self, source: str) -> None:
        """Begin at the start of a file in canonical text."""
        super().__init__(source)
        self.starts = self._state.bMarks
        self._in_vain = 0

    def blocks(self) -> Iterator[Reached]:
        """Find one block after the other, telling every few lines how far it has come."""
        state = self._state
        yield from self._lines()
        line = yield from self._skip_blank(0)
        while line < self._total:
            opening = yield from self._block(line, self._total)
            line = max(state.line, line + 1)
            yield self._reached(line, opening)
            line = yield from self._skip_blank(line)

    def _lines(self) -> Lines:
        """Note where lines begin and end, and how far they are indented."""
        source = self._state.src
        start = 0
        while start < len(source):
            end = source.find("\n", start)
            indent = _blanks(source, start)
            if end < 0:
                if start + len(indent) == len(source):
                    break  # blanks behind the last line feed are no line to the library
                end = len(source)
            self._add_line(start, end, len(indent), _column(indent, 0, 0))
            start = end + 1
            if len(self.starts) % self.part == 0:
                yield Reached(len(self.starts))
        self._total = self._state.lineMax = len(self.starts)
        self._add_line(len(source), len(source), 0, 0)  # spares the library a look whether there is a next line

    def _add_line(self, start: int, end: int, blanks: int, columns: int) -> None:
        state = self._state
        state.bMarks.append(start)
        state.eMarks.append(end)
        state.tShift.append(blanks)
        state.sCount.append(columns)
        state.bsCount.append(0)

    def _skip_blank(self, line: int) -> Generator[Reached, None, int]:
        """Find the next line that is not blank."""
        while line < self._state.lineMax and self._state.isEmpty(line):
            line += 1
            if line - self._told >= self.part:
                yield self._reached(line)
        return line

    def _inside(self, line: int, end: int) -> Lines:
        """Read what a quotation or an item holds, to where it ends."""
        state = self._state
        self._told = min(self._told, line)
        while line < end:
            line = state.line = yield from self._skip_blank(line)
            if line >= end or state.sCount[line] < state.blkIndent:
                return
            if state.level >= self._deepest:
                state.line = end
                return
            yield from self._block(line, end)
            line = state.line
            if line - self._told >= self.part:
                yield self._reached(line)
            if line < end and state.isEmpty(line):
                line = state.line = line + 1

    def _block(self, line: int, end: int) -> Part:
        """Read the block that begins on a line, and leave the next one in the library's state."""
        state = self._state
        state.line = line
        opening: Token | None = None
        if state.is_code_block(line):
            opening = yield from self._code(line, end)
        elif begins_table(state, line, end, True):  # noqa: FBT003 - the library's own signature
            opening = yield from self._table(line, end)
        else:
            first = state.src[state.bMarks[line] + state.tShift[line]]
            if first in _BEGINNINGS:
                opening = yield from self._marked(first, line, end)
        return opening or (yield from self._text(line, end))

    def _marked(self, first: str, line: int, end: int) -> Part:
        """Read the block that the first character of a line begins, if it does."""
        state = self._state
        if is_break(state, line, end, True):  # noqa: FBT003 - the library's own signature
            opening: Token | None = self._ended("hr", line, line + 1)
        elif first in "`~":
            opening = yield from self._fence(line, end)
        elif first == ">":
            opening = yield from self._quotation(line, end)
        elif first == "[":
            opening = self._definition(line, end)
        elif first == "<":
            opening = yield from self._html(line, end)
        elif first == "#":
            opening = self._heading(line)
        else:
            opening = yield from self._list(line, end)
        return opening

    def _quotation(self, first: int, end: int) -> Part:
        """Read a quotation: take the marks off its lines, read what is behind them, and put the marks back."""
        state = self._state
        kept = tuple(array("i") for _ in range(4))
        marks = (state.bMarks, state.tShift, state.sCount, state.bsCount)
        last_line = state.lineMax
        parent, state.parentType = state.parentType, "blockquote"
        line, blank, in_vain = first, False, self._in_vain
        while line < end and not state.isEmpty(line):
            marked = state.src[state.bMarks[line] + state.tShift[line]] == ">" and state.sCount[line] >= state.blkIndent
            marked = marked or line == first
            if not marked and (blank or in_vain > _LOOKED_AT_AGAIN):
                break
            ended = not marked and self._ends("blockquote", line, end)
            for old, now in zip(kept, marks, strict=True):
                old.append(now[line])
            if ended:
                state.lineMax = line
                state.sCount[line] -= state.blkIndent
                break
            if marked:
                blank = _take_mark(state, line)
            else:
                state.sCount[line] = -1
            line += 1
            if line - self._told >= self.part:
                yield self._reached(line)
        indent, state.blkIndent = state.blkIndent, 0
        state.level += 1
        yield from self._inside(first, line)
        state.level -= 1
        state.blkIndent, state.lineMax, state.parentType = indent, last_line, parent
        for old, now in zip(kept, marks, strict=True):
            now[first : first + len(old)] = old
        self._in_vain += line - state.line
        return self._ended("blockquote_open", first, state.line)

    def _list(self, first: int, end: int) -> Part:
        """Read a list, item by item."""
        state = self._state
        marker = self._marker(first)
        if 0 <= state.listIndent <= state.sCount[first] - 4 and state.sCount[first] < state.blkIndent:
            marker = None  # so far in that it goes on with the paragraph before
        if marker is None:
            return None
        kind, line = marker[0][-1], first
        parent, state.parentType = state.parentType, "list"
        state.level += 2
        while marker and marker[0][-1] == kind:
            yield from self._item(line, end, marker.end())
            line = state.line
            if line >= end or state.sCount[line] < state.blkIndent or state.is_code_block(line):
                break
            if self._ends("list", line, end):
                break
            marker = self._marker(line)
        state.level -= 2
        state.parentType = parent
        return self._ended("bullet_list_open" if kind in "*+-" else "ordered_list_open", first, line)

    def _marker(self, line: int) -> re.Match[str] | None:
        state = self._state
        return _MARKER.match(state.src, state.bMarks[line] + state.tShift[line], state.eMarks[line] + 1)

    def _item(self, line: int, end: int, after: int) -> Lines:
        """Read an item whose marker ends at a place."""
        state = self._state
        blanks = _blanks(state.src, after, state.eMarks[line])
        begin = state.sCount[line] + after - (state.bMarks[line] + state.tShift[line])
        column = _column(blanks, begin, state.bsCount[line])
        content = after + len(blanks)
        empty = content >= state.eMarks[line]
        kept = state.tShift[line], state.sCount[line], state.listIndent, state.blkIndent
        state.listIndent = state.blkIndent
        state.blkIndent = begin + (1 if empty or column - begin > 4 else column - begin)  # more is code
        state.tShift[line], state.sCount[line] = content - state.bMarks[line], column
        if empty and state.isEmpty(line + 1):
            state.line = min(line + 2, end)
        else:
            yield from self._inside(line, end)
        state.tShift[line], state.sCount[line], state.listIndent, state.blkIndent = kept


def _blanks(source: str, start: int, end: int = sys.maxsize) -> str:
    """The blanks and tabs from a place on."""
    return _BLANKS.match(source, start, end)[0]  # type: ignore[index]  # it matches anything


def _column(blanks: str, column: int, ahead: int) -> int:
    """The column behind blanks that begin at one; tabs are four columns apart, counted from some further ahead."""
    if "\t" not in blanks:
        return column + len(blanks)
    for blank in blanks:
        column += 4 - (column + ahead) % 4 if blank == "\t" else 1
    return column


def _take_mark(state: StateBlock, line: int) -> bool:
    """Take the mark of a quotation off a line, and one blank behind it; tells whether nothing is left."""
    place = state.bMarks[line] + state.tShift[line] + 1
    column = state.sCount[line] + 1
    begin = column
    blank = state.src[place : place + 1] if place < state.eMarks[line] else ""
    split = blank == "\t" and (state.bsCount[line] + column) % 4 != 3  # a tab of which one column belongs to the mark
    if blank in {" ", "\t"} and not split:
        place, column, begin = place + 1, column + 1, begin + 1
    blanks = _blanks(state.src, place, state.eMarks[line])
    column = _column(blanks, column, state.bsCount[line] + split)
    state.bMarks[line], state.tShift[line] = place, len(blanks)
    state.bsCount[line] = state.sCount[line] + 1 + (blank in {" ", "\t"})
    state.sCount[line] = column - begin
    return place + len(blanks) >= state.eMarks[line]
