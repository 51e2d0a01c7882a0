"""Where the text of exported chunks is not what stands in the document from `start` to `end`, and why."""

from __future__ import annotations

from collections.abc import Iterator

from chunkforge.corpus import CorpusChunks
from chunkforge.export.phrases import Phrases

REWRITTEN = {
    "recursive": "joined",
    "langchain-markdown": "markdown",
    "langchain-token": "tokens",
    "chonkie-token": "tokens",
    "chonkie-recursive": "tokens",
}


def slices(corpus: CorpusChunks, strategy: str, phrases: Phrases) -> str:
    """Say how the text of the chunks relates to the documents.

    Args:
        corpus: all documents under the exported setting.
        strategy: the id of its strategy.
        phrases: the language.

    Returns:
        Sentences with the numbers of chunks.
    """
    return " ".join(_sentences(corpus, strategy, phrases))


def _sentences(corpus: CorpusChunks, strategy: str, phrases: Phrases) -> Iterator[str]:
    n = len(corpus)
    rewritten = sum(chunks.text(i) != chunks.source(i) for chunks in corpus.parts for i in chunks.replaced)
    prefixed = sum(
        bool(chunks.prefix(i)) and i not in chunks.replaced for chunks in corpus.parts for i in range(len(chunks))
    )
    if prefixed:
        yield phrases.say(f"readme.prefix.{strategy}", count=prefixed, chunks=n)
    if rewritten:
        why = phrases.say(f"readme.why.{REWRITTEN[strategy]}")
        yield phrases.say("readme.rewritten", count=rewritten, chunks=n, why=why)
    if not prefixed and not rewritten:
        yield phrases.say("readme.slices")
