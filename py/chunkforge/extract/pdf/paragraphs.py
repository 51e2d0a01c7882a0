"""Lines to paragraphs: by their distance, and by what `breaks` says of neighbours."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from chunkforge.extract.pdf.breaks import continues, is_bullet, is_open, same_style, starts
from chunkforge.extract.pdf.lines import Line

_FARTHEST = 1.3  # times the pitch: beyond it a new paragraph begins
_FARTHEST_CODE = 2.3  # the same for code, which keeps its blank lines
_NEAR = 6  # lines on either side that tell where full lines end
_LEADERS = re.compile(r"[.\s·…_\ufffd-]*")


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

    def turn(self, line: Line) -> None:
        """Go on with a line of the next column or page."""
        self.lines.append(line)
        self.left, self.right = line.start, max(line.start + self.right - self.left, line.end)

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

    @property
    def is_code(self) -> bool:
        """Whether it is set in type of one width."""
        return self.first.mono


def paragraphs(lines: Sequence[Line], body_size: float) -> list[Paragraph]:
    """Build the paragraphs of a document.

    Args:
        lines: its lines in reading order, without furniture.
        body_size: the font size of most of the text.

    Returns:
        Its paragraphs in reading order. One that footnotes or figures interrupt at the end of a page is whole, and
        stands after them, so that page numbers only go up.
    """
    shown = [line for line in lines if not _LEADERS.fullmatch(line.text)]
    builder = _Builder(_pitches(shown), body_size)
    for i, line in enumerate(shown):
        builder.take(line, partial(_edge, shown, i - 1))
    return builder.paragraphs


def _pitches(lines: Sequence[Line]) -> dict[int, float]:
    """For each size (in whole points) the smallest distance that is at least 35 % as frequent as the commonest."""
    distances: dict[int, Counter[float]] = defaultdict(Counter)
    for before, line in pairwise(lines):
        distance = before.base - line.base
        same = before.page == line.page and abs(before.size - line.size) <= 0.05 * line.size
        overlap = min(before.end, line.end) > max(before.start, line.start)
        if same and overlap and 0.8 * line.size < distance < 2.5 * line.size:
            distances[round(line.size)][round(2 * distance) / 2] += 1
    pitches = {}
    for size, counts in distances.items():
        most = max(counts.values())
        pitches[size] = min(distance for distance, count in counts.items() if count >= 0.35 * most)
    return pitches


def _edge(lines: Sequence[Line], i: int) -> float:
    """Where full lines near line `i` that begin at the same place end."""
    line = lines[i]
    near = lines[max(0, i - _NEAR) : i + _NEAR + 1]
    return max(
        other.end
        for other in near
        if other is line or (abs(other.start - line.start) < line.size and same_style(line, other))
    )


class _Builder:
    def __init__(self, pitches: Mapping[int, float], body_size: float) -> None:
        self.paragraphs: list[Paragraph] = []
        self._pitches = pitches
        self._body_size = body_size
        self._current: Paragraph | None = None
        self._aside: Paragraph | None = None  # a body paragraph that something interrupted

    def take(self, line: Line, edge: Callable[[], float]) -> None:
        """Put a line where it belongs; `edge` tells where full lines near the one before end."""
        if not self._goes_on(line, edge) and not self._resumes(line):
            self._set_aside(line)
            self._current = Paragraph([line], line.start, line.end)
            self.paragraphs.append(self._current)

    def _goes_on(self, line: Line, edge: Callable[[], float]) -> bool:
        """Add a line to the current paragraph, if it belongs there."""
        current = self._current
        if current is None or not same_style(current.last, line):
            return False
        before = current.last
        distance = before.base - line.base
        if before.page != line.page or distance <= 0:
            if not continues(current, line):
                return False
            current.turn(line)
            return True
        pitch = self._pitches.get(round(line.size), 1.2 * line.size)
        near = distance <= (_FARTHEST_CODE if line.mono else _FARTHEST) * pitch + 0.01
        overlap = min(before.end, line.end) - max(before.start, line.start)
        joined = line.mono or (overlap > -line.size and not starts(current, line, edge))
        if not near or not joined:
            return False
        current.add(line)
        return True

    def _resumes(self, line: Line) -> bool:
        """Add a line to the paragraph that was interrupted, if it belongs there."""
        aside = self._aside
        if aside is None or line.page - aside.last.page > 1 or not continues(aside, line):
            return False
        before = aside.last
        if line.page == before.page and line.base <= before.base and line.start <= aside.right:
            return False
        if line.page > before.page:  # what interrupted it stands on the page before
            self.paragraphs.remove(aside)
            self.paragraphs.append(aside)
        aside.turn(line)
        self._current, self._aside = aside, None
        return True

    def _set_aside(self, line: Line) -> None:
        current = self._current
        if current is None:
            return
        last = current.last
        interrupted = abs(last.size - line.size) > 0.08 * line.size or last.ux != line.ux
        if interrupted and is_open(last) and self._is_body(last):
            self._aside = current
        elif self._is_body(line):
            self._aside = None

    def _is_body(self, line: Line) -> bool:
        return abs(line.size - self._body_size) < 0.08 * self._body_size


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
        lines = [
            Line(text, page, 0, 0, 0, 1, 0, size, "", bold=False, mono=False, mark=-1, parts=[]) for text in over[page]
        ]
        at = next((i for i, paragraph in enumerate(result) if paragraph.last.page > page), len(result))
        result[at:at] = [Paragraph([line]) for line in lines]
    return result


def body_size(lines: Iterable[Line]) -> float:
    """The font size of most letters, in points; 10 where there are none."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size * 2) / 2] += len(line.text)
    return max(sizes, key=lambda size: (sizes[size], size)) if sizes else 10.0


def forget_mono(lines: Sequence[Line]) -> None:
    """Take type of one width for ordinary text, in place, where most of the document is set in it."""
    if 2 * sum(len(line.text) for line in lines if line.mono) > sum(len(line.text) for line in lines):
        for line in lines:
            line.mono = False
