"""Bytes of a file to a `Document`: its text, its blocks, its pages, and what had to be said about it."""

from __future__ import annotations

from chunkforge.document import Document
from chunkforge.errors import ExtractionError
from chunkforge.extract import markdown, plain
from chunkforge.extract.decoding import decode
from chunkforge.extract.kinds import kind_of
from chunkforge.steps import Steps, finish

__all__ = ["extract", "extracting"]


def extract(name: str, data: bytes, *, password: str = "") -> Document:
    """Read a file.

    Args:
        name: the file's name; its ending decides where the bytes do not.
        data: the bytes of the file.
        password: opens an encrypted PDF.

    Returns:
        The document.

    Raises:
        ExtractionError: the file cannot be read; the message says why.
        PasswordRequired: it is encrypted and the password is missing or wrong.
    """
    return finish(extracting(name, data, password=password))


def extracting(name: str, data: bytes, *, password: str = "") -> Steps[Document]:
    """Read a file in steps: as `extract`, showing progress and the text of every page as it is read."""
    if not data:
        raise ExtractionError("extract.empty", "{name} is empty (0 bytes). Choose another file.", name=name)
    kind = kind_of(name, data)
    if kind == "pdf":
        from chunkforge.extract import pdf  # noqa: PLC0415 - pdfminer takes half a second to import in the browser

        return (yield from pdf.reading(name, data, password=password))
    decoded = decode(data)
    if not decoded.text.strip():
        raise ExtractionError("extract.blank", "{name} holds no text, only blanks.", name=name)
    if kind == "markdown":
        return (yield from markdown.reading(name, decoded))
    return plain.read(name, decoded)
