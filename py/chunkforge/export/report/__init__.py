"""The report: one page to send on, which runs nothing and loads nothing.

It holds settings, figures, file names and queries. Text of the documents, headings included, only where it was asked
for. Nothing in it says which setting is best.
"""

from __future__ import annotations

from collections.abc import Iterator

from chunkforge.export.excess import excess
from chunkforge.export.naming import named
from chunkforge.export.outgoing import Outgoing
from chunkforge.export.readme import ESTIMATE, QUOTES, made_from
from chunkforge.export.report.chart import chart
from chunkforge.export.report.comparison import comparison
from chunkforge.export.report.html import Html, element, joined, quoted
from chunkforge.export.report.per_query import per_query
from chunkforge.export.report.scorers import scorers
from chunkforge.export.report.style import STYLE
from chunkforge.export.report.words import SCORERS, percent, setting, whole
from chunkforge.measurement import Measurement
from chunkforge.notice import counted
from chunkforge.splitters import STRATEGIES, unit_of

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
CHANCE = (
    "The chance level is what retrieving as many chunks at random would find. A figure means little unless it stands "
    "well above it."
)


def report(outgoing: Outgoing) -> str:
    """Write the page.

    Args:
        outgoing: the session.

    Returns:
        HTML, complete in itself.
    """
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", f"chunkforge: {setting(outgoing.present.settings)}"),
        element("style", Html(STYLE)),
    )
    body = element("body", element("main", *_parts(outgoing)))
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"


def _parts(outgoing: Outgoing) -> Iterator[Html]:
    present = outgoing.present
    yield element("h1", "How well these documents are retrieved")
    yield element("p", f"This page holds figures, file names and queries. {QUOTES[outgoing.with_text]}", class_="soft")
    yield element("p", _summary(outgoing))
    yield element("p", CHANCE, class_="soft") if present.answers_asked else Html()
    yield element("h2", "Setting")
    yield element("dl", *(joined(element("dt", term), element("dd", value)) for term, value in _settings(outgoing)))
    yield element("p", ESTIMATE, class_="soft") if not outgoing.tokenizer.exact else Html()
    yield element("h2", "Comparison")
    yield comparison(outgoing)
    yield chart(outgoing.rows, present)
    yield element("h2", "Scorers side by side")
    yield scorers(outgoing)
    yield element("h2", "Queries under this setting")
    yield per_query(outgoing)
    yield element("h2", "Made from")
    yield element("ul", *(element("li", quoted(line)) for line in made_from(outgoing)))


def _summary(outgoing: Outgoing) -> str:
    present = outgoing.present
    cost = (
        f"{whole(present.retrieved_tokens)} tokens a query, {counted(present.n_chunks, 'chunk', 'chunks')}, "
        f"{whole(present.tokens_to_embed)} tokens to embed."
    )
    over = f" {told}" if (told := excess(present)) else ""
    if present.chance_level is None:
        return f"Nothing is marked, so nothing is claimed. {cost}{over}{_unranked(present)}"
    arithmetic = ""
    if present.k == 0:
        arithmetic = " Not one chunk fits the budget, so nothing can be found."
    elif present.k >= present.n_chunks:
        arithmetic = " Every chunk fits the budget, so everything is found by arithmetic."
    asked = counted(present.answers_asked, "answer", "answers")
    found = f"{present.answers_found} of {asked} found, chance level {percent(present.chance_level)}."
    return f"{found} {cost}{over}{_unranked(present)}{arithmetic}"


def _unranked(present: Measurement) -> str:
    if not present.unranked:
        return ""
    queries = counted(present.unranked, "query", "queries")
    missed = "marked answers count as missed there, and retrieved tokens as 0"
    effect = missed if present.missed_unranked else "retrieved tokens count as 0 there"
    return f" No chunk can be ranked for {queries}: {effect}."


def _settings(outgoing: Outgoing) -> Iterator[tuple[str, str]]:
    present = outgoing.present
    settings = present.settings
    strategy = STRATEGIES[settings.strategy]
    yield "Strategy", strategy.label + (f", as {strategy.library} splits" if strategy.library else "")
    yield "Size", f"{whole(settings.size)} {unit_of(settings)}"
    yield (
        "Overlap",
        f"{whole(settings.overlap)} {unit_of(settings)}" if settings.has_overlap else "the strategy has none",
    )
    for name, value in settings.options().items():
        yield name, repr(value)
    yield "Budget", f"{whole(present.budget)} tokens a query, so {counted(present.k, 'chunk', 'chunks')}"
    yield "Boundary tokenizer", quoted(named(outgoing.tokenizer.name))
    yield "Scorer", SCORERS.get(present.scorer, present.scorer)
    for document in outgoing.documents.values():
        pages = f", {counted(len(document.page_starts), 'page', 'pages')}" if len(document.page_starts) else ""
        yield "Document", joined(quoted(document.name), f", {whole(len(document.text))} characters{pages}")
