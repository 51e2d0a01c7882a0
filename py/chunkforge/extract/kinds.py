"""What kind of file it is: by content first, then by name."""

from __future__ import annotations

import re
from typing import Literal

Kind = Literal["pdf", "markdown", "html", "docx", "table", "records", "json", "plain"]

_BY_SUFFIX: dict[str, Kind] = {
    "pdf": "pdf",
    "md": "markdown",
    "markdown": "markdown",
    "mdown": "markdown",
    "mkd": "markdown",
    "mdx": "markdown",
    "htm": "html",
    "html": "html",
    "xhtml": "html",
    "docx": "docx",
    "csv": "table",
    "tsv": "table",
    "jsonl": "records",
    "ndjson": "records",
    "json": "json",
}
_HTML = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.{0,2000}?-->\s*)*<(?:!doctype\s+html|html)\b",
    re.IGNORECASE | re.DOTALL,
)


def suffix(name: str) -> str:
    """The lower-case ending of a file name, without its dot; empty where there is none."""
    _, dot, ending = name.rpartition(".")
    return ending.lower() if dot else ""


def kind_of(name: str, data: bytes) -> Kind:
    """Decide how a file is read.

    Args:
        name: the file's name.
        data: its bytes.

    Returns:
        `pdf` wherever the bytes begin as one; else what bytes or name say; plain text where neither says anything.
    """
    by_name = _BY_SUFFIX.get(suffix(name), "plain")
    if b"%PDF-" in data[:1024] and (by_name in {"pdf", "plain"} or data.startswith(b"%PDF-")):
        return "pdf"
    if data.startswith(b"PK\x03\x04") and b"word/" in data:
        return "docx"
    if by_name != "markdown" and _HTML.match(data[:4096]):
        return "html"
    return by_name
