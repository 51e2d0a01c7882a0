"""The scorers side by side: the exported setting by each, and whether two settings part the same way under all."""

from __future__ import annotations

from chunkforge.export.outgoing import Outgoing, Pair
from chunkforge.export.phrases import Phrases
from chunkforge.export.report.html import Html, element, joined
from chunkforge.export.words import found, row, scorer, setting
from chunkforge.measure import agreement
from chunkforge.measurement import Measurement

HEADS = ("settings.scorer", "compare.column.found", "report.chance", "report.mean")


def scorers(outgoing: Outgoing) -> Html:
    """Write a row a scorer, and what becomes of the two settings that were set side by side."""
    phrases = outgoing.phrases
    head = element("tr", *(element("th", phrases.say(name), scope="col") for name in HEADS))
    rows = (_row(one, phrases) for one in outgoing.apart)
    table = element("table", element("thead", head), element("tbody", *rows))
    pair = _pair(outgoing.pair, phrases) if outgoing.pair else Html()
    return joined(element("p", phrases.say("report.scorers")), element("div", table, class_="wide", tabindex=0), pair)


def _row(one: Measurement, phrases: Phrases) -> Html:
    cells = (*found(one, phrases), phrases.whole(one.retrieved_tokens))
    return element(
        "tr", element("th", scorer(one.scorer, phrases), scope="row"), *(element("td", cell) for cell in cells)
    )


def _pair(pair: Pair, phrases: Phrases) -> Html:
    first, second = _names(pair, phrases)
    leans = (
        phrases.say(
            "pair.scorers.one",
            scorer=scorer(lean.scorer, phrases),
            first=first,
            second=second,
            ahead=lean.first,
            behind=lean.second,
        )
        for lean in pair.leans
    )
    return joined(
        element("h3", phrases.say("report.pair", first=row(pair.first, phrases), second=row(pair.second, phrases))),
        element("ul", *(element("li", lean) for lean in leans)),
        element("p", conclusion(pair, phrases)),
    )


def conclusion(pair: Pair, phrases: Phrases) -> str:
    """Say whether two settings part the same way under every scorer."""
    first, second = _names(pair, phrases)

    def under(side: int) -> str:
        return ", ".join(scorer(lean.scorer, phrases) for lean in pair.leans if lean.side == side)

    ahead = 1 if any(lean.side == 1 for lean in pair.leans) else -1
    return phrases.say(
        f"pair.scorers.{agreement(pair.leans)}",
        first=first,
        second=second,
        setting=first if ahead == 1 else second,
        firstUnder=under(1),
        secondUnder=under(-1),
        under=under(ahead),
        level=under(0),
    )


def _names(pair: Pair, phrases: Phrases) -> tuple[str, str]:
    return setting(pair.first.settings, phrases), setting(pair.second.settings, phrases)
