"""Word files (.docx) by python-docx: headings, paragraphs, lists and tables in their order.

Footnotes, comments, headers and footers are not read, and neither is text in drawings.
"""

from __future__ import annotations

import io
import re
import zipfile
from typing import TYPE_CHECKING

from chunkforge.document import Document
from chunkforge.errors import ExtractionError
from chunkforge.extract.building import Builder
from chunkforge.extract.needs import NeedsPackages
from chunkforge.steps import Progress, Steps

if TYPE_CHECKING:
    from docx.document import Document as WordDocument
    from docx.table import Table
    from docx.text.paragraph import Paragraph

_HEADING = re.compile(r"heading (\d)", re.IGNORECASE)
_UNPACKED = 300_000_000  # bytes that the parts of a file may have together
_BATCH = 100  # blocks read between two reports


def reading(name: str, data: bytes) -> Steps[Document]:
    """Read a Word file.

    Args:
        name: the file's name.
        data: its bytes.

    Yields:
        Progress in blocks.

    Returns:
        The document.

    Raises:
        ExtractionError: it is damaged or holds no text.
        NeedsPackages: python-docx is not installed.
    """
    word = _open(name, data)
    from docx.table import Table  # noqa: PLC0415 - as in `_open`

    builder = Builder()
    items: list[str] = []
    blocks = list(word.iter_inner_content())
    for number, block in enumerate(blocks, 1):
        if number % _BATCH == 0:
            yield Progress(number, len(blocks), "blocks")
        if not isinstance(block, Table) and _is_item(block):
            if _text(block):
                items.append(f"- {_text(block)}")
            continue
        builder.add("list", "\n".join(items))
        items = []
        if isinstance(block, Table):
            builder.add("table", _rows(block))
        else:
            level = _level(block)
            builder.add("heading" if level else "paragraph", _text(block), level)
    builder.add("list", "\n".join(items))
    document = builder.document(name)
    if not document.text:
        raise ExtractionError("docx.no-text", "{name} holds no text outside of pictures and drawings.", name=name)
    return document


def _open(name: str, data: bytes) -> WordDocument:
    try:
        import docx  # noqa: PLC0415 - fetched when the first such file comes
    except ImportError as missing:
        raise NeedsPackages("python-docx", "lxml") from missing
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
        if size <= _UNPACKED:
            return docx.Document(io.BytesIO(data))
    except Exception as fault:  # whatever a damaged archive makes of zipfile, lxml and python-docx
        raise ExtractionError(
            "docx.broken", "{name} cannot be read: it is damaged, or no Word file. Save it again.", name=name
        ) from fault
    raise ExtractionError(
        "docx.too-large", "{name} unpacks to more than can be read here. Split it into smaller files.", name=name
    )


def _text(paragraph: Paragraph) -> str:
    return " ".join(paragraph.text.split())


def _style(paragraph: Paragraph) -> str:
    style = paragraph.style
    return (style.name or "") if style is not None else ""


def _level(paragraph: Paragraph) -> int:
    name = _style(paragraph)
    match = _HEADING.match(name)
    if match:
        return min(int(match[1]), 6) or 1
    return 1 if name == "Title" else 0


def _is_item(paragraph: Paragraph) -> bool:
    if _level(paragraph):
        return False
    properties = paragraph._p.pPr  # noqa: SLF001 - python-docx has no other way to numbering
    return _style(paragraph).startswith("List") or (properties is not None and properties.numPr is not None)


def _rows(table: Table) -> str:
    """Write a table as rows with tabs; a cell that spans columns comes once."""
    rows = []
    for row in table.rows:
        cells: list[str] = []
        before = None
        for cell in row.cells:
            if cell._tc is not before:  # noqa: SLF001 - merged cells are told by their element
                cells.append(" ".join(cell.text.split()))
            before = cell._tc  # noqa: SLF001
        rows.append("\t".join(cells))
    return "\n".join(rows)
