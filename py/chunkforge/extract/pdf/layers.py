"""Optional content: which layers of a file are switched off."""

from __future__ import annotations

from typing import Any

from pdfminer.pdftypes import PDFObjRef, resolve1


class Layers:
    """The layers that the file's default configuration hides."""

    def __init__(self, catalog: dict[str, Any]) -> None:
        """Read the configuration; a file without any hides nothing."""
        self._off: set[int] = set()
        properties = resolve1(catalog.get("OCProperties"))
        default = resolve1(properties.get("D")) if isinstance(properties, dict) else None
        if not isinstance(properties, dict) or not isinstance(default, dict):
            return
        if getattr(resolve1(default.get("BaseState")), "name", "") == "OFF":
            self._off.update(_numbers(properties.get("OCGs")))
            self._off.difference_update(_numbers(default.get("ON")))
        self._off.update(_numbers(default.get("OFF")))

    def hidden(self, reference: object) -> bool:
        """Tell whether content that belongs to a layer, or to a group of them, is not shown.

        Args:
            reference: what the content names; `None` belongs to no layer.
        """
        if not self._off or reference is None:
            return False
        if isinstance(reference, PDFObjRef) and reference.objid in self._off:
            return True
        entries = resolve1(reference)
        if not isinstance(entries, dict) or "OCGs" not in entries:
            return False
        groups = resolve1(entries["OCGs"])
        states = [number in self._off for number in _numbers(groups if isinstance(groups, list) else [entries["OCGs"]])]
        policy = getattr(resolve1(entries.get("P")), "name", "AnyOn")
        if policy == "AllOn":
            return any(states)
        if policy in {"AnyOff", "AllOff"}:
            return not (any(states) if policy == "AnyOff" else all(states))
        return bool(states) and all(states)


def _numbers(groups: object) -> list[int]:
    listed = resolve1(groups)
    return [entry.objid for entry in listed if isinstance(entry, PDFObjRef)] if isinstance(listed, list) else []
