"""Markdown by CommonMark's rules: blocks of the source, which itself is the canonical text.

Only block structure is read. A heading, list or fence inside a quotation belongs to the quotation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it.token import Token

from chunkforge.document import Block, BlockKind, Document
from chunkforge.extract.commonmark import TopLevel
from chunkforge.extract.decoding import Decoded
from chunkforge.steps import Progress, Steps

_FRONT_MATTER = re.compile(r"---[ \t]*\n(?![ \t]*\n)(?:.*\n)*?(?:---|\.\.\.)[ \t]*(?:\n|\Z)")
_HTML_TABLE = re.compile(r"\s*<table\b", re.IGNORECASE)
_MARKS = re.compile(r"[ \t]*#{1,6}[ \t]*")
_KINDS: dict[str, BlockKind] = {
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "blockquote_open": "paragraph",
    "html_block": "paragraph",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "table_open": "table",
    "fence": "code",
    "code_block": "code",
}
_BATCH = 200  # lines read between two reports


def reading(name: str, decoded: Decoded) -> Steps[Document]:
    """Read a Markdown file.

    Args:
        name: the file's name.
        decoded: its text.

    Yields:
        Progress in lines, each of which is looked at twice.

    Returns:
        The document; its text is the source.
    """
    text = decoded.text
    blocks: list[Block] = []
    front = _FRONT_MATTER.match(text)
    skipped = front.end() if front else 0
    if front:
        blocks.append(Block("code", 0, len(front[0].rstrip("\n"))))
    lines = TopLevel(text[skipped:])
    total = 2 * (text.count("\n", skipped) + 1)
    reported = 0
    for done, opening in lines.blocks():
        if opening is not None:
            blocks.extend(_block(text, skipped, lines.starts, opening))
        if opening is None or done - reported >= _BATCH:
            reported = max(reported, done)
            yield Progress(reported, total, "lines")
    return Document(name, text, tuple(blocks), decoded.page_starts, decoded.notices)


def _block(text: str, offset: int, line_starts: list[int], token: Token) -> Iterator[Block]:
    """Make the block that a token opens; none of what holds no text.

    Args:
        text: the file's text.
        offset: where its lines begin in it.
        line_starts: where each of them begins, from there.
        token: the token.
    """
    kind = _KINDS.get(token.type)
    if kind is None or token.map is None:
        return
    first, last = token.map
    start, end = offset + line_starts[first], offset + line_starts[last]
    while end > start and text[end - 1] in " \t\n":
        end -= 1
    if kind == "paragraph" and token.type == "html_block" and _HTML_TABLE.match(text, start):
        kind = "table"
    if kind == "heading":
        title = _title(text, start, end, setext=token.markup in "=-")
        yield Block(kind, start, end, int(token.tag[1:]), title)
    elif start < end:
        yield Block(kind, start, end)


def _title(text: str, start: int, end: int, *, setext: bool) -> tuple[int, int]:
    """The words of a heading: without hashes or underline, without blanks around."""
    if setext:
        end = text.rindex("\n", start, end)
    else:
        start = _MARKS.match(text, start, end).end()  # type: ignore[union-attr]  # it matches every heading
        words = text[start:end].rstrip(" \t").rstrip("#")
        if not words or words[-1] in " \t":  # hashes at the end close the heading where a blank is before them
            end = start + len(words)
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
