"""Settings and rows as the report and README.txt name them."""

from __future__ import annotations

from chunkforge.export.phrases import Phrases
from chunkforge.measurement import Measurement
from chunkforge.settings import SplitSettings
from chunkforge.splitters import STRATEGIES, unit_of

NONE = "\u2013"


def scorer(name: str, phrases: Phrases) -> str:
    """Name a scorer; a model that was chosen has its own name."""
    return phrases.name("scorer", name, name)


def strategy(settings: SplitSettings, phrases: Phrases) -> str:
    """Name a strategy."""
    return phrases.name("strategy", settings.strategy, STRATEGIES[settings.strategy].label)


def setting(settings: SplitSettings, phrases: Phrases) -> str:
    """Name a setting in a table: `Fixed size 512/50`, digits as in its configuration."""
    sizes = f"{settings.size}/{settings.overlap}"
    if not settings.has_overlap:
        sizes = phrases.say("compare.no-overlap", size=str(settings.size))
    unit = unit_of(settings)
    counted = "" if unit == "tokens" else f" {phrases.say(f'unit.{unit}')}"
    options = "".join(f" {name}={value!r}" for name, value in settings.options().items())
    return f"{strategy(settings, phrases)} {sizes}{counted}{options}"


def sized(count: int, settings: SplitSettings, phrases: Phrases) -> str:
    """Write a size or an overlap with its unit: 1,024 tokens."""
    unit = phrases.say(f"unit.{unit_of(settings)}", count=count)
    return phrases.say("settings.size.value", count=count, unit=unit)


def row(measured: Measurement, phrases: Phrases) -> str:
    """Name a row among rows of other scorers and budgets."""
    return phrases.say(
        "report.row",
        setting=setting(measured.settings, phrases),
        scorer=scorer(measured.scorer, phrases),
        budget=measured.budget,
    )


def found(measured: Measurement, phrases: Phrases) -> tuple[str, str]:
    """Give the cells for answers found and for the chance level; nothing is claimed where nothing is marked."""
    if measured.chance_level is None:
        return NONE, NONE
    values = {"found": measured.answers_found, "asked": measured.answers_asked}
    return phrases.say("compare.found.value", **values), phrases.percent(measured.chance_level)


def plotted(measured: Measurement) -> bool:
    """Whether a row is a finding: nothing retrieved, and everything retrieved, are arithmetic."""
    return measured.answers_asked > 0 and 0 < measured.k < measured.n_chunks
