"""A PDF from its bytes to a `Document`: every stage in order, page by page, within the budget."""

from __future__ import annotations

import re
from collections import defaultdict

from chunkforge.document import Change, Document
from chunkforge.errors import Cancelled, ExtractionError, PasswordRequired
from chunkforge.extract.needs import NeedsCMaps
from chunkforge.extract.pdf.annotations import texts_over
from chunkforge.extract.pdf.budget import Budget, OverBudget
from chunkforge.extract.pdf.columns import in_columns
from chunkforge.extract.pdf.compose import compose
from chunkforge.extract.pdf.file import PdfFile
from chunkforge.extract.pdf.filters import filtered
from chunkforge.extract.pdf.findings import Findings
from chunkforge.extract.pdf.fonts import Fonts
from chunkforge.extract.pdf.furniture import Sheet, furniture
from chunkforge.extract.pdf.headings import headings
from chunkforge.extract.pdf.hyphens import Vocabulary
from chunkforge.extract.pdf.interpreter import Interpreter
from chunkforge.extract.pdf.layers import Layers
from chunkforge.extract.pdf.lines import Line, lines_of
from chunkforge.extract.pdf.pages import Page, pages_of
from chunkforge.extract.pdf.paragraphs import body_size, forget_mono, paragraphs, with_texts_over
from chunkforge.extract.pdf.pieces import Piece
from chunkforge.extract.pdf.rows import whole_rows
from chunkforge.extract.pdf.rules import Rules
from chunkforge.extract.pdf.security import Locked, Unsupported
from chunkforge.extract.pdf.stacked import stacked
from chunkforge.extract.pdf.structure import outline, tagged_headings
from chunkforge.extract.pdf.tables import set_cells
from chunkforge.extract.pdf.unread import unread_parts
from chunkforge.notice import Notice
from chunkforge.steps import Progress, Steps

FAULTS = (ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError, RecursionError)


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
        Cancelled: it was thrown in before there was any text.
        NeedsCMaps: predefined CMaps have to be handed over first.
    """
    reader = _Reader(name, data, password, rules or Rules())
    total = len(reader.pages)
    for number in range(total):
        if reader.budget.file_is_over():
            break
        lines = reader.read_page(number)
        try:
            yield Progress(number + 1, total, "pages", "\n".join(line.text for line in lines))
        except Cancelled:
            if not reader.has_text:
                raise
            break
    return reader.document()


class _Reader:
    """One file, and what its pages gave so far."""

    def __init__(self, name: str, data: bytes, password: str, rules: Rules) -> None:
        self._name = name
        self._rules = rules
        self.budget = Budget(rules.limits)
        self._file, self.pages = _open(name, data, password, self.budget)
        self._tagged = "StructTreeRoot" in self._file.catalog
        self._fonts = Fonts()
        self._interpreter = Interpreter(self._fonts, Layers(self._file.catalog), self.budget)
        self._sheets: list[Sheet] = []
        self._over: dict[int, list[str]] = {}
        self._dropped: list[tuple[int, str, str]] = []  # page, rule, text
        self._findings = Findings(pages=len(self.pages), damaged=self._file.damaged)

    def read_page(self, number: int) -> list[Line]:
        """Read one page (from 0); whatever fails in it costs that page only, and is told.

        Raises:
            NeedsCMaps: its fonts name predefined CMaps that are not there.
        """
        page = self.pages[number]
        self.budget.start_page()
        pieces = self._pieces(page, number)
        if self._fonts.missing:
            raise NeedsCMaps(self._fonts.missing)
        kept = filtered(pieces, self._rules, tagged=self._tagged)
        self._findings.count(number + 1, kept.pieces, whole=not self._findings.damaged or self._whole(page))
        for rule, dropped in kept.dropped.items():
            text = " ".join(piece.text.strip() for piece in dropped if piece.text.strip())
            if text:
                self._dropped.append((number, rule, text))
        lines = lines_of(stacked(kept.pieces), number)
        if self._rules.columns:
            lines = in_columns(lines, number)
        lines = whole_rows(lines, set_cells(lines))
        self._sheets.append(Sheet(lines, page.height))
        if self._rules.forms and (texts := self._texts_over(page)):
            self._over[number] = texts
        return lines

    @property
    def has_text(self) -> bool:
        """Whether the pages read so far hold any text."""
        return bool(self._over) or any(sheet.lines for sheet in self._sheets)

    def document(self) -> Document:
        """Put together what was read.

        Raises:
            ExtractionError: there was no text.
        """
        lines = [line for sheet in self._sheets for line in sheet.lines]
        self._findings.read = len(self._sheets)
        self._findings.require_text(self._name, has_text=self.has_text)
        size = body_size(lines)
        removed = furniture(self._sheets, size) if self._rules.furniture else {}
        kept = [line for line in lines if line not in removed]
        forget_mono(kept)
        found = paragraphs(kept, size)
        levels = headings(found, size, self._tagged_levels(), self._outline())
        composed = compose(
            with_texts_over(found, self._over, size),
            levels,
            Vocabulary(line.text for line in kept),
            join=self._rules.hyphens,
        )
        starts = composed.starts(len(self.pages))
        taken = [(line.page, kind, line.text) for line, kind in removed.items()] + self._dropped
        changes = [*composed.changes, *(Change(kind, text, page + 1, int(starts[page])) for page, kind, text in taken)]
        changes.sort(key=lambda change: (change.offset, change.page))
        warnings = (*self._findings.warnings(), *self._unread())
        return Document(self._name, composed.text, tuple(composed.blocks), starts, warnings, tuple(changes))

    def _pieces(self, page: Page, number: int) -> list[Piece]:
        """Run a page as far as it can be run."""
        slow = False
        try:
            self._interpreter.run(page)
        except OverBudget:
            slow = True
        except FAULTS:
            self._findings.failed.append(number + 1)
        if slow or self.budget.cut_streams:
            self._findings.slow.append(number + 1)
        return self._interpreter.pieces

    def _unread(self) -> list[Notice]:
        try:
            return list(unread_parts(self._file))
        except FAULTS:
            return []

    def _whole(self, page: Page) -> bool:
        try:
            return page.whole()
        except (OverBudget, *FAULTS):
            return True

    def _texts_over(self, page: Page) -> list[str]:
        try:
            return texts_over(page)
        except FAULTS:
            return []

    def _tagged_levels(self) -> dict[tuple[int, int], int]:
        try:
            marks = tagged_headings(self._file)
        except FAULTS:
            return {}
        numbers: dict[int, list[int]] = defaultdict(list)
        for i, page in enumerate(self.pages):
            numbers[page.number].append(i)
        return {(i, mark): level for (page, mark), level in marks.items() for i in numbers.get(page, ())}

    def _outline(self) -> list[tuple[str, int]]:
        try:
            return outline(self._file)
        except FAULTS:
            return []


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
    except Locked as fault:
        if password:
            raise PasswordRequired(
                "pdf.wrong-password", "This password does not open {name}. Try another.", name=name
            ) from fault
        raise PasswordRequired(
            "pdf.password", "{name} is locked with a password. Enter it to read the file.", name=name
        ) from fault
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
