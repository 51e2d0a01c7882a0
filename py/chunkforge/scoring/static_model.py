"""The static scorer: a text's embedding is the mean of its tokens' rows, and nearness is the cosine.

The cosine of a mean is that of the sum, so everything is kept as whole numbers, sums of the table's integers. They are
exact (up to 2^53) in whatever order they are added: two equal chunks score equal on every machine. Tokens count as the
table has them: [UNK] has a row like any other, often a zero one. No IDF weighting: taken from the corpus it would move
with the slider.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from weakref import WeakSet

import numpy as np
from numpy.typing import NDArray

from chunkforge.chunks import Chunks
from chunkforge.errors import TableError
from chunkforge.notice import Notice
from chunkforge.scoring.leads import Leads
from chunkforge.scoring.parts import Parts, parts_of
from chunkforge.scoring.prefix_sums import PrefixSums, add_rows, summing
from chunkforge.scoring.static_index import StaticIndex
from chunkforge.scoring.static_queries import StaticQueries
from chunkforge.scoring.table import EmbeddingTable
from chunkforge.span_memo import SpanMemo
from chunkforge.steps import Progress, Steps, reported
from chunkforge.tokenizers.base import TokenizedText, Tokenizer

SPACING = 8
"""Tokens between two running sums, where memory allows: 256 bytes a token at 1024 columns."""

MEMORY = 512 * 1024 * 1024
"""Bytes that the running sums of all documents may take: 2 million tokens at 1024 columns; beyond, spacing doubles."""

WIDEST_SPACING = 64
"""Spacing is not doubled past this: 32 bytes a token, and the sums of three groups of rows are sure to fit an int16."""


class StaticText:
    """One document as the static scorer keeps it."""

    def __init__(self, tokenized: TokenizedText, index: StaticIndex, leads: Leads) -> None:
        """Put together what `StaticModel.reading` has made."""
        self.tokenized = tokenized
        self.index = index
        self.leads = leads
        self.lengths = SpanMemo(len(tokenized.text))
        self.dots: tuple[StaticQueries, PrefixSums[np.float64]] | None = None


class StaticModel:
    """Scores by the cosine of mean token embeddings. A `Scorer` over `StaticText`."""

    def __init__(
        self, table: EmbeddingTable, tokenizer: Tokenizer, *, name: str = "static", memory: int = MEMORY
    ) -> None:
        """Put a table to use.

        Args:
            table: the embeddings.
            tokenizer: the one whose ids are the table's rows.
            name: what tells it from another static model.
            memory: bytes that the running sums of all documents may take together.
        """
        self.name = name
        self._table = table
        self._memory = memory
        self._tokenizer = tokenizer
        self._queries = StaticQueries(table, self._ids, (), None)
        self._texts: WeakSet[StaticText] = WeakSet()

    def embed(self, text: str) -> NDArray[np.float64]:
        """Embed one text.

        Args:
            text: any text.

        Returns:
            float64 [D]: the mean of its tokens' rows, zeros where it has none.
        """
        ids = self._ids(text)
        mean: NDArray[np.float64] = self._table.total(ids) * (self._table.scale / max(1, len(ids)))
        return mean

    def notice(self, query: str) -> Notice | None:
        """Say when a query has no tokens that mean anything to the table."""
        if self.embed(query).any():
            return None
        return Notice(
            "scoring.silent-query",
            "The scoring model knows no word of this query, so nothing can be ranked for it. Use other words.",
        )

    def reading(self, text: str) -> Steps[StaticText]:
        """Tokenise a document once and write its running sums down; progress in characters, then in tokens."""
        tokenized = yield from self._tokenizer.reading(text)
        ids = tokenized.encoding.ids
        self._check(ids)
        sums = yield from summing(self._table.rows, ids, self._spacing(len(ids)), np.int16)
        read = StaticText(tokenized, StaticIndex(self._table, sums), Leads(self._tokenizer))
        self._texts.add(read)
        return read

    def scoring(
        self, corpus: Sequence[tuple[StaticText, Chunks]], queries: Sequence[str]
    ) -> Steps[NDArray[np.float64]]:
        """Score every chunk against every query by cosine; see `Scorer.scoring`."""
        if self._queries.texts != tuple(queries):
            self._queries = StaticQueries(self._table, self._ids, queries, self._queries)
        asked = self._queries
        total = sum(len(chunks) for _, chunks in corpus)
        scores = np.zeros((len(queries), total))
        done = 0
        for read, chunks in corpus:
            parts = parts_of(chunks, read.tokenized, read.leads)
            self._check(parts.edge_ids)
            self._check(parts.used_leads[0])
            of_corpus = partial(_of_corpus, done, len(chunks), total)
            squares = yield from reported(_squared_lengths(read, chunks, parts), of_corpus)
            dots = yield from reported(_dots(read, parts, asked), of_corpus)
            lengths = np.sqrt(squares) * asked.norms[:, None]
            np.divide(dots.T, lengths, out=scores[:, done : done + len(chunks)], where=lengths > 0)
            done += len(chunks)
        return scores

    def _ids(self, text: str) -> NDArray[np.int32]:
        ids = self._tokenizer.encode(text).ids
        self._check(ids)
        return ids

    def _check(self, ids: NDArray[np.int32]) -> None:
        if ids.max(initial=0) >= len(self._table):
            raise TableError(
                "table.tokenizer",
                "The scoring model has rows for {rows} tokens, but its tokenizer makes token {token}. "
                "Give the tokenizer.json that belongs to the model.",
                rows=len(self._table),
                token=int(ids.max()),
            )

    def _spacing(self, tokens: int) -> int:
        """Choose the spacing of a document's running sums from what the other documents leave of the memory."""
        free = self._memory - sum(text.index.sums.marks.nbytes for text in self._texts)
        spacing = SPACING
        while spacing < WIDEST_SPACING and tokens // spacing * self._table.dimensions * 2 > free:
            spacing *= 2
        return spacing


