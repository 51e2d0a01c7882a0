"""Questions and marks as JSONL: one question a line, in the form that `read_labels` reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from chunkforge.document import Document
from chunkforge.json_lines import one_line
from chunkforge.labels import Query


def labels_jsonl(queries: Iterable[Query], documents: Mapping[int, Document]) -> str:
    """Write queries with their marks.

    Args:
        queries: in order.
        documents: by id; those that marks name.

    Returns:
        One JSON object a line. Spans count code points in the document's text; `content` is the text they hold.
    """
    return "".join(one_line(_record(query, documents)) + "\n" for query in queries)


def _record(query: Query, documents: Mapping[int, Document]) -> dict[str, object]:
    references = [
        {
            "document": documents[mark.document].name,
            "content": documents[mark.document].text[mark.start : mark.end],
            "start_index": mark.start,
            "end_index": mark.end,
        }
        for mark in query.marks
    ]
    return {"question": query.text, "references": references}
