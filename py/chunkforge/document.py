"""A document as every stage after extraction sees it: canonical text, its blocks and its pages."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from chunkforge.notice import Notice

BlockKind = Literal["heading", "paragraph", "list", "table", "code"]


@dataclass(frozen=True, slots=True)
class Block:
    """One structural piece of a document: `text[start:end]`, in code points.

    `level` is the depth of a heading (1 is the highest) and 0 for every other kind. `title` is the range of a
    heading's words where the block also holds markup, such as the `##` of Markdown; `None` means all of it.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    title: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One place at which extraction did not take the source as it stands.

    `kind` names the rule, such as `running-head`, `page-number` or `hyphen`; `text` is what stood there; `page`
    counts from 1 (0 without pages); `offset` is the code point of the canonical text at which it happened.
    """

    kind: str
    text: str
    page: int
    offset: int


def _no_pages() -> NDArray[np.int32]:
    return np.empty(0, np.int32)


@dataclass(frozen=True, eq=False)
class Document:
    """Canonical text and its structure.

    `text` has line feeds only, no byte-order mark, and is what all offsets count into (code points).
    `blocks` are in order and do not overlap. `page_starts` (int32) holds the offset at which each page begins,
    empty where the source has no pages. `warnings` are sentences for the reader. `changes` tell what was removed
    or joined, in order of their offsets.
    """

    name: str
    text: str
    blocks: tuple[Block, ...] = ()
    page_starts: NDArray[np.int32] = field(default_factory=_no_pages)
    warnings: tuple[Notice, ...] = ()
    changes: tuple[Change, ...] = ()

    def title(self, heading: Block) -> str:
        """The words of a heading, without the markup of its source."""
        start, end = heading.title or (heading.start, heading.end)
        return self.text[start:end]

    def page_of(self, offset: int) -> int | None:
        """Tell the page, counted from 1, that holds a character; `None` where the source has no pages."""
        if not len(self.page_starts):
            return None
        return max(1, int(np.searchsorted(self.page_starts, offset, side="right")))

    def page_range(self, start: int, end: int) -> tuple[int, int] | None:
        """Tell the first and last page, counted from 1, that `text[start:end]` lies on.

        Args:
            start: first code point of the span.
            end: one past its last code point; an empty span counts as its first character.

        Returns:
            Both page numbers, or `None` where the source has no pages.
        """
        first = self.page_of(start)
        last = self.page_of(max(start, end - 1))
        return None if first is None or last is None else (first, last)

    def headings_before(self, offset: int) -> tuple[str, ...]:
        """Tell the trail of headings in force at a character, outermost first, a heading's own start included."""
        starts, trails = self._trails
        place = bisect_right(starts, offset)
        return trails[place - 1] if place else ()

    @cached_property
    def _trails(self) -> tuple[list[int], list[tuple[str, ...]]]:
        starts: list[int] = []
        trails: list[tuple[str, ...]] = []
        open_headings: list[Block] = []
        for block in self.blocks:
            if block.kind == "heading":
                open_headings = [outer for outer in open_headings if outer.level < block.level]
                open_headings.append(block)
                starts.append(block.start)
                trails.append(tuple(self.title(heading) for heading in open_headings))
        return starts, trails
