"""The regular expressions of tokenizers, read into a tree and written for Python's `re` with our own tables.

Only the constructs that tokenizers use are known: classes, groups, alternatives, quantifiers and lookahead. Lookbehind,
back references and the rest are refused, so what runs is what the reference runs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from chunkforge.errors import UnsupportedTokenizer
from chunkforge.tokenizers.charset import ASCII, BMP, MAX, CharSet
from chunkforge.tokenizers.config import NEXT_STEP, Part
from chunkforge.tokenizers.unicode_tables import table, unicode_property

Flavor = Literal["onig", "fancy"]
"""Oniguruma reads patterns of a tokenizer.json, fancy-regex those of tiktoken; they differ on `{1,3}+` and `$`."""


@dataclass(frozen=True)
class One:
    """One character of a set."""

    chars: CharSet


@dataclass(frozen=True)
class Chain:
    """Parts one after the other."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Either:
    """The first alternative that matches."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Repeat:
    """A part repeated; `most` is None where unlimited, `mode` is "", "?" (lazy) or "+" (possessive)."""

    part: Node
    least: int
    most: int | None
    mode: str


@dataclass(frozen=True)
class Look:
    """A condition on what follows, which consumes nothing."""

    part: Node
    negative: bool


Node = One | Chain | Either | Repeat | Look
ANYTHING = CharSet([(0, MAX)])
END = Look(One(ANYTHING), negative=True)


def parse(source: str, flavor: Flavor, file: str = "A tokenizer") -> Node:
    """Read a pattern.

    Args:
        source: the pattern as the tokenizer's file states it.
        flavor: whose syntax it follows.
        file: the file's name, for messages.

    Returns:
        Its tree.

    Raises:
        UnsupportedTokenizer: the pattern uses something that is not reproduced exactly.
    """
    reader = _Reader(source, flavor, file)
    node = reader.alternatives(fold=False)
    if reader.at < len(source):
        raise reader.refusal(source[reader.at])
    return node


def read_pattern(part: Part, literally: str) -> Node:
    """Read a pattern object of a tokenizer.json: a regular expression, or a string already taken from it.

    Args:
        part: the object.
        literally: the string, or "" where it is a regular expression.

    Returns:
        The pattern's tree.

    Raises:
        UnsupportedTokenizer: it is neither, or it can match nothing, where libraries differ.
    """
    node = literal(literally) if literally else parse(part.text("Regex"), "onig", part.file)
    if can_be_empty(node):
        part.refuse("a pattern that can match nothing")
    part.close()
    return node


def can_be_empty(node: Node) -> bool:
    """Tell whether a pattern can match without consuming anything."""
    match node:
        case One():
            return False
        case Chain(parts):
            return all(map(can_be_empty, parts))
        case Either(parts):
            return any(map(can_be_empty, parts))
        case Repeat(part, least, _, _):
            return least == 0 or can_be_empty(part)
        case Look():
            return True


def literal(text: str) -> Node:
    """Make the pattern of a fixed string."""
    return Chain(tuple(One(CharSet.of(c)) for c in text))


class Matcher:
    """A pattern compiled for `re` as texts need it: one for ASCII, or for the basic plane, skips what cannot occur."""

    def __init__(self, node: Node) -> None:
        """Take the pattern's tree."""
        self.node = node
        self._compiled: dict[int, re.Pattern[str]] = {}

    def on(self, text: str) -> re.Pattern[str]:
        """Give the compiled pattern that is right for a text."""
        limit = ASCII if text.isascii() else BMP if is_basic(text) else MAX
        found = self._compiled.get(limit)
        if found is None:
            found = self._compiled[limit] = re.compile(_source(self.node, limit))
        return found


def is_basic(text: str) -> bool:
    """Tell whether a text stays within the basic plane."""
    if len(text) < 100:
        return max(text, default="") <= "\uffff"
    return len(text.encode("utf-16-le", "surrogatepass")) == 2 * len(text)


