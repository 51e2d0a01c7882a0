"""Chunks as plain records, one JSON object a chunk, for `chunks.jsonl` and `chunks.json`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NotRequired, TypedDict

from chunkforge.chunks import Chunks
from chunkforge.corpus import CorpusChunks
from chunkforge.export.naming import labels
from chunkforge.json_lines import one_line


class ChunkRecord(TypedDict):
    """One chunk.

    `start` and `end` are code points in the document's canonical text; `pageStart` and `pageEnd` count from 1 and are
    null where the source has no pages; `tokens` are boundary tokens of `text`, which includes any prefix, and
    `tokensEstimated` is true where they are an estimate, else it is not there.
    """

    id: str
    document: str
    start: int
    end: int
    pageStart: int | None
    pageEnd: int | None
    tokens: int
    headings: list[str]
    text: str
    tokensEstimated: NotRequired[bool]


def chunk_records(corpus: CorpusChunks, *, exact: bool = True) -> Iterator[ChunkRecord]:
    """Give every chunk of a split as a record.

    Args:
        corpus: all documents under one setting.
        exact: False where tokens are estimated.

    Yields:
        Records in index order. Ids number the chunks of each document from 1; of two documents with one name the
        second is called `name (2)`, so that no id stands twice.
    """
    for label, chunks in zip(labels(chunks.document for chunks in corpus.parts), corpus.parts, strict=True):
        for i in range(len(chunks)):
            record = _record(chunks, i, label)
            if not exact:
                record["tokensEstimated"] = True
            yield record


def _record(chunks: Chunks, i: int, label: str) -> ChunkRecord:
    pages = chunks.pages(i)
    return ChunkRecord(
        id=f"{label}#{i + 1}",
        document=label,
        start=int(chunks.starts[i]),
        end=int(chunks.ends[i]),
        pageStart=pages[0] if pages else None,
        pageEnd=pages[1] if pages else None,
        tokens=int(chunks.tokens[i]),
        headings=list(chunks.headings(i)),
        text=chunks.text(i),
    )


def as_jsonl(records: Iterable[ChunkRecord]) -> str:
    """Write records one a line; line separators inside strings are escaped, so that all readers see the same lines."""
    return "".join(one_line(record) + "\n" for record in records)


def as_json(records: Iterable[ChunkRecord]) -> str:
    """Write records as one JSON array, a record a line."""
    return "[\n" + ",\n".join(one_line(record) for record in records) + "\n]\n"
