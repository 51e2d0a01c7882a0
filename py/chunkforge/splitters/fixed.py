"""Token windows of one size. A boundary never falls inside a character, nor between tokens that share one."""

from __future__ import annotations

import numpy as np

from chunkforge.chunks import Chunks, Cut
from chunkforge.settings import SplitSettings
from chunkforge.splitters.arrays import Ints
from chunkforge.splitters.assemble import Spans, chunks_of
from chunkforge.splitters.characters import ink_of, inked, joined
from chunkforge.splitters.layout import Layout
from chunkforge.splitters.packing import packed
from chunkforge.splitters.rules import Rules
from chunkforge.splitters.source import Source


def split_fixed(source: Source, settings: SplitSettings) -> Chunks:
    """Split into windows of `size` tokens, each starting `overlap` tokens before the end of the one before.

    A window may hold less: where the limit falls inside a character, or where its text counts more tokens alone than
    inside the document. Windows of white space alone are left out.

    Args:
        source: the document under its boundary tokenizer.
        settings: size and overlap.

    Returns:
        The windows.
    """
    layout = source.table("windows", lambda: _windows(source))
    rules = Rules(rungs=(), limit=settings.size, overlap=settings.overlap, fences=np.empty(0, np.int32))
    found = packed(source, layout, rules, lambda some: source.tokenized.counts(some.starts, some.stops))
    ink = ink_of(source)
    filled = ink.before(found.starts) < ink.before(found.stops)
    cuts = np.where(found.cuts == Cut.HARD, np.uint8(Cut.TOKENS), found.cuts)
    spans = Spans(found.starts[filled], found.stops[filled], cuts[filled], found.tokens[filled])
    return chunks_of(source, settings, spans)


def _windows(source: Source) -> Layout:
    """Take the document apart at every token boundary that no visible character spans."""
    encoding, ink = source.tokenized.encoding, inked(source)
    if not len(ink):
        return _layout(ink, ink, ink, ink)
    n = len(encoding)
    reach = np.maximum.accumulate(encoding.ends) if n else encoding.ends
    clean = np.ones(n, np.bool_)
    clean[1:] = (reach[:-1] <= encoding.starts[1:]) & ~joined(source)[encoding.starts[1:]]
    first_tokens = np.flatnonzero(clean).astype(np.int32)
    if not n:
        return _layout(ink[:1], ink[-1:] + np.int32(1), np.zeros(1, np.int32), np.zeros(1, np.int32))
    starts = encoding.starts[first_tokens].copy()
    starts[0] = min(starts[0], ink[0])
    last_tokens = np.append(first_tokens[1:], np.int32(n))
    # Characters that no token covers (the tokenizer drops them) belong to the window before them.
    bounds = np.append(starts[1:], np.int32(len(source.document.text)))
    trailing = np.searchsorted(ink, bounds) - 1
    last_inks = np.where(trailing >= 0, ink[trailing] + 1, 0).astype(np.int32)
    ends = np.maximum(reach[last_tokens - 1], np.maximum(last_inks, starts + 1))
    return _layout(starts, np.minimum(ends, bounds), first_tokens, last_tokens)


def _layout(starts: Ints, ends: Ints, first_tokens: Ints, last_tokens: Ints) -> Layout:
    flags = np.zeros(len(starts) + 1, np.bool_)
    gaps = np.full(len(starts) + 1, Cut.HARD, np.uint8)
    return Layout(starts, ends, first_tokens, last_tokens, gaps, flags, flags, flags)
