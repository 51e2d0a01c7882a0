"""What one setting scored: plain figures, no verdict."""

from __future__ import annotations

from dataclasses import dataclass

from chunkforge.settings import SplitSettings


@dataclass(frozen=True, slots=True)
class RowKey:
    """What names a comparison row."""

    settings: SplitSettings
    scorer: str
    budget: int


@dataclass(frozen=True, slots=True)
class QueryResult:
    """The ranking of one query.

    `retrieved` are chunk numbers, best first, at most k; `scores` belong to them. `found` tells of each mark whether
    a retrieved chunk overlaps it. `first_hit_rank` is 1-based among all n chunks; `None` without marks.
    `retrieved_tokens` are the boundary tokens of the retrieved chunks together.
    """

    query: int
    retrieved: tuple[int, ...]
    scores: tuple[float, ...]
    found: tuple[bool, ...]
    first_hit_rank: int | None
    retrieved_tokens: int


@dataclass(frozen=True, slots=True)
class Measurement:
    """One setting measured on the present documents, queries and marks.

    `answers_found` of `answers_asked` marked spans were returned by the first `k` chunks of `n_chunks`, where
    `k = floor(budget / size)`. `chance_level` is what random retrieval of k chunks would find of the
    same answers, as a share (0 to 1); `None` while nothing is marked. `retrieved_tokens` is the mean a query,
    `tokens_to_embed` the sum over all chunks.
    """

    settings: SplitSettings
    scorer: str
    budget: int
    k: int
    n_chunks: int
    answers_found: int
    answers_asked: int
    chance_level: float | None
    retrieved_tokens: float
    tokens_to_embed: int
    queries: tuple[QueryResult, ...]
