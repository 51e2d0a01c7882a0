"""CMaps: how the bytes of a string are cut into codes, which character identifiers and which text they mean.

Embedded ones are parsed here. The predefined ones of pdfminer are read from its package where they are there; in the
browser they are files of their own, asked for by name: reading stops with `NeedsCMaps`, the caller hands them over and
reads again.
"""

from __future__ import annotations

import gzip
import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pdfminer

from chunkforge.extract.needs import NeedsCMaps
from chunkforge.extract.pdf import glyphs
from chunkforge.extract.pdf.syntax import hexadecimal

Code = tuple[int, int, int | None]  # length in bytes, code, character identifier

_NAME = re.compile(r"[A-Za-z0-9-]{1,40}")
_HEX = rb"<([0-9A-Fa-f\s\0]*)>"
_PAIR = re.compile(_HEX + rb"\s*" + _HEX)
_RANGE = re.compile(_HEX + rb"\s*" + _HEX + rb"\s*(\d+)")
_CHARACTER = re.compile(_HEX + rb"\s*(\d+)")
_TO_TEXT = re.compile(_HEX + rb"\s*(?:" + _HEX + rb"|/([^\s/<>\[\]]+))")
_RANGE_TO_TEXT = re.compile(_HEX + rb"\s*" + _HEX + rb"\s*(?:" + _HEX + rb"|\[([^\]]*)\])")
_STRING = re.compile(_HEX)
_MOST_OVERLAPPING = 8
_MOST_SPACES = 100
_WIDEST_RANGE = 70_000


class Files:
    """Where the predefined CMaps are: pdfminer's folder, or, where that was left out, what is handed over."""

    def __init__(self, folder: Path) -> None:
        """Look in a folder, if there is one."""
        self._folder = folder
        self._added: dict[str, bytes] = {}
        self._loaded: dict[str, dict[str, Any] | None] = {}

    def add(self, name: str, data: bytes) -> None:
        """Take one that was asked for; empty bytes say that there is none."""
        self._added[name] = data

    def load(self, name: str) -> dict[str, Any] | None:
        """Give the content of one; `None` where there is none of this name.

        Raises:
            NeedsCMaps: it has to be handed over first.
        """
        if name not in self._loaded:
            packed = self._packed(name)
            self._loaded[name] = json.loads(gzip.decompress(packed)) if packed else None
        return self._loaded[name]

    def _packed(self, name: str) -> bytes:
        if name in self._added or not _NAME.fullmatch(name):
            return self._added.get(name, b"")
        if not self._folder.is_dir():
            raise NeedsCMaps({name})
        file = self._folder / f"{name}.json.gz"
        return file.read_bytes() if file.is_file() else b""


files = Files(Path(pdfminer.__file__).parent / "cmap")


class CMap(Protocol):
    """Cuts strings into codes."""

    vertical: bool

    def codes(self, data: bytes) -> Iterator[Code]:
        """Cut a string."""


class Identity:
    """Two bytes, or one, are the character identifier."""

    def __init__(self, *, vertical: bool = False, width: int = 2) -> None:
        """Choose direction and width in bytes."""
        self.vertical = vertical
        self._width = width

    def codes(self, data: bytes) -> Iterator[Code]:
        """Cut a string."""
        width = self._width
        for i in range(0, len(data) - width + 1, width):
            code = int.from_bytes(data[i : i + width], "big")
            yield width, code, code


class Predefined:
    """One of Adobe's, as a tree of bytes."""

    def __init__(self, name: str, loaded: dict[str, Any]) -> None:
        """Take over the tree."""
        self.name = name
        self.vertical = bool(loaded.get("IS_VERTICAL"))
        self._tree: dict[str, Any] = loaded.get("CODE2CID", {})

    def codes(self, data: bytes) -> Iterator[Code]:
        """Cut a string; bytes that fit nowhere are skipped."""
        node, start = self._tree, 0
        for i, byte in enumerate(data):
            found = node.get(str(byte))
            if isinstance(found, dict):
                node = found
                continue
            if found is not None:
                yield i + 1 - start, int.from_bytes(data[start : i + 1], "big"), found
            node, start = self._tree, i + 1


