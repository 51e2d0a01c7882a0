"""What the report and README.txt say where a query retrieves more than its budget."""

from __future__ import annotations

from chunkforge.export.phrases import Phrases
from chunkforge.measure import over_budget
from chunkforge.measurement import Measurement


def excess(measured: Measurement, phrases: Phrases) -> str:
    """Say that a query retrieves more than the budget, and why that can be; empty where it does not."""
    why = over_budget(measured)
    if why is None:
        return ""
    tokens, budget = (
        phrases.say("count.tokens", count=count) for count in (measured.retrieved_tokens, measured.budget)
    )
    return phrases.say(f"summary.over-{why}", count=measured.k, tokens=tokens, budget=budget)