def _source(node: Node, limit: int) -> str:
    match node:
        case One(chars):
            return chars.source() if limit == MAX or chars == ANYTHING else chars.within(limit).source()
        case Chain(parts):
            return "".join(f"(?:{_source(p, limit)})" if isinstance(p, Either) else _source(p, limit) for p in parts)
        case Either(parts):
            return "|".join(_source(part, limit) for part in parts)
        case Repeat(part, least, most, mode):
            inner = _source(part, limit)
            if not isinstance(part, One) or inner.startswith("("):
                inner = f"(?:{inner})"
            if (least, most) in _SHORT:
                return inner + _SHORT[least, most] + mode
            return f"{inner}{{{least},{'' if most is None else most}}}{mode}"
        case Look(part, negative):
            return f"(?{'!' if negative else '='}{_source(part, limit)})"


_SHORT: dict[tuple[int, int | None], str] = {(0, 1): "?", (0, None): "*", (1, None): "+"}
_QUANTIFIERS: dict[str, tuple[int, int | None]] = {"?": (0, 1), "*": (0, None), "+": (1, None)}
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v", "a": "\a", "e": "\x1b", "0": "\0"}
_FOLDED = {"s": "sS\u017f", "k": "kK\u212a"}
_HEX = {"x": 2, "u": 4}


