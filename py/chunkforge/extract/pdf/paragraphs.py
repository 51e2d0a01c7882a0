"""Lines to paragraphs: by their distance, indentation, size, and what stands at their ends."""

# ruff: noqa: RUF001 - look-alike characters are what this module is about
from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from chunkforge.extract.pdf.lines import Line

_FARTHEST = 1.3  # times the pitch: beyond it a new paragraph begins
_STRONG_BULLET = re.compile(r"[•●▪◦‣∙■□►➢✓◆○▶]\s*\S|\[\d{1,3}\]\s|\(\d{1,3}\)\s")
_WEAK_BULLET = re.compile(r"[-–—*·]\s+\S|\(?\d{1,3}[.)]\s|\(?[a-zA-Z][.)]\s|\(?[ivx]{1,5}[.)]\s")
_LEADERS = re.compile(r"[.\s·…_\ufffd-]*")
_SENTENCE_END = re.compile(r"[.!?:;。！？：；][»”\"’')\]]*$")
_STOP = re.compile(r"[.!?。！？:»”\"]$")


@dataclass(eq=False)
class Paragraph:
    """Lines that belong together; `left` and `right` are the widest of their column, in points."""

    lines: list[Line]
    left: float = 0.0
    right: float = 0.0

    def add(self, line: Line) -> None:
        """Go on with a line."""
        self.lines.append(line)
        self.left, self.right = min(self.left, line.start), max(self.right, line.end)

    @property
    def first(self) -> Line:
        """Its first line."""
        return self.lines[0]

    @property
    def last(self) -> Line:
        """Its last line."""
        return self.lines[-1]

    @property
    def is_item(self) -> bool:
        """Whether it begins as an item of a list does."""
        return is_bullet(self.first.text)

    @property
    def is_row(self) -> bool:
        """Whether it is a row of cells."""
        return len(self.lines) == 1 and "\t" in self.first.text


@dataclass
class _Pitches:
    """The usual distance of neighbouring lines, by font size."""

    by_size: dict[int, float] = field(default_factory=dict)

    def of(self, line: Line) -> float:
        return self.by_size.get(round(line.size), 1.2 * line.size)


def paragraphs(lines: Sequence[Line], body_size: float) -> list[Paragraph]:
    """Build the paragraphs of a document.

    Args:
        lines: its lines in reading order, without furniture.
        body_size: the font size of most of the text.

    Returns:
        Its paragraphs in reading order. One that footnotes or figures interrupt at the end of a page is whole, and
        stands after them, so that page numbers only go up.
    """
    builder = _Builder(_pitches(lines), body_size)
    for line in lines:
        if not _LEADERS.fullmatch(line.text):
            builder.take(line)
    return builder.paragraphs


def _pitches(lines: Sequence[Line]) -> _Pitches:
    """For each size the smallest distance that is at least 35 % as frequent as the commonest."""
    distances: dict[int, Counter[float]] = defaultdict(Counter)
    for before, line in pairwise(lines):
        distance = before.base - line.base
        same = before.page == line.page and abs(before.size - line.size) <= 0.05 * line.size
        if (
            same
            and 0.8 * line.size < distance < 2.5 * line.size
            and min(before.end, line.end) > max(before.start, line.start)
        ):
            distances[round(line.size)][round(2 * distance) / 2] += 1
    pitches = {}
    for size, counts in distances.items():
        most = max(counts.values())
        pitches[size] = min(distance for distance, count in counts.items() if count >= 0.35 * most)
    return _Pitches(pitches)