class Embedded:
    """One that the file itself defines."""

    def __init__(self, source: bytes, base: CMap | None) -> None:
        """Parse its ranges.

        Args:
            source: the CMap program.
            base: what it builds upon.
        """
        mode = re.search(rb"/WMode\s+(\d)", source)
        self.vertical = mode is not None and mode[1] == b"1"
        self._base = base
        self._spaces: list[tuple[bytes, bytes]] = []
        self._single: dict[tuple[int, int], int] = {}
        ranges: list[tuple[int, int, int, int]] = []
        for block in _blocks(source, b"codespacerange"):
            for low, high in ((hexadecimal(a), hexadecimal(b)) for a, b in _PAIR.findall(block)):
                if low and len(low) == len(high) <= 4 and len(self._spaces) < _MOST_SPACES:
                    self._spaces.append((low, high))
        for block in _blocks(source, b"cidrange"):
            for a, b, identifier in _RANGE.findall(block):
                low = hexadecimal(a)
                ranges.append(
                    (len(low), int.from_bytes(low, "big"), int.from_bytes(hexadecimal(b), "big"), int(identifier))
                )
        for block in _blocks(source, b"cidchar"):
            for a, identifier in _CHARACTER.findall(block):
                code = hexadecimal(a)
                self._single[len(code), int.from_bytes(code, "big")] = int(identifier)
        self._ranges = sorted(ranges)

    def codes(self, data: bytes) -> Iterator[Code]:
        """Cut a string; where no code fits, the shortest length of the map is skipped."""
        spaces = self._spaces or [(b"\0\0", b"\xff\xff")]
        lengths = sorted({len(low) for low, _ in spaces})
        if len(lengths) == 1:
            length = lengths[0]
            for i in range(0, len(data) - length + 1, length):
                code = int.from_bytes(data[i : i + length], "big")
                yield length, code, self._identifier(length, code)
            return
        i = 0
        while i + lengths[0] <= len(data):
            length = next((n for n in lengths if self._fits(data[i : i + n], spaces)), lengths[0])
            code = int.from_bytes(data[i : i + length], "big")
            yield length, code, self._identifier(length, code)
            i += length

    @staticmethod
    def _fits(code: bytes, spaces: list[tuple[bytes, bytes]]) -> bool:
        return any(
            len(low) == len(code) and all(a <= byte <= b for a, byte, b in zip(low, code, high, strict=True))
            for low, high in spaces
        )

    def _identifier(self, length: int, code: int) -> int | None:
        single = self._single.get((length, code))
        if single is not None:
            return single
        at = bisect_right(self._ranges, (length, code, 1 << 40, 0)) - 1
        if at >= 0:
            n, low, high, identifier = self._ranges[at]
            if n == length and low <= code <= high:
                return identifier + code - low
        if self._base is not None:
            return next((found for _, _, found in self._base.codes(code.to_bytes(length, "big"))), None)
        return None


class ToUnicode:
    """The text of codes, as the file's ToUnicode map gives it."""

    def __init__(self, source: bytes) -> None:
        """Parse the map."""
        self._texts: dict[int, str] = {}
        self._ranges: list[tuple[int, int, bytes]] = []
        for block in _blocks(source, b"bfchar"):
            for a, b, glyph in _TO_TEXT.findall(block):
                text = glyphs.text_of(glyph.decode("latin-1")) or "" if glyph else _utf16(hexadecimal(b))
                self._texts[int.from_bytes(hexadecimal(a), "big")] = text
        for block in _blocks(source, b"bfrange"):
            for a, b, first, listed in _RANGE_TO_TEXT.findall(block):
                self._add_range(
                    int.from_bytes(hexadecimal(a), "big"),
                    int.from_bytes(hexadecimal(b), "big"),
                    hexadecimal(first),
                    listed,
                )
        self._ranges.sort()

    def _add_range(self, low: int, high: int, first: bytes, listed: bytes) -> None:
        if not low <= high < low + _WIDEST_RANGE:
            return
        if listed:
            texts = [_utf16(hexadecimal(entry)) for entry in _STRING.findall(listed)]
            self._texts.update(zip(range(low, high + 1), texts, strict=False))
        elif first:
            self._ranges.append((low, high, first))

    def __bool__(self) -> bool:
        """Whether it maps anything."""
        return bool(self._texts or self._ranges)

    def text(self, code: int) -> str | None:
        """Tell the text of a code; `None` where the map has none."""
        text = self._texts.get(code)
        if text is None:
            at = bisect_right(self._ranges, (code, 1 << 40, b""))
            near = self._ranges[max(0, at - _MOST_OVERLAPPING) : at]
            covering = next((entry for entry in reversed(near) if entry[1] >= code), None)
            if covering is not None:
                low, _, first = covering
                value = int.from_bytes(first, "big") + code - low
                text = _utf16(value.to_bytes(len(first) + 1, "big")[-len(first) :])
        return text if text and text.strip("\0\ufffd") else None


def by_name(name: str) -> CMap | None:
    """Give a predefined CMap.

    Raises:
        NeedsCMaps: it has to be fetched first.
    """
    if name in {"Identity-H", "Identity-V", "DLIdent-H", "DLIdent-V"}:
        return Identity(vertical=name.endswith("V"))
    if name in {"OneByteIdentityH", "OneByteIdentityV"}:
        return Identity(vertical=name.endswith("V"), width=1)
    loaded = files.load(name)
    return None if loaded is None else Predefined(name, loaded)


def embedded(source: bytes, named_base: str = "") -> Embedded:
    """Parse a CMap of the file.

    Raises:
        NeedsCMaps: the one it builds upon has to be fetched first.
    """
    match = re.search(rb"/([^\s/]+)\s+usecmap", source)
    base = match[1].decode("latin-1") if match else named_base
    return Embedded(source, by_name(base) if base else None)


def collection_texts(ordering: str, *, vertical: bool) -> dict[str, str]:
    """Give the text of the character identifiers (as decimal strings) of an Adobe collection; empty for others.

    Raises:
        NeedsCMaps: it has to be fetched first.
    """
    if ordering not in {"Japan1", "GB1", "CNS1", "Korea1"}:
        return {}
    loaded = files.load(f"to-unicode-Adobe-{ordering}")
    texts: dict[str, str] = {} if loaded is None else loaded["CID2UNICHR_V" if vertical else "CID2UNICHR_H"]
    return texts


def _blocks(source: bytes, kind: bytes) -> Iterator[bytes]:
    for match in re.finditer(rb"begin%s(.*?)(?:end%s|\Z)" % (kind, kind), source, re.DOTALL):
        yield match[1]


def _utf16(data: bytes) -> str:
    return chr(data[0]) if len(data) == 1 else data.decode("utf-16-be", "ignore")
