"""Documents to chunks, one module a strategy."""

from __future__ import annotations

from chunkforge.chunks import Chunks
from chunkforge.document import Document
from chunkforge.errors import SettingsError
from chunkforge.settings import SplitSettings
from chunkforge.splitters.recursive import split_recursive
from chunkforge.splitters.source import Source
from chunkforge.splitters.strategy import Strategy
from chunkforge.tokenizers.base import Tokenizer

__all__ = ["STRATEGIES", "Source", "Strategy", "split", "split_source"]

_LANGCHAIN = "langchain-text-splitters 1.1.3"

STRATEGIES: dict[str, Strategy] = {
    strategy.id: strategy
    for strategy in (
        Strategy(
            id="recursive",
            label="Recursive (LangChain)",
            split=split_recursive,
            size=512,
            overlap=50,
            library=_LANGCHAIN,
            options=("length", "separators", "keep_separator", "strip_whitespace", "is_separator_regex", "language"),
        ),
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
    return strategy.split(source, settings)
