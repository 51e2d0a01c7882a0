"""LangChain's MarkdownHeaderTextSplitter followed by its recursive splitter, as people use them together."""

from __future__ import annotations

import numpy as np

from chunkforge.chunks import Chunks, Cut
from chunkforge.document import Document
from chunkforge.settings import SplitSettings
from chunkforge.splitters.assemble import Spans, chunks_of
from chunkforge.splitters.markdown_sections import DEFAULT_HEADERS, Sections, markdown_sections
from chunkforge.splitters.recursive import recursive_spans
from chunkforge.splitters.source import Source


def split_langchain_markdown(source: Source, settings: SplitSettings) -> Chunks:
    """Split at Markdown headings, then each section recursively.

    Args:
        source: the document under its boundary tokenizer.
        settings: size, overlap, length; `headers_to_split_on`, `strip_headers`, and the recursive splitter's options.

    Returns:
        The library's chunks; `replaced` holds the text of those that it rewrote.
    """
    headers = settings.headers_to_split_on or DEFAULT_HEADERS
    strip = settings.strip_headers is not False
    sections, rewritten = source.table(
        ("markdown sections", headers, strip), lambda: _rewritten(source, headers, strip_headers=strip)
    )
    spans, replaced = recursive_spans(rewritten, settings, (sections.starts, sections.ends))
    starts = sections.origins[spans.starts]
    ends = sections.origins[spans.ends - 1] + np.int32(1)
    new, old = rewritten.document.text, source.document.text
    rows = zip(spans.starts.tolist(), spans.ends.tolist(), starts.tolist(), ends.tolist(), strict=True)
    texts = {i: new[a:b] for i, (a, b, start, end) in enumerate(rows) if new[a:b] != old[start:end]} | replaced
    cuts = np.where(spans.cuts == Cut.END, np.uint8(Cut.HEADING), spans.cuts)
    cuts[-1:] = Cut.END
    tokens = rewritten.tokenized.counts(spans.starts, spans.ends)
    tokens[list(replaced)] = [source.tokenizer.count(text) for text in replaced.values()]
    return chunks_of(source, settings, Spans(starts, ends, cuts, tokens), replaced=texts)


def _rewritten(source: Source, headers: tuple[str, ...], *, strip_headers: bool) -> tuple[Sections, Source]:
    sections = markdown_sections(source.document.text, headers, strip_headers=strip_headers)
    return sections, Source(Document(source.document.name, sections.text), source.tokenizer)
