"""What stands in each exported file, and in which unit."""

from __future__ import annotations

from chunkforge.export.naming import named
from chunkforge.settings import SplitSettings
from chunkforge.tokenizers import Tokenizer

TEXT = """chunkforge export

Setting: {settings}
Boundary tokenizer: {tokenizer}
{estimate}
chunks.jsonl     one chunk a line: id, document, start, end, pageStart, pageEnd, tokens, headings, text.
                 start and end count Unicode code points in the document's canonical text (line feeds only, no
                 byte-order mark), end exclusive. They come from the splitting itself, not from a search, so they are
                 right where a text repeats. tokens counts the text with the boundary tokenizer, without special tokens.
                 pageStart and pageEnd count from 1; null where the source has no pages. tokensEstimated is true where
                 tokens are an estimate, else it is not there.
comparison.csv   one setting a line. budget_tokens: what retrieval may spend on a query. k = floor(budget / size).
                 answers_found of answers_asked marked spans were overlapped by a retrieved chunk. chance_level: the
                 share that k chunks picked at random would find. retrieved_tokens_a_query: mean. Empty cells: nothing
                 was marked. boundary_tokenizer: what counted the tokens.
{configurations}
"""
ESTIMATE = """Its counts are an estimate, no model's: measure again with your model's tokenizer before you use them.
"""
NO_SPLITTER = "No stock splitter reproduces this setting, so there is no configuration file."
NO_ESTIMATE = "There is no configuration file, because a splitter would count with a real tokenizer."


def readme(settings: SplitSettings, tokenizer: Tokenizer, *, configurations: list[str]) -> str:
    """Describe an export.

    Args:
        settings: the exported setting.
        tokenizer: the boundary tokenizer.
        configurations: file names of the splitter configurations in the export.

    Returns:
        The text of `README.txt`.
    """
    listed = "\n".join(f"{name:<16} the same splitter with these numbers filled in." for name in configurations)
    return TEXT.format(
        settings=settings,
        tokenizer=named(tokenizer),
        estimate="" if tokenizer.exact else ESTIMATE,
        configurations=listed or (NO_SPLITTER if tokenizer.exact else NO_ESTIMATE),
    )
