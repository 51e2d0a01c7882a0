"""The scorers side by side: the exported setting by each, and whether two settings part the same way under all."""

from __future__ import annotations

from collections.abc import Sequence

from chunkforge.export.outgoing import Outgoing, Pair
from chunkforge.export.report.html import Html, element, joined
from chunkforge.export.report.words import SCORERS, percent, row, whole
from chunkforge.measure import Lean, agreement
from chunkforge.measurement import Measurement
from chunkforge.notice import counted

HEADS = ("Scorer", "Answers found", "Chance level", "Tokens a query, mean")
SAME = "The exported setting, its chunks ranked by each scorer."
CONCLUSIONS = {
    "holds": "The disagreements point the same way under every scorer.",
    "flips": "The direction flips with the scorer: the first found more for more queries under {first}, the second "
    "under {second}.",
    "partly": "The direction is there under {leading} only. Under {level}, neither found more for more queries.",
    "level": "Under no scorer do the disagreements point one way.",
}


def scorers(outgoing: Outgoing) -> Html:
    """Write a row a scorer, and what becomes of the two settings that were set side by side."""
    head = element("tr", *(element("th", name, scope="col") for name in HEADS))
    table = element("table", element("thead", head), element("tbody", *map(_row, outgoing.apart)))
    pair = _pair(outgoing.pair) if outgoing.pair else Html()
    return joined(element("p", SAME), element("div", table, class_="wide", tabindex=0), pair)


def _row(one: Measurement) -> Html:
    marked = one.chance_level is not None
    cells = (
        f"{one.answers_found} of {one.answers_asked}" if marked else "\u2013",
        percent(one.chance_level) if one.chance_level is not None else "\u2013",
        whole(one.retrieved_tokens),
    )
    name = SCORERS.get(one.scorer, one.scorer)
    return element("tr", element("th", name, scope="row"), *(element("td", cell) for cell in cells))


def _pair(pair: Pair) -> Html:
    return joined(
        element("h3", f"{row(pair.first)} beside {row(pair.second)}"),
        element("ul", *(element("li", _lean(lean)) for lean in pair.leans)),
        element("p", _conclusion(pair.leans)),
    )


def _lean(lean: Lean) -> str:
    first, second = (counted(number, "query", "queries") for number in (lean.first, lean.second))
    return f"{SCORERS.get(lean.scorer, lean.scorer)}: the first found more for {first}, the second for {second}."


def _conclusion(leans: Sequence[Lean]) -> str:
    def under(*sides: int) -> str:
        return "; ".join(SCORERS.get(lean.scorer, lean.scorer) for lean in leans if lean.side in sides)

    told = CONCLUSIONS[agreement(leans)]
    return told.format(first=under(1), second=under(-1), leading=under(1, -1), level=under(0))
