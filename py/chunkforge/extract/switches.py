"""The rules of extraction that a reader may switch off, by name, and what each leaves in a document's `changes`."""

from __future__ import annotations

SWITCHES: dict[str, tuple[str, ...]] = {
    "furniture": ("running-head", "page-number"),
    "hyphens": ("hyphen",),
    "crop": ("off-page",),
    "artifacts": ("artifact",),
    "invisible": ("invisible",),
    "overprints": ("overprint",),
}
"""Kinds of changes by the rule that makes them."""


def rule_of(kind: str) -> str:
    """Tell which rule makes changes of a kind; empty for a kind that none is known for."""
    return next((rule for rule, kinds in SWITCHES.items() if kind in kinds), "")
