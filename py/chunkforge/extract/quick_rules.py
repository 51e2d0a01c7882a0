"""Markdown's rules, of which only those are tried on a line that its first character allows.

Most lines begin with a letter, where markdown-it tries a dozen rules in vain. The result is the same.
"""

from __future__ import annotations

from markdown_it.parser_block import RuleFuncBlockType
from markdown_it.ruler import Ruler
from markdown_it.rules_block import StateBlock, blockquote, fence, heading, hr, html_block, list_block, reference

_BEGINNINGS: dict[RuleFuncBlockType, str] = {
    fence: "`~",
    blockquote: ">",
    hr: "*-_",
    list_block: "*+-0123456789",
    reference: "[",
    html_block: "<",
    heading: "#",
}
"""The first characters of a line without which a rule does not apply."""


class QuickRuler(Ruler[RuleFuncBlockType]):
    """The library's table of rules, each chain of it made one rule."""

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
    characters = set("".join(_BEGINNINGS.values()))
    others = [rule for rule in rules if rule not in _BEGINNINGS]
    allowed = {one: [rule for rule in rules if one in _BEGINNINGS.get(rule, one)] for one in characters}

    def first_that_applies(state: StateBlock, line: int, end: int, silent: bool) -> bool:  # noqa: FBT001 - as above
        begin = state.bMarks[line] + state.tShift[line]
        return any(rule(state, line, end, silent) for rule in allowed.get(state.src[begin : begin + 1], others))

    return first_that_applies
