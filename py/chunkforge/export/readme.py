"""What stands in each exported file, and in which unit."""

from __future__ import annotations

import textwrap

from chunkforge.export.configurations import leaves_with_configuration
from chunkforge.export.configurations.heading import CONFIGURATION
from chunkforge.export.excess import excess
from chunkforge.export.naming import named
from chunkforge.export.outgoing import Outgoing
from chunkforge.export.slices import slices
from chunkforge.export.visible import visible

TEXT = """chunkforge export

Setting: {settings}
Boundary tokenizer: {tokenizer}
{estimate}{over}
report.html      the whole result as one page that loads nothing and runs nothing: settings, comparison, chart, every
                 query. It holds file names and queries. {quotes}
comparison.csv   one setting a line, UTF-8. strategy, size and overlap, both in unit. options: what the strategy takes
                 beside them, JSON. scorer: what ranked the chunks. budget_tokens: tokens that retrieval may spend on a
                 query. k: chunks retrieved, floor(budget / size); where size counts no tokens, their mean number in a
                 chunk stands for it. n_chunks: chunks in the index. answers_found of answers_asked: marked spans that
                 a retrieved chunk overlaps. chance_level: share, 0 to 1, that k chunks picked at random would find.
                 retrieved_tokens_a_query: tokens, mean; where no chunk can be
                 ranked for a query, 0, and its answers count as missed. tokens_to_embed: tokens of all chunks together.
                 Empty cells: nothing was marked. boundary_tokenizer: what counted the tokens. An apostrophe stands
                 before a cell that a spreadsheet would take for a formula. The setting above is there once a scorer.
                 Lines of different tokenizers are not to be compared.
labels.jsonl     one query a line: question, and references with document, content, start_index and end_index (code
                 points, end exclusive). Holds the marked text. Imported again, it gives the same queries and marks.
chunks.jsonl     one chunk a line: id, document, start, end, pageStart, pageEnd, tokens, headings, text.
                 start and end count Unicode code points in the document's canonical text (line feeds only, no
                 byte-order mark), end exclusive. They come from the splitting itself, not from a search, so they are
                 right where a text repeats.
{slices}
                 tokens counts the text with the boundary tokenizer, without special tokens.
                 pageStart and pageEnd count from 1; null where the source has no pages. tokensEstimated is true where
                 tokens are an estimate, else it is not there. Holds the whole text.
chunks.json      the same as one JSON array.
{configurations}

Made from
{made_from}
"""
INDENT = " " * 17
ESTIMATE = """Its counts are an estimate, no model's: measure again with your model's tokenizer before you use them.
"""
NO_SPLITTER = (
    "No stock splitter makes this strategy's chunks, so it leaves with its chunks only, without a configuration."
)
NO_ESTIMATE = "There is no configuration file, because a splitter would count with a real tokenizer."
QUOTES = {True: "It quotes marked passages and retrieved chunks.", False: "It holds no other text of the documents."}


HEADINGS = """
headings.json    where the headings of each document stand: start, end (code points), level, title. A PDF, a Word file
                 and HTML show none in their text, so the configuration reads them here, by the SHA-256 of the text. In
                 any other text it looks for headings as Markdown writes them, and gives other chunks where it finds
                 others.
texts/           the documents' canonical texts, whole. The configuration makes exactly the chunks of chunks.jsonl from
                 them."""


def readme(outgoing: Outgoing, *, configurations: list[str]) -> str:
    """Describe an export.

    Args:
        outgoing: the session.
        configurations: file names of the splitter configurations in the export.

    Returns:
        The text of `README.txt`.
    """
    tokenizer, strategy = outgoing.tokenizer, outgoing.present.settings.strategy
    listed = "\n".join(f"{name:<16} the same splitter with these numbers filled in." for name in configurations)
    if CONFIGURATION in configurations:
        listed += HEADINGS
    return TEXT.format(
        settings=visible(str(outgoing.present.settings)),
        tokenizer=visible(named(tokenizer.name)),
        estimate="" if tokenizer.exact else ESTIMATE,
        over=f"{told}\n" if (told := excess(outgoing.present)) else "",
        slices=textwrap.fill(slices(outgoing.corpus, strategy), 120, initial_indent=INDENT, subsequent_indent=INDENT),
        quotes=QUOTES[outgoing.with_text],
        configurations=listed or (NO_ESTIMATE if leaves_with_configuration(strategy) else NO_SPLITTER),
        made_from="\n".join(made_from(outgoing)),
    )


def made_from(outgoing: Outgoing) -> list[str]:
    """List what the figures depend on: our version, and each file with its SHA-256."""
    from chunkforge import __version__  # noqa: PLC0415 - the package is complete only when this is called

    files = [f"{file.what}: {visible(file.name)}, SHA-256 {file.sha256}" for file in outgoing.files]
    return [f"chunkforge {__version__}", *files]
