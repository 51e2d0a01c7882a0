"""Chonkie's TokenChunker, SentenceChunker and RecursiveChunker (chonkie 1.7.0) with their defaults.

Its shortest segment is measured in UTF-8 bytes, although the option says characters.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from chunkforge.chunks import Chunks, Cut
from chunkforge.settings import SplitSettings
from chunkforge.splitters.arrays import Ints
from chunkforge.splitters.assemble import Spans, chunks_of
from chunkforge.splitters.characters import inked, utf8_widths
from chunkforge.splitters.decoded import decoded, laid, speller, token_bytes
from chunkforge.splitters.langchain_token import windows
from chunkforge.splitters.source import Source

SENTENCE_DELIMITERS = (". ", "! ", "? ", "\n")
SHORTEST_SENTENCE = 12
SHORTEST_CHUNK = 24
_LEVELS = (
    ("\n\n", "\r\n", "\n", "\r"),
    (". ", "! ", "? "),
    ("{", "}", '"', "[", "]", "<", ">", "(", ")", ":", ";", ",", "\u2014", "|", "~", "-", "...", "`", "'"),
    (" ",),
)
_LEVEL_CUTS = (Cut.LINE, Cut.SENTENCE, Cut.SEPARATOR, Cut.SPACE)


@dataclass(frozen=True, eq=False)
class _Segments:
    """Neighbouring stretches: offsets (int32[n] each) and prefix sums of their lengths (int64[n + 1])."""

    starts: Ints
    ends: Ints
    sums: NDArray[np.int64]


def split_chonkie_tokens(source: Source, settings: SplitSettings) -> Chunks:
    """Split as `TokenChunker(...)(document.text)` does.

    Args:
        source: the document under its boundary tokenizer.
        settings: size, overlap; `length` characters stands for the library's default tokenizer.

    Returns:
        The library's chunks; those with half a character are in `replaced`.
    """
    if not len(inked(source)):
        return _chunks(source, settings, [], {})
    if settings.length == "characters":
        first, last = windows(len(source.document.text), settings.size, settings.overlap)
        return _chunks(source, settings, list(zip(first.tolist(), last.tolist(), strict=True)), {}, Cut.TOKENS)
    tokens = token_bytes(source, "TokenChunker")
    starts, ends, texts = decoded(tokens, *windows(len(tokens.bounds) - 1, settings.size, settings.overlap))
    return _chunks(source, settings, list(zip(starts.tolist(), ends.tolist(), strict=True)), texts, Cut.TOKENS)


def split_chonkie_sentences(source: Source, settings: SplitSettings) -> Chunks:
    """Split as `SentenceChunker(...)(document.text)` does.

    Args:
        source: the document under its boundary tokenizer.
        settings: size, overlap, length.

    Returns:
        The library's chunks. Sentences are measured alone, so together they may exceed the size.
    """
    if not len(inked(source)):
        return _chunks(source, settings, [], {})
    segments = source.table(
        ("chonkie sentences", settings.length),
        lambda: _segments(source, settings, (0, len(source.document.text)), SENTENCE_DELIMITERS, SHORTEST_SENTENCE),
    )
    sums = segments.sums.data
    rows: list[tuple[int, int]] = []
    begin, n = 0, len(segments.starts)
    while begin < n:
        end = _fitting(sums, begin, settings.size)
        rows.append((int(segments.starts[begin]), int(segments.ends[end - 1])))
        begin = _overlapping(sums, begin, end, settings.overlap) if end < n else n
    return _chunks(source, settings, rows, {}, Cut.SENTENCE)


def split_chonkie_recursively(source: Source, settings: SplitSettings) -> Chunks:
    """Split as `RecursiveChunker(...)(document.text)` does; it knows no overlap.

    Args:
        source: the document under its boundary tokenizer.
        settings: size and length.

    Returns:
        The library's chunks.
    """
    texts: dict[int, str] = {}
    rows: list[tuple[int, int]] = []
    cuts: list[int] = []
    whole = (0, len(source.document.text)) if source.document.text else None
    for start, end, cut, text in _opened(source, settings, *whole, level=0) if whole else ():
        if text is not None:
            texts[len(rows)] = text
        rows.append((start, end))
        cuts.append(cut)
    return _chunks(source, settings, rows, texts, np.array(cuts, np.uint8))


def _opened(
    source: Source, settings: SplitSettings, start: int, end: int, level: int
) -> Iterator[tuple[int, int, Cut, str | None]]:
    """Cut a stretch at the delimiters of a level, join what fits, and cut what is too long at the next level."""
    if level == len(_LEVELS):
        yield from _by_tokens(source, settings, start, end)
        return
    segments = source.table(
        ("chonkie", settings.length, level, start, end),
        lambda: _segments(source, settings, (start, end), _LEVELS[level], SHORTEST_CHUNK),
    )
    sums = segments.sums.data
    begin, n = 0, len(segments.starts)
    while begin < n:
        last = _fitting(sums, begin, settings.size)
        first, past = int(segments.starts[begin]), int(segments.ends[last - 1])
        if sums[last] - sums[begin] > settings.size:
            yield from _opened(source, settings, first, past, level + 1)
        else:
            yield first, past, _LEVEL_CUTS[level], None
        begin = last


def _by_tokens(
    source: Source, settings: SplitSettings, start: int, end: int
) -> Iterator[tuple[int, int, Cut, str | None]]:
    """Cut a stretch into windows of tokens, as it is tokenised alone."""
    if settings.length == "characters":
        for first in range(start, end, settings.size):
            yield first, min(first + settings.size, end), Cut.HARD, None
        return
    text = source.document.text[start:end]
    tokens = laid(text, source.tokenizer.encode(text).ids.tolist(), speller(source, "RecursiveChunker"))
    starts, ends, texts = decoded(tokens, *windows(len(tokens.bounds) - 1, settings.size, 0))
    for i, (first, last) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        yield start + first, start + last, Cut.HARD, texts.get(i)


def _fitting(sums: Sequence[int], begin: int, size: int) -> int:
    """Give one past the last segment that fits into a chunk from `begin`, which holds one at least."""
    return max(bisect_right(sums, sums[begin] + size, begin + 1) - 1, begin + 1)


def _overlapping(sums: Sequence[int], begin: int, end: int, overlap: int) -> int:
    """Give the first segment of the next chunk; each repeated one counts one more than it has."""
    first, taken = end, 0
    while first - 1 > begin and taken < overlap:
        taken += sums[first] - sums[first - 1] + 1
        if taken > overlap:
            break
        first -= 1
    return first


def _segments(
    source: Source, settings: SplitSettings, span: tuple[int, int], delimiters: tuple[str, ...], shortest: int
) -> _Segments:
    """Cut a stretch after each delimiter; a segment under the shortest (in bytes) stays with its neighbour."""
    start, end = span
    text = source.document.text[start:end]
    bounds = [match.end() for match in re.finditer("|".join(map(re.escape, delimiters)), text)]
    bounds = [0, *bounds, *([len(text)] if not bounds or bounds[-1] < len(text) else [])]
    places = _bytes_before(text)
    kept = [0]
    for at, following in pairwise(bounds[1:]):
        if places[at] - places[kept[-1]] >= shortest and places[following] - places[at] >= shortest:
            kept.append(at)
    starts = np.array(kept, np.int32) + np.int32(start)
    ends = np.append(starts[1:], np.int32(end))
    lengths = source.tokenized.counts(starts, ends) if settings.length == "tokens" else ends - starts
    return _Segments(starts, ends, np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]))


def _bytes_before(text: str) -> Sequence[int]:
    """Give the UTF-8 bytes before each character and the end."""
    if text.isascii():
        return range(len(text) + 1)
    places: Sequence[int] = np.concatenate([[0], np.cumsum(utf8_widths(text))]).data
    return places


def _chunks(
    source: Source,
    settings: SplitSettings,
    rows: list[tuple[int, int]],
    texts: dict[int, str],
    cuts: Cut | NDArray[np.uint8] = Cut.END,
) -> Chunks:
    starts, ends = np.array(rows, np.int32).reshape(-1, 2).T
    reasons = np.full(len(rows), cuts, np.uint8) if isinstance(cuts, Cut) else cuts.copy()
    reasons[-1:] = Cut.END
    return chunks_of(source, settings, Spans(starts.copy(), ends.copy(), reasons), replaced=texts)