def _of_corpus(before: int, own: int, total: int, step: Progress) -> Progress:
    """Turn one document's progress into the corpus's; what is done for tokens and queries counts for no chunk."""
    return Progress(before + (step.done if step.unit == "chunks" else own), total, "chunks")


def _squared_lengths(read: StaticText, chunks: Chunks, parts: Parts) -> Steps[NDArray[np.float64]]:
    """Squared lengths of the chunks' vectors (float64 [n]), recalled where a split before had the same chunk."""
    keys = read.lengths.keys(chunks.starts, chunks.ends, parts.lead_of)
    keys[parts.lead_of >= parts.lasting] = -1  # the number means another text at the next split
    squares = read.lengths.recall(keys)
    missing = np.flatnonzero(np.isnan(squares))
    if len(missing):
        squares[missing] = yield from read.index.squared_lengths(parts.pick(missing))
        read.lengths.keep(keys[missing], squares[missing])
    return squares


def _dots(read: StaticText, parts: Parts, asked: StaticQueries) -> Steps[NDArray[np.float64]]:
    """Dot products of the chunks' and the queries' sums (float64 [n, queries])."""
    if read.dots is None or read.dots[0] is not asked:
        yield from asked.meeting(read.index.used)
        sums = read.index.sums
        read.dots = asked, (yield from summing(asked.dots, sums.ids, sums.spacing, np.float64))
    lead_ids, lead_of, which = parts.used_leads
    yield from asked.meeting(np.concatenate((parts.edge_ids, lead_ids)))
    dots = read.dots[1].between(parts.firsts, parts.lasts)
    add_rows(dots, asked.dots, parts.edge_ids, parts.edge_of)
    leads = np.zeros((int(which.max(initial=-1)) + 1, dots.shape[1]))
    add_rows(leads, asked.dots, lead_ids, lead_of)
    dots[which >= 0] += leads.take(which[which >= 0], axis=0)
    return dots
