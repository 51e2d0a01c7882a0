"""What one setting scored: plain figures, no verdict."""

from __future__ import annotations

from dataclasses import dataclass

from chunkforge.settings import SplitSettings


@dataclass(frozen=True, slots=True)
class RowKey:
    """What names a comparison row; `tokenizer` is the name of the boundary tokenizer that counted."""

    settings: SplitSettings
    scorer: str
    budget: int
    tokenizer: str


@dataclass(frozen=True, slots=True)
class QueryResult:
    """The ranking of one query.

    `retrieved` are chunk numbers, best first, at most k; `scores` belong to them. `found` tells of each mark whether
    a retrieved chunk overlaps it. `first_hit_rank` is 1-based among all n chunks; `None` without marks
    and without a ranking.
    `retrieved_tokens` are the boundary tokens of the retrieved chunks together. `ranked` is false where the scorer
    shares nothing with the query in any chunk: then no order of them means anything, and none is retrieved.
    """

    query: int
    retrieved: tuple[int, ...]
    scores: tuple[float, ...]
    found: tuple[bool, ...]
    first_hit_rank: int | None
    retrieved_tokens: int
    ranked: bool = True


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
    tokenizer: str
    k: int
    n_chunks: int
    answers_found: int
    answers_asked: int
    chance_level: float | None
    retrieved_tokens: float
    tokens_to_embed: int
    queries: tuple[QueryResult, ...]

    @property
    def unranked(self) -> int:
        """How many queries no chunk could be ranked for: they count with 0 tokens retrieved."""
        return sum(not result.ranked for result in self.queries)

    @property
    def missed_unranked(self) -> int:
        """How many marked answers count as missed because no chunk could be ranked for their query."""
        return sum(len(result.found) for result in self.queries if not result.ranked)

    @property
    def key(self) -> RowKey:
        """What names it among others."""
        return RowKey(self.settings, self.scorer, self.budget, self.tokenizer)
