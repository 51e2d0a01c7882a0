"""A document as the page gives it back to a new worker: what `document_answer` told of it, taken together again."""

from __future__ import annotations

import numpy as np

from chunkforge.document import Block, Change, Document
from chunkforge.notice import Notice
from chunkforge.worker_api.answers import BLOCK_COLUMNS, BLOCK_KINDS, Values
from chunkforge.worker_api.offsets import Utf16Offsets


def restored_document(values: Values) -> Document:
    """Make it from `name`, `text`, `blocks`, `pageStarts`, `warnings` and `changes`; offsets in UTF-16 units."""
    offsets = Utf16Offsets(values["text"])
    changes = values["changes"]
    places = offsets.to_points([change["offset"] for change in changes]).tolist()
    return Document(
        values["name"],
        values["text"],
        _blocks(values["blocks"], offsets),
        offsets.to_points(values["pageStarts"]),
        tuple(Notice.rebuilt(one["code"], one["message"], one["values"]) for one in values["warnings"]),
        tuple(Change(one["kind"], one["text"], one["page"], at) for one, at in zip(changes, places, strict=True)),
    )


def _blocks(blocks: list[int], offsets: Utf16Offsets) -> tuple[Block, ...]:
    flat = np.array(blocks, np.int32).reshape(-1, BLOCK_COLUMNS)
    starts, ends, title_starts, title_ends = (offsets.to_points(flat[:, i]).tolist() for i in (1, 2, 4, 5))
    titles = zip(title_starts, title_ends, strict=True)
    columns = zip(flat[:, 0].tolist(), starts, ends, flat[:, 3].tolist(), titles, strict=True)
    return tuple(Block(BLOCK_KINDS[kind], start, end, level, title) for kind, start, end, level, title in columns)
