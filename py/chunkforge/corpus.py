"""All documents under one setting, with their chunks numbered through."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chunkforge.chunks import Chunks
from chunkforge.labels import Mark
from chunkforge.measure import hit_mask


@dataclass(frozen=True, eq=False)
class CorpusChunks:
    """The chunks of every document, in document order; chunk numbers run through all of them from 0.

    `documents` are the workbench's ids, `parts` the chunks of each, `firsts` (int64, one more than
    parts) the number of each part's first chunk, the total last.
    """

    documents: tuple[int, ...]
    parts: tuple[Chunks, ...]
    firsts: NDArray[np.int64]

    @classmethod
    def of(cls, parts: dict[int, Chunks]) -> CorpusChunks:
        """Number the chunks of documents through.

        Args:
            parts: chunks by document id, in the order of the index.
        """
        firsts = np.cumsum([0, *(len(chunks) for chunks in parts.values())], dtype=np.int64)
        return cls(tuple(parts), tuple(parts.values()), firsts)

    def __len__(self) -> int:
        """Number of chunks in the index."""
        return int(self.firsts[-1])

    @property
    def tokens(self) -> NDArray[np.int32]:
        """Boundary tokens of every chunk (int32[n])."""
        return np.concatenate([np.empty(0, np.int32), *(chunks.tokens for chunks in self.parts)])

    def locate(self, number: int) -> tuple[int, int]:
        """Tell the document id and the place within its chunks of a chunk number."""
        part = int(np.searchsorted(self.firsts, number, side="right")) - 1
        return self.documents[part], number - int(self.firsts[part])

    def chunks_of(self, document: int) -> Chunks:
        """Give the chunks of one document."""
        return self.parts[self.documents.index(document)]

    def hits(self, mark: Mark) -> NDArray[np.int64]:
        """Give the numbers of the chunks that overlap a mark (int64, ascending)."""
        part = self.documents.index(mark.document)
        chunks = self.parts[part]
        within: NDArray[np.int64] = np.flatnonzero(hit_mask(chunks.starts, chunks.ends, mark.start, mark.end))
        return within + int(self.firsts[part])
