"""Haystack's DocumentSplitter (haystack-ai 3.4.1) by word and by passage.

Its size and overlap count units: words between single spaces, or passages between blank lines. Tokens have no say.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from chunkforge.chunks import Chunks, Cut
from chunkforge.settings import SplitSettings
from chunkforge.splitters.assemble import Spans, chunks_of
from chunkforge.splitters.langchain_token import windows
from chunkforge.splitters.source import Source


def split_haystack_words(source: Source, settings: SplitSettings) -> Chunks:
    """Split as `DocumentSplitter(split_by="word", ...)` does: `size` and `overlap` are words."""
    return _split(source, settings, " ", Cut.SPACE)


def split_haystack_passages(source: Source, settings: SplitSettings) -> Chunks:
    """Split as `DocumentSplitter(split_by="passage", ...)` does: `size` and `overlap` are passages."""
    return _split(source, settings, "\n\n", Cut.BLANK_LINE)


def _split(source: Source, settings: SplitSettings, delimiter: str, cut: Cut) -> Chunks:
    bounds = source.table(("haystack", delimiter), lambda: _bounds(source.document.text, delimiter))
    rows: list[tuple[int, int]] = []
    covered = 0
    windows_of_units = zip(*windows(len(bounds) - 1, settings.size, settings.overlap), strict=True)
    for first, last in windows_of_units:
        new = max(covered, int(first))
        if settings.overlap and rows and bounds[new] == bounds[last]:
            continue  # the empty unit behind a last delimiter adds nothing
        covered = max(covered, int(last))
        if rows and last - first < (settings.split_threshold or 0):
            rows[-1] = rows[-1][0], int(bounds[last])
        elif bounds[first] < bounds[last]:
            rows.append((int(bounds[first]), int(bounds[last])))
    starts, ends = np.array(rows, np.int32).reshape(-1, 2).T
    cuts = np.full(len(rows), cut, np.uint8)
    cuts[-1:] = Cut.END
    units = np.searchsorted(bounds, ends) - np.searchsorted(bounds, starts)
    chunks = chunks_of(source, settings, Spans(starts.copy(), ends.copy(), cuts))
    return replace(chunks, over_limit=units > settings.size)


def _bounds(text: str, delimiter: str) -> NDArray[np.int32]:
    """Give the bounds of the units, each with its delimiter; the last may be empty (int32[units + 1])."""
    bounds = [0]
    at = text.find(delimiter)
    while at >= 0:
        bounds.append(at + len(delimiter))
        at = text.find(delimiter, at + len(delimiter))
    return np.array([*bounds, len(text)] if text else [0], np.int32)
