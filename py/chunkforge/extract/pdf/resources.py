"""Resources: what the names in a page's content, or in a form's, stand for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pdfminer.pdftypes import resolve1
from pdfminer.psparser import PSLiteral


class Resources:
    """The resource dictionary in force."""

    def __init__(self) -> None:
        """Begin without any."""
        self._entries: dict[str, Any] = {}

    def start(self, entries: dict[str, Any]) -> None:
        """Take those of a page."""
        self._entries = entries

    @contextmanager
    def inside(self, entries: object) -> Iterator[None]:
        """Take those of a form for as long as it runs; a form without its own uses those around it."""
        kept = self._entries
        if isinstance(entries, dict):
            self._entries = entries
        try:
            yield
        finally:
            self._entries = kept

    def find(self, category: str, name: object) -> Any:  # noqa: ANN401 - whatever the file holds
        """Give what a name stands for, a reference unresolved; `None` where it stands for nothing."""
        entries = resolve1(self._entries.get(category))
        return entries.get(str(name.name)) if isinstance(entries, dict) and isinstance(name, PSLiteral) else None
