"""One document under a static model: prefix sums of its tokens' rows, from which chunk vectors are put together."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from chunkforge.scoring.parts import Parts
from chunkforge.scoring.prefix_sums import PrefixSums
from chunkforge.scoring.table import EmbeddingTable
from chunkforge.steps import Progress, Steps

INT16_MOST = 32_767
LONGEST_ROW = 128
"""Largest absolute value that an int8 can hold."""

PIECES_AT_ONCE = 1024
"""Spans summed together: 2 MB of int16 and 8 MB of float64 at 1024 columns."""


class StaticIndex:
    """A document's tokens, their running sums modulo 2^16."""

    def __init__(self, table: EmbeddingTable, sums: PrefixSums[np.int16]) -> None:
        """Take the running sums that the model has written down."""
        self._table = table
        self.sums = sums
        self.used, which = np.unique(sums.ids, return_inverse=True)
        self._reach = np.zeros(len(sums.ids) + 1, np.int64)
        np.cumsum(table.largest(self.used)[which], dtype=np.int64, out=self._reach[1:])

    def squared_lengths(self, parts: Parts) -> Steps[NDArray[np.float64]]:
        """Tell the squared lengths of chunks' summed vectors, with progress in chunks.

        Args:
            parts: the n chunks.

        Returns:
            float64 [n], whole numbers.
        """
        squares = np.zeros(len(parts))
        for block in self._blocks(parts):
            vectors = self.vectors(parts.pick(block))
            squares[block] = np.vecdot(vectors, vectors)
            yield Progress(int(block[-1]) + 1, len(parts), "chunks")
        return squares

    def vectors(self, parts: Parts) -> NDArray[np.float64]:
        """Sum each chunk's embeddings, in steps of the table's scale.

        Args:
            parts: the n chunks.

        Returns:
            float64 [n, D], whole numbers.
        """
        vectors = self._spans(parts.firsts, parts.lasts)
        for turn in _turns(parts.edge_of):
            vectors[parts.edge_of[turn]] += self._table.rows.take(parts.edge_ids[turn], axis=0)
        if self._table.zero_point:
            tokens = parts.lasts - parts.firsts + np.bincount(parts.edge_of, minlength=len(parts))
            vectors -= (self._table.zero_point * tokens)[:, None]
        lead_of = parts.lead_of
        if len(lead_of) and lead_of.max() >= 0:
            numbers, which = np.unique(lead_of, return_inverse=True)
            nothing = np.empty(0, np.int32)
            totals = [self._table.total(parts.leads[number] if number >= 0 else nothing) for number in numbers]
            vectors += np.stack(totals).take(which, axis=0)
        return vectors

    def _spans(self, firsts: NDArray[np.intp], lasts: NDArray[np.intp]) -> NDArray[np.float64]:
        """Sum stored rows over spans, cut into pieces whose sums are sure to fit an int16."""
        pieces = self._pieces(firsts, lasts)
        if not len(pieces) or pieces.max() == 1:
            return self.sums.between(firsts, lasts).astype(np.float64)
        owner = np.repeat(np.arange(len(pieces)), pieces)
        number = np.arange(len(owner)) - (np.cumsum(pieces) - pieces)[owner]
        reached = self._reach[firsts][owner] + number * (INT16_MOST - LONGEST_ROW)
        begins = np.where(number == 0, firsts[owner], np.searchsorted(self._reach, reached, side="right") - 1)
        stops = np.append(begins[1:], 0)
        stops[np.cumsum(pieces) - 1] = lasts
        sums = self.sums.between(begins, stops)
        vectors = np.zeros((len(firsts), sums.shape[1]))
        for turn in _turns(owner):
            vectors[owner[turn]] += sums[turn]
        return vectors

    def _pieces(self, firsts: NDArray[np.intp], lasts: NDArray[np.intp]) -> NDArray[np.intp]:
        spread = self._reach[lasts] - self._reach[firsts]
        return np.where(spread <= INT16_MOST, 1, -(-spread // (INT16_MOST - LONGEST_ROW))).astype(np.intp)

    def _blocks(self, parts: Parts) -> Iterator[NDArray[np.intp]]:
        """Cut the chunks into runs of about the same work."""
        if len(parts):
            work = np.cumsum(self._pieces(parts.firsts, parts.lasts)) // PIECES_AT_ONCE
            yield from np.split(np.arange(len(parts)), np.flatnonzero(np.diff(work)) + 1)


def _turns(owner: NDArray[np.intp]) -> Iterator[NDArray[np.intp]]:
    """Deal the entries of a sorted owner list out so that each turn holds an owner at most once."""
    place = np.arange(len(owner)) - np.searchsorted(owner, owner)
    for turn in range(int(place.max(initial=-1)) + 1):
        yield np.flatnonzero(place == turn)
