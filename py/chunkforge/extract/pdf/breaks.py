"""Where one paragraph ends and the next begins."""

# ruff: noqa: RUF001 - look-alike characters are what this module is about
from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from chunkforge.extract.pdf.characters import is_cjk
from chunkforge.extract.pdf.lines import Line

if TYPE_CHECKING:
    from chunkforge.extract.pdf.paragraphs import Paragraph

_SHORTEST = 12  # characters of a line that goes on in the next column
_STRONG_BULLET = re.compile(r"[•●▪◦‣∙■□►➢✓◆○▶]\s*\S|\[\d{1,3}\]\s|\(\d{1,3}\)\s")
_WEAK_BULLET = re.compile(r"[-–—*·]\s+\S|\(?\d{1,3}[.)]\s|\(?[a-zA-Z][.)]\s|\(?[ivx]{1,5}[.)]\s")
_SENTENCE_END = re.compile(r"[.!?:;。！？：；][»”\"’')\]]*$")
_STOP = re.compile(r"[.!?。！？:][»”\"’')\]]*$")
_TITLE_START = re.compile(r"[«“\"‘'(\[]*[^\W_]")


def is_bullet(text: str) -> bool:
    """Whether a line begins as an item of a list does: with a bullet, a dash, a number or a letter."""
    return bool(_STRONG_BULLET.match(text) or _WEAK_BULLET.match(text))


def same_style(before: Line, line: Line) -> bool:
    """Whether two lines have one size and direction."""
    return (
        abs(before.size - line.size) <= 0.08 * max(before.size, line.size)
        and abs(before.ux - line.ux) < 0.02
        and abs(before.uy - line.uy) < 0.02
        and before.mono == line.mono
    )


def is_open(line: Line) -> bool:
    """Whether a sentence may go on after a line."""
    return not _SENTENCE_END.search(line.text)


def continues(paragraph: Paragraph, line: Line) -> bool:
    """Whether a paragraph goes on in the next column or on the next page."""
    before = paragraph.last
    if not same_style(before, line) or before.bold != line.bold or "\t" in before.text or "\t" in line.text:
        return False
    if not is_open(before) or len(before.text) < _SHORTEST:
        return False
    if line.text[:1].islower() or before.text[-1:] in "-\u2010\u00ad,":
        return True
    full = len(paragraph.lines) > 1 and before.end > paragraph.right - 0.5 * line.size
    if is_cjk(before.text[-1:]):
        return full and is_cjk(line.text)
    return full and before.text[-1:].isalpha() and line.text[:1].isalpha() and not is_bullet(line.text)


def starts(paragraph: Paragraph, line: Line, edge: Callable[[], float]) -> bool:
    """Whether a line that follows closely begins a paragraph of its own.

    Args:
        paragraph: the one so far.
        line: the next line.
        edge: tells where full lines near the paragraph's last one end, in points.
    """
    before = paragraph.last
    if "\t" in line.text or "\t" in before.text or _STRONG_BULLET.match(line.text):
        return True
    stops = not is_open(before) or before.end < paragraph.right - line.size
    if _WEAK_BULLET.match(line.text) and (stops or paragraph.is_item):
        return True
    return _changes_weight(paragraph, line) or _is_indented(paragraph, line) or _has_room(before, line, edge)


def _changes_weight(paragraph: Paragraph, line: Line) -> bool:
    """Whether a short first line of another weight was a heading that runs in."""
    before = paragraph.last
    short = before.end < line.end - 0.1 * (line.end - line.start)
    return before.bold != line.bold and len(paragraph.lines) == 1 and short


def _is_indented(paragraph: Paragraph, line: Line) -> bool:
    """Whether a line is set in from the left edge, where lines are neither centred nor hang after a bullet."""
    before, em = paragraph.last, line.size
    if line.start - paragraph.left <= 0.8 * em or before.start - paragraph.left >= 0.5 * em or paragraph.is_item:
        return False
    same_middle = abs((line.start + line.end) - (before.start + before.end)) < 1.2 * em
    return not same_middle and (len(paragraph.lines) > 1 or before.start < line.start)


def _has_room(before: Line, line: Line, edge: Callable[[], float]) -> bool:
    """Whether a sentence ended although the next word would have fitted behind it."""
    if not _STOP.search(before.text) or not _TITLE_START.match(line.text) or line.text[:1].islower():
        return False
    right = edge()
    word = (len(line.text.split(maxsplit=1)[0]) + 1) * (line.end - line.start) / len(line.text)
    return right - before.end > max(word + 0.5 * line.size, 0.1 * (right - before.start))
