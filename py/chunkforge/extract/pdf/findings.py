"""What has to be said about a file that could be read, and when it could not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from chunkforge.errors import ExtractionError
from chunkforge.extract.pdf.fonts import UNKNOWN
from chunkforge.extract.pdf.pieces import Piece
from chunkforge.notice import Notice, counted

_UNREADABLE = 0.2  # share of a page's characters from which on it is named


@dataclass
class Findings:
    """What was noticed while the pages were read; page numbers count from 1.

    `cut` tells that the file is damaged and lacks content of a page without text, so that it need not be a scan.
    """

    pages: int = 0
    damaged: bool = False
    read: int = 0
    slow: list[int] = field(default_factory=list)
    failed: list[int] = field(default_factory=list)
    empty: list[int] = field(default_factory=list)
    undecodable: list[int] = field(default_factory=list)
    cut: bool = False
    unknown: int = 0

    def count(self, page: int, pieces: Sequence[Piece], *, whole: bool) -> None:
        """Take note of what the pieces of a page hold, and whether all of its content is in the file."""
        characters = sum(len(piece.text) for piece in pieces)
        unknown = sum(piece.text.count(UNKNOWN) for piece in pieces)
        self.unknown += unknown
        if not characters:
            self.empty.append(page)
            self.cut |= self.damaged and not whole
        elif unknown > _UNREADABLE * characters:
            self.undecodable.append(page)

    def require_text(self, name: str, *, has_text: bool) -> None:
        """Refuse a file without text.

        Raises:
            ExtractionError: with what is known of the reason.
        """
        if has_text:
            return
        if self.cut:
            raise ExtractionError(
                "pdf.cut-off",
                "No text of {name} could be read: it is damaged or cut off, and the content of its pages is not in it. "
                "Download it again.",
                name=name,
            )
        if self.undecodable:
            raise ExtractionError(
                "pdf.undecodable",
                "The fonts of {name} do not tell which characters they show, so no text can be taken from it. Save it "
                "again from the program it was written in, or run text recognition (OCR) over it.",
                name=name,
            )
        if self.slow or self.failed:
            raise ExtractionError(
                "pdf.nothing-read",
                "No text of {name} could be read: its pages are damaged, or hold more than can be read in reasonable "
                "time. Save it again, or print it to a new PDF, and drop that.",
                name=name,
            )
        raise ExtractionError(
            "pdf.no-text",
            "{name} has {pages} but no text layer: it is probably a scan. This tool does no text recognition "
            "(OCR); run OCR over the file first, then drop it again.",
            name=name,
            pages=counted(self.pages, "page", "pages"),
            count=self.pages,
        )

    def warnings(self) -> Iterable[Notice]:
        """Say it, most serious first."""
        unread = self.pages - self.read
        if unread == 1:
            yield Notice(
                "pdf.unread-last",
                "The last of {pages} was not read; counts and scores are those of what comes before.",
                pages=counted(self.pages, "page", "pages"),
                count=self.pages,
            )
        elif unread:
            yield Notice(
                "pdf.unread",
                "The last {count} of {pages} pages were not read; counts and scores are those of the pages before.",
                count=unread,
                pages=self.pages,
            )
        if self.failed:
            yield Notice(
                "pdf.failed",
                "Damaged pages gave no text: {list}. Passages on them cannot be found; save the file again if they "
                "matter.",
                list=page_list(self.failed),
            )
        if self.slow:
            yield Notice(
                "pdf.slow",
                "Some pages hold more than can be read in reasonable time, and were read in part: {list}.",
                list=page_list(self.slow),
            )
        if self.undecodable:
            yield Notice(
                "pdf.undecodable-pages",
                "Fonts on these pages do not tell which characters they show: {list}. Such text was left out "
                "({count} characters) and cannot be found; run text recognition (OCR) over the file if it matters.",
                list=page_list(self.undecodable),
                count=self.unknown,
            )
        if self.cut:
            yield Notice(
                "pdf.cut-off-pages",
                "The file is damaged or cut off. These pages have no text: {list}; others may be incomplete. Download "
                "it again.",
                list=page_list(self.empty),
            )
            return
        if self.empty and len(self.empty) < self.pages:
            yield Notice(
                "pdf.empty-pages",
                "These pages have no text: {list}. If they are scans, their content cannot be found; run text "
                "recognition (OCR) over the file if it matters.",
                list=page_list(self.empty),
            )
        if self.damaged:
            yield Notice(
                "pdf.repaired",
                "The file is damaged; its parts were found by searching through it. Check that nothing is missing.",
            )


def page_list(pages: Sequence[int]) -> str:
    """Write page numbers shortly, such as `2-5, 9`."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][1] + 1:
            runs[-1][1] = page
        else:
            runs.append([page, page])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)
