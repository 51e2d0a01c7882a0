"""The comparison as a table: every setting tried, what it found beside its chance level, what it costs; no winner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chunkforge.export.excess import excess
from chunkforge.export.outgoing import Outgoing
from chunkforge.export.phrases import Phrases
from chunkforge.export.report.html import Html, element, joined
from chunkforge.export.words import found, row, scorer, setting
from chunkforge.measure import cheapest_complete
from chunkforge.measurement import Measurement

HEADS = (
    "compare.column.setting",
    "settings.scorer",
    "settings.budget",
    "compare.column.found",
    "report.chance",
    "report.mean",
    "compare.column.k",
    "compare.column.embed",
)


def comparison(outgoing: Outgoing) -> Html:
    """Write the rows, with the sentence on the cheapest that returned everything marked, and what is left out."""
    rows, phrases = outgoing.rows, outgoing.phrases
    head = element("tr", *(element("th", phrases.say(name), scope="col") for name in HEADS))
    shown = (_row(one, phrases) for one in rows)
    body = (element("tr", element("th", cells[0], scope="row"), *_cells(cells[1:])) for cells in shown)
    table = element("table", element("thead", head), element("tbody", *body))
    notes = (element("p", note, class_="soft") for note in _left_out(outgoing))
    return joined(element("p", _cheapest(rows, phrases)), element("div", table, class_="wide", tabindex=0), *notes)


def _left_out(outgoing: Outgoing) -> Iterator[str]:
    phrases = outgoing.phrases
    for one in outgoing.rows:
        if told := excess(one, phrases):
            yield phrases.say("notice.of", name=row(one, phrases), text=told)
    others = sum(row.measured is not None for row in outgoing.tried) - len(outgoing.rows)
    if others:
        yield phrases.say("report.other-tokenizer", count=others)
    gone = sum(row.measured is None for row in outgoing.tried)
    if gone:
        yield phrases.say("report.out-of-date", count=gone)


def _cells(cells: Sequence[str]) -> list[Html]:
    return [element("td", cell) for cell in cells]


def _row(one: Measurement, phrases: Phrases) -> tuple[str, ...]:
    return (
        setting(one.settings, phrases),
        scorer(one.scorer, phrases),
        phrases.whole(one.budget),
        *found(one, phrases),
        phrases.whole(one.retrieved_tokens),
        phrases.say("compare.k.value", k=one.k, chunks=one.n_chunks),
        phrases.whole(one.tokens_to_embed),
    )


def _cheapest(rows: Sequence[Measurement], phrases: Phrases) -> str:
    asked = max((one.answers_asked for one in rows), default=0)
    if not asked:
        return phrases.say("report.unmarked")
    cheapest = cheapest_complete(rows)
    if not cheapest:
        return phrases.say("compare.cheapest.none", count=asked, asked=asked)
    names = "; ".join(row(one, phrases) for one in cheapest)
    tokens = cheapest[0].retrieved_tokens
    return phrases.say("compare.cheapest", count=len(cheapest), asked=asked, settings=names, tokens=tokens)
