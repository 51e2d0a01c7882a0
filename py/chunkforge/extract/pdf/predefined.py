"""CMaps that are known by name: how the bytes of a string are cut into codes and character identifiers.

Those of Adobe come with pdfminer and are read from its package where they are there; in the browser they are files of
their own, asked for by name: reading stops with `NeedsCMaps`, the caller hands them over and reads again.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pdfminer

from chunkforge.extract.needs import NeedsCMaps

Code = tuple[int, int, int | None]  # length in bytes, code, character identifier

_NAME = re.compile(r"[A-Za-z0-9-]{1,40}")


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