class _Builder:
    def __init__(self, pitches: _Pitches, body_size: float) -> None:
        self.paragraphs: list[Paragraph] = []
        self._pitches = pitches
        self._body_size = body_size
        self._current: Paragraph | None = None
        self._aside: Paragraph | None = None  # a body paragraph that something interrupted

    def take(self, line: Line) -> None:
        """Put a line where it belongs."""
        if self._current is not None and self._goes_on(self._current, line):
            self._current.add(line)
            return
        if self._aside is not None and self._resumes(self._aside, line):
            if line.page > self._aside.last.page:
                self.paragraphs.remove(self._aside)
                self.paragraphs.append(self._aside)
            self._current, self._aside = self._aside, None
            self._turn(self._current, line)
            return
        self._set_aside(line)
        self._current = Paragraph([line], line.start, line.end)
        self.paragraphs.append(self._current)

    def _set_aside(self, line: Line) -> None:
        current = self._current
        if current is None:
            return
        interrupted = abs(current.last.size - line.size) > 0.08 * line.size or current.last.ux != line.ux
        if interrupted and _is_open(current) and abs(current.last.size - self._body_size) < 0.08 * self._body_size:
            self._aside = current
        elif abs(line.size - self._body_size) < 0.08 * self._body_size:
            self._aside = None

    def _resumes(self, paragraph: Paragraph, line: Line) -> bool:
        moved = line.page != paragraph.last.page or line.base > paragraph.last.base or line.start > paragraph.right
        return moved and line.page - paragraph.last.page <= 1 and _continues(paragraph, line)

    def _turn(self, paragraph: Paragraph, line: Line) -> None:
        """Go on in the next column or on the next page."""
        width = paragraph.right - paragraph.left
        paragraph.lines.append(line)
        paragraph.left, paragraph.right = line.start, max(line.start + width, line.end)

    def _goes_on(self, paragraph: Paragraph, line: Line) -> bool:
        before = paragraph.last
        if not _same_style(before, line):
            return False
        distance = before.base - line.base
        if before.page != line.page or distance <= 0:
            if _continues(paragraph, line):
                width = paragraph.right - paragraph.left
                paragraph.left, paragraph.right = line.start, max(line.start + width, line.end)
                return True
            return False
        if distance > _FARTHEST * self._pitches.of(line) + 0.01:
            return False
        if min(before.end, line.end) - max(before.start, line.start) <= -line.size:
            return False
        return not self._starts(paragraph, line)

    def _starts(self, paragraph: Paragraph, line: Line) -> bool:
        """Whether a line that follows closely begins a paragraph of its own."""
        before, em = paragraph.last, line.size
        if "\t" in line.text or "\t" in before.text or _STRONG_BULLET.match(line.text):
            return True
        stops = bool(_SENTENCE_END.search(before.text)) or before.end < paragraph.right - em
        if _WEAK_BULLET.match(line.text) and (stops or paragraph.is_item):
            return True
        if (
            before.bold != line.bold
            and len(paragraph.lines) == 1
            and before.end < line.end - 0.1 * (line.end - line.start)
        ):
            return True
        indent = line.start - paragraph.left
        centred = (
            abs((line.start + line.end) - (before.start + before.end)) < 1.2 * em
            and abs(line.start - before.start) > 0.6 * em
        )
        at_edge = before.start - paragraph.left < 0.5 * em
        indented = indent > 0.8 * em and not centred and at_edge and not paragraph.is_item
        if indented and (len(paragraph.lines) > 1 or before.start < line.start):
            return True
        short = before.end < paragraph.right - 0.25 * max(paragraph.right - paragraph.left, 1.0)
        return short and len(paragraph.lines) > 1 and bool(_STOP.search(before.text)) and line.text[:1].isupper()


def is_bullet(text: str) -> bool:
    """Whether a line begins as an item of a list does: with a bullet, a dash, a number or a letter."""
    return bool(_STRONG_BULLET.match(text) or _WEAK_BULLET.match(text))


def _same_style(before: Line, line: Line) -> bool:
    return (
        abs(before.size - line.size) <= 0.08 * max(before.size, line.size)
        and abs(before.ux - line.ux) < 0.02
        and abs(before.uy - line.uy) < 0.02
    )


def _is_open(paragraph: Paragraph) -> bool:
    return not _SENTENCE_END.search(paragraph.last.text)


def _continues(paragraph: Paragraph, line: Line) -> bool:
    """Whether a sentence goes on in the next column or on the next page."""
    before = paragraph.last
    if not _same_style(before, line) or before.bold != line.bold or paragraph.is_row or "\t" in line.text:
        return False
    if not _is_open(paragraph):
        return False
    return line.text[:1].islower() or before.text[-1:] in "-\u2010\u00ad,"


def with_texts_over(found: Sequence[Paragraph], over: Mapping[int, Sequence[str]], size: float) -> list[Paragraph]:
    """Add what lies over the pages, form values and notes, at the end of each.

    Args:
        found: the paragraphs of the document.
        over: texts by page (from 0).
        size: a font size for them.

    Returns:
        All paragraphs, in an order in which pages only go up.
    """
    result = list(found)
    for page in sorted(over, reverse=True):
        lines = [Line(text, page, 0, 0, 0, 1, 0, size, "", bold=False, mark=-1, parts=[]) for text in over[page]]
        at = next((i for i, paragraph in enumerate(result) if paragraph.last.page > page), len(result))
        result[at:at] = [Paragraph([line]) for line in lines]
    return result


def body_size(lines: Iterable[Line]) -> float:
    """The font size of most letters, in points; 10 where there are none."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size * 2) / 2] += len(line.text)
    return max(sizes, key=lambda size: (sizes[size], size)) if sizes else 10.0
