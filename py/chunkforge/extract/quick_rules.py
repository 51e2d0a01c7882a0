"""Markdown's rules for what begins on a line, in time that depends on its length alone and mostly not even on that.

Most lines begin with a letter, where markdown-it tries a dozen rules in vain; here only those are tried that the first
character allows. Its rules for tables and thematic breaks go through a line character by character, and make an object
of every cell; those here do neither. The result is the same.
"""

from __future__ import annotations

import re

from markdown_it.parser_block import RuleFuncBlockType
from markdown_it.ruler import Ruler
from markdown_it.rules_block import StateBlock, blockquote, fence, heading, hr, html_block, list_block, reference, table

_DELIMITERS = re.compile(r"(?!-[ \t])\|?+[ \t]*+:?+-++:?+[ \t]*+(?:\|[ \t]*+:?+-++:?+[ \t]*+)*+\|?+[ \t]*+")


def line_of(state: StateBlock, line: int) -> str:
    """A line without its indentation."""
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def cells(row: str) -> int:
    """Count the cells of a row, whose outer bars may be missing."""
    row = row.strip()
    found = row.count("|") - row.count("\\|") + 1
    found -= row[:1] in ("", "|")
    return found - (found > 0 and row.endswith("|") and not row.endswith("\\|"))


def begins_table(state: StateBlock, line: int, end: int, silent: bool) -> bool:  # noqa: ARG001, FBT001 - as the library
    """Whether a line is the head of a table: has as many cells as the delimiters below it."""
    below = line + 1
    if below >= end or state.sCount[below] < state.blkIndent or state.is_code_block(below):
        return False
    first = state.bMarks[below] + state.tShift[below]
    if state.src[first : first + 1] not in {"|", "-", ":"} or state.is_code_block(line):
        return False
    delimiters, head = line_of(state, below), line_of(state, line)
    return (
        len(delimiters) > 1
        and _DELIMITERS.fullmatch(delimiters) is not None
        and "|" in head
        and cells(head) == cells(delimiters)
    )


def is_break(state: StateBlock, line: int, end: int, silent: bool) -> bool:  # noqa: ARG001, FBT001 - as the library
    """Whether a line is a thematic break: three or more of one mark, blanks aside."""
    if state.is_code_block(line):
        return False
    text = line_of(state, line)
    mark = text[:1]
    return mark in {"*", "-", "_"} and not text.strip(f"{mark} \t") and text.count(mark) > 2


_BEGINNINGS: dict[RuleFuncBlockType, str] = {
    fence: "`~",
    blockquote: ">",
    is_break: "*-_",
    list_block: "*+-0123456789",
    reference: "[",
    html_block: "<",
    heading: "#",
}
"""The first characters of a line without which a rule does not apply."""

_QUICKER: dict[RuleFuncBlockType, RuleFuncBlockType] = {table: begins_table, hr: is_break}


class QuickRuler(Ruler[RuleFuncBlockType]):
    """The library's table of rules, each chain of it made one rule that says whether any of them applies."""

    def __init__(self, ruler: Ruler[RuleFuncBlockType]) -> None:
        """Take over the rules of another table."""
        super().__init__()
        self._ruler = ruler
        self._chains: dict[str, list[RuleFuncBlockType]] = {}

    def getRules(self, chainName: str = "") -> list[RuleFuncBlockType]:  # noqa: N802, N803 - the library's own
        """Give the rules of a chain."""
        if chainName not in self._chains:
            self._chains[chainName] = [_by_beginning(self._ruler.getRules(chainName))]
        return self._chains[chainName]

    def get_active_rules(self) -> list[str]:
        """Name all rules."""
        return self._ruler.get_active_rules()


def _by_beginning(rules: list[RuleFuncBlockType]) -> RuleFuncBlockType:
    """Make one rule of several."""
    rules = [_QUICKER.get(rule, rule) for rule in rules]
    characters = set("".join(_BEGINNINGS.values()))
    others = [rule for rule in rules if rule not in _BEGINNINGS]
    allowed = {one: [rule for rule in rules if one in _BEGINNINGS.get(rule, one)] for one in characters}

    def first_that_applies(state: StateBlock, line: int, end: int, silent: bool) -> bool:  # noqa: FBT001 - as above
        begin = state.bMarks[line] + state.tShift[line]
        return any(rule(state, line, end, silent) for rule in allowed.get(state.src[begin : begin + 1], others))

    return first_that_applies
