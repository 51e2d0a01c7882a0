"""Every query under the exported setting: found or missed, at which rank, for how many tokens, beside chance."""

from __future__ import annotations

from collections.abc import Iterator

from chunkforge.export.outgoing import Outgoing
from chunkforge.export.phrases import Phrases
from chunkforge.export.report.html import Html, element, joined, quoted
from chunkforge.export.words import NONE
from chunkforge.labels import Mark, Query
from chunkforge.measure import chance_of_hit
from chunkforge.measurement import QueryResult

HEADS = ("report.query", "compare.column.found", "report.chance", "report.rank", "report.retrieved")


def per_query(outgoing: Outgoing) -> Html:
    """Write a row a query; what it quotes of the documents is let in by `outgoing.with_text` alone."""
    results = {result.query: result for result in outgoing.present.queries}
    pairs = [(query, results[query.id]) for query in outgoing.queries if query.id in results]
    if not pairs:
        return element("p", outgoing.phrases.say("summary.retrieved.none"))
    head = element("tr", *(element("th", outgoing.phrases.say(name), scope="col") for name in HEADS))
    rows = (_row(outgoing, query, result) for query, result in pairs)
    table = element("table", element("thead", head), element("tbody", *rows), class_="queries")
    quotes = joined(*(_quotes(outgoing, *pair) for pair in pairs)) if outgoing.with_text else Html()
    return joined(element("div", table, class_="wide", tabindex=0), quotes)


def _row(outgoing: Outgoing, query: Query, result: QueryResult) -> Html:
    n, k = outgoing.present.n_chunks, outgoing.present.k
    chances = [chance_of_hit(n, len(outgoing.corpus.hits(mark)), k) for mark in query.marks]
    asked = len(query.marks)
    phrases = outgoing.phrases
    cells = (
        phrases.say("compare.found.value", found=sum(result.found), asked=asked)
        if asked
        else phrases.say("queries.unmarked"),
        phrases.percent(sum(chances) / asked) if asked else NONE,
        _rank(result, n, phrases),
        phrases.whole(result.retrieved_tokens),
    )
    return element("tr", element("th", quoted(query.text), scope="row"), *(element("td", cell) for cell in cells))


def _rank(result: QueryResult, n: int, phrases: Phrases) -> str:
    if result.first_hit_rank:
        return phrases.say("compare.k.value", k=result.first_hit_rank, chunks=n)
    return NONE if result.ranked else phrases.say("queries.no-rank")


def _quotes(outgoing: Outgoing, query: Query, result: QueryResult) -> Html:
    return element(
        "section",
        element("h3", quoted(query.text)),
        *_marked(outgoing, query, result),
        element("h4", outgoing.phrases.say("report.chunks")) if result.retrieved else Html(),
        element("ol", *(element("li", *_chunk(outgoing, number)) for number in result.retrieved)),
    )


def _marked(outgoing: Outgoing, query: Query, result: QueryResult) -> Iterator[Html]:
    if query.marks:
        yield element("h4", outgoing.phrases.say("report.marked"))
    for mark, found in zip(query.marks, result.found, strict=True):
        text = outgoing.documents[mark.document].text[mark.start : mark.end]
        yield element(
            "p", outgoing.phrases.say("marks.found" if found else "marks.missed"), ", ", quoted(_place(outgoing, mark))
        )
        yield element("pre", text)


def _chunk(outgoing: Outgoing, number: int) -> Iterator[Html]:
    document, place = outgoing.corpus.locate(number)
    chunks = outgoing.corpus.chunks_of(document)
    start, end = int(chunks.starts[place]), int(chunks.ends[place])
    tokens = outgoing.phrases.say("count.tokens", count=int(chunks.tokens[place]))
    yield element("p", quoted(_place(outgoing, Mark(document, start, end))), f", {tokens}")
    if headings := chunks.headings(place):
        yield element("p", quoted(" \u203a ".join(headings)), class_="soft")
    yield element("pre", chunks.text(place))


def _place(outgoing: Outgoing, span: Mark) -> str:
    document = outgoing.documents[span.document]
    pages = document.page_range(span.start, span.end)
    say = outgoing.phrases.say
    name = say("report.place", document=document.name, start=span.start, end=span.end)
    if pages is None:
        return name
    first, last = pages
    on = say("ranking.page", page=first) if first == last else say("ranking.pages", page=first, last=last)
    return f"{name}, {on}"
