"""The result of one split of one document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from chunkforge.document import Document
from chunkforge.notice import Notice


class Cut(IntEnum):
    """Why a chunk ends where it ends."""

    END = 0  # the document ends
    HEADING = 1  # a heading begins
    BLANK_LINE = 2
    LINE = 3
    SENTENCE = 4
    SPACE = 5
    HARD = 6  # the limit was reached inside a word
    PAGE = 7
    RECORD = 8
    SEPARATOR = 9  # another separator of the user's or the language's
    TOKENS = 10  # a token window is full


@dataclass(frozen=True, eq=False)
class Chunks:
    """n chunks of one document, as arrays; strings are cut only when asked for.

    `starts`, `ends` (int32) are code-point ranges in `document.text`; starts never decrease. `tokens` (int32) are the
    boundary tokens of each chunk's text, prefix included. `overlaps` (int32) are the characters each chunk
    shares with those before it. `cuts` (uint8) hold `Cut` values. `over_limit` (bool) flags chunks that exceed the
    size, as some libraries allow. `prefix_of` (int32) numbers each chunk's entry in `prefixes`, -1 for none.
    `replaced` maps the few chunks whose text the library itself changed (so that it is no slice of the source) to
    that text. `notices` are what the reader must know of this split.
    """

    document: Document
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    tokens: NDArray[np.int32]
    overlaps: NDArray[np.int32]
    cuts: NDArray[np.uint8]
    over_limit: NDArray[np.bool_]
    prefix_of: NDArray[np.int32]
    prefixes: tuple[str, ...] = ()
    replaced: Mapping[int, str] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()

    def __len__(self) -> int:
        """Number of chunks."""
        return len(self.starts)

    def source(self, i: int) -> str:
        """The slice of the document that chunk `i` covers."""
        return self.document.text[self.starts[i] : self.ends[i]]

    def prefix(self, i: int) -> str:
        """What is put before the source text of chunk `i` before it is embedded; empty for most strategies."""
        number = int(self.prefix_of[i])
        return "" if number < 0 else self.prefixes[number]

    def text(self, i: int) -> str:
        """Exactly what the configured library would have produced, and the model gets, for chunk `i`."""
        replaced = self.replaced.get(i)
        return self.prefix(i) + self.source(i) if replaced is None else replaced

    def headings(self, i: int) -> tuple[str, ...]:
        """The trail of headings in force where chunk `i` starts, outermost first."""
        return self.document.headings_before(int(self.starts[i]))

    def pages(self, i: int) -> tuple[int, int] | None:
        """First and last page of chunk `i`, counted from 1; `None` where the source has no pages."""
        return self.document.page_range(int(self.starts[i]), int(self.ends[i]))
