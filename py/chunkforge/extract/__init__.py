"""Bytes of a file to a `Document`: its text, its blocks, its pages, and what had to be said about it."""

from __future__ import annotations

from collections.abc import Callable, Collection

from chunkforge.document import Document
from chunkforge.errors import ExtractionError
from chunkforge.extract import docx, html, plain, structured
from chunkforge.extract.decoding import Decoded, decode
from chunkforge.extract.kinds import Kind, kind_of
from chunkforge.extract.needs import NeedsCMaps, NeedsPackages
from chunkforge.extract.switches import SWITCHES, rule_of
from chunkforge.steps import Steps, finish

__all__ = ["SWITCHES", "NeedsCMaps", "NeedsPackages", "add_cmap", "extract", "extracting", "rule_of"]


def extract(name: str, data: bytes, *, password: str = "", off: Collection[str] = ()) -> Document:
    """Read a file.

    Args:
        name: the file's name; its ending decides where the bytes do not.
        data: the bytes of the file.
        password: opens an encrypted PDF.
        off: rules of `SWITCHES` that are not to be applied.

    Returns:
        The document.

    Raises:
        ExtractionError: the file cannot be read; the message says why.
        PasswordRequired: it is encrypted and the password is missing or wrong.
        NeedsCMaps, NeedsPackages: something has to be fetched first; then the file can be read.
    """
    return finish(extracting(name, data, password=password, off=off))


def extracting(name: str, data: bytes, *, password: str = "", off: Collection[str] = ()) -> Steps[Document]:
    """Read a file in steps: as `extract`, showing progress and the text of every page as it is read.

    If `Cancelled` is thrown in, a PDF ends as the document of the pages read so far, unless they hold no text.
    """
    if not data:
        raise ExtractionError("extract.empty", "{name} is empty (0 bytes). Choose another file.", name=name)
    try:
        return (yield from _reading(kind_of(name, data), name, data, password, off))
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _PACKAGES:
            raise
        raise NeedsPackages(_PACKAGES[(error.name or "").partition(".")[0]]) from error


def _reading(kind: Kind, name: str, data: bytes, password: str, off: Collection[str]) -> Steps[Document]:
    """Read a file of a kind; what few files need is imported when it is, and in the browser fetched then."""
    if kind == "pdf":
        from chunkforge.extract import pdf  # noqa: PLC0415 - as the line above says

        return (yield from pdf.reading(name, data, password=password, rules=pdf.Rules.without(off)))
    if kind == "docx":
        return (yield from docx.reading(name, data))
    decoded = decode(data, html.declared_charset(data) if kind == "html" else "", name=name)
    if not decoded.text.strip():
        raise ExtractionError("extract.blank", "{name} holds no text, only blanks.", name=name)
    if kind == "markdown":
        from chunkforge.extract import markdown  # noqa: PLC0415 - as above

        return (yield from markdown.reading(name, decoded))
    read = _READERS.get(kind)
    document = read(name, decoded) if read else (yield from _READING[kind](name, decoded))
    if not document.text.strip():
        raise ExtractionError("extract.blank", "{name} holds no text, only blanks.", name=name)
    return document


def add_cmap(name: str, data: bytes) -> None:
    """Hand over a character map that `NeedsCMaps` asked for.

    Args:
        name: as it was asked for.
        data: the bytes of pdfminer's `cmap/<name>.json.gz`; empty where there is none, so that it is not asked
            for again.
    """
    from chunkforge.extract.pdf import predefined  # noqa: PLC0415 - as above

    predefined.files.add(name, data)


_PACKAGES = {
    "pdfminer": "pdfminer.six",
    "markdown_it": "markdown-it-py",
    "charset_normalizer": "charset-normalizer",
}
"""What has to be installed for a module that is missing."""

_READERS: dict[Kind, Callable[[str, Decoded], Document]] = {
    "table": structured.read_table,
    "json": structured.read_json,
}

_READING: dict[Kind, Callable[[str, Decoded], Steps[Document]]] = {
    "html": html.reading,
    "records": structured.reading_records,
    "plain": plain.reading,
}
