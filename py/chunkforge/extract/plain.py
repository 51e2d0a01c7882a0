"""Plain text: paragraphs are what blank lines divide."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunkforge.document import Block, Document
from chunkforge.extract.decoding import Decoded
from chunkforge.steps import Progress, Steps

_BATCH = 20_000  # paragraphs found between two reports
_PARAGRAPH = re.compile(r"\S.*(?:\n[^\S\n]*+\S.*)*")  # but for blanks ahead, which would be tried one by one


def paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Give the range of every run of lines that are not blank.

    Args:
        text: canonical text.

    Yields:
        Start and end of each, without the line feed after it.
    """
    end = 0
    for match in _PARAGRAPH.finditer(text):
        start = text.rfind("\n", end, match.start()) + 1 or end
        end = match.end()
        yield start, end


def reading(name: str, decoded: Decoded) -> Steps[Document]:
    """Build the document of a plain text file."""
    blocks: list[Block] = []
    for start, end in paragraphs(decoded.text):
        blocks.append(Block("paragraph", start, end))
        if len(blocks) % _BATCH == 0:
            yield Progress(end, len(decoded.text), "characters")
    return Document(name, decoded.text, tuple(blocks), decoded.page_starts, decoded.notices)
