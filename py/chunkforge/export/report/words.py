"""Numbers and settings as the report writes them."""

from __future__ import annotations

from chunkforge.measurement import Measurement
from chunkforge.settings import SplitSettings
from chunkforge.splitters import STRATEGIES, unit_of

SCORERS = {"static": "Static model", "bm25": "BM25", "fusion": "Both, fused by rank"}


def whole(number: float) -> str:
    """3,724."""
    return f"{round(number):,}"


def percent(share: float) -> str:
    """29%."""
    return f"{share:.0%}"


def setting(settings: SplitSettings) -> str:
    """Name a setting in a table: `Fixed size 512/50`."""
    unit = unit_of(settings)
    options = "".join(f" {name}={value!r}" for name, value in settings.options().items())
    return f"{STRATEGIES[settings.strategy].label} {settings.sizes}{'' if unit == 'tokens' else ' ' + unit}{options}"


def row(measured: Measurement) -> str:
    """Name a row among rows of other scorers and budgets."""
    return f"{setting(measured.settings)}, {SCORERS.get(measured.scorer, measured.scorer)}, budget {measured.budget:,}"


def plotted(measured: Measurement) -> bool:
    """Whether a row is a finding: nothing retrieved, and everything retrieved, are arithmetic."""
    return measured.answers_asked > 0 and 0 < measured.k < measured.n_chunks
