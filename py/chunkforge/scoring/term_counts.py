"""How often each term of interest stands in each chunk, and how many terms the chunk has in all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chunkforge.chunks import Chunks
from chunkforge.scoring.terms import TermIndex, joins, terms


@dataclass(frozen=True, eq=False)
class TermCounts:
    """Counts of R terms in n chunks (float64 [R, n]), and the chunks' lengths in terms (float64 [n])."""

    counts: NDArray[np.float64]
    lengths: NDArray[np.float64]

    @classmethod
    def of(cls, index: TermIndex, chunks: Chunks, rows: Mapping[str, int]) -> TermCounts:
        """Count the terms of `chunks.text(i)` for all chunks, without cutting the texts.

        Args:
            index: the document's terms.
            chunks: its split.
            rows: the terms of interest, each with its row in the counts.

        Returns:
            Counts and lengths.
        """
        firsts, lasts = index.within(chunks.starts, chunks.ends)
        lengths = (lasts - firsts).astype(np.float64)
        counts = np.zeros((len(rows), len(chunks)))
        for term, row in rows.items():
            places = index.occurrences(term)
            if len(places):
                counts[row] = np.searchsorted(places, lasts) - np.searchsorted(places, firsts)
        counted = cls(counts, lengths)
        for i, fragment in index.fragments(chunks.starts, chunks.ends):
            lengths[i] += 1
            if fragment in rows:
                counts[rows[fragment], i] += 1
        counted._add_prefixes(index, chunks, rows)
        return counted

    def _add_prefixes(self, index: TermIndex, chunks: Chunks, rows: Mapping[str, int]) -> None:
        """Add the terms of prefixes; count anew where a chunk is no slice, or where prefix and chunk share a word."""
        whole = set(chunks.replaced)
        for number in np.unique(chunks.prefix_of):
            prefix = chunks.prefixes[number] if number >= 0 else ""
            if not prefix:
                continue
            here = np.flatnonzero(chunks.prefix_of == number)
            if joins(prefix[-1]):
                whole.update(i for i in here.tolist() if joins(index.text[chunks.starts[i] : chunks.starts[i] + 1]))
            column, length = _counted(prefix, rows)
            self.counts[:, here] += column[:, None]
            self.lengths[here] += length
        for i in whole:
            self.counts[:, i], self.lengths[i] = _counted(chunks.text(i), rows)


def _counted(text: str, rows: Mapping[str, int]) -> tuple[NDArray[np.float64], int]:
    """Count the terms of a text: those of interest (float64 [R]), and all of them."""
    found = Counter(terms(text))
    column = np.zeros(len(rows))
    for term in found.keys() & rows.keys():
        column[rows[term]] = found[term]
    return column, found.total()
