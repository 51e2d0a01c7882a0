"""One document under a static model: prefix sums of its tokens' rows, from which chunk vectors are put together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunkforge.scoring.parts import Parts
from chunkforge.scoring.prefix_sums import PrefixSums, add_rows, turns
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
        self.used = np.unique(sums.ids)
        self._stride = INT16_MOST - 3 * sums.spacing * LONGEST_ROW

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
            squares[block] = np.einsum("ij,ij->i", vectors, vectors)
            yield Progress(int(block[-1]) + 1, len(parts), "chunks")
        return squares

    def vectors(self, parts: Parts) -> NDArray[np.float64]:
        """Sum each chunk's embeddings, in steps of the table's scale.

        Args:
            parts: the n chunks.

        Returns:
            float64 [n, D], whole numbers.
        """
        most = self._spread(parts.firsts, parts.lasts) + LONGEST_ROW * parts.others
        if most.max(initial=0) <= self._stride:
            sums = self.sums.between(parts.firsts, parts.lasts)
            self._add_others(sums, parts)
            vectors = sums.astype(np.float64)
        else:
            vectors = self._long_spans(parts.firsts, parts.lasts)
            self._add_others(vectors, parts)
        if self._table.zero_point:
            vectors -= (self._table.zero_point * parts.counts())[:, None]
        return vectors

    def _add_others(self, sums: NDArray[Any], parts: Parts) -> None:
        """Add to each span's sum (int16 or float64 [n, D], in place) the rows of its chunk's cut words and lead."""
        add_rows(sums, self._table.rows, parts.edge_ids, parts.edge_of)
        lead_ids, lead_of, which = parts.used_leads
        if len(lead_ids):
            leads = np.zeros((int(which.max()) + 2, sums.shape[1]), sums.dtype)  # the last one, zeros, is that of -1
            add_rows(leads, self._table.rows, lead_ids, lead_of)
            sums += leads.take(which, axis=0)

    def _long_spans(self, firsts: NDArray[np.intp], lasts: NDArray[np.intp]) -> NDArray[np.float64]:
        """Sum stored rows over spans, cut at marks into pieces whose sums are sure to fit an int16.

        A piece moves the sum by one stride at most, by one group of rows more since it is cut at the mark before, and
        by the rows between a mark and its first and last token.
        """
        pieces = self._pieces(firsts, lasts)
        reach = self.sums.reach
        owner = np.repeat(np.arange(len(pieces)), pieces)
        number = np.arange(len(owner)) - (np.cumsum(pieces) - pieces)[owner]
        reached = reach[self.sums.nearest(firsts)][owner] + number * self._stride
        marks = np.searchsorted(reach, reached, side="right") - 1
        begins = np.where(number == 0, firsts[owner], marks * self.sums.spacing)
        stops = np.append(begins[1:], 0)
        stops[np.cumsum(pieces) - 1] = lasts
        sums = self.sums.between(begins, stops)
        vectors = np.zeros((len(firsts), sums.shape[1]))
        for turn in turns(owner):
            vectors[owner[turn]] += sums[turn]
        return vectors

    def _pieces(self, firsts: NDArray[np.intp], lasts: NDArray[np.intp]) -> NDArray[np.intp]:
        return np.maximum(1, np.ceil(self._spread(firsts, lasts) / self._stride)).astype(np.intp)

    def _spread(self, firsts: NDArray[np.intp], lasts: NDArray[np.intp]) -> NDArray[np.float64]:
        """Tell the most that a sum over each span can be, between the marks nearest to its ends (float64 [n])."""
        reach, nearest = self.sums.reach, self.sums.nearest
        return reach[nearest(lasts)] - reach[nearest(firsts)]

    def _blocks(self, parts: Parts) -> Iterator[NDArray[np.intp]]:
        """Cut the chunks into runs of about the same work."""
        if len(parts):
            work = np.cumsum(self._pieces(parts.firsts, parts.lasts)) // PIECES_AT_ONCE
            yield from np.split(np.arange(len(parts)), np.flatnonzero(np.diff(work)) + 1)
