"""Where the text of exported chunks is not what stands in the document from `start` to `end`, and why."""

from __future__ import annotations

from collections.abc import Iterator

from chunkforge.corpus import CorpusChunks

_TOKENS = "the library decodes windows of tokens, and one that begins or ends inside a character shows U+FFFD there"
_JOINED = "the library joins pieces with its own separator and without the white space around them"
PREFIXES = {"heading": "the trail of headings", "records": "the header of its table"}
REWRITTEN = {
    "recursive": _JOINED,
    "langchain-markdown": "the library strips each line, joins lines anew and leaves out header lines and empty ones",
    "langchain-token": _TOKENS,
    "chonkie-token": _TOKENS,
    "chonkie-recursive": _TOKENS,
}


def slices(corpus: CorpusChunks, strategy: str) -> str:
    """Say how the text of the chunks relates to the documents.

    Args:
        corpus: all documents under the exported setting.
        strategy: the id of its strategy.

    Returns:
        Sentences with the numbers of chunks.
    """
    return " ".join(_sentences(corpus, strategy))


def _sentences(corpus: CorpusChunks, strategy: str) -> Iterator[str]:
    n = len(corpus)
    rewritten = sum(chunks.text(i) != chunks.source(i) for chunks in corpus.parts for i in chunks.replaced)
    prefixed = sum(
        bool(chunks.prefix(i)) and i not in chunks.replaced for chunks in corpus.parts for i in range(len(chunks))
    )
    if prefixed:
        yield (
            f"In {prefixed:,} of {n:,} chunks text begins with {PREFIXES[strategy]}, which start and end leave out; "
            "what follows it is the document from start to end."
        )
    if rewritten:
        yield (
            f"In {rewritten:,} of {n:,} chunks text is not the document from start to end, because "
            f"{REWRITTEN[strategy]}; start and end are the stretch that it was made from."
        )
    if not prefixed and not rewritten:
        yield "In every chunk text is the document from start to end."
