"""The comparison as a picture: answers found against tokens retrieved, each point joined to its chance level."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor, log10

from chunkforge.export.phrases import Phrases
from chunkforge.export.report.html import Html, element
from chunkforge.export.words import plotted, row, setting
from chunkforge.measurement import Measurement

WIDTH, HEIGHT = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 56, 28, 24, 48
Place = Callable[[float], float]


def chart(rows: Sequence[Measurement], present: Measurement, phrases: Phrases) -> Html:
    """Draw the rows that are findings.

    Args:
        rows: the comparison.
        present: the exported setting, the one that is labelled.
        phrases: the language.

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

    say = phrases.say
    left_out = sum(one.answers_asked > 0 for one in rows) - len(shown)
    picture = element(
        "svg",
        element("title", say("report.chart"), id="chart-title"),
        element("desc", "\n".join(told(one, phrases) for one in shown), id="chart-told"),
        *_axes(across, up, (step, end), asked, phrases),
        *(_point(one, across, up, phrases, named=_same(one, present)) for one in shown),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_labelledby="chart-title chart-told",
    )
    caption = [say("chart.caption"), say("report.chart.filled")]
    if left_out:
        caption.append(say("chart.left-out", count=left_out))
    items = (element("li", told(one, phrases)) for one in shown)
    words = element("details", element("summary", say("report.chart.words")), element("ul", *items))
    return element("figure", picture, element("figcaption", " ".join(caption)), words)


def told(one: Measurement, phrases: Phrases) -> str:
    """Say what a point shows."""
    return phrases.say(
        "chart.point",
        setting=row(one, phrases),
        found=one.answers_found,
        asked=one.answers_asked,
        chance=phrases.percent(one.chance_level or 0.0),
        tokens=one.retrieved_tokens,
    )


def _same(one: Measurement, other: Measurement) -> bool:
    return (one.settings, one.scorer, one.budget) == (other.settings, other.scorer, other.budget)


def _step(most: float) -> float:
    """A round step that cuts a range into about four."""
    rough = most / 4 or 1.0
    power = 10.0 ** floor(log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)


def _axes(across: Place, up: Place, scale: tuple[float, float], asked: int, phrases: Phrases) -> Iterator[Html]:
    step, end = scale
    for number in range(round(end / step) + 1):
        x = across(number * step)
        yield element("line", x1=x, x2=x, y1=up(0), y2=up(0) + 4, class_="axis")
        yield element("text", phrases.whole(number * step), x=x, y=up(0) + 18, text_anchor="middle")
    for found in range(0, asked + 1, max(1, ceil(asked / 4))):
        y = up(found / asked)
        yield element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="grid" if found else "axis")
        yield element("text", phrases.whole(found), x=LEFT - 8, y=y + 4, text_anchor="end")
    yield element("text", phrases.say("chart.x"), x=WIDTH - RIGHT, y=HEIGHT - 8, text_anchor="end")
    yield element("text", phrases.say("compare.column.found"), x=8, y=12)


def _point(one: Measurement, across: Place, up: Place, phrases: Phrases, *, named: bool) -> Html:
    x, y = across(one.retrieved_tokens), up(one.answers_found / one.answers_asked)
    low = up(one.chance_level or 0.0)
    anchor, shift = ("end", -9) if x > WIDTH / 2 else ("start", 9)
    label = element("text", setting(one.settings, phrases), x=x + shift, y=y - 8, text_anchor=anchor, class_="named")
    return element(
        "g",
        element("title", told(one, phrases)),
        element("line", x1=x, x2=x, y1=y, y2=low, class_="lead"),
        element("line", x1=x - 5, x2=x + 5, y1=low, y2=low, class_="chance"),
        element("circle", cx=x, cy=y, r=5, class_="dot present" if named else "dot"),
        label if named else Html(),
    )
