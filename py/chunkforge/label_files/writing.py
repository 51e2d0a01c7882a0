"""Questions and marks as JSONL: one question a line, in the form that `read_labels` reads."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from chunkforge.document import Document
from chunkforge.labels import Query

_FRAGILE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff]")


def labels_jsonl(queries: Iterable[Query], documents: Mapping[int, Document]) -> str:
    """Write queries with their marks.

    Args:
        queries: in order.
        documents: by id; those that marks name.

    Returns:
        One JSON object a line. Spans count code points in the document's text; `content` is the text they hold.
    """
    return "".join(_escaped(json.dumps(_record(query, documents), ensure_ascii=False)) + "\n" for query in queries)


def _escaped(line: str) -> str:
    """Write out in escapes what readers of text files change, break lines at, or cannot encode."""
    return _FRAGILE.sub(lambda found: f"\\u{ord(found.group()):04x}", line)


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
