"""LlamaIndex's SentenceSplitter and TokenTextSplitter (llama-index-core 0.14.25): what `split_text` returns.

`get_nodes_from_documents` first takes the document's metadata off the size, and TokenTextSplitter two tokens more.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import numpy as np

from chunkforge.chunks import Chunks, Cut
from chunkforge.errors import SettingsError
from chunkforge.settings import SplitSettings
from chunkforge.splitters.assemble import Spans, chunks_of
from chunkforge.splitters.characters import stripped
from chunkforge.splitters.cut_tree import Bounds, Cutter, CutTree, Parts, at_characters, at_separator
from chunkforge.splitters.punkt import punkt_sentences
from chunkforge.splitters.source import Source

PARAGRAPH_SEPARATOR = "\n\n\n"
CHUNKING_REGEX = "[^,.;\u3002\uff1f\uff01]+[,.;\u3002\uff1f\uff01]?|[,.;\u3002\uff1f\uff01]"
SEPARATOR = " "
BACKUP_SEPARATORS = ("\n",)

_Merge = list[tuple[int, int]]


def split_llamaindex_sentences(source: Source, settings: SplitSettings) -> Chunks:
    """Split as `SentenceSplitter(...).split_text(document.text)` does.

    Args:
        source: the document under its boundary tokenizer.
        settings: size, overlap; `separator`, `paragraph_separator`, `secondary_chunking_regex` ("" for none).

    Returns:
        The library's chunks.

    Raises:
        SettingsError: a character has more tokens than the size, which the library refuses.
    """
    separator = _separator(SEPARATOR if settings.separator is None else settings.separator)
    paragraph = _separator(
        PARAGRAPH_SEPARATOR if settings.paragraph_separator is None else settings.paragraph_separator
    )
    regex = CHUNKING_REGEX if settings.secondary_chunking_regex is None else settings.secondary_chunking_regex
    cutters: list[tuple[Cutter, Cut]] = [
        (at_separator(paragraph), Cut.BLANK_LINE if "\n\n" in paragraph else Cut.SEPARATOR),
        (_at_sentences, Cut.SENTENCE),
        *([(_at_matches(regex), Cut.SEPARATOR)] if regex else []),
        (at_separator(separator), Cut.SPACE if separator == " " else Cut.SEPARATOR),
        (at_characters, Cut.HARD),
    ]
    tree = source.table(("llamaindex sentences", separator, paragraph, regex), lambda: CutTree(source, cutters))
    parts = tree.parts(settings.size)
    if len(parts.tokens) and parts.tokens.max() > settings.size:
        longest = int(np.argmax(parts.tokens))
        raise SettingsError(
            "settings.llamaindex-character",
            "LlamaIndex refuses a size of {size}: {character} alone has {tokens} tokens. Choose {tokens} or more.",
            size=settings.size,
            character=repr(source.document.text[parts.starts[longest] : parts.ends[longest]]),
            tokens=int(parts.tokens[longest]),
        )
    return _chunks(source, settings, parts, _merged_sentences(_sums(parts), settings.size, settings.overlap))


def split_llamaindex_tokens(source: Source, settings: SplitSettings) -> Chunks:
    """Split as `TokenTextSplitter(...).split_text(document.text)` does.

    Args:
        source: the document under its boundary tokenizer.
        settings: size, overlap; `separator`, `backup_separators`, `keep_whitespaces`.

    Returns:
        The library's chunks.
    """
    first = SEPARATOR if settings.separator is None else settings.separator
    backup = BACKUP_SEPARATORS if settings.backup_separators is None else settings.backup_separators
    separators = tuple(_separator(separator) for separator in (first, *backup))
    names = {" ": Cut.SPACE, "\n": Cut.LINE, "\n\n": Cut.BLANK_LINE}
    cutters: list[tuple[Cutter, Cut]] = [
        *((at_separator(separator), names.get(separator, Cut.SEPARATOR)) for separator in separators),
        (at_characters, Cut.HARD),
    ]
    tree = source.table(("llamaindex tokens", separators), lambda: CutTree(source, cutters))
    parts = tree.parts(settings.size)
    return _chunks(source, settings, parts, _merged_tokens(_sums(parts), settings.size, settings.overlap))


def _separator(separator: str) -> str:
    if not separator:
        raise SettingsError(
            "settings.empty-separator", "LlamaIndex cannot split at an empty separator. Name at least one character."
        )
    return separator


def _at_sentences(text: str) -> Bounds:
    return [start for start, _ in punkt_sentences(text)]


def _at_matches(regex: str) -> Cutter:
    try:
        pattern = re.compile(regex)
    except re.error as error:
        raise SettingsError(
            "settings.separator",
            "The separator {separator} is no valid pattern: {error}. Correct it, or turn regular expressions off.",
            separator=repr(regex),
            error=str(error),
        ) from error

    def cut(text: str) -> Bounds:
        matches = list(pattern.finditer(text))
        bounds = [0, *(match.end() for match in matches)]
        if pattern.groups or bounds[-1] != len(text) or [match.start() for match in matches] != bounds[:-1]:
            raise SettingsError(
                "settings.chunking-regex",
                "With the pattern {pattern} LlamaIndex loses text between its matches. Use one that matches all text, "
                "without groups.",
                pattern=repr(regex),
            )
        return bounds[:-1]

    return cut


def _sums(parts: Parts) -> Sequence[int]:
    sums: Sequence[int] = np.concatenate([[0], np.cumsum(parts.tokens, dtype=np.int64)]).data
    return sums


def _merged_sentences(sums: Sequence[int], size: int, overlap: int) -> _Merge:
    """Join parts, none above the size: the overlap gives way where the next part would not fit with it."""
    rows: _Merge = []
    begin = new = 0
    last = len(sums) - 1
    while new < last:
        begin = bisect_left(sums, sums[new + 1] - size, begin, new)
        end = bisect_right(sums, sums[begin] + size, new + 1, last + 1) - 1
        rows.append((begin, end))
        begin, new = bisect_left(sums, sums[end] - overlap, begin, end), end
    return rows


def _merged_tokens(sums: Sequence[int], size: int, overlap: int) -> _Merge:
    """Join parts: before one that does not fit, parts go from the front until it does and the overlap is kept."""
    rows: _Merge = []
    begin = new = 0
    last = len(sums) - 1
    while new < last:
        end = max(bisect_right(sums, sums[begin] + size, new + 1, last + 1) - 1, new + 1)
        rows.append((begin, end))
        if end < last:
            kept = min(overlap, size - (sums[end + 1] - sums[end]))
            begin = bisect_left(sums, sums[end] - kept, begin, end) if kept >= 0 else end
        new = end
    return rows


def _chunks(source: Source, settings: SplitSettings, parts: Parts, rows: _Merge) -> Chunks:
    begins, lasts = np.array(rows, np.int64).reshape(-1, 2).T
    starts, ends, cuts = parts.starts[begins], parts.ends[lasts - 1], parts.cuts[lasts - 1]
    if not settings.keep_whitespaces:
        starts, ends = stripped(source, starts, ends)
    filled = ends > starts
    return chunks_of(source, settings, Spans(starts[filled], ends[filled], cuts[filled]))
