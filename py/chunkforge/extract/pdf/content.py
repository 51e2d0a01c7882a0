"""The content-stream language: operators with their operands, only those that text depends on.

Drawings outnumber text by far in some files, so runs of path operators are swallowed by the regular expression
itself, and the two commonest shapes of text, numbers before an operator and a TJ array, are cut at one stroke each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
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
    |<(?P<hex>[0-9A-Fa-f\0\t\n\f\r ]*+)>?
    |(?P<junk>[^\0\t\n\f\r ]))"""
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
    position = 0
    operands: list[Any] = []
    outer: list[tuple[bytes, list[Any]]] = []
    while position < len(data):
        jump = None
        for token in _TOKEN.finditer(data, position):
            which = token.lastgroup
            if which == "path":
                operands = operands if outer else []
            elif which == "array":
                if outer:  # an array inside an unclosed one: the outer was damaged
                    outer.clear()
                yield b"TJ", [_elements(token["array"])]
                operands = []
            elif which == "numbers" or which == "operator":
                operands.extend(map(_number, token["numbers"].split()))
                word = token["operator"]
                if word is not None:
                    if word == b"BI":
                        jump = _after_image(data, token.end())
                        break
                    operands, finished = _operator(word, operands, outer)
                    if finished is not None:
                        yield word, finished
            elif which == "string":
                operands.append(syntax.string(token["string"]))
            elif which == "name":
                operands.append(syntax.name(token["name"]))
            elif which == "word":
                word = token["word"]
                if word == b"BI":
                    jump = _after_image(data, token.end())
                    break
                if word in _CONSTANTS:
                    operands.append(_CONSTANTS[word])
                    continue
                operands, finished = _operator(word, operands, outer)
                if finished is not None:
                    yield word, finished
            elif which == "hex":
                operands.append(syntax.hexadecimal(token["hex"]))
            elif which == "open":
                if len(outer) < syntax.DEEPEST:
                    outer.append((token["open"], operands))
                    operands = []
            elif which == "close":
                if outer:
                    operands = _closed(operands, outer)
            elif which == "nested":
                text, jump = syntax.nested_string(data, token.end())
                operands.append(text)
                break
        if jump is None:
            return
        if not operands or data[jump - 1 : jump] != b")":
            operands = []
        position = jump


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


def _operator(
    word: bytes, operands: list[Any], outer: list[tuple[bytes, list[Any]]]
) -> tuple[list[Any], list[Any] | None]:
    """Meet an operator.

    Returns:
        The operands to go on with, and the operator's own; `None` where it is to be passed over.
    """
    if outer:
        if outer[-1][0] == b"[" and word in _STATE:
            return operands[:-1] if operands and isinstance(operands[-1], float) else operands, None
        while outer:
            operands = _closed(operands, outer)
    return [], operands


def _closed(operands: list[Any], outer: list[tuple[bytes, list[Any]]]) -> list[Any]:
    kind, around = outer.pop()
    around.append(syntax.dictionary(operands) if kind == b"<<" else operands)
    return around


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
