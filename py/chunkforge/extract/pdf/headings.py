"""Which paragraphs are headings, and how deep: by the file's tags or outline, else by size, weight and numbering."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from chunkforge.extract.pdf.paragraphs import Paragraph
from chunkforge.extract.pdf.structure import key_of

_LARGER = 1.08  # times the size of the body
_MOST_LINES = 3
_LONGEST = 200  # characters
_LONGEST_BOLD = 120
_DEEPEST = 6
_MOST_TAGGED = 0.3  # share of the text; more cannot be headings
_MOST_UNMATCHED = 0.4  # share of the outline's titles that may be missing from the text
_NUMBERING = re.compile(r"((?:\d{1,3}|[A-Z])(?:\.\d{1,3})*)\.?\s+\S")
_ENDS_SENTENCE = re.compile(r"[.:;,]$")
_LETTER = re.compile(r"[^\W\d_]")

Style = tuple[float, bool]  # size, weight
Levels = dict[Paragraph, int]


def headings(
    paragraphs: Sequence[Paragraph],
    body_size: float,
    tagged: Mapping[tuple[int, int], int],
    outline: Sequence[tuple[str, int]],
) -> Levels:
    """Find the headings of a document.

    Args:
        paragraphs: all its paragraphs, in order.
        body_size: the font size of most of the text.
        tagged: levels by page (from 0) and marked content, from the file's tags.
        outline: keys and depths of the outline's titles, in order.

    Returns:
        The level of each heading, 1 for the highest.
    """
    by_tags = _by_tags(paragraphs, tagged)
    if by_tags:
        return by_tags
    found = [paragraph for paragraph in paragraphs if _is_heading(paragraph, body_size)]
    matched = _by_outline(paragraphs, outline)
    return _merged(found, matched) if matched else _by_style(found)


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


def _style(paragraph: Paragraph) -> Style:
    return round(paragraph.first.size * 2) / 2, paragraph.first.bold


def _number_depth(paragraph: Paragraph) -> int:
    """How many numbers a heading's numbering has; 0 without."""
    match = _NUMBERING.match(paragraph.first.text)
    return match[1].count(".") + 1 if match else 0


def _by_style(found: Sequence[Paragraph]) -> Levels:
    """Rank sizes and weights; numbering ranks what one style has in several depths."""
    depths: dict[Style, set[int]] = defaultdict(set)
    for paragraph in found:
        if _number_depth(paragraph):
            depths[_style(paragraph)].add(_number_depth(paragraph))

    def rank(paragraph: Paragraph) -> tuple[float, bool, int]:
        size, bold = _style(paragraph)
        mixed = len(depths[size, bold]) > 1
        return -size, not bold, max(_number_depth(paragraph), 1) if mixed else 0

    levels = {key: min(level, _DEEPEST) for level, key in enumerate(sorted(set(map(rank, found))), 1)}
    return {paragraph: levels[rank(paragraph)] for paragraph in found}


def _by_tags(paragraphs: Sequence[Paragraph], tagged: Mapping[tuple[int, int], int]) -> Levels:
    if not tagged:
        return {}
    levels = {}
    for paragraph in paragraphs:
        level = tagged.get((paragraph.first.page, paragraph.first.mark))
        if level:
            levels[paragraph] = level
    size = sum(map(_length, levels))
    return levels if size <= _MOST_TAGGED * sum(map(_length, paragraphs)) else {}


def _length(paragraph: Paragraph) -> int:
    return sum(len(line.text) for line in paragraph.lines)


def _by_outline(paragraphs: Sequence[Paragraph], outline: Sequence[tuple[str, int]]) -> Levels:
    """Find the outline's titles in the text, in order; nothing where too many are missing."""
    keys = [
        key_of("".join(line.text for line in paragraph.lines)) if len(paragraph.lines) <= _MOST_LINES else ""
        for paragraph in paragraphs
    ]
    levels: Levels = {}
    position = 0
    for title, depth in outline:
        at = next((i for i in range(position, len(keys)) if _same_title(keys[i], title)), None)
        if at is not None:
            levels[paragraphs[at]] = min(depth, _DEEPEST)
            position = at + 1
    enough = len(levels) >= max(2, (1 - _MOST_UNMATCHED) * len(outline))
    return levels if enough else {}


def _same_title(key: str, title: str) -> bool:
    """Whether a paragraph is a title of the outline, which may lack the numbering."""
    return bool(key) and (key == title or (key.endswith(title) and key[: -len(title)].isdigit()))


def _merged(found: Sequence[Paragraph], matched: Levels) -> Levels:
    """Let the outline rank its own titles, and their styles rank the headings that it does not name."""
    largest = max(_style(paragraph) for paragraph in matched)
    above = sorted({_style(paragraph) for paragraph in found if _style(paragraph) > largest}, reverse=True)
    levels = {paragraph: min(level + len(above), _DEEPEST) for paragraph, level in matched.items()}
    by_style: dict[Style, Counter[int]] = defaultdict(Counter)
    for paragraph, level in levels.items():
        by_style[_style(paragraph)][level] += 1
    for paragraph in found:
        style = _style(paragraph)
        if paragraph in levels:
            continue
        if style in above:
            levels[paragraph] = above.index(style) + 1
        elif style in by_style:
            levels[paragraph] = by_style[style].most_common(1)[0][0]
        else:
            larger = [level for other, counts in by_style.items() if other > style for level in counts]
            levels[paragraph] = min(max(larger, default=len(above)) + 1, _DEEPEST)
    return levels
