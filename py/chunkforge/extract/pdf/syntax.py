"""The syntax of PDF objects: bytes to numbers, names, strings, arrays, dictionaries, references, streams.

Written to survive what producers write: dictionaries with an odd number of entries, containers that are never
closed, numbers with two signs. One regular expression cuts the tokens, so that the work is done in C.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pdfminer.pdftypes import PDFObjRef
from pdfminer.psparser import LIT, PSLiteral

BLANKS = b"\0\t\n\f\r "
DEEPEST = 200  # nested containers

_TOKEN = re.compile(
    rb"""[%(w)s]*+(?:%%[^\r\n]*+[%(w)s]*+)*+
    (?:(?P<reference>(\d{1,10})[%(w)s]++(\d{1,5})[%(w)s]++R(?![A-Za-z0-9]))
    |(?P<number>[-+.\d]++)
    |/(?P<name>[^%(w)s()<>\[\]{}/%%]*+)
    |\((?P<string>[^()\\]*+(?:\\.[^()\\]*+)*+)\)
    |(?P<nested>\()
    |(?P<open><<|\[)
    |(?P<close>>>|\])
    |<(?P<hex>[^<>()/\[\]]*+)>?
    |(?P<word>[^%(w)s()<>\[\]{}/%%]++)
    |(?P<junk>.))"""
    % {b"w": BLANKS},
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|(\r\n|.))", re.DOTALL)
_ESCAPED = {
    b"n": b"\n",
    b"r": b"\r",
    b"t": b"\t",
    b"b": b"\b",
    b"f": b"\f",
    b"\n": b"",
    b"\r": b"",
    b"\r\n": b"",
}
_NOT_HEX = re.compile(rb"[^0-9A-Fa-f]+")
_HASH = re.compile(rb"#([0-9A-Fa-f]{2})")
_PREFIX = re.compile(rb"[-+]*(\d*\.?\d*)")
_STREAM = re.compile(rb"[%s]*+stream(?: *\r\n| *\n|\r)?" % BLANKS)
_CONSTANTS = {b"true": True, b"false": False, b"null": None}
_ENDS = {b"endobj", b"endstream", b"stream", b"obj", b"xref", b"trailer", b"startxref"}


class SyntaxFault(ValueError):
    """No object stands where one was looked for."""


def number(raw: bytes) -> int | float:
    """Read a number; what is none reads as its longest numeric beginning, or 0."""
    try:
        return int(raw) if raw.isdigit() else float(raw) if b"." in raw else int(raw)
    except ValueError:
        digits = _PREFIX.match(raw)
        value = float(digits[1] or 0) if digits and digits[1] != b"." else 0.0
        return -value if raw.startswith(b"-") else value


def string(raw: bytes) -> bytes:
    """Resolve the escapes of a literal string."""
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if b"\\" not in raw:
        return raw
    return _ESCAPE.sub(
        lambda m: bytes((int(m[1], 8) & 255,)) if m[1] else _ESCAPED.get(m[2], m[2]),
        raw,
    )


def hexadecimal(raw: bytes) -> bytes:
    """Read a hexadecimal string; a missing last digit counts as 0."""
    digits = _NOT_HEX.sub(b"", raw)
    return bytes.fromhex((digits + b"0" * (len(digits) & 1)).decode("ascii"))


def name(raw: bytes) -> PSLiteral:
    """Intern a name, its `#` escapes resolved."""
    if b"#" in raw:
        raw = _HASH.sub(lambda m: bytes((int(m[1], 16),)), raw)
    try:
        return LIT(raw.decode("utf-8"))
    except UnicodeDecodeError:
        return LIT(raw.decode("latin-1"))


def nested_string(data: bytes, start: int) -> tuple[bytes, int]:
    """Read a literal string that holds brackets.

    Args:
        data: the bytes.
        start: the offset after its opening bracket.

    Returns:
        The string with its escapes resolved, and the offset after its closing bracket.
    """
    depth = 1
    for match in re.compile(rb"\\.|[()]", re.DOTALL).finditer(data, start):
        if match[0] == b"(":
            depth += 1
        elif match[0] == b")":
            depth -= 1
            if not depth:
                return string(data[start : match.start()]), match.end()
    return string(data[start:]), len(data)


def dictionary(items: list[Any]) -> dict[str, Any]:
    """Pair names with what follows them; anything out of step is skipped."""
    pairs: dict[str, Any] = {}
    i = 0
    while i < len(items) - 1:
        key = items[i]
        if isinstance(key, PSLiteral):
            if items[i + 1] is not None:
                pairs[str(key.name)] = items[i + 1]
            i += 2
        else:
            i += 1
    return pairs


def parse(data: bytes, position: int, document: Any = None) -> tuple[Any, int]:  # noqa: ANN401 - PDF objects
    """Read the object at a position.

    Args:
        data: the bytes of a file or of an object stream.
        position: where it begins, blanks and comments before it allowed.
        document: what references resolve in.

    Returns:
        The object and the offset after it. A stream's bytes are not read here: see `stream_end`.

    Raises:
        SyntaxFault: no object begins there.
    """
    parser = _Parser(data, document)
    while not parser.done:
        token = _TOKEN.match(data, position)
        if token is None:
            position = len(data)
            break
        position = token.end()
        parser.handlers[token.lastgroup](token)
        position = position if parser.jump is None else parser.jump
        parser.jump = None
    return parser.finish(), position


class _Parser:
    """Builds one object from tokens; `done` once it is complete, `jump` where it ends elsewhere than its token."""

    def __init__(self, data: bytes, document: Any) -> None:  # noqa: ANN401 - whatever resolves references
        self.done = False
        self.jump: int | None = None
        self._data = data
        self._document = document
        self._kind = b""
        self._items: list[Any] = []
        self._outer: list[tuple[bytes, list[Any]]] = []
        self.handlers: dict[str | None, Callable[[re.Match[bytes]], None]] = {
            "name": lambda token: self._add(name(token["name"])),
            "number": lambda token: self._add(number(token["number"])),
            "reference": lambda token: self._add(PDFObjRef(self._document, int(token[2]))),
            "string": lambda token: self._add(string(token["string"])),
            "hex": lambda token: self._add(hexadecimal(token["hex"])),
            "open": self._open,
            "close": self._close,
            "nested": self._nested,
            "word": self._word,
            "junk": lambda _: None,
        }

    def finish(self) -> Any:  # noqa: ANN401 - any PDF object
        """Give the object; containers that were never closed end here."""
        while self._outer:
            self._close()
        if not self._items:
            raise SyntaxFault("no object here")
        return self._items[0]

    def _add(self, value: Any) -> None:  # noqa: ANN401 - any PDF object
        self._items.append(value)
        self.done = not self._outer

    def _open(self, token: re.Match[bytes]) -> None:
        if len(self._outer) >= DEEPEST:
            raise SyntaxFault("containers are nested too deeply")
        self._outer.append((self._kind, self._items))
        self._kind, self._items = token["open"], []

    def _close(self, _: re.Match[bytes] | None = None) -> None:
        if self._outer:
            finished: Any = dictionary(self._items) if self._kind == b"<<" else self._items
            self._kind, self._items = self._outer.pop()
            self._add(finished)

    def _nested(self, token: re.Match[bytes]) -> None:
        text, self.jump = nested_string(self._data, token.end())
        self._add(text)

    def _word(self, token: re.Match[bytes]) -> None:
        word = token["word"]
        if word in _CONSTANTS:
            self._add(_CONSTANTS[word])
        elif word in _ENDS:
            self.jump = token.start("word")
            self.done = True


def stream_start(data: bytes, position: int) -> int | None:
    """Tell where a stream's bytes begin, if `stream` follows at this position."""
    match = _STREAM.match(data, position)
    return match.end() if match else None


def stream_end(data: bytes, start: int, length: int | None) -> int:
    """Tell where a stream's bytes end.

    Args:
        data: the bytes of the file.
        start: where the stream's bytes begin.
        length: what its dictionary claims; believed only when `endstream` follows.

    Returns:
        The offset of its end.
    """
    if length is not None and 0 <= length <= len(data) - start:
        tail = data[start + length : start + length + 24].lstrip(BLANKS)
        if tail.startswith((b"endstream", b"endobj")):
            return start + length
    ends = [end for end in (data.find(b"endstream", start), data.find(b"endobj", start)) if end >= 0]
    end = min(ends, default=len(data))
    if data[end - 2 : end] == b"\r\n":
        return end - 2
    return end - 1 if end > start and data[end - 1] in b"\r\n" else end
