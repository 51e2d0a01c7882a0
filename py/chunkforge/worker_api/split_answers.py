"""What the page is told of a split: its figures, and single chunks laid open."""

from __future__ import annotations

from chunkforge.chunk_detail import ChunkDetail
from chunkforge.overview import Overview
from chunkforge.worker_api.answers import Answer, notice_values
from chunkforge.worker_api.offsets import Utf16Offsets


def overview_answer(overview: Overview) -> Answer:
    """Describe a split in figures; `cuts` go by the names of `Cut`, in lower case."""
    return Answer(
        {
            "chunks": overview.chunks,
            "smallest": overview.smallest,
            "median": overview.median,
            "largest": overview.largest,
            "tokensToEmbed": overview.tokens_to_embed,
            "ownTokens": overview.own_tokens,
            "overLimit": overview.over_limit,
            "width": overview.width,
            "bars": overview.bars.tolist(),
            "cuts": {cut.name.lower(): count for cut, count in overview.cuts.items()},
            "advice": [
                {"notice": notice_values(one.notice), "documents": list(one.documents)} for one in overview.advice
            ],
        }
    )


def chunk_answer(document: int, place: int, of: int, detail: ChunkDetail) -> Answer:
    """Describe the chunk `place` (from 0) of `of` in a document; offsets are UTF-16 units of its own text.

    `tokenSpans` holds start and end of each span in turn.
    """
    offsets = Utf16Offsets(detail.text)
    return Answer(
        {
            "document": document,
            "place": place,
            "of": of,
            "text": detail.text,
            "prefix": int(offsets.to_units([detail.prefix])[0]),
            "tokens": detail.tokens,
            "overlap": detail.overlap,
            "overlapTokens": detail.overlap_tokens,
            "cut": detail.cut.name.lower(),
            "overLimit": detail.over_limit,
            "changed": detail.changed,
            "pages": detail.pages,
            "headings": list(detail.headings),
        },
        {"tokenSpans": offsets.to_units(detail.token_spans.reshape(-1))},
    )
