"""Documents to chunks, one module a strategy."""

from __future__ import annotations

from chunkforge.chunks import Chunks
from chunkforge.document import Document
from chunkforge.errors import SettingsError
from chunkforge.settings import SplitSettings
from chunkforge.splitters.advice import advice
from chunkforge.splitters.chonkie import split_chonkie_recursively, split_chonkie_sentences, split_chonkie_tokens
from chunkforge.splitters.fixed import split_fixed
from chunkforge.splitters.haystack import split_haystack_passages, split_haystack_words
from chunkforge.splitters.heading import split_headings
from chunkforge.splitters.langchain_markdown import split_langchain_markdown
from chunkforge.splitters.langchain_token import split_langchain_tokens
from chunkforge.splitters.llamaindex import split_llamaindex_sentences, split_llamaindex_tokens
from chunkforge.splitters.options import OPTIONS, Option
from chunkforge.splitters.prose import (
    split_pages,
    split_paragraphs,
    split_recursive_sentences,
    split_sections,
    split_sentences,
)
from chunkforge.splitters.records import split_records
from chunkforge.splitters.recursive import split_recursive
from chunkforge.splitters.source import Source
from chunkforge.splitters.source_code import source_language
from chunkforge.splitters.strategy import Strategy
from chunkforge.splitters.structured import data_format
from chunkforge.tokenizers.base import Tokenizer

__all__ = [
    "OPTIONS",
    "STRATEGIES",
    "Option",
    "Source",
    "Strategy",
    "advice",
    "data_format",
    "source_language",
    "split",
    "split_source",
    "unit_of",
]

_LANGCHAIN = "langchain-text-splitters 1.1.3"
_LLAMAINDEX = "llama-index-core 0.14.25"
_CHONKIE = "chonkie 1.7.0"
_HAYSTACK = "haystack-ai 3.4.1"
_LENGTH = ("length",)
_RECURSIVE = ("length", "separators", "keep_separator", "strip_whitespace", "is_separator_regex", "language")

STRATEGIES: dict[str, Strategy] = {
    strategy.id: strategy
    for strategy in (
        Strategy("fixed", "Fixed size", split_fixed, 512, 50),
        Strategy("recursive", "Recursive (LangChain)", split_recursive, 512, 50, _LANGCHAIN, _RECURSIVE),
        Strategy("langchain-token", "TokenTextSplitter (LangChain)", split_langchain_tokens, 512, 50, _LANGCHAIN),
        Strategy(
            "langchain-markdown",
            "Markdown headers, then recursive (LangChain)",
            split_langchain_markdown,
            512,
            50,
            _LANGCHAIN,
            (*_RECURSIVE, "headers_to_split_on", "strip_headers"),
        ),
        Strategy("heading", "Heading-aware", split_headings, 512, 50),
        Strategy(
            "llamaindex-sentence",
            "SentenceSplitter (LlamaIndex)",
            split_llamaindex_sentences,
            1024,
            200,
            _LLAMAINDEX,
            ("separator", "paragraph_separator", "secondary_chunking_regex"),
        ),
        Strategy(
            "llamaindex-token",
            "TokenTextSplitter (LlamaIndex)",
            split_llamaindex_tokens,
            1024,
            20,
            _LLAMAINDEX,
            ("separator", "backup_separators", "keep_whitespaces"),
        ),
        Strategy("chonkie-token", "TokenChunker (Chonkie)", split_chonkie_tokens, 2048, 0, _CHONKIE, _LENGTH),
        Strategy("chonkie-sentence", "SentenceChunker (Chonkie)", split_chonkie_sentences, 2048, 0, _CHONKIE, _LENGTH),
        Strategy(
            "chonkie-recursive", "RecursiveChunker (Chonkie)", split_chonkie_recursively, 2048, 0, _CHONKIE, _LENGTH
        ),
        Strategy(
            "haystack-word",
            "DocumentSplitter by word (Haystack)",
            split_haystack_words,
            200,
            0,
            _HAYSTACK,
            ("split_threshold",),
            unit="words",
        ),
        Strategy(
            "haystack-passage",
            "DocumentSplitter by passage (Haystack)",
            split_haystack_passages,
            1,
            0,
            _HAYSTACK,
            ("split_threshold",),
            unit="passages",
        ),
        Strategy("sentence", "Sentences", split_sentences, 512, 50),
        Strategy("paragraph", "Paragraphs", split_paragraphs, 512, 50, options=("keep_paragraphs",)),
        Strategy("sections", "Sections", split_sections, 512, 50),
        Strategy("recursive-sentence", "Recursive with sentences", split_recursive_sentences, 512, 50),
        Strategy("records", "Records of data", split_records, 512, 0),
        Strategy("pages", "Page-aware", split_pages, 512, 50),
    )
}


def split(document: Document, tokenizer: Tokenizer, settings: SplitSettings) -> Chunks:
    """Split a document once; for many settings make one `Source` and call `split_source`.

    Args:
        document: what is split.
        tokenizer: the boundary tokenizer, which decides what a size of 512 tokens means.
        settings: the strategy and its options.

    Returns:
        The chunks.

    Raises:
        SettingsError: the strategy is unknown, or does not take one of the options.
    """
    return split_source(Source(document, tokenizer), settings)


def split_source(source: Source, settings: SplitSettings) -> Chunks:
    """Split a document that was tokenised before; what does not depend on the size is kept in the source.

    Args:
        source: the document under its boundary tokenizer.
        settings: the strategy and its options.

    Returns:
        The chunks.

    Raises:
        SettingsError: the strategy is unknown, or does not take one of the options.
    """
    strategy = STRATEGIES.get(settings.strategy)
    if strategy is None:
        raise SettingsError(
            "settings.strategy",
            "There is no strategy called {strategy}. Choose one of {known}.",
            strategy=settings.strategy,
            known=", ".join(STRATEGIES),
        )
    taken = {*strategy.options, "length"} if settings.length == "tokens" else {*strategy.options}
    foreign = [name for name in ("length", *settings.options()) if name not in taken]
    if foreign:
        raise SettingsError(
            "settings.option",
            "{strategy} has no option called {options}. Leave it out, or choose another strategy.",
            strategy=strategy.label,
            options=", ".join(foreign),
        )
    return strategy.split(source, settings)


def unit_of(settings: SplitSettings) -> str:
    """Name what the size of a setting counts: `tokens`, `characters`, `words` and so on."""
    return "characters" if settings.length == "characters" else STRATEGIES[settings.strategy].unit
