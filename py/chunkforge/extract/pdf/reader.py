"""A PDF from its bytes to a `Document`: every stage in order, page by page, within the budget."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from chunkforge.document import Change, Document
from chunkforge.errors import Cancelled, ExtractionError
from chunkforge.extract.pdf.budget import Budget, OverBudget
from chunkforge.extract.pdf.cmaps import NeedsCMaps
from chunkforge.extract.pdf.compose import compose
from chunkforge.extract.pdf.file import PdfFile
from chunkforge.extract.pdf.filters import filtered
from chunkforge.extract.pdf.fonts import Fonts
from chunkforge.extract.pdf.furniture import Sheet, furniture
from chunkforge.extract.pdf.headings import headings
from chunkforge.extract.pdf.hyphens import Vocabulary
from chunkforge.extract.pdf.interpreter import Interpreter
from chunkforge.extract.pdf.layers import Layers
from chunkforge.extract.pdf.lines import Line, lines_of
from chunkforge.extract.pdf.pages import Page, pages_of
from chunkforge.extract.pdf.paragraphs import body_size, paragraphs
from chunkforge.extract.pdf.rules import Rules
from chunkforge.extract.pdf.security import Unsupported
from chunkforge.extract.pdf.warnings import Findings
from chunkforge.steps import Progress, Steps


@dataclass
class _Reading:
    """What the pages gave so far."""

    sheets: list[Sheet] = field(default_factory=list)
    findings: Findings = field(default_factory=Findings)
    changes: list[tuple[Line | None, int, str, str]] = field(default_factory=list)


def reading(name: str, data: bytes, *, password: str = "", rules: Rules | None = None) -> Steps[Document]:
    """Read a PDF.

    Args:
        name: the file's name.
        data: its bytes.
        password: opens an encrypted file.
        rules: which rules are on; all by default.

    Yields:
        Progress in pages, with the text of each.

    Returns:
        The document. If `Cancelled` is thrown in, the document of the pages read so far.

    Raises:
        ExtractionError: there is nothing to read; the message says why.
        PasswordRequired: the file is locked.
        NeedsCMaps: predefined CMaps have to be handed over first.
    """
    rules = rules or Rules()
    budget = Budget(rules.limits)
    file, pages = _open(name, data, password, budget)
    tagged = _is_tagged(file)
    fonts = Fonts()
    interpreter = Interpreter(fonts, Layers(file.catalog), budget)
    result = _Reading()
    result.findings.pages = len(pages)
    result.findings.damaged = file.damaged
    for number, page in enumerate(pages):
        if budget.file_is_over():
            result.findings.unread = len(pages) - number
            break
        lines = _read_page(interpreter, page, number, rules, budget, result, tagged=tagged)
        if fonts.missing:
            raise NeedsCMaps(fonts.missing)
        result.sheets.append(Sheet(lines, page.height))
        try:
            yield Progress(number + 1, len(pages), "pages", "\n".join(line.text for line in lines))
        except Cancelled:
            result.findings.unread = len(pages) - number - 1
            break
    return _document(name, result, rules, len(pages))


def _open(name: str, data: bytes, password: str, budget: Budget) -> tuple[PdfFile, list[Page]]:
    if b"%PDF" not in data[:1024] and not re.search(rb"\d\s+\d+\s+obj\b", data):
        raise ExtractionError(
            "pdf.not-a-pdf",
            "{name} is not a PDF, whatever its name says. If it is text, give it the ending of its kind.",
            name=name,
        )
    try:
        file = PdfFile(data, password, budget)
        pages = pages_of(file)
    except Unsupported as fault:
        raise ExtractionError(
            "pdf.encryption",
            "{name} is encrypted in a way that is not supported. Save it without encryption and drop it again.",
            name=name,
        ) from fault
    except (OverBudget, RecursionError, MemoryError) as fault:
        raise ExtractionError(
            "pdf.too-large", "{name} unpacks to more than can be read here. Split it into smaller files.", name=name
        ) from fault
    if not pages:
        raise ExtractionError(
            "pdf.broken",
            "{name} cannot be read: it is damaged or cut off, and no page was found in it. Try to save it again.",
            name=name,
        )
    return file, pages


def _is_tagged(file: PdfFile) -> bool:
    return "StructTreeRoot" in file.catalog


def _read_page(
    interpreter: Interpreter,
    page: Page,
    number: int,
    rules: Rules,
    budget: Budget,
    result: _Reading,
    *,
    tagged: bool,
) -> list[Line]:
    """Read one page; whatever fails in it costs that page only, and is told."""
    budget.start_page()
    try:
        pieces = interpreter.run(page)
    except (OverBudget, RecursionError):
        pieces = interpreter.pieces
        result.findings.slow.append(number + 1)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError):
        pieces = []
        result.findings.failed.append(number + 1)
    kept = filtered(pieces, rules, tagged=tagged)
    result.findings.count(number + 1, kept.pieces)
    for kind, dropped in kept.dropped.items():
        text = " ".join(piece.text.strip() for piece in dropped if piece.text.strip())
        if text:
            result.changes.append((None, number, kind, text))
    return lines_of(kept.pieces, number)


def _document(name: str, result: _Reading, rules: Rules, pages: int) -> Document:
    lines = [line for sheet in result.sheets for line in sheet.lines]
    result.findings.require_text(name, any(line.text for line in lines))
    size = body_size(lines)
    removed = furniture(result.sheets, size) if rules.furniture else {}
    kept = [line for line in lines if line not in removed]
    vocabulary = Vocabulary(line.text for line in kept)
    found = paragraphs(kept, size)
    composed = compose(found, headings(found, size), vocabulary, join=rules.hyphens)
    starts = composed.starts(pages)
    changes = composed.changes + [
        Change(kind, line.text, line.page + 1, int(starts[line.page])) for line, kind in removed.items()
    ]
    changes += [Change(kind, text, page + 1, int(starts[page])) for _, page, kind, text in result.changes]
    changes.sort(key=lambda change: (change.offset, change.page))
    return Document(
        name, composed.text, tuple(composed.blocks), starts, tuple(result.findings.warnings()), tuple(changes)
    )
