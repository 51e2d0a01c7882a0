"""Pages drawn row by row across their columns: put in the order of columns, where that is certain.

The order in which text is drawn is the order of reading nearly everywhere. It is left alone unless many neighbouring
lines stand side by side, gutters run down the page, and what stands in the columns is prose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from statistics import median

from chunkforge.extract.pdf.lines import Line, line_from
from chunkforge.extract.pdf.parts import Part

_SEGMENT_GAP = 0.85  # em between two columns
_FEWEST = 15  # segments that a page must have
_SIDE_BY_SIDE = 0.25  # share of neighbours
_NARROWEST = 3  # points of a gutter
_CROSSED = 0.04  # share of segments that may cross a gutter
_PROSE = (6, 18)  # segments in a column, and their median length in characters


def in_columns(lines: Sequence[Line], page: int) -> list[Line]:
    """Order a page's lines by columns, or leave them as they are.

    Args:
        lines: in the order drawn.
        page: the page's number from 0.

    Returns:
        The same text; where columns were found, cut at their gutters.
    """
    segments = [segment for line in lines for segment in _segments(line, page)]
    if not _interleaved(segments):
        return list(lines)
    gutters = _gutters(segments)
    ordered = _ordered(segments, gutters) if gutters else None
    return list(lines) if ordered is None else ordered


def _segments(line: Line, page: int) -> Iterator[Line]:
    """Cut a line at wide gaps."""
    if not line.upright or len(line.parts) == 1:
        yield line
        return
    start = 0
    for i, (before, part) in enumerate(pairwise(line.parts), 1):
        if part.gap > _SEGMENT_GAP * min(part.piece.size, before.piece.size):
            yield from _piece_of(line, line.parts[start:i], page)
            start = i
    if start:
        yield from _piece_of(line, line.parts[start:], page)
    else:
        yield line


def _piece_of(line: Line, parts: list[Part], page: int) -> Iterator[Line]:
    segment = line_from(parts, page, line.base)
    if segment.text:
        yield segment


def _interleaved(segments: Sequence[Line]) -> bool:
    long = [segment for segment in segments if segment.upright and len(segment.text) >= 8]
    if len(long) < _FEWEST:
        return False
    beside = sum(
        min(a.end, b.end) < max(a.start, b.start) and abs(a.base - b.base) < 1.2 * max(a.size, b.size)
        for a, b in pairwise(long)
    )
    return beside > _SIDE_BY_SIDE * (len(long) - 1)


def _gutters(segments: Sequence[Line]) -> list[float]:
    """Find strips that hardly any text crosses.

    Returns:
        The middle of each, in points.
    """
    body = [segment for segment in segments if segment.upright and len(segment.text) >= 12]
    if not body:
        return []
    left, right = min(segment.start for segment in body), max(segment.end for segment in body)
    width = int(right - left) + 1
    changes = [0] * (width + 2)
    for segment in body:
        changes[int(segment.start - left)] += 1
        changes[int(segment.end - left) + 1] -= 1
    allowed = max(1.0, _CROSSED * len(body))
    found: list[float] = []
    run = 0
    for x, count in enumerate([*accumulate(changes[:width]), len(body) + 1]):
        if count <= allowed:
            run += 1
            continue
        if run >= _NARROWEST and x - run > 0.1 * width and x < 0.9 * width:
            found.append(left + x - run / 2)
        run = 0
    return found


def _ordered(segments: Sequence[Line], gutters: list[float]) -> list[Line] | None:
    """Read column by column between full-width lines; `None` where the columns hold no prose."""
    columns: list[list[Line]] = [[] for _ in range(len(gutters) + 1)]
    across: list[Line] = []
    for segment in segments:
        first = sum(segment.start >= gutter for gutter in gutters)
        last = sum(segment.end > gutter + 2 for gutter in gutters)
        (columns[first] if first == last and segment.upright else across).append(segment)
    prose = [
        len(column) >= _PROSE[0] and median(len(segment.text) for segment in column) >= _PROSE[1] for column in columns
    ]
    if sum(prose) < 2:
        return None
    result: list[Line] = []
    top = float("inf")
    for divider in [*sorted(across, key=lambda line: -line.base), None]:
        bottom = divider.base if divider else float("-inf")
        for column in columns:
            band = [segment for segment in column if top >= segment.base > bottom]
            result.extend(sorted(band, key=lambda segment: (-round(segment.base), segment.start)))
        if divider:
            result.append(divider)
        top = bottom
    return result
