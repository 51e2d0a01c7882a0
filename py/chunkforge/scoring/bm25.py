"""Okapi BM25 over the chunks as they stand in the index.

The score of a chunk is, summed over the query's terms (a repeated one counts again),
`idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / mean length))`, with `idf = ln(1 + (n - df + 0.5) / (df +
0.5))`. k1 = 1.2 and b = 0.75 are what Lucene and Elasticsearch ship (Robertson and Zaragoza, "The Probabilistic
Relevance Framework", 2009, give 1.2 to 2 and 0.5 to 0.8). This idf is Lucene's too: the older `ln((n - df + 0.5) / (df
+ 0.5))` turns negative for a term that most chunks hold, which rank_bm25 patches with a share of the mean idf.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from chunkforge.chunks import Chunks
from chunkforge.notice import Notice
from chunkforge.scoring.term_counts import TermCounts
from chunkforge.scoring.terms import TermIndex, reading, terms
from chunkforge.steps import Progress, Steps

K1 = 1.2
B = 0.75


class Bm25:
    """Scores by the words that chunk and query share. A `Scorer` over `TermIndex`."""

    name = "bm25"

    def __init__(self, *, k1: float = K1, b: float = B) -> None:
        """Set how soon repetition stops counting (`k1`) and how much long chunks are held back (`b`)."""
        self._k1 = k1
        self._b = b

    def notice(self, query: str) -> Notice | None:
        """Say when a query has no words."""
        if terms(query):
            return None
        return Notice(
            "scoring.wordless-query",
            "This query holds no word or number, so BM25 cannot rank anything for it. Add a word.",
        )

    def reading(self, text: str) -> Steps[TermIndex]:
        """Find a document's terms; see `Scorer.reading`."""
        return (yield from reading(text))

    def scoring(self, corpus: Sequence[tuple[TermIndex, Chunks]], queries: Sequence[str]) -> Steps[NDArray[np.float64]]:
        """Score every chunk against every query; see `Scorer.scoring`."""
        asked = [terms(query) for query in queries]
        rows = {term: row for row, term in enumerate(dict.fromkeys(term for query in asked for term in query))}
        total = sum(len(chunks) for _, chunks in corpus)
        counts, lengths = np.zeros((len(rows), total)), np.zeros(total)
        done = 0
        for index, chunks in corpus:
            own = slice(done, done + len(chunks))
            counted = TermCounts.of(index, chunks, rows)
            counts[:, own], lengths[own] = counted.counts, counted.lengths
            done += len(chunks)
            yield Progress(done, total, "chunks")
        weights = self._weights(counts, lengths)
        scores = np.zeros((len(queries), total))
        for number, query in enumerate(asked):
            for term in query:
                scores[number] += weights[rows[term]]
        return scores

    def _weights(self, counts: NDArray[np.float64], lengths: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each term (rows of `counts`) adds to each chunk."""
        n = max(1, len(lengths))
        holding = np.count_nonzero(counts, axis=1)[:, None]
        idf = np.log1p((n - holding + 0.5) / (holding + 0.5))
        mean = lengths.sum() / n or 1.0  # without any term every count is 0, and so is every score
        weights: NDArray[np.float64] = (
            idf * counts * (self._k1 + 1) / (counts + self._k1 * (1 - self._b + self._b * lengths / mean))
        )
        return weights
