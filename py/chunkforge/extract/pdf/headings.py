"""Which paragraphs are headings, and how deep: by font size, weight and numbering."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chunkforge.extract.pdf.paragraphs import Paragraph

_LARGER = 1.08  # times the size of the body
_MOST_LINES = 3
_LONGEST = 200  # characters
_LONGEST_BOLD = 120
_DEEPEST = 6
_NUMBERING = re.compile(
    r"(?:(?:chapter|section|part|article|appendix|kapitel)\s+)?((?:\d{1,3}|[A-Z])(?:\.\d{1,3})*)\.?\s+\S", re.IGNORECASE
)
_ENDS_SENTENCE = re.compile(r"[.;,]$")
_LETTER = re.compile(r"[^\W\d_]")

Style = tuple[float, bool]


def headings(paragraphs: Sequence[Paragraph], body_size: float) -> dict[Paragraph, int]:
    """Find the headings of a document.

    Args:
        paragraphs: all its paragraphs, in order.
        body_size: the font size of most of the text.

    Returns:
        The level of each heading, 1 for the highest.
    """
    found = [paragraph for paragraph in paragraphs if _is_heading(paragraph, body_size)]
    styles = sorted({_style(paragraph) for paragraph in found}, reverse=True)
    ranks = {style: min(rank, _DEEPEST) for rank, style in enumerate(styles, 1)}
    return {paragraph: ranks[_style(paragraph)] for paragraph in found}


def _style(paragraph: Paragraph) -> Style:
    return round(paragraph.first.size * 2) / 2, paragraph.first.bold


def _is_heading(paragraph: Paragraph, body_size: float) -> bool:
    first, last = paragraph.first, paragraph.last
    text = " ".join(line.text for line in paragraph.lines)
    if not first.upright or len(paragraph.lines) > _MOST_LINES or not _LETTER.search(text) or paragraph.is_row:
        return False
    if first.size > _LARGER * body_size:
        return len(text) <= _LONGEST
    bold = all(line.bold for line in paragraph.lines) and first.size >= 0.95 * body_size
    if not bold or len(text) > _LONGEST_BOLD:
        return False
    return not _ENDS_SENTENCE.search(last.text) or _NUMBERING.match(text) is not None
