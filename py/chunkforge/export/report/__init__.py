"""The report: one page to send on, which runs nothing and loads nothing.

It holds settings, figures, file names and queries. Text of the documents, headings included, only where it was asked
for. Nothing in it says which setting is best.
"""

from __future__ import annotations

from collections.abc import Iterator

from chunkforge.export.excess import excess
from chunkforge.export.naming import named
from chunkforge.export.outgoing import Outgoing
from chunkforge.export.readme import estimate_note, made_from, quotes_note
from chunkforge.export.report.chart import chart
from chunkforge.export.report.comparison import comparison
from chunkforge.export.report.html import Html, element, joined, quoted
from chunkforge.export.report.per_query import per_query
from chunkforge.export.report.scorers import scorers
from chunkforge.export.report.style import STYLE
from chunkforge.export.words import scorer, setting, sized, strategy
from chunkforge.splitters import STRATEGIES

POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def report(outgoing: Outgoing) -> str:
    """Write the page.

    Args:
        outgoing: the session.

    Returns:
        HTML, complete in itself, in the language of the session.
    """
    phrases = outgoing.phrases
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", f"chunkforge: {setting(outgoing.present.settings, phrases)}"),
        element("style", Html(STYLE)),
    )
    body = element("body", element("main", *_parts(outgoing)))
    return f"<!doctype html>\n{element('html', head, body, lang=phrases.language)}\n"


def _parts(outgoing: Outgoing) -> Iterator[Html]:
    say, present = outgoing.phrases.say, outgoing.present
    yield element("h1", say("report.title"))
    yield element("p", f"{say('report.holds')} {quotes_note(outgoing)}", class_="soft")
    yield element("p", " ".join(_summary(outgoing)))
    yield element("p", say("help.chance"), class_="soft") if present.answers_asked else Html()
    yield element("h2", say("compare.column.setting"))
    yield element("dl", *(joined(element("dt", term), element("dd", value)) for term, value in _settings(outgoing)))
    yield element("p", note, class_="soft") if (note := estimate_note(outgoing)) else Html()
    yield element("h2", say("report.comparison"))
    yield comparison(outgoing)
    yield chart(outgoing.rows, present, outgoing.phrases)
    yield element("h2", say("scorers.title"))
    yield scorers(outgoing)
    yield element("h2", say("report.queries"))
    yield per_query(outgoing)
    yield element("h2", say("report.made-from"))
    yield element("ul", *(element("li", quoted(line)) for line in made_from(outgoing)))


def _summary(outgoing: Outgoing) -> Iterator[str]:
    present, phrases = outgoing.present, outgoing.phrases
    if present.chance_level is None:
        yield phrases.say("report.unclaimed")
    else:
        chance = phrases.percent(present.chance_level)
        yield phrases.say("report.found", found=present.answers_found, count=present.answers_asked, chance=chance)
    yield phrases.say(
        "report.cost",
        tokens=phrases.say("count.tokens", count=present.retrieved_tokens),
        chunks=phrases.say("count.chunks", count=present.n_chunks),
        embed=phrases.say("count.tokens", count=present.tokens_to_embed),
    )
    if told := excess(present, phrases):
        yield told
    if present.unranked:
        key = "summary.unranked" if present.missed_unranked else "summary.unranked-unmarked"
        yield phrases.say(key, count=present.unranked)
    if present.chance_level is not None and present.k == 0:
        yield phrases.say("report.k-none")
    elif present.chance_level is not None and present.k >= present.n_chunks:
        yield phrases.say("report.k-all")


def _settings(outgoing: Outgoing) -> Iterator[tuple[str, str]]:
    present, phrases = outgoing.present, outgoing.phrases
    say, settings = phrases.say, present.settings
    name, library = strategy(settings, phrases), STRATEGIES[settings.strategy].library
    yield say("settings.strategy"), say("report.library", strategy=name, library=library) if library else name
    yield say("settings.size"), sized(settings.size, settings, phrases)
    overlap = sized(settings.overlap, settings, phrases) if settings.has_overlap else say("settings.overlap.none")
    yield say("settings.overlap"), overlap
    for option, value in settings.options().items():
        yield option, repr(value)
    tokens, chunks = say("count.tokens", count=present.budget), say("count.chunks", count=present.k)
    yield say("compare.column.budget"), say("report.budget", tokens=tokens, chunks=chunks)
    yield say("settings.tokenizer"), quoted(named(outgoing.tokenizer.name, phrases))
    yield say("settings.scorer"), scorer(present.scorer, phrases)
    for document in outgoing.documents.values():
        sizes = [say("count.characters", count=len(document.text))]
        if len(document.page_starts):
            sizes.append(say("documents.pages", count=len(document.page_starts)))
        yield say("reader.title"), joined(quoted(document.name), ", ", ", ".join(sizes))
