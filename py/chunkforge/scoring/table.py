"""The table of a static model: one row of small integers a token."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class EmbeddingTable:
    """Embeddings of V tokens in D dimensions: `(rows - zero_point) * scale`.

    `rows` (int8 [V, D]) may be a view into the file's bytes. Cosines do not depend on `scale`, so sums are kept in
    whole steps of it.
    """

    rows: NDArray[np.int8]
    scale: float
    zero_point: int = 0

    def __len__(self) -> int:
        """Number of tokens, V."""
        return len(self.rows)

    @property
    def dimensions(self) -> int:
        """Number of columns, D."""
        return int(self.rows.shape[1])

    def total(self, ids: NDArray[np.int32]) -> NDArray[np.float64]:
        """Sum the embeddings of tokens, in steps of `scale`.

        Args:
            ids: int32 [n], each below V.

        Returns:
            float64 [D], whole numbers.
        """
        stored = self.rows.take(ids, axis=0).sum(axis=0, dtype=np.int64)
        total: NDArray[np.float64] = (stored - self.zero_point * len(ids)).astype(np.float64)
        return total
