"""The blocks of CommonMark at the top level of a file, as markdown-it finds them, a few lines at a time.

markdown-it reads a block in one go, with all that is in it. Here every block is read line by line and nothing is made
of what a quotation or a list holds; only where it ends is found, which may depend on what it holds.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Generator, Iterator
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, reference
from markdown_it.rules_block.html_block import HTML_SEQUENCES
from markdown_it.rules_block.table import MAX_AUTOCOMPLETED_CELLS
from markdown_it.token import Token

from chunkforge.extract.quick_rules import QuickRuler, begins_table, cells, is_break, line_of

_PART = 400  # lines read at a time
_LONGEST_DEFINITION = 10_000  # characters; what is longer is text
_LOOKED_AT_AGAIN = 1_000_000  # lines that were taken for the continuation of quotations and are not
_BEGINNINGS = frozenset("`~>[<#*+-_0123456789")
_FENCE = re.compile(r"`{3,}+(?!.*`)|~{3,}")
_UNDERLINE = re.compile(r"(=+|-+)[ \t]*\Z")
_HEADING = re.compile(r"(#{1,6})(?:[ \t]|\Z)")
_MARKER = re.compile(r"(?:[*+-]|[0-9]{1,9}[.)])(?=[ \t\n]|\Z)")
_BLANKS = re.compile(r"[ \t]*")


class Reached(NamedTuple):
    """How many lines were looked at, each twice in the end; the token that opens the block that ended, if one did."""

    done: int
    block: Token | None = None


Part = Generator[Reached, None, Token | None]
"""A block read in parts; returns the token that opens it, if there is one here."""

Lines = Generator[Reached, None, None]


class TopLevel:
    """Reads one file; `starts` are the offsets of its lines, and of its end."""

    def __init__(self, source: str) -> None:
        """Begin at the start of a file in canonical text."""
        parser = MarkdownIt("commonmark").enable("table")
        self._ruler = parser.block.ruler = QuickRuler(parser.block.ruler)
        self._deepest = parser.options.maxNesting
        self._state = state = StateBlock("", parser, {}, [])
        state.src = source
        for marks in ("bMarks", "eMarks", "tShift", "sCount", "bsCount"):
            setattr(state, marks, array("i"))  # a list would take many times the memory
        self.starts = state.bMarks
        self._total = 0
        self._told = 0
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
            indent = _BLANKS.match(source, start)[0]  # type: ignore[index]  # it matches anything
            if end < 0:
                if start + len(indent) == len(source):
                    break  # blanks behind the last line feed are no line to the library
                end = len(source)
            self._add_line(start, end, len(indent), _column(indent, 0, 0))
            start = end + 1
            if len(self.starts) % _PART == 0:
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

    def _reached(self, line: int, opening: Token | None = None) -> Reached:
        self._told = line
        return Reached(self._total + line, opening)

    def _skip_blank(self, line: int) -> Generator[Reached, None, int]:
        """Find the next line that is not blank."""
        while line < self._state.lineMax and self._state.isEmpty(line):
            line += 1
            if line - self._told >= _PART:
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
            if line - self._told >= _PART:
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
        if is_break(state, line, end, True):  # noqa: FBT003 - as above
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

    def _ended(self, kind: str, first: int, end: int, tag: str = "", markup: str = "") -> Token:
        """Leave a block, and give the token that opens it."""
        self._state.line = end
        return Token(kind, tag, 0, map=[first, end], markup=markup)

    def _ends(self, chain: str, line: int, end: int) -> bool:
        """Whether a block begins on a line that ends the one before it."""
        return any(rule(self._state, line, end, True) for rule in self._ruler.getRules(chain))  # noqa: FBT003 - as above

    def _code(self, first: int, end: int) -> Part:
        """Read code that is indented."""
        state = self._state
        line = last = first + 1
        while line < end and (state.isEmpty(line) or state.is_code_block(line)):
            line += 1
            if not state.isEmpty(line - 1):
                last = line
            if line - self._told >= _PART:
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
            if line - self._told >= _PART:
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
            if line - self._told >= _PART:
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
            if line - self._told >= _PART:
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
            if line - self._told >= _PART:
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
        found = state.lineMax > line and reference(state, line, end, False)  # noqa: FBT003 - as above
        state.lineMax = last
        state.env.clear()
        return self._ended("definition", line, state.line) if found else None

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
            if line - self._told >= _PART:
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
        blanks = _BLANKS.match(state.src, after, state.eMarks[line])[0]  # type: ignore[index]  # it matches anything
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
    blanks = _BLANKS.match(state.src, place, state.eMarks[line])[0]  # type: ignore[index]  # it matches anything
    column = _column(blanks, column, state.bsCount[line] + split)
    state.bMarks[line], state.tShift[line] = place, len(blanks)
    state.bsCount[line] = state.sCount[line] + 1 + (blank in {" ", "\t"})
    state.sCount[line] = column - begin
    return place + len(blanks) >= state.eMarks[line]
