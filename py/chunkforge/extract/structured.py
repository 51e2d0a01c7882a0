"""JSON, JSON lines and tables of separated values: the source as it stands, with its records as blocks."""

from __future__ import annotations

import re

from chunkforge.document import Block, Document
from chunkforge.extract.decoding import Decoded
from chunkforge.steps import Progress, Steps

_BATCH = 20_000  # lines read between two reports
_LINE = re.compile(r"[^\n]+")


def read_table(name: str, decoded: Decoded) -> Document:
    """Build the document of a table: one block from the first row to the last."""
    text = decoded.text
    start, end = len(text) - len(text.lstrip("\n")), len(text.rstrip())
    return Document(name, text, (Block("table", start, end),), decoded.page_starts, decoded.notices)


def reading_records(name: str, decoded: Decoded) -> Steps[Document]:
    """Build the document of JSON lines: a block for each."""
    blocks: list[Block] = []
    for number, line in enumerate(_LINE.finditer(decoded.text), 1):
        if not line[0].isspace():
            blocks.append(Block("code", *line.span()))
        if number % _BATCH == 0:
            yield Progress(line.end(), len(decoded.text), "characters")
    return Document(name, decoded.text, tuple(blocks), decoded.page_starts, decoded.notices)


def read_json(name: str, decoded: Decoded) -> Document:
    """Build the document of a JSON file: one block."""
    text = decoded.text
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    return Document(name, text, (Block("code", start, end),), decoded.page_starts, decoded.notices)
