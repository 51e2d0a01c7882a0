"""The real splitters, set as our settings say, each as a function from a text to its chunks."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import tiktoken
from langchain_text_splitters import (
    Language,
    MarkdownHeaderTextSplitter,
    RecursiveCharacterTextSplitter,
    TokenTextSplitter,
)
from langchain_text_splitters.base import Tokenizer as TokenFunctions
from langchain_text_splitters.base import split_text_on_tokens

from chunkforge.settings import SplitSettings
from chunkforge.splitters.langchain_markdown import DEFAULT_HEADERS

Splitter = Callable[[str], list[str]]


@dataclass(frozen=True)
class Counter:
    """How a library is told to count tokens: `encode` gives ids, `encoding` is tiktoken's own where there is one."""

    name: str
    encode: Callable[[str], list[int]]
    encoding: tiktoken.Encoding | None = None

    @cached_property
    def count(self) -> Callable[[str], int]:
        """The number of tokens; texts come again and again from setting to setting."""
        return lru_cache(maxsize=1 << 18)(lambda text: len(self.encode(text)))


def library(settings: SplitSettings, counter: Counter) -> Splitter:
    """Set up the real splitter of a setting."""
    logging.getLogger("langchain_text_splitters").setLevel(logging.ERROR)
    logging.getLogger("llama_index").setLevel(logging.CRITICAL)
    return MAKERS[settings.strategy](settings, counter)


def _given(settings: SplitSettings, *names: str) -> dict[str, object]:
    values = settings.options()
    return {
        name: list(values[name]) if isinstance(values[name], tuple) else values[name]
        for name in names
        if name in values
    }


def _length(settings: SplitSettings, counter: Counter) -> Callable[[str], int]:
    return len if settings.length == "characters" else counter.count


def _recursive(settings: SplitSettings, counter: Counter) -> Splitter:
    shared = {
        "chunk_size": settings.size,
        "chunk_overlap": settings.overlap,
        "length_function": _length(settings, counter),
        **_given(settings, "separators", "keep_separator", "strip_whitespace", "is_separator_regex"),
    }
    if settings.language:
        return RecursiveCharacterTextSplitter.from_language(Language(settings.language), **shared).split_text
    return RecursiveCharacterTextSplitter(**shared).split_text


def _markdown(settings: SplitSettings, counter: Counter) -> Splitter:
    headers = [(mark, f"Header {len(mark)}") for mark in settings.headers_to_split_on or DEFAULT_HEADERS]
    sections = MarkdownHeaderTextSplitter(headers, **_given(settings, "strip_headers"))
    recursive = RecursiveCharacterTextSplitter(
        chunk_size=settings.size, chunk_overlap=settings.overlap, length_function=_length(settings, counter)
    )
    return lambda text: [chunk.page_content for chunk in recursive.split_documents(sections.split_text(text))]


def _tokens(settings: SplitSettings, counter: Counter) -> Splitter:
    encoding = counter.encoding
    assert encoding is not None
    # What TokenTextSplitter(...).split_text does, without looking the encoding up by name on the network.
    assert TokenTextSplitter.split_text.__module__ == split_text_on_tokens.__module__
    functions = TokenFunctions(settings.overlap, settings.size, encoding.decode, counter.encode)
    return lambda text: split_text_on_tokens(text=text, tokenizer=functions)


def _llamaindex(settings: SplitSettings, counter: Counter) -> Splitter:
    from llama_index.core.node_parser import SentenceSplitter, TokenTextSplitter  # noqa: PLC0415 (slow to import)

    kind = SentenceSplitter if settings.strategy == "llamaindex-sentence" else TokenTextSplitter
    names = "separator", "paragraph_separator", "secondary_chunking_regex", "backup_separators", "keep_whitespaces"
    splitter = kind(
        chunk_size=settings.size,
        chunk_overlap=settings.overlap,
        tokenizer=counter.encode,
        **_given(settings, *names),
    )
    return lambda text: [chunk for chunk in splitter.split_text(text) if chunk]  # "" gives one chunk without text


def _chonkie(settings: SplitSettings, counter: Counter) -> Splitter:
    from chonkie import RecursiveChunker, SentenceChunker, TokenChunker  # noqa: PLC0415 (slow to import)

    tokenizer = "character" if settings.length == "characters" else counter.encoding or counter.count
    if settings.strategy == "chonkie-recursive":
        chunker = RecursiveChunker(tokenizer, chunk_size=settings.size)
    else:
        kind = TokenChunker if settings.strategy == "chonkie-token" else SentenceChunker
        chunker = kind(tokenizer, chunk_size=settings.size, chunk_overlap=settings.overlap)
    return lambda text: [chunk.text for chunk in chunker.chunk(text)]


def _haystack(settings: SplitSettings, _: Counter) -> Splitter:
    os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"
    from haystack import Document  # noqa: PLC0415 (slow to import)
    from haystack.components.preprocessors import DocumentSplitter  # noqa: PLC0415

    splitter = DocumentSplitter(
        split_by=settings.strategy.removeprefix("haystack-"),
        split_length=settings.size,
        split_overlap=settings.overlap,
        **_given(settings, "split_threshold"),
    )
    return lambda text: [found.content for found in splitter.run([Document(content=text)])["documents"] if text]


MAKERS: dict[str, Callable[[SplitSettings, Counter], Splitter]] = {
    "recursive": _recursive,
    "langchain-markdown": _markdown,
    "langchain-token": _tokens,
    "llamaindex-sentence": _llamaindex,
    "llamaindex-token": _llamaindex,
    "chonkie-token": _chonkie,
    "chonkie-sentence": _chonkie,
    "chonkie-recursive": _chonkie,
    "haystack-word": _haystack,
    "haystack-passage": _haystack,
}
