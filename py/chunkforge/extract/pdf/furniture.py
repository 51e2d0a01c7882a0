"""Running heads, running feet and page numbers: what stands at the edge of page after page."""

# ruff: noqa: RUF001 - look-alike characters are what this module is about
from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chunkforge.extract.pdf.lines import Line

_ZONE = 0.15  # of the page height, in which heads and feet are looked for
_SAME_ROW = 2.0  # points between baselines of one row
_SAME_HEIGHT = 4.0  # points between the heights of a head on different pages
_LONGEST = 200  # characters of a head
_LARGER = 1.2  # times the size of the body: a heading, unless it never changes
_NUMBER = re.compile(r"\d{1,4}")
_PAGE_WORD = r"(?:page|p\.|seite|página|pagina|页|頁|第)?"
_LONE_NUMBER = re.compile(
    rf"[-–—|\s]*{_PAGE_WORD}\s*(\d{{1,4}})\s*(?:(?:of|/|von|de|sur|di)\s*\d{{1,4}})?[-–—|\s]*", re.IGNORECASE
)
_ROMAN = re.compile(r"[-–—\s]*([ivxlcdm]{1,8})[-–—\s]*", re.IGNORECASE)
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}


@dataclass(frozen=True, slots=True)
class Sheet:
    """The lines of one page, in reading order, and its height in points."""

    lines: list[Line]
    height: float


@dataclass(frozen=True, slots=True)
class _Candidate:
    line: Line
    zone: str  # "top" or "bottom"
    outermost: bool
    in_zone: bool


def furniture(sheets: Sequence[Sheet], body_size: float) -> dict[Line, str]:
    """Find what is not to be read as text.

    Args:
        sheets: the pages.
        body_size: the font size of most of the text.

    Returns:
        The lines to leave out, each with its kind: `running-head` or `page-number`; none where nothing else is there.
    """
    candidates = [candidate for sheet in sheets for candidate in _candidates(sheet)]
    found = _page_numbers(candidates, len(sheets), body_size)
    groups: dict[tuple[str, str], list[Line]] = defaultdict(list)
    for candidate in candidates:
        if candidate.in_zone and candidate.line not in found:
            groups[candidate.zone, _key(candidate.line.text)].append(candidate.line)
    for (_, key), lines in groups.items():
        if _returns(key, lines, len(sheets)) and not _is_heading(lines, body_size):
            found.update((line, "running-head") for line in lines)
    # What stands alone on every page surrounds no text: it is the text.
    return {} if all(line in found for sheet in sheets for line in sheet.lines) else found


def _candidates(sheet: Sheet) -> Iterator[_Candidate]:
    upright = sorted((line for line in sheet.lines if line.upright), key=lambda line: -line.base)
    rows: list[list[Line]] = []
    for line in upright:
        if rows and abs(rows[-1][0].base - line.base) < _SAME_ROW:
            rows[-1].append(line)
        else:
            rows.append([line])
    for zone, chosen in (("top", rows[:2]), ("bottom", rows[:0:-1][:2])):
        for i, row in enumerate(chosen):
            base = row[0].base
            near = base > (1 - _ZONE) * sheet.height if zone == "top" else base < _ZONE * sheet.height
            for line in row:
                yield _Candidate(line, zone, i == 0, near)


def _key(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"\d+", "#", text.lower())).strip()


def _page_numbers(candidates: list[_Candidate], pages: int, body_size: float) -> dict[Line, str]:
    """Numbers that go up with the pages, alone or at the edge of a running head."""
    lone: dict[tuple[str, int], list[Line]] = defaultdict(list)
    edged: dict[tuple[str, int, int], list[Line]] = defaultdict(list)
    for candidate in candidates:
        line = candidate.line
        alone = _LONE_NUMBER.fullmatch(line.text)
        roman = _ROMAN.fullmatch(line.text)
        if alone and (candidate.outermost or candidate.in_zone):
            lone["number", int(alone[1]) - line.page].append(line)
        elif roman and candidate.in_zone:
            lone["roman", _roman(roman[1]) - line.page].append(line)
        elif candidate.in_zone and len(line.text) < _LONGEST and line.size <= _LARGER * body_size:
            height = round(line.base / _SAME_HEIGHT)
            for number in set(_edge_numbers(line.text)):
                edged[candidate.zone, height, number - line.page].append(line)
    found: dict[Line, str] = {}
    for (_, offset), lines in lone.items():
        if len({line.page for line in lines}) >= 2 or (pages <= 2 and offset in {0, 1}):
            found.update((line, "page-number") for line in lines)
    for lines in edged.values():
        if len({line.page for line in lines}) >= 3:
            found.update((line, "running-head") for line in lines)
    return found


def _edge_numbers(text: str) -> Iterator[int]:
    words = text.split()
    for word in (words[0], words[-1]):
        if _NUMBER.fullmatch(word):
            yield int(word)


def _roman(text: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in text.lower()]
    return sum(-value if value < max(values[i:]) else value for i, value in enumerate(values))


def _returns(key: str, lines: list[Line], pages: int) -> bool:
    """Whether a text comes back on enough pages, at the same height, with numbers that count pages or never change."""
    on = {line.page for line in lines}
    needed = 3 if pages >= 4 else 2
    if pages < 3 or len(on) < needed or len(key) >= _LONGEST or not any(letter.isalpha() for letter in key):
        return False
    heights = Counter(round(line.base / _SAME_HEIGHT) for line in lines)
    if sum(count for _, count in heights.most_common(2)) < 0.6 * len(lines):
        return False
    numbers = [[int(number) for number in _NUMBER.findall(line.text)] for line in lines]
    columns = list(zip(*numbers, strict=False))
    offsets = [len({value - line.page for value, line in zip(column, lines, strict=True)}) == 1 for column in columns]
    return any(offsets) or all(len(set(column)) == 1 for column in columns)


def _is_heading(lines: list[Line], body_size: float) -> bool:
    """Whether these are headings that happen to open their pages: large, and each its own."""
    large = min(line.size for line in lines) > _LARGER * body_size
    return large and len({line.text for line in lines}) > 1
