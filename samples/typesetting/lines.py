"""Breaks paragraphs into lines, with hyphens where a word is cut and ligatures where the font has them."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pyphen  # type: ignore[import-untyped]
from reportlab.pdfbase.pdfmetrics import stringWidth  # type: ignore[import-untyped]

LIGATURES = {"fi": "\ufb01", "fl": "\ufb02"}
NOTE_MARK = re.compile(r"\[\^(\d+)\]")
NOTE_MARK_SCALE = 0.62

_HYPHENS = pyphen.Pyphen(lang="en_GB", left=3, right=3)
_INNER_HYPHEN = re.compile(r"(?<=[A-Za-z])-(?=[A-Za-z])")
_WORD = re.compile(r"(?<![@\w])[A-Za-z]{7,}(?![@\w]|\.\w)")  # no part of an address


@dataclass(frozen=True)
class Face:
    """A font at a size in points, and the distance between its baselines."""

    font: str
    size: float
    leading: float

    def width(self, text: str) -> float:
        """Measure a text in points, note marks at their reduced size."""
        marks = "".join(NOTE_MARK.findall(text))
        plain: float = stringWidth(with_ligatures(NOTE_MARK.sub("", text)), self.font, self.size)
        return plain + float(stringWidth(marks, self.font, self.size * NOTE_MARK_SCALE))


def with_ligatures(text: str) -> str:
    """Write the letter pairs that the font has a ligature for as that ligature."""
    for pair, ligature in LIGATURES.items():
        text = text.replace(pair, ligature)
    return text


def break_lines(text: str, face: Face, width: float) -> list[str]:
    """Break a text into lines no wider than `width` points, as much on each as fits.

    Args:
        text: words with single spaces.
        face: what it is set in.
        width: points.

    Returns:
        The lines. A line that ends in a cut word ends in a hyphen.
    """
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        rest = word
        while face.width(joined := f"{line} {rest}".lstrip()) > width:
            head, tail = _cut(rest, face, width - face.width(f"{line} " if line else ""))
            if not head and not line:
                break  # a word without a place to cut sticks out
            lines.append(f"{line} {head}".strip())
            line, rest = "", tail
        line = joined
    return [*lines, line]


def _cut(word: str, face: Face, room: float) -> tuple[str, str]:
    """Cut a word so that its head, hyphen included, fits into `room` points; the head is empty where none does."""
    at_hyphens = [match.end() for match in _INNER_HYPHEN.finditer(word)]
    at_syllables = [part.start() + n for part in _WORD.finditer(word) for n in _HYPHENS.positions(part.group())]
    cuts = [(word[:n], word[n:]) for n in at_hyphens] + [(f"{word[:n]}-", word[n:]) for n in at_syllables]
    return max((cut for cut in cuts if face.width(cut[0]) <= room), key=lambda cut: len(cut[0]), default=("", word))
