"""Text that lies over the page: values of form fields, and notes typed onto it.

Comments, highlights and links are left out, and so are passwords and hidden fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pdfminer.pdftypes import resolve1

from chunkforge.extract.pdf.pages import Page

_HIDDEN = 2
_PASSWORD = 1 << 13
_MOST = 5000  # annotations of one page
_DEEPEST = 20  # parents of a field


def texts_over(page: Page) -> list[str]:
    """Collect what fields and notes of a page say.

    Args:
        page: the page.

    Returns:
        One line each: of a field its label and value, of a note its text.
    """
    annotations = resolve1(page.entries.get("Annots"))
    listed = annotations if isinstance(annotations, list) else []
    return [
        text
        for annotation in map(resolve1, listed[:_MOST])
        if isinstance(annotation, dict)
        for text in _texts(annotation)
    ]


def _texts(annotation: dict[str, Any]) -> Iterator[str]:
    flags = resolve1(annotation.get("F"))
    if isinstance(flags, int) and flags & _HIDDEN:
        return
    kind = getattr(resolve1(annotation.get("Subtype")), "name", "")
    if kind == "FreeText":
        text = _string(annotation.get("Contents"))
        if text:
            yield text
    elif kind == "Widget":
        yield from _field(annotation)


def _field(widget: dict[str, Any]) -> Iterator[str]:
    field_type = getattr(_inherited(widget, "FT"), "name", "")
    flags = _inherited(widget, "Ff")
    if field_type not in {"Tx", "Ch"} or (field_type == "Tx" and isinstance(flags, int) and flags & _PASSWORD):
        return
    value = _inherited(widget, "V")
    values = [_string(entry) for entry in value] if isinstance(value, list) else [_string(value)]
    text = ", ".join(entry for entry in values if entry)
    if text:
        label = _string(_inherited(widget, "TU")) or _string(_inherited(widget, "T"))
        yield f"{label}: {text}" if label else text


def _inherited(field: dict[str, Any], key: str) -> Any:  # noqa: ANN401 - any PDF object
    """Look an entry up in a field and its parents."""
    node: object = field
    for _ in range(_DEEPEST):
        if not isinstance(node, dict):
            return None
        if key in node:
            return resolve1(node[key])
        node = resolve1(node.get("Parent"))
    return None


def _string(value: object) -> str:
    """Read a text string of the file, on one line."""
    found = resolve1(value)
    return " ".join(decoded(found).split()) if isinstance(found, bytes) else ""


def decoded(raw: bytes) -> str:
    """Decode a text string: UTF-16 or UTF-8 by their marks, else PDF's own encoding, which Latin-1 nearly is."""
    if raw.startswith(b"\xfe\xff"):
        return raw[2:].decode("utf-16-be", "replace")
    if raw.startswith(b"\xff\xfe"):
        return raw[2:].decode("utf-16-le", "replace")
    if raw.startswith(b"\xef\xbb\xbf"):
        return raw[3:].decode("utf-8", "replace")
    return raw.decode("latin-1")
