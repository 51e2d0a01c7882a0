"""The comparison as a table: every setting tried, what it found beside its chance level, what it costs; no winner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chunkforge.export.excess import excess
from chunkforge.export.outgoing import Outgoing
from chunkforge.export.report.html import Html, element, joined
from chunkforge.export.report.words import SCORERS, percent, row, setting, whole
from chunkforge.measure import cheapest_complete
from chunkforge.measurement import Measurement
from chunkforge.notice import counted

HEADS = (
    "Setting",
    "Scorer",
    "Budget, tokens",
    "Answers found",
    "Chance level",
    "Tokens a query, mean",
    "Chunks retrieved",
    "Tokens to embed",
)
UNMARKED = "Nothing is marked, so the rows show costs and no scores."


def comparison(outgoing: Outgoing) -> Html:
    """Write the rows, with the sentence on the cheapest that returned everything marked, and what is left out."""
    rows = outgoing.rows
    head = element("tr", *(element("th", name, scope="col") for name in HEADS))
    body = (element("tr", element("th", cells[0], scope="row"), *_cells(cells[1:])) for cells in map(_row, rows))
    table = element("table", element("thead", head), element("tbody", *body))
    notes = (element("p", note, class_="soft") for note in _left_out(outgoing))
    return joined(element("p", _cheapest(rows)), element("div", table, class_="wide", tabindex=0), *notes)


def _left_out(outgoing: Outgoing) -> Iterator[str]:
    for one in outgoing.rows:
        if told := excess(one):
            yield f"{row(one)}: {told}"
    others = sum(row.measured is not None for row in outgoing.tried) - len(outgoing.rows)
    if others:
        told = counted(others, "setting was", "settings were")
        yield f"Left out: {told} measured with another tokenizer, so the tokens are others. comparison.csv has them."
    gone = sum(row.measured is None for row in outgoing.tried)
    if gone:
        told = counted(gone, "setting was", "settings were")
        yield f"Left out: {told} measured before documents, queries or marks changed, and not again since."


def _cells(cells: Sequence[str]) -> list[Html]:
    return [element("td", cell) for cell in cells]


def _row(one: Measurement) -> tuple[str, ...]:
    marked = one.chance_level is not None
    return (
        setting(one.settings),
        SCORERS.get(one.scorer, one.scorer),
        whole(one.budget),
        f"{one.answers_found} of {one.answers_asked}" if marked else "\u2013",
        percent(one.chance_level) if one.chance_level is not None else "\u2013",
        whole(one.retrieved_tokens),
        f"{one.k:,} of {one.n_chunks:,}",
        whole(one.tokens_to_embed),
    )


def _cheapest(rows: Sequence[Measurement]) -> str:
    asked = max((one.answers_asked for one in rows), default=0)
    if not asked:
        return UNMARKED
    cheapest = cheapest_complete(rows)
    if not cheapest:
        return f"None of the settings tried returned all {asked} marked answers within its budget and below all chunks."
    names = "; ".join(map(row, cheapest))
    return (
        f"Returned all {asked} marked answers with the fewest retrieved tokens, of the settings tried: {names}. "
        f"{whole(cheapest[0].retrieved_tokens)} tokens a query."
    )
