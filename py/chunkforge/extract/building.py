"""Builds the canonical text of formats that have none of their own, block after block."""

from __future__ import annotations

from chunkforge.document import Block, BlockKind, Document
from chunkforge.notice import Notice

_BETWEEN = "\n\n"


class Builder:
    """Text and blocks in the making."""

    def __init__(self) -> None:
        """Begin empty."""
        self._parts: list[str] = []
        self._length = 0
        self._blocks: list[Block] = []

    def add(self, kind: BlockKind, text: str, level: int = 0) -> None:
        """Add a block; one without text is left out."""
        text = text.strip() if kind != "code" else text.strip("\n")
        if not text:
            return
        if self._length:
            self._parts.append(_BETWEEN)
            self._length += len(_BETWEEN)
        self._parts.append(text)
        self._blocks.append(Block(kind, self._length, self._length + len(text), level))
        self._length += len(text)

    def document(self, name: str, notices: tuple[Notice, ...] = ()) -> Document:
        """Give the document."""
        return Document(name, "".join(self._parts), tuple(self._blocks), warnings=notices)
