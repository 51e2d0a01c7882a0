"""The parts of a line and its text: where blanks belong, where cells begin, what is raised."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from chunkforge.extract.pdf.characters import WORD_GAP, accented, is_cjk, is_label, tidy
from chunkforge.extract.pdf.pieces import Piece
from chunkforge.extract.pdf.rtl import logical

_CELL_GAP = 2.5  # em from which on they are two cells of a table
SCRIPT = 0.88  # times the size of the line, below which text is a super- or subscript
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_STOP_GAP = 0.7  # em from which on a cell may begin where other rows have one
_CJK_GAP = 0.9  # em below which two ideographs take no blank between them


@dataclass(slots=True)
class Part:
    """A piece in its line's own coordinates: `start` and `end` along the writing direction, `base` across it."""

    piece: Piece
    start: float
    end: float
    base: float
    gap: float = 0.0


def text_of(parts: Sequence[Part], stops: Sequence[float] = ()) -> str:
    """Join the parts of a line.

    Args:
        parts: at least one.
        stops: places, in points along the line, at which cells of a table begin.

    Returns:
        Its text: words divided by blanks, cells by tabs.
    """
    if any(part.piece.letters for part in parts):
        return tidy(logical(parts, WORD_GAP))
    threshold = _threshold(parts)
    main = max(parts, key=lambda part: part.piece.size) if len(parts) > 1 else parts[0]
    texts = [_raised(parts[0], main)]
    for before, part in pairwise(parts):
        text = _raised(part, main)
        if not text:
            continue
        last = texts[-1]
        size = min(part.piece.size, before.piece.size) or 1e-3
        if part.gap > _CELL_GAP * size or (part.gap > _STOP_GAP * size and part.start in stops):
            texts.append(" " if len(texts) == 1 and is_label(last) else "\t")
        elif part.gap > threshold * size:
            if not (is_cjk(last[-1:]) and is_cjk(text) and part.gap < _CJK_GAP * size):
                texts.append(" ")
        elif part.gap < -0.08 * size and last:
            composed = accented(last[-1], text[0])
            if composed:
                texts[-1] = last[:-1]
                text = composed + text[1:]
        texts.append(text)
    return tidy("".join(texts))


def _raised(part: Part, main: Part) -> str:
    """The text of a part, with raised digits as such: they mark a footnote or are a power, and continue no number."""
    text, size = part.piece.text, main.piece.size
    if part.piece.size < SCRIPT * size and part.base - main.base > 0.15 * size and text.strip().isdecimal():
        return text.translate(_SUPERSCRIPTS)
    return text


def cell_starts(parts: Sequence[Part]) -> list[float]:
    """Give the places at which a line goes on after a gap that may lie between cells."""
    return [
        part.start
        for i, (before, part) in enumerate(pairwise(parts))
        if part.gap > _STOP_GAP * (min(part.piece.size, before.piece.size) or 1e-3)
        and not (i == 0 and is_label(before.piece.text))
    ]


def cells_of(parts: Sequence[Part], stops: Sequence[float] = ()) -> list[list[Part]]:
    """Cut a line's parts where `text_of` puts tabs."""
    cells = [[parts[0]]]
    for before, part in pairwise(parts):
        size = min(part.piece.size, before.piece.size) or 1e-3
        wide = part.gap > _CELL_GAP * size or (part.gap > _STOP_GAP * size and part.start in stops)
        if wide and not (len(cells) == len(cells[0]) == 1 and is_label(before.piece.text)):
            cells.append([])
        cells[-1].append(part)
    return cells


def _threshold(parts: Sequence[Part]) -> float:
    """The gap from which on a blank is put in: larger in words that are set with space between their letters."""
    single = [len(part.piece.text.strip()) == 1 for part in parts]
    if len(parts) < 6 or sum(single) < 0.85 * len(parts):
        return WORD_GAP
    gaps = [part.gap / (min(part.piece.size, before.piece.size) or 1e-3) for before, part in pairwise(parts)]
    between = [
        gap
        for i, gap in enumerate(gaps)
        if single[i]
        and single[i + 1]
        and parts[i].piece.text.strip().isalpha()
        and parts[i + 1].piece.text.strip().isalpha()
    ]
    lower = sum(part.piece.text.strip().islower() for part in parts)
    if len(between) < 5 or lower < 0.5 * sum(single):
        return WORD_GAP
    usual = median(between)
    regular = sum(abs(gap - usual) < 0.15 for gap in between) >= 0.7 * len(between)
    if 0.17 < usual < 0.9 and regular and (usual < 0.25 or any(gap > 1.4 * usual for gap in gaps)):
        return usual + 0.18
    return WORD_GAP
