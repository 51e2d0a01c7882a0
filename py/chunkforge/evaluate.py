"""One setting's split, ranked for every query and held against the marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chunkforge.corpus import CorpusChunks
from chunkforge.labels import Query
from chunkforge.measure import chance_of_hit, chunks_in_budget
from chunkforge.measurement import Measurement, QueryResult, RowKey
from chunkforge.scoring import AnyScorer, rank_of, ranking
from chunkforge.settings import SplitSettings
from chunkforge.splitters import unit_of
from chunkforge.steps import Progress, Steps

SCORES_AT_ONCE = 4_000_000  # float64 [queries, chunks] of one block of queries: 32 MB


def evaluating(
    key: RowKey, scorer: AnyScorer, corpus: CorpusChunks, indexes: Sequence[Any], queries: Sequence[Query]
) -> Steps[Measurement]:
    """Rank and score one split step by step, with progress in queries.

    Args:
        key: the setting and the budget in boundary tokens that retrieval may spend on a query.
        scorer: ranks the chunks.
        corpus: all documents under the setting.
        indexes: what the scorer keeps of each document, in the corpus's order.
        queries: the queries with their marks.

    Returns:
        The measurement.
    """
    tokens = corpus.tokens
    k = chunks_in_budget(key.budget, tokens_a_chunk(key.settings, tokens))
    indexed = list(zip(indexes, corpus.parts, strict=True))
    at_once = max(1, SCORES_AT_ONCE // max(1, len(corpus)))
    results: list[QueryResult] = []
    chances: list[float] = []
    for first in range(0, len(queries), at_once):
        block = queries[first : first + at_once]
        scores = yield from scorer.scoring(indexed, [query.text for query in block])
        for query, row in zip(block, scores, strict=True):
            hits = [corpus.hits(mark) for mark in query.marks]
            chances += [chance_of_hit(len(corpus), len(hit), k) for hit in hits]
            results.append(_result(query.id, row, hits, k, tokens))
        yield Progress(len(results), len(queries), "queries")
    return Measurement(
        settings=key.settings,
        scorer=key.scorer,
        budget=key.budget,
        tokenizer=key.tokenizer,
        k=k,
        n_chunks=len(corpus),
        answers_found=sum(sum(result.found) for result in results),
        answers_asked=len(chances),
        chance_level=float(np.mean(chances)) if chances else None,
        retrieved_tokens=float(np.mean([result.retrieved_tokens for result in results])) if results else 0.0,
        tokens_to_embed=int(tokens.sum(dtype=np.int64)),
        queries=tuple(results),
    )


def tokens_a_chunk(settings: SplitSettings, tokens: NDArray[np.int32]) -> float:
    """Tell what k divides the budget by.

    Args:
        settings: the setting.
        tokens: boundary tokens of each chunk (int32[n]).

    Returns:
        The size, or where that is in other units than tokens, the mean tokens of a chunk.
    """
    if unit_of(settings) == "tokens":
        return settings.size
    return float(tokens.mean()) if len(tokens) else 1.0


def _result(
    query: int, scores: NDArray[np.float64], hits: Sequence[NDArray[np.int64]], k: int, tokens: NDArray[np.int32]
) -> QueryResult:
    if not scores.any():
        return QueryResult(query, (), (), tuple(False for _ in hits), None, 0, ranked=False)
    best = ranking(scores)[:k]
    return QueryResult(
        query=query,
        retrieved=tuple(best.tolist()),
        scores=tuple(scores[best].tolist()),
        found=tuple(bool(np.isin(hit, best).any()) for hit in hits),
        first_hit_rank=min(
            (rank_of(scores, int(hit[np.argmax(scores[hit])])) for hit in hits if len(hit)), default=None
        ),
        retrieved_tokens=int(tokens[best].sum(dtype=np.int64)),
    )
