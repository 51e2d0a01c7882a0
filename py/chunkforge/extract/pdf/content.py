"""The content-stream language: operators with their operands, only those that text depends on.

Drawings outnumber text by far in some files, so runs of path operators are swallowed by the regular expression
itself, and the two commonest shapes of text, numbers before an operator and a TJ array, are cut at one stroke each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from chunkforge.extract.pdf import syntax

Operation = tuple[bytes, list[Any]]

_B = rb"[\0\t\n\f\r ]"
_NUMBERS = rb"(?:[-+.\d]++%s*+)++" % _B
_PATH = rb"(?:[mlcvyhSsfFnbBW]|re|f\*|B\*|b\*|W\*)(?=[\0\t\n\f\r \[(/<]|\Z)"
_TOKEN = re.compile(
    rb"""%(b)s*+(?:%%[^\r\n]*+%(b)s*+)*+
    (?:(?P<path>(?:%(n)s)?%(p)s(?:%(b)s++(?:%(n)s)?%(p)s)*+)
    |(?P<numbers>%(n)s)(?P<operator>[A-Za-z'"][A-Za-z0-9*'"]*+)?
    |\[(?P<array>(?:[-+.\d\0\t\n\f\r ]++|\((?:[^()\\]++|\\.)*+\)|<[0-9A-Fa-f\0\t\n\f\r ]*+>)*+)\]%(b)s*+TJ(?![A-Za-z])
    |\((?P<string>[^()\\]*+(?:\\.[^()\\]*+)*+)\)
    |(?P<nested>\()
    |/(?P<name>[^\0\t\n\f\r ()<>\[\]{}/%%]*+)
    |(?P<word>[A-Za-z'"][A-Za-z0-9*'"]*+)
    |(?P<open><<|\[)
    |(?P<close>>>|\])
    |<(?P<hex>[^<>()/\[\]]*+)>?
    |(?P<junk>[^\0\t\n\f\r ]|\Z))"""
    % {b"b": _B, b"n": _NUMBERS, b"p": _PATH},
    re.VERBOSE | re.DOTALL,
)
_ELEMENT = re.compile(rb"\(([^()\\]*+(?:\\.[^()\\]*+)*+)\)|<([^>]*+)>|([-+.\d]++)", re.DOTALL)
_CONSTANTS = {b"true": True, b"false": False, b"null": None}
# Operators that stray into an array of strings change the state, and do not end the array.
_STATE = {b"Tc", b"Tw", b"Tz", b"Ts", b"Tr", b"g", b"rg", b"k", b"G", b"RG", b"K"}
_IMAGE_END = re.compile(rb"%sEI(?=%s|\Z)" % (_B, _B))


def operations(data: bytes) -> Iterator[Operation]:
    """Read a content stream.

    Args:
        data: its bytes.

    Yields:
        Operators and what stands before them: numbers, bytes, names, lists and dictionaries.
    """
    reader = _Reader(data)
    handlers = reader.handlers
    while reader.position < len(data):
        for token in _TOKEN.finditer(data, reader.position):
            operation = handlers[token.lastgroup](token)
            if operation is not None:
                yield operation
            if reader.jump is not None:
                break
        if reader.jump is None:
            return
        reader.position, reader.jump = reader.jump, None


class _Reader:
    """Collects operands until an operator comes; a handler sets `jump` to go on elsewhere."""

    def __init__(self, data: bytes) -> None:
        self.position = 0
        self.jump: int | None = None
        self._data = data
        self._operands: list[Any] = []
        self._outer: list[tuple[bytes, list[Any]]] = []
        self.handlers: dict[str | None, Callable[[re.Match[bytes]], Operation | None]] = {
            "path": self._path,
            "numbers": self._numbers,
            "operator": self._numbers,
            "array": self._array,
            "string": self._string,
            "nested": self._nested,
            "name": self._name,
            "word": self._word,
            "open": self._open,
            "close": self._close,
            "hex": self._hex,
            "junk": lambda _: None,
        }

    def _path(self, _: re.Match[bytes]) -> None:
        self._operands = []

    def _numbers(self, token: re.Match[bytes]) -> Operation | None:
        self._operands.extend(map(_number, token["numbers"].split()))
        operator = token["operator"]
        return None if operator is None else self._operator(operator, token.end())

    def _array(self, token: re.Match[bytes]) -> Operation:
        self._outer.clear()
        self._operands = []
        return b"TJ", [_elements(token["array"])]

    def _string(self, token: re.Match[bytes]) -> None:
        self._operands.append(syntax.string(token["string"]))

    def _nested(self, token: re.Match[bytes]) -> None:
        text, self.jump = syntax.nested_string(self._data, token.end())
        self._operands.append(text)

    def _name(self, token: re.Match[bytes]) -> None:
        self._operands.append(syntax.name(token["name"]))

    def _hex(self, token: re.Match[bytes]) -> None:
        self._operands.append(syntax.hexadecimal(token["hex"]))

    def _word(self, token: re.Match[bytes]) -> Operation | None:
        word = token["word"]
        if word in _CONSTANTS:
            self._operands.append(_CONSTANTS[word])
            return None
        return self._operator(word, token.end())

    def _open(self, token: re.Match[bytes]) -> None:
        if len(self._outer) < syntax.DEEPEST:
            self._outer.append((token["open"], self._operands))
            self._operands = []

    def _close(self, _: re.Match[bytes] | None = None) -> None:
        if self._outer:
            kind, around = self._outer.pop()
            around.append(syntax.dictionary(self._operands) if kind == b"<<" else self._operands)
            self._operands = around

    def _operator(self, word: bytes, end: int) -> Operation | None:
        """Meet an operator; `None` where it is to be passed over."""
        if word == b"BI":
            self._operands = []
            self.jump = _after_image(self._data, end)
            return None
        if self._outer and self._outer[-1][0] == b"[" and word in _STATE:
            if self._operands and isinstance(self._operands[-1], float):
                self._operands.pop()
            return None
        while self._outer:
            self._close()
        operands, self._operands = self._operands, []
        return word, operands


def _number(raw: bytes) -> float:
    try:
        return float(raw)
    except ValueError:
        return syntax.number(raw)


def _elements(array: bytes) -> list[Any]:
    elements: list[Any] = []
    for text, digits, raw in _ELEMENT.findall(array):
        if raw:
            elements.append(_number(raw))
        elif digits:
            elements.append(syntax.hexadecimal(digits))
        elif text:
            elements.append(syntax.string(text))
    return elements


def _after_image(data: bytes, position: int) -> int:
    """Skip an inline image: to an `EI` that only text follows."""
    start = data.find(b"ID", position)
    if start < 0:
        return len(data)
    for end in _IMAGE_END.finditer(data, start + 2):
        following = data[end.end() : end.end() + 12]
        if all(32 <= byte < 127 or byte in syntax.BLANKS for byte in following):
            return end.end()
    return len(data)