class _Reader:
    """A recursive-descent reader over the pattern's source."""

    def __init__(self, source: str, flavor: Flavor, file: str) -> None:
        self.source = source
        self.file = file
        self.flavor = flavor
        self.at = 0

    def refusal(self, what: str) -> UnsupportedTokenizer:
        return UnsupportedTokenizer(
            "tokenizer.pattern",
            "{file} has a pattern that uses {what}, which is not reproduced exactly here: {pattern}. {next}",
            file=self.file,
            next=NEXT_STEP,
            what=what,
            pattern=self.source[:200],
        )

    def peek(self, text: str) -> bool:
        return self.source.startswith(text, self.at)

    def take(self, text: str) -> bool:
        found = self.peek(text)
        if found:
            self.at += len(text)
        return found

    def next(self) -> str:
        if self.at >= len(self.source):
            raise self.refusal("an unfinished construct")
        self.at += 1
        return self.source[self.at - 1]

    def alternatives(self, *, fold: bool) -> Node:
        parts = [self.chain(fold=fold)]
        while self.take("|"):
            parts.append(self.chain(fold=fold))
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def chain(self, *, fold: bool) -> Node:
        parts: list[Node] = []
        while self.at < len(self.source) and not self.peek("|") and not self.peek(")"):
            parts.append(self.quantified(self.atom(fold=fold)))
        return parts[0] if len(parts) == 1 else Chain(tuple(parts))

    def atom(self, *, fold: bool) -> Node:
        c = self.next()
        if c == "(":
            return self.group(fold=fold)
        if c == "[":
            return One(self.char_class(fold=fold))
        if c == "\\":
            return One(self.folded(self.escape(), fold=fold))
        if c == ".":
            return One(~CharSet.of("\n"))
        if c == "$":
            line_end = Look(One(~CharSet.of("\n")), negative=True)
            return END if self.flavor == "fancy" else line_end
        if c in "^*+?{":
            raise self.refusal(c)
        return One(self.folded(CharSet.of(c), fold=fold))

    def group(self, *, fold: bool) -> Node:
        look: bool | None = None
        if self.take("?"):
            if self.take("i:"):
                fold = True
            elif self.take("="):
                look = False
            elif self.take("!"):
                look = True
            elif not self.take(":"):
                raise self.refusal("(?" + self.next())
        node = self.alternatives(fold=fold)
        if not self.take(")"):
            raise self.refusal("an unfinished group")
        return node if look is None else Look(node, look)

    def quantified(self, part: Node) -> Node:
        while self.at < len(self.source):
            if (simple := _QUANTIFIERS.get(self.source[self.at])) is not None:
                self.at += 1
                least, most, counted = *simple, False
            elif found := re.compile(r"\{(\d+)(,?)(\d*)\}").match(self.source, self.at):
                self.at = found.end()
                least = int(found[1])
                most, counted = (int(found[3]) if found[3] else None if found[2] else least), True
            else:
                break
            mode = "?" if self.take("?") else ""
            # Oniguruma reads `x{1,3}+` as `(?:x{1,3})+`, fancy-regex as possessive.
            if not mode and not (counted and self.flavor == "onig") and self.take("+"):
                mode = "+"
            if isinstance(part, Look):
                raise self.refusal("a repeated lookahead")
            part = Repeat(part, least, most, mode)
        return part

    def folded(self, chars: CharSet, *, fold: bool) -> CharSet:
        if not fold:
            return chars
        both = CharSet()
        for low, high in chars.ranges:
            if high > ASCII:
                raise self.refusal("letters without regard to case beyond ASCII")
            for c in map(chr, range(low, high + 1)):
                both |= CharSet.of(_FOLDED.get(c.lower(), {c.lower(), c.upper()}))
        return both

    def escape(self) -> CharSet:
        c = self.next()
        if c in "pP":
            return self.property(negative=c == "P")
        if c.lower() in _CLASSES:
            chars = table(_CLASSES[c.lower()])
            return chars if c.islower() else ~chars
        if c in _HEX:
            braced = re.compile(r"\{([0-9A-Fa-f]{1,6})\}").match(self.source, self.at)
            plain = re.compile(rf"([0-9A-Fa-f]{{{_HEX[c]}}})").match(self.source, self.at)
            found = braced or plain
            if found is None:
                raise self.refusal(f"\\{c}")
            self.at = found.end()
            return CharSet.of(chr(int(found[1], 16)))
        if c in _CONTROLS:
            return CharSet.of(_CONTROLS[c])
        if c.isalnum() and c.isascii():
            raise self.refusal(f"\\{c}")
        return CharSet.of(c)

    def property(self, *, negative: bool) -> CharSet:
        found = re.compile(r"\{(\^?)(\w+)\}").match(self.source, self.at)
        short = re.compile(r"([LMNPSZ])").match(self.source, self.at) if self.flavor == "fancy" else None
        name = found[2] if found else short[1] if short else ""
        chars = unicode_property(name)
        if chars is None:
            raise self.refusal(f"\\p{{{name or '?'}}}")
        self.at = (found or short).end()  # type: ignore[union-attr]  # one of them gave the name
        return ~chars if negative != bool(found and found[1]) else chars

    def char_class(self, *, fold: bool) -> CharSet:
        negative = self.take("^")
        chars = CharSet()
        first = True
        while first or not self.take("]"):
            first = False
            if self.peek("[:") or self.peek("--") or self.peek("~~"):
                raise self.refusal(self.source[self.at : self.at + 2])
            if self.take("&&"):
                chars &= self.class_rest(fold=fold)
                break
            chars |= self.class_item(fold=fold)
        return ~chars if negative else chars

    def class_rest(self, *, fold: bool) -> CharSet:
        chars = CharSet()
        while not self.take("]"):
            if self.take("&&"):
                return chars & self.class_rest(fold=fold)
            chars |= self.class_item(fold=fold)
        return chars

    def class_item(self, *, fold: bool) -> CharSet:
        c = self.next()
        if c == "[":
            return self.char_class(fold=fold)
        low = self.escape() if c == "\\" else CharSet.of(c)
        single = len(low.ranges) == 1 and low.ranges[0][0] == low.ranges[0][1]
        if single and self.peek("-") and not self.peek("-]"):
            self.at += 1
            c = self.next()
            high = self.escape() if c == "\\" else CharSet.of(c)
            if c == "[" or len(high.ranges) != 1 or high.ranges[0][1] < low.ranges[0][0]:
                raise self.refusal("an odd range")
            low = CharSet([(low.ranges[0][0], high.ranges[0][1])])
        return self.folded(low, fold=fold)


_CLASSES = {"s": "white_space", "d": "Nd", "w": "word"}
