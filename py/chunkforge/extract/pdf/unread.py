"""Parts of a file that hold text of another kind than its pages, and are not read: XML forms and attached files."""

from __future__ import annotations

from collections.abc import Iterator

from pdfminer.pdftypes import resolve1

from chunkforge.extract.pdf.file import PdfFile
from chunkforge.notice import Notice


def unread_parts(file: PdfFile) -> Iterator[Notice]:
    """Say which of them a file has."""
    form = resolve1(file.catalog.get("AcroForm"))
    if isinstance(form, dict) and resolve1(form.get("XFA")):
        yield Notice(
            "pdf.xfa",
            "This is an XFA form: what was filled in may be in a part of the file that is not read. If text is "
            "missing, print the form to a new PDF and drop that.",
        )
    names = resolve1(file.catalog.get("Names"))
    if isinstance(names, dict) and resolve1(names.get("EmbeddedFiles")):
        yield Notice(
            "pdf.attachments",
            "Files are attached to this PDF; only its own pages were read. Save the attachments and drop them if they "
            "matter.",
        )
