"""Every query under the exported setting: found or missed, at which rank, for how many tokens, beside chance."""

from __future__ import annotations

from collections.abc import Iterator

from chunkforge.export.outgoing import Outgoing
from chunkforge.export.report.html import Html, element, joined, quoted
from chunkforge.export.report.words import percent, whole
from chunkforge.labels import Mark, Query
from chunkforge.measure import chance_of_hit
from chunkforge.measurement import QueryResult

HEADS = ("Query", "Answers found", "Chance level", "Rank of the first hit", "Tokens retrieved")
NONE = "\u2013"
UNRANKED = "no chunk can be ranked"


def per_query(outgoing: Outgoing) -> Html:
    """Write a row a query; what it quotes of the documents is let in by `outgoing.with_text` alone."""
    results = {result.query: result for result in outgoing.present.queries}
    pairs = [(query, results[query.id]) for query in outgoing.queries if query.id in results]
    if not pairs:
        return element("p", "There are no queries.")
    head = element("tr", *(element("th", name, scope="col") for name in HEADS))
    rows = (_row(outgoing, query, result) for query, result in pairs)
    table = element("table", element("thead", head), element("tbody", *rows), class_="queries")
    quotes = joined(*(_quotes(outgoing, *pair) for pair in pairs)) if outgoing.with_text else Html()
    return joined(element("div", table, class_="wide", tabindex=0), quotes)


def _row(outgoing: Outgoing, query: Query, result: QueryResult) -> Html:
    n, k = outgoing.present.n_chunks, outgoing.present.k
    chances = [chance_of_hit(n, len(outgoing.corpus.hits(mark)), k) for mark in query.marks]
    asked = len(query.marks)
    cells = (
        f"{sum(result.found)} of {asked}" if asked else "nothing marked",
        percent(sum(chances) / asked) if asked else NONE,
        f"{result.first_hit_rank:,} of {n:,}" if result.first_hit_rank else NONE if result.ranked else UNRANKED,
        whole(result.retrieved_tokens),
    )
    return element("tr", element("th", quoted(query.text), scope="row"), *(element("td", cell) for cell in cells))


def _quotes(outgoing: Outgoing, query: Query, result: QueryResult) -> Html:
    return element(
        "section",
        element("h3", quoted(query.text)),
        *_marked(outgoing, query, result),
        element("h4", "Retrieved chunks, best first") if result.retrieved else Html(),
        element("ol", *(element("li", *_chunk(outgoing, number)) for number in result.retrieved)),
    )


def _marked(outgoing: Outgoing, query: Query, result: QueryResult) -> Iterator[Html]:
    if query.marks:
        yield element("h4", "Marked passages")
    for mark, found in zip(query.marks, result.found, strict=True):
        text = outgoing.documents[mark.document].text[mark.start : mark.end]
        yield element("p", "found" if found else "missed", ", ", quoted(_place(outgoing, mark)))
        yield element("pre", text)


def _chunk(outgoing: Outgoing, number: int) -> Iterator[Html]:
    document, place = outgoing.corpus.locate(number)
    chunks = outgoing.corpus.chunks_of(document)
    start, end = int(chunks.starts[place]), int(chunks.ends[place])
    yield element("p", quoted(_place(outgoing, Mark(document, start, end))), f", {whole(chunks.tokens[place])} tokens")
    if headings := chunks.headings(place):
        yield element("p", quoted(" \u203a ".join(headings)), class_="soft")
    yield element("pre", chunks.text(place))


def _place(outgoing: Outgoing, span: Mark) -> str:
    document = outgoing.documents[span.document]
    pages = document.page_range(span.start, span.end)
    name = f"{document.name}, characters {span.start:,} to {span.end:,}"
    if pages is None:
        return name
    return f"{name}, p. {pages[0]}" if pages[0] == pages[1] else f"{name}, pp. {pages[0]} to {pages[1]}"
