"""The queries of the moment under a static model: their sums, and the dot product of each with every token in use.

A chunk's dot product with a query is the sum of its tokens' dot products, so once these are known per token, no move of
the slider multiplies vectors again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from chunkforge.scoring.table import EmbeddingTable
from chunkforge.steps import Progress, Steps

PRODUCTS_AT_ONCE = 4096
"""Dot products between two reports of progress: 10 ms and at most 32 MB at 1024 columns."""


class StaticQueries:
    """A fixed list of queries; made anew when the list changes, taking over what the list before had computed.

    `sums` (float64 [q, D]) are their vectors in steps of the table's scale; `norms` (float64 [q]) are the lengths of
    these, 0 for a query without tokens that mean anything. `dots` (float64 [V, q]) holds whole numbers, valid for the
    tokens `met` so far (bool [V]), except in the columns `unmet` (intp), which the next meeting fills.
    """

    def __init__(
        self,
        table: EmbeddingTable,
        ids_of: Callable[[str], NDArray[np.int32]],
        texts: Sequence[str],
        before: StaticQueries | None,
    ) -> None:
        """Embed the queries that `before` does not hold; `ids_of` tells the rows of a text's tokens."""
        self.texts = tuple(texts)
        self._table = table
        known: dict[str, int] = {}
        if before is not None:
            done = np.setdiff1d(np.arange(len(before.texts)), before.unmet)
            known = {before.texts[column]: column for column in done.tolist()}
        kept = np.array([known.get(text, -1) for text in self.texts], np.intp)
        self.sums = np.empty((len(kept), table.dimensions))
        self.dots = np.zeros((len(table), len(kept)))
        self.met = np.zeros(len(table), np.bool_)
        if before is not None:
            old = np.flatnonzero(kept >= 0)
            self.sums[old] = before.sums[kept[old]]
            self.dots[:, old] = before.dots[:, kept[old]]
            self.met = before.met.copy()
        self.unmet: NDArray[np.intp] = np.flatnonzero(kept < 0)
        for column in self.unmet:
            self.sums[column] = table.total(ids_of(self.texts[column]))
        self.norms = np.sqrt(np.vecdot(self.sums, self.sums))

    def meeting(self, ids: NDArray[np.int32]) -> Steps[None]:
        """See to it that `dots` holds these tokens, step by step, with progress in tokens.

        Args:
            ids: int32 [n].
        """
        yield from self._multiplying(np.flatnonzero(self.met), self.unmet)
        self.unmet = self.unmet[:0]
        wanted = np.zeros_like(self.met)
        wanted[ids] = True
        yield from self._multiplying(np.flatnonzero(wanted & ~self.met), np.arange(len(self.texts)))
        self.met |= wanted

    def _multiplying(self, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Steps[None]:
        if not len(columns):
            return
        at_once = max(1, PRODUCTS_AT_ONCE // len(columns))
        for at in range(0, len(rows), at_once):
            some = rows[at : at + at_once]
            wide = self._table.rows.take(some, axis=0).astype(np.float64)
            if self._table.zero_point:
                wide -= self._table.zero_point
            self.dots[np.ix_(some, columns)] = wide @ self.sums[columns].T
            yield Progress(at + len(some), len(rows), "tokens")
