"""Markdown by CommonMark's rules: blocks of the source, which itself is the canonical text.

Only block structure is read. A heading, list or fence inside a quotation belongs to the quotation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from chunkforge.document import Block, BlockKind, Document
from chunkforge.extract.decoding import Decoded
from chunkforge.steps import Progress, Steps

_FRONT_MATTER = re.compile(r"---[ \t]*\n(?![ \t]*\n)(?:.*\n)*?(?:---|\.\.\.)[ \t]*(?:\n|\Z)")
_HTML_TABLE = re.compile(r"\s*<table\b", re.IGNORECASE)
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
        Progress in lines.

    Returns:
        The document; its text is the source.
    """
    text = decoded.text
    blocks: list[Block] = []
    front = _FRONT_MATTER.match(text)
    skipped = front.end() if front else 0
    if front:
        blocks.append(Block("code", 0, len(front[0].rstrip("\n"))))
    source = text[skipped:]
    line_starts = [skipped, *(skipped + match.end() for match in re.finditer("\n", source))]
    reported = 0
    for done, tokens in _top_level(source):
        blocks.extend(_blocks(text, line_starts, tokens))
        if done - reported >= _BATCH:
            reported = done
            yield Progress(done, len(line_starts), "lines")
    return Document(name, text, tuple(blocks), decoded.page_starts, decoded.notices)


def _top_level(source: str) -> Iterator[tuple[int, list[Token]]]:
    """Parse one top-level block after the other: the parser's own outer loop, opened so that it can be left.

    Yields:
        The line after each block, and the block's tokens.
    """
    parser = MarkdownIt("commonmark").enable("table")
    tokens: list[Token] = []
    # The parser sees NUL nowhere, and a form feed never: both are gone from canonical text.
    state = StateBlock(source, parser, {}, tokens)
    rules = parser.block.ruler.getRules("")
    line = 0
    while True:
        state.line = line = state.skipEmptyLines(line)
        if line >= state.lineMax:
            return
        for rule in rules:
            if rule(state, line, state.lineMax, False):  # noqa: FBT003 - the library's own signature
                break
        state.tight = True
        line = max(state.line, line + 1)
        yield line, tokens[:]
        tokens.clear()


def _blocks(text: str, line_starts: list[int], tokens: list[Token]) -> Iterator[Block]:
    for token in tokens:
        kind = _KINDS.get(token.type)
        if token.level or kind is None or token.map is None:
            continue
        start, end = _range(text, line_starts, token.map)
        if kind == "paragraph" and token.type == "html_block" and _HTML_TABLE.match(text, start):
            kind = "table"
        if kind == "heading":
            title = _title(text, start, end, setext=token.markup in "=-")
            yield Block(kind, start, end, int(token.tag[1:]), title)
        elif start < end:
            yield Block(kind, start, end)


def _range(text: str, line_starts: list[int], lines: list[int]) -> tuple[int, int]:
    """Code points of a range of lines, without blank lines and line feeds at its end."""
    first, last = lines
    start = line_starts[first]
    end = line_starts[last] if last < len(line_starts) else len(text)
    while end > start and text[end - 1] in " \t\n":
        end -= 1
    return start, end


def _title(text: str, start: int, end: int, *, setext: bool) -> tuple[int, int]:
    """The words of a heading: without hashes or underline, without blanks around."""
    if setext:
        end = text.rindex("\n", start, end)
    else:
        while start < end and text[start] in " \t#":
            start += 1
        closing = re.compile(r"[ \t]+#+[ \t]*$").search(text[start:end])
        if closing:
            end = start + closing.start()
        elif not text[start:end].strip("#"):
            end = start
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
