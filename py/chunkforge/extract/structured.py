"""JSON, JSON lines and tables of separated values: the source as it stands, with its records as blocks."""

from __future__ import annotations

import re

from chunkforge.document import Block, Document
from chunkforge.extract.decoding import Decoded

_LINE = re.compile(r"[^\n]+")


def read_table(name: str, decoded: Decoded) -> Document:
    """Build the document of a table: one block from the first row to the last."""
    text = decoded.text
    start, end = len(text) - len(text.lstrip("\n")), len(text.rstrip())
    return Document(name, text, (Block("table", start, end),), decoded.page_starts, decoded.notices)


def read_records(name: str, decoded: Decoded) -> Document:
    """Build the document of JSON lines: a block for each."""
    lines = _LINE.finditer(decoded.text)
    blocks = tuple(Block("code", *line.span()) for line in lines if not line[0].isspace())
    return Document(name, decoded.text, blocks, decoded.page_starts, decoded.notices)


def read_json(name: str, decoded: Decoded) -> Document:
    """Build the document of a JSON file: one block."""
    text = decoded.text
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    return Document(name, text, (Block("code", start, end),), decoded.page_starts, decoded.notices)
