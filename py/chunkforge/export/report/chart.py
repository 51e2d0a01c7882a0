"""The comparison as a picture: answers found against tokens retrieved, each point joined to its chance level."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor, log10

from chunkforge.export.report.html import Html, element, joined
from chunkforge.export.report.words import percent, plotted, row, setting, whole
from chunkforge.measurement import Measurement

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 24, 48
Place = Callable[[float], float]


def chart(rows: Sequence[Measurement], present: Measurement) -> Html:
    """Draw the rows that are findings.

    Args:
        rows: the comparison.
        present: the exported setting, the one that is labelled.

    Returns:
        A figure with inline SVG, described in words for who cannot see it; empty where there is nothing to draw.
    """
    shown = [one for one in rows if plotted(one)]
    if not shown:
        return Html()
    step = _step(max(one.retrieved_tokens for one in shown))
    end = step * max(1, ceil(max(one.retrieved_tokens for one in shown) / step))
    asked = max(one.answers_asked for one in shown)

    def across(tokens: float) -> float:
        return round(LEFT + tokens / end * (WIDTH - LEFT - RIGHT), 1)

    def up(share: float) -> float:
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)

    left_out = sum(one.answers_asked > 0 for one in rows) - len(shown)
    picture = element(
        "svg",
        element("title", "Answers found against tokens retrieved", id="chart-title"),
        element("desc", "\n".join(map(told, shown)), id="chart-told"),
        *_axes(across, up, step, end, asked),
        *(_point(one, across, up, named=_same(one, present)) for one in shown),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_labelledby="chart-title chart-told",
    )
    caption = joined(
        "Answers found against tokens retrieved. Each dot is a setting; the bar joined to it is its chance level. "
        "The dot of the exported setting is filled. The table holds the same numbers.",
        f" Left out: {left_out}, which retrieve nothing, or every chunk there is." if left_out else "",
    )
    words = element("details", element("summary", "The chart in words"), element("ul", *_items(shown)))
    return element("figure", picture, element("figcaption", caption), words)


def told(one: Measurement) -> str:
    """Say what a point shows."""
    return (
        f"{row(one)}: {one.answers_found} of {one.answers_asked} answers, chance {percent(one.chance_level or 0.0)}, "
        f"{whole(one.retrieved_tokens)} tokens a query."
    )


def _items(shown: Sequence[Measurement]) -> Iterator[Html]:
    return (element("li", told(one)) for one in shown)


def _same(one: Measurement, other: Measurement) -> bool:
    return (one.settings, one.scorer, one.budget) == (other.settings, other.scorer, other.budget)


def _step(most: float) -> float:
    """A round step that cuts a range into about four."""
    rough = most / 4 or 1.0
    power = 10.0 ** floor(log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)


def _axes(across: Place, up: Place, step: float, end: float, asked: int) -> Iterator[Html]:
    for number in range(round(end / step) + 1):
        x = across(number * step)
        yield element("line", x1=x, x2=x, y1=up(0), y2=up(0) + 4, class_="axis")
        yield element("text", whole(number * step), x=x, y=up(0) + 18, text_anchor="middle")
    for found in range(0, asked + 1, max(1, ceil(asked / 4))):
        y = up(found / asked)
        yield element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="grid" if found else "axis")
        yield element("text", whole(found), x=LEFT - 8, y=y + 4, text_anchor="end")
    yield element("text", "tokens a query", x=WIDTH - RIGHT, y=HEIGHT - 8, text_anchor="end")
    yield element("text", "answers found", x=8, y=12)


def _point(one: Measurement, across: Place, up: Place, *, named: bool) -> Html:
    x, y = across(one.retrieved_tokens), up(one.answers_found / one.answers_asked)
    low = up(one.chance_level or 0.0)
    anchor, shift = ("end", -9) if x > WIDTH / 2 else ("start", 9)
    label = element("text", setting(one.settings), x=x + shift, y=y - 8, text_anchor=anchor, class_="named")
    return element(
        "g",
        element("title", told(one)),
        element("line", x1=x, x2=x, y1=y, y2=low, class_="lead"),
        element("line", x1=x - 5, x2=x + 5, y1=low, y2=low, class_="chance"),
        element("circle", cx=x, cy=y, r=5, class_="dot present" if named else "dot"),
        label if named else Html(),
    )
