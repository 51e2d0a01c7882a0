"""What the report and README.txt say where a query retrieves more than its budget."""

from __future__ import annotations

from chunkforge.measure import over_budget
from chunkforge.measurement import Measurement
from chunkforge.notice import counted


def excess(measured: Measurement) -> str:
    """Say that a query retrieves more than the budget, and why that can be; empty where it does not."""
    why = over_budget(measured)
    if why is None:
        return ""
    chunks = counted(measured.k, "chunk", "chunks")
    by = f"About {chunks} by the mean length" if why == "mean" else f"{chunks}, and some chunks exceed the size"
    tokens = counted(round(measured.retrieved_tokens), "token", "tokens")
    they = "it holds" if measured.k == 1 else "they hold"
    return f"{by}; {they} {tokens} a query, more than the budget of {measured.budget:,}."
