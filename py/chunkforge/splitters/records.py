"""Packs whole records of a data file. A table's header row is put before every chunk but the first, which holds it."""

from __future__ import annotations

import numpy as np

from chunkforge.chunks import Chunks
from chunkforge.notice import Notice
from chunkforge.settings import SplitSettings
from chunkforge.splitters.arrays import Ints
from chunkforge.splitters.assemble import Prefixed, Spans, chunks_of
from chunkforge.splitters.layout import Layout, words_of_records
from chunkforge.splitters.packing import Packed, packed
from chunkforge.splitters.prefixes import Prefixes
from chunkforge.splitters.rules import Rules
from chunkforge.splitters.source import Source
from chunkforge.splitters.structured import data_format, header, record_starts


def split_records(source: Source, settings: SplitSettings) -> Chunks:
    """Split a data file between records; one that exceeds the limit alone is cut at lines, then at white space.

    Args:
        source: JSON, JSON lines or a table under the boundary tokenizer.
        settings: size, a repeated header included, and overlap, which is of whole records.

    Returns:
        The chunks; text without records is packed by lines.
    """
    layout = source.table("record words", lambda: _layout(source))
    top = header(source.document) if data_format(source.document) == "csv" else ""
    cost = source.tokenizer.count(top)
    notices: tuple[Notice, ...] = ()
    if cost > settings.size // 2:
        top, cost = "", 0
        notices = (
            Notice(
                "split.header-left-out",
                "The table's header row alone takes more than half of {size} tokens, so it is not repeated. Choose a "
                "larger size to have it in every chunk.",
                size=settings.size,
            ),
        )
    prefixes = source.table(("header prefixes", top), lambda: Prefixes(source, (top,) if top else ()))

    def prefix_of(some: Packed) -> Ints:
        return np.where(some.begins > 0, np.int32(len(prefixes.texts) - 1), np.int32(-1))

    rules = Rules(
        rungs=("record", "line", "space"),
        limit=settings.size,
        overlap=settings.overlap,
        fences=np.zeros(min(1, len(layout)), np.int32),
        fence_limits=(np.full(1, settings.size, np.int32), np.full(1, settings.size - cost, np.int32)),
        overlap_at="record",
    )

    def measure(some: Packed) -> Ints:
        of = prefix_of(some)
        return prefixes.counts(of, some.starts, some.stops) - prefixes.tokens[of]

    found = packed(source, layout, rules, measure)
    of = prefix_of(found)
    tokens = found.tokens + prefixes.tokens[of]
    spans = Spans(found.starts, found.stops, found.cuts, tokens)
    return chunks_of(source, settings, spans, prefixed=Prefixed(prefixes.texts, of), notices=notices)


def _layout(source: Source) -> Layout:
    kind = data_format(source.document)
    starts = record_starts(source.document, kind or "jsonl")
    return words_of_records(source, starts)
