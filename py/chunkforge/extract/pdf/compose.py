"""Paragraphs to a document: canonical text, blocks, page starts, and what was changed on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

import numpy as np
from numpy.typing import NDArray

from chunkforge.document import Block, BlockKind, Change
from chunkforge.extract.pdf.hyphens import Vocabulary
from chunkforge.extract.pdf.lines import Line
from chunkforge.extract.pdf.paragraphs import Paragraph

_BETWEEN_BLOCKS = "\n\n"


@dataclass
class Composed:
    """A document in the making; `page_starts` grows with the pages that were begun."""

    parts: list[str] = field(default_factory=list)
    length: int = 0
    blocks: list[Block] = field(default_factory=list)
    page_starts: list[int] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The canonical text."""
        return "".join(self.parts)

    def starts(self, pages: int) -> NDArray[np.int32]:
        """Where each of so many pages begins (int32); those after the last text begin at its end."""
        missing = pages - len(self.page_starts)
        return np.array(self.page_starts[:pages] + [self.length] * missing, np.int32)

    def append(self, text: str) -> None:
        """Add text."""
        self.parts.append(text)
        self.length += len(text)

    def begin_page(self, page: int) -> None:
        """Let a page (from 0) begin here, unless it did; pages before it that hold nothing begin here too."""
        while len(self.page_starts) <= page:
            self.page_starts.append(self.length)


def compose(
    paragraphs: Sequence[Paragraph], levels: Mapping[Paragraph, int], vocabulary: Vocabulary, *, join: bool
) -> Composed:
    """Write the document.

    Args:
        paragraphs: in reading order.
        levels: which are headings.
        vocabulary: decides about hyphens.
        join: whether words divided at line ends are joined.
    """
    composed = Composed()
    for kind, group in _blocks(paragraphs, levels):
        if composed.length:
            composed.append(_BETWEEN_BLOCKS)
        composed.begin_page(group[0].first.page)
        start = composed.length
        for i, paragraph in enumerate(group):
            if i:
                composed.append("\n")
            _write(composed, paragraph, vocabulary, join=join)
        composed.blocks.append(Block(kind, start, composed.length, levels.get(group[0], 0)))
    return composed


def _blocks(
    paragraphs: Sequence[Paragraph], levels: Mapping[Paragraph, int]
) -> Iterator[tuple[BlockKind, list[Paragraph]]]:
    """Put rows together to tables and items to lists; every other paragraph is a block of its own."""

    def kind(paragraph: Paragraph) -> BlockKind:
        if paragraph in levels:
            return "heading"
        if paragraph.is_code:
            return "code"
        if paragraph.is_row:
            return "table"
        return "list" if paragraph.is_item else "paragraph"

    for which, run in groupby(paragraphs, key=kind):
        group = list(run)
        if which == "list" or (which == "table" and len(group) > 1):
            yield which, group
        else:
            for paragraph in group:
                yield "paragraph" if which == "table" else which, [paragraph]


def _write(composed: Composed, paragraph: Paragraph, vocabulary: Vocabulary, *, join: bool) -> None:
    """Join the lines of a paragraph; those of code stay apart, as far in as they were."""
    if paragraph.is_code:
        _write_code(composed, paragraph)
        return
    text = ""
    for line in paragraph.lines:
        if text:
            joint = vocabulary.joint(text, line.text, join=join)
            if joint.word:
                offset = composed.length + len(text) - joint.drop
                composed.changes.append(Change("hyphen", joint.word, line.page + 1, offset))
            text = text[: len(text) - joint.drop] + joint.glue
        if line.page >= len(composed.page_starts):
            composed.append(text)
            text = ""
            composed.begin_page(line.page)
        text += line.text
    composed.append(text)


def _write_code(composed: Composed, paragraph: Paragraph) -> None:
    letters = sum(len(line.text) for line in paragraph.lines)
    width = sum(line.end - line.start for line in paragraph.lines) / letters
    pitch = min((a.base - b.base for a, b in pairwise(paragraph.lines) if a.base > b.base), default=0.0)
    before: Line | None = None
    for line in paragraph.lines:
        if before is not None:
            apart = line.page == before.page and before.base - line.base > 1.5 * pitch
            composed.append("\n\n" if apart else "\n")
        composed.begin_page(line.page)
        left = paragraph.left if line.page == paragraph.last.page else line.start
        composed.append(" " * round((line.start - left) / width if width > 0 else 0) + line.text.replace("\t", " "))
        before = line
