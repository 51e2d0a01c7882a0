"""Word files (.docx), opened by python-docx: headings, paragraphs, lists and tables in their order.

Footnotes, comments, headers and footers are not read, and neither is text in drawings or text that was struck out as
a tracked change. The elements are read here and not by python-docx, which looks up the style of every paragraph anew,
passes over content controls and inserted text, and takes the square of the number of rows for a table.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING

from chunkforge.document import Document
from chunkforge.errors import ExtractionError
from chunkforge.extract.building import Builder
from chunkforge.extract.needs import NeedsPackages
from chunkforge.steps import Progress, Steps

if TYPE_CHECKING:
    from docx.document import Document as WordDocument
    from docx.oxml.xmlchemy import BaseOxmlElement as Element

_HEADING = re.compile(r"heading (\d)", re.IGNORECASE)
_UNPACKED = 300_000_000  # bytes that the parts of a file may have together
_MARKUP = 100_000_000  # bytes of them that may be XML
_TAGS = 2_000_000  # tags in it, which take a hundred bytes each once they are read
_BATCH = 100  # blocks or rows read between two reports
_WIDEST = 63  # columns that a table of Word can have

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PARAGRAPH, _TABLE, _ROW, _CELL, _TEXT = f"{_W}p", f"{_W}tbl", f"{_W}tr", f"{_W}tc", f"{_W}t"
_AROUND = {f"{_W}{name}" for name in ("sdt", "sdtContent", "customXml", "ins", "moveTo")}  # what may hold all of these
_BLANKS = {f"{_W}{name}" for name in ("tab", "br", "cr", "ptab")}
_HYPHEN = f"{_W}noBreakHyphen"
_UNSEEN = {f"{_W}{name}" for name in ("pPr", "rPr", "sdtPr", "del", "moveFrom", "drawing", "pict", "object")} | {
    "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"  # drawings, in two versions
}


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
    body, styles = _open(name, data)
    builder = Builder()
    items: list[str] = []
    for number, block in _blocks(body):
        if number % _BATCH == 0:
            yield Progress(number, len(body), "blocks")
        style = _style(block, styles)
        level = _level(style)
        if block.tag == _PARAGRAPH and not level and (style.startswith("List") or _is_numbered(block)):
            if text := _text(block):
                items.append(f"- {text}")
            continue
        builder.add("list", "\n".join(items))
        items = []
        if block.tag == _TABLE:
            rows = []
            for row in _rows(block):
                rows.append("\t".join(row))
                if len(rows) % _BATCH == 0:
                    yield Progress(number, len(body), "blocks")
            builder.add("table", "\n".join(rows))
        else:
            builder.add("heading" if level else "paragraph", _text(block), level)
    builder.add("list", "\n".join(items))
    document = builder.document(name)
    if not document.text:
        raise ExtractionError("docx.no-text", "{name} holds no text outside of pictures and drawings.", name=name)
    return document


def _open(name: str, data: bytes) -> tuple[Element, dict[str, str]]:
    """Give the body of a file, and the names of its paragraph styles by their identifiers."""
    try:
        import docx  # noqa: PLC0415 - fetched when the first such file comes
    except ImportError as missing:
        raise NeedsPackages("python-docx", "lxml") from missing
    try:
        if _fits(data):
            word = docx.Document(io.BytesIO(data))
            return word.element.body, _styles(word)
    except Exception as fault:  # whatever a damaged archive makes of zipfile, lxml and python-docx
        raise ExtractionError(
            "docx.broken", "{name} cannot be read: it is damaged, or no Word file. Save it again.", name=name
        ) from fault
    raise ExtractionError(
        "docx.too-large", "{name} unpacks to more than can be read here. Split it into smaller files.", name=name
    )


def _fits(data: bytes) -> bool:
    """Whether what a file unpacks to can be held."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
        markup = [part for part in parts if part.filename.lower().endswith((".xml", ".rels"))]
        if sum(part.file_size for part in parts) > _UNPACKED or sum(part.file_size for part in markup) > _MARKUP:
            return False
        return sum(archive.read(part).count(b"<") for part in markup) <= _TAGS


def _styles(word: WordDocument) -> dict[str, str]:
    """The names of paragraph styles by their identifiers; that of the default by none."""
    names: dict[str, str] = {}
    for style in word.styles.element.style_lst:
        if style.get(f"{_W}type") == "paragraph":
            name = style.name_val or ""
            names[style.styleId or ""] = name
            if style.get(f"{_W}default") in {"1", "true", "on"}:
                names.setdefault("", name)
    return names


def _blocks(body: Element) -> Iterator[tuple[int, Element]]:
    """Give the paragraphs and tables of a file, each with the number of the part of the body that holds it."""
    for number, part in enumerate(body, 1):
        if part.tag in {_PARAGRAPH, _TABLE}:
            yield number, part
        elif part.tag in _AROUND:
            for block in _inside(part, _PARAGRAPH, _TABLE):
                yield number, block


def _inside(parent: Element, *tags: str) -> Iterator[Element]:
    """Give the elements of some kinds that another holds, content controls and inserted parts opened."""
    for child in parent:
        if child.tag in tags:
            yield child
        elif child.tag in _AROUND:
            yield from _inside(child, *tags)


def _text(paragraph: Element) -> str:
    parts: list[str] = []
    stack = [paragraph]
    while stack:
        element = stack.pop()
        if element.tag == _TEXT:
            parts.append(element.text or "")
        elif element.tag in _BLANKS:
            parts.append(" ")
        elif element.tag == _HYPHEN:
            parts.append("-")
        elif element.tag not in _UNSEEN:
            stack.extend(reversed(element))
    return " ".join("".join(parts).split())


def _style(paragraph: Element, styles: dict[str, str]) -> str:
    chosen = paragraph.find(f"{_W}pPr/{_W}pStyle")
    identifier = "" if chosen is None else chosen.get(f"{_W}val", "")
    return styles.get(identifier, styles.get("", ""))


def _level(style: str) -> int:
    match = _HEADING.match(style)
    if match:
        return min(int(match[1]), 6) or 1
    return 1 if style == "Title" else 0


def _is_numbered(paragraph: Element) -> bool:
    return paragraph.find(f"{_W}pPr/{_W}numPr") is not None


def _rows(table: Element) -> Iterator[list[str]]:
    """Give the cells of each row; one that spans columns comes once, one that spans rows in each of them."""
    above: dict[int, str] = {}
    for row in _inside(table, _ROW):
        here: dict[int, str] = {}
        column = 0
        for cell in _inside(row, _CELL):
            merged = cell.find(f"{_W}tcPr/{_W}vMerge")
            continued = merged is not None and merged.get(f"{_W}val", "continue") == "continue"
            here[column] = above[column] if continued and column in above else _cell(cell)
            column += _span(cell)
        yield list(here.values())
        above = here


def _span(cell: Element) -> int:
    """How many columns a cell spans."""
    span = cell.find(f"{_W}tcPr/{_W}gridSpan")
    width = "" if span is None else span.get(f"{_W}val", "")
    return min(max(int(width), 1), _WIDEST) if re.fullmatch("[0-9]{1,9}", width) else 1


def _cell(cell: Element) -> str:
    """The text of a cell, that of tables in it included."""
    texts = (
        _text(block) if block.tag == _PARAGRAPH else " ".join(text for row in _rows(block) for text in row if text)
        for block in _inside(cell, _PARAGRAPH, _TABLE)
    )
    return " ".join(filter(None, texts))
