"""What the page is told: plain values for JSON and flat arrays, offsets in UTF-16 units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from chunkforge.corpus import CorpusChunks
from chunkforge.document import BlockKind, Document
from chunkforge.errors import ChunkforgeError
from chunkforge.extract import rule_of
from chunkforge.label_files import Unsettled
from chunkforge.labels import Mark, Query
from chunkforge.measure import over_budget
from chunkforge.measurement import Measurement, RowKey
from chunkforge.notice import Notice
from chunkforge.settings import WITHOUT_OVERLAP, SplitSettings
from chunkforge.splitters import OPTIONS, STRATEGIES, Option, Strategy, unit_of
from chunkforge.tried import Standing
from chunkforge.worker_api.offsets import Utf16Offsets

Array: TypeAlias = "NDArray[np.int32] | NDArray[np.uint8]"
Values: TypeAlias = dict[str, Any]

BLOCK_KINDS: tuple[BlockKind, ...] = get_args(BlockKind)
BLOCK_COLUMNS = 6  # kind, start, end, level, and where the words of a heading start and end


@dataclass(frozen=True)
class Answer:
    """The answer to one request: values that become JSON, and arrays that are handed over without a copy."""

    values: Values = field(default_factory=dict)
    arrays: Mapping[str, Array] = field(default_factory=dict)


def notice_values(notice: Notice) -> Values:
    """Take a sentence apart, so that the page can say it in another language."""
    return {"code": notice.code, "message": str(notice), "values": notice.values}


def error_values(error: BaseException) -> Values:
    """Take an error apart, so that the page can make it again: type, code, message, values."""
    if isinstance(error, ChunkforgeError):
        notice = error.notice
    elif isinstance(error, MemoryError):
        notice = Notice("memory", "The browser ran out of memory. Remove a document or use a smaller one.")
    else:
        notice = Notice(
            "internal",
            "Something failed that should not have ({detail}). Nothing that was loaded is lost.",
            detail=f"{type(error).__name__}: {error}",
        )
    return {"type": type(error).__name__, **notice_values(notice)}


def document_answer(number: int, document: Document, counts: Values, offsets: Utf16Offsets) -> Answer:
    """Describe a document, all of its text included: the page shows it, and can give it back to a new worker.

    `counts` are what the boundary tokenizer makes of it; they are passed on as they are.
    """
    blocks = document.blocks
    flat = np.empty((len(blocks), BLOCK_COLUMNS), np.int32)
    if blocks:
        flat[:, 0] = [BLOCK_KINDS.index(block.kind) for block in blocks]
        flat[:, 1] = offsets.to_units([block.start for block in blocks])
        flat[:, 2] = offsets.to_units([block.end for block in blocks])
        flat[:, 3] = [block.level for block in blocks]
        titles = [block.title or (block.start, block.end) for block in blocks]
        flat[:, 4] = offsets.to_units([start for start, _ in titles])
        flat[:, 5] = offsets.to_units([end for _, end in titles])
    offsets_of_changes = offsets.to_units([change.offset for change in document.changes]).tolist()
    return Answer(
        {
            "id": number,
            "name": document.name,
            "text": document.text,
            **counts,
            "warnings": [notice_values(warning) for warning in document.warnings],
            "changes": [
                {"rule": rule_of(one.kind), "kind": one.kind, "text": one.text, "page": one.page, "offset": offset}
                for one, offset in zip(document.changes, offsets_of_changes, strict=True)
            ],
        },
        {"blocks": flat.reshape(-1), "pageStarts": offsets.to_units(document.page_starts)},
    )


def mark_values(mark: Mark, offsets: Mapping[int, Utf16Offsets]) -> Values:
    """Tell where a mark lies."""
    start, end = offsets[mark.document].to_units([mark.start, mark.end]).tolist()
    return {"document": mark.document, "start": start, "end": end}


def query_values(query: Query, offsets: Mapping[int, Utf16Offsets]) -> Values:
    """Describe a query and its marks."""
    return {"id": query.id, "text": query.text, "marks": [mark_values(mark, offsets) for mark in query.marks]}


def unsettled_values(unsettled: Unsettled, query: int, offsets: Mapping[int, Utf16Offsets]) -> Values:
    """Describe an answer that a person has to settle."""
    return {
        "query": query,
        "quote": unsettled.answer.quote,
        "document": unsettled.answer.document,
        "why": unsettled.why,
        "places": [mark_values(mark, offsets) for mark in unsettled.places],
    }


def strategy_values(strategy: Strategy) -> Values:
    """Describe a strategy: `units` are what its size may count, the usual one first."""
    units = ["tokens", "characters"] if "length" in strategy.options else [strategy.unit]
    return {
        "id": strategy.id,
        "label": strategy.label,
        "library": strategy.library,
        "size": strategy.size,
        "overlap": strategy.overlap,
        "hasOverlap": strategy.id not in WITHOUT_OVERLAP,
        "units": units,
        "options": [option_values(OPTIONS[name]) for name in strategy.options if name in OPTIONS],
    }


def option_values(option: Option) -> Values:
    """Describe an option of a strategy."""
    return {"id": option.id, "kind": option.kind, "usual": option.usual, "choices": list(option.choices)}


def split_settings(values: Values) -> SplitSettings:
    """Make settings from what the page sent; what a strategy does not take is left out."""
    known = STRATEGIES.get(values["strategy"])
    options = () if known is None else known.options
    taken: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in values.items()
        if name in ("strategy", "size", "overlap", *options)
    }
    return SplitSettings(**taken)


def settings_values(settings: SplitSettings) -> Values:
    """Name a setting, as `split_settings` takes it; `unit` is what its size counts, `options` its options alone."""
    return {
        "strategy": settings.strategy,
        "size": settings.size,
        "overlap": settings.overlap,
        "hasOverlap": settings.has_overlap,
        "length": settings.length,
        "unit": unit_of(settings),
        **settings.options(),
        "options": settings.options(),
    }


def key_values(key: RowKey) -> Values:
    """Name a row of the comparison, as `row_key` takes it."""
    return {
        **settings_values(key.settings),
        "scorer": key.scorer,
        "budget": key.budget,
        "tokenizer": key.tokenizer,
    }


def row_key(values: Values, tokenizer: str) -> RowKey:
    """Make the name of a row again; one that names no tokenizer was counted by the given one."""
    budget, scorer = values["budget"], values["scorer"]
    return RowKey(split_settings(values), scorer, budget, values.get("tokenizer", tokenizer))


def standing_values(row: Standing) -> Values:
    """Describe a setting tried: its figures as far as they hold, and what has `changed` since it was measured."""
    figures = key_values(row.key) if row.measured is None else row_values(row.measured)
    return {**figures, "changed": list(row.changed)}


def row_values(row: Measurement) -> Values:
    """Describe a row of the comparison, without its rankings."""
    return {
        **key_values(row.key),
        "k": row.k,
        "chunks": row.n_chunks,
        "found": row.answers_found,
        "asked": row.answers_asked,
        "chance": row.chance_level,
        "retrievedTokens": row.retrieved_tokens,
        "over": over_budget(row),
        "tokensToEmbed": row.tokens_to_embed,
        "unranked": row.unranked,
        "missedUnranked": row.missed_unranked,
    }


def measurement_answer(row: Measurement, corpus: CorpusChunks, offsets: Mapping[int, Utf16Offsets]) -> Answer:
    """Describe a measurement with every chunk's place and every query's ranking, as flat arrays.

    `retrieved` holds the rankings one after the other, k or fewer a query, `retrievedFirst` where each begins; `found`
    and `foundFirst` do so for the marks. `firstHit` is 0 where there is no rank.
    """
    queries = row.queries
    parts = list(zip(corpus.documents, corpus.parts, strict=True))
    prefixes = {str(number): list(chunks.prefixes) for number, chunks in parts if chunks.prefixes}
    arrays: dict[str, Array] = {
        "firsts": corpus.firsts.astype(np.int32),
        "starts": _joined(offsets[number].to_units(chunks.starts) for number, chunks in parts),
        "ends": _joined(offsets[number].to_units(chunks.ends) for number, chunks in parts),
        "tokens": corpus.tokens,
        "queryIds": np.array([query.query for query in queries], np.int32),
        "queryTokens": np.array([query.retrieved_tokens for query in queries], np.int32),
        "firstHit": np.array([query.first_hit_rank or 0 for query in queries], np.int32),
        "ranked": np.array([query.ranked for query in queries], np.uint8),
        "retrieved": _flat(query.retrieved for query in queries),
        "retrievedFirst": _firsts(query.retrieved for query in queries),
        "found": _flat(query.found for query in queries).astype(np.uint8),
        "foundFirst": _firsts(query.found for query in queries),
    }
    if prefixes:
        arrays["prefixOf"] = _joined(chunks.prefix_of for _, chunks in parts)
    return Answer({**row_values(row), "documents": list(corpus.documents), "prefixes": prefixes}, arrays)


def _joined(parts: Iterable[NDArray[np.int32]]) -> NDArray[np.int32]:
    return np.concatenate([np.empty(0, np.int32), *parts])


def _flat(lists: Iterable[Sequence[int]]) -> NDArray[np.int32]:
    return np.array([item for one in lists for item in one], np.int32)


def _firsts(lists: Iterable[Sequence[int]]) -> NDArray[np.int32]:
    return np.cumsum([0, *(len(one) for one in lists)], dtype=np.int32)
