"""Plain text: paragraphs are what blank lines divide."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunkforge.document import Block, Document
from chunkforge.extract.decoding import Decoded

_PARAGRAPH = re.compile(r"[^\S\n]*\S.*(?:\n[^\S\n]*\S.*)*")


def paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Give the range of every run of lines that are not blank.

    Args:
        text: canonical text.

    Yields:
        Start and end of each, without the line feed after it.
    """
    for match in _PARAGRAPH.finditer(text):
        yield match.span()


def read(name: str, decoded: Decoded) -> Document:
    """Build the document of a plain text file."""
    blocks = tuple(Block("paragraph", start, end) for start, end in paragraphs(decoded.text))
    return Document(name, decoded.text, blocks, decoded.page_starts, decoded.notices)
