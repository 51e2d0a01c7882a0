"""What a reader should know of a split: plain sentences, each with what to do."""

from __future__ import annotations

from collections.abc import Iterator

from chunkforge.chunks import Chunks
from chunkforge.notice import Notice, counted
from chunkforge.settings import SplitSettings
from chunkforge.splitters.source_code import source_language
from chunkforge.splitters.structured import data_format

_MOST_OVERLAP = 0.30


def advice(settings: SplitSettings, chunks: Chunks, context_length: int | None = None) -> tuple[Notice, ...]:
    """Tell what the reader should know of a split.

    Args:
        settings: what was asked for.
        chunks: what came of it.
        context_length: the most tokens that the embedding model reads, where that is known.

    Returns:
        The sentences, the split's own first.
    """
    return (*chunks.notices, *_of_sizes(settings, chunks, context_length), *_of_document(settings, chunks))


def _of_sizes(settings: SplitSettings, chunks: Chunks, context_length: int | None) -> Iterator[Notice]:
    if settings.overlap > _MOST_OVERLAP * settings.size:
        yield Notice(
            "advice.overlap",
            "The overlap is {share} % of the size. Above 30 % most text is embedded several times and near-copies "
            "crowd the results. 10 to 20 % is usual.",
            share=round(100 * settings.overlap / settings.size),
        )
    if settings.overlap and len(chunks) > 1 and not chunks.overlaps.any():
        yield Notice(
            "advice.no-overlap",
            "No two chunks overlap, although {overlap} was asked for: no piece that could be repeated is that short. "
            "Choose a larger overlap, or separators that leave shorter pieces.",
            overlap=settings.overlap,
        )
    over = int(chunks.over_limit.sum())
    if over:
        yield Notice(
            "advice.over-limit",
            "Over the size, as this splitter leaves it: {over} of {chunks}. Check that your model reads {longest} "
            "tokens, or choose finer separators.",
            over=over,
            chunks=counted(len(chunks), "chunk", "chunks"),
            count=len(chunks),
            longest=int(chunks.tokens[chunks.over_limit].max()),
        )
    cut = 0 if context_length is None else int((chunks.tokens > context_length).sum())
    if context_length is not None and cut:
        yield Notice(
            "advice.context",
            "Of {chunks} the model reads only the first {context} tokens. What is beyond is not embedded. Choose a "
            "size of {context} or less.",
            chunks=counted(cut, "chunk", "chunks"),
            count=cut,
            context=context_length,
        )


def _of_document(settings: SplitSettings, chunks: Chunks) -> Iterator[Notice]:
    kind = data_format(chunks.document)
    if kind is not None and settings.strategy != "records":
        yield Notice(
            "advice.records",
            "{name} holds records ({format}). A text splitter cuts them apart. Choose the strategy for records to keep "
            "them whole.",
            name=chunks.document.name,
            format=kind.upper(),
        )
    language = None if kind is not None else source_language(chunks.document)
    if language is not None and settings.language is None:
        yield Notice(
            "advice.language",
            "{name} looks like source code. The recursive splitter with language={language} cuts at functions and "
            "classes first.",
            name=chunks.document.name,
            language=language,
        )
