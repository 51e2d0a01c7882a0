"""Hebrew and Arabic: files store them as they look, from left to right; text is stored as it is read."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from chunkforge.extract.pdf.characters import RIGHT_TO_LEFT

if TYPE_CHECKING:
    from chunkforge.extract.pdf.parts import Part

_MIRRORED = dict(zip("()[]{}<>«»", ")(][}{><»«", strict=True))
_IN_NUMBERS = set(".,:/-")


def logical(parts: Sequence[Part], word_gap: float) -> str:
    """Read a line with right-to-left letters.

    Args:
        parts: its parts, in any order.
        word_gap: em between two parts from which on they are two words.

    Returns:
        The text in the order of reading.
    """
    visual: list[str] = []
    end: float | None = None
    for part in sorted(parts, key=lambda part: part.start):
        piece = part.piece
        apart = end is not None and part.start - end > word_gap * piece.size
        if apart and not visual[-1].isspace() and not piece.text[:1].isspace():
            visual.append(" ")
        visual.extend(piece.letters or piece.text)
        end = part.end
    classes = [_class(letter) for letter in visual]
    base = "R" if classes.count("R") >= classes.count("L") else "L"
    directions = _directions(visual, classes, base)
    runs = [
        (direction, [letter for _, letter in group])
        for direction, group in groupby(zip(directions, visual, strict=True), key=lambda pair: pair[0])
    ]
    if base == "R":
        runs.reverse()
    text = "".join(
        "".join(_MIRRORED.get(letter, letter) for letter in reversed(run)) if direction == "R" else "".join(run)
        for direction, run in runs
    )
    return unicodedata.normalize("NFKC", text)


def _class(letter: str) -> str:
    """R and L for letters, N for digits, O for what takes its direction from around it."""
    if RIGHT_TO_LEFT.search(letter):
        return "R"
    if letter[0].isdigit():
        return "N"
    return "L" if letter[0].isalpha() else "O"


def _directions(letters: list[str], classes: list[str], base: str) -> list[str]:
    """Decide the direction of every letter, neutral ones by their neighbours."""
    directions = ["L" if kind in "LN" else "R" for kind in classes]
    i = 0
    while i < len(classes):
        if classes[i] != "O":
            i += 1
            continue
        last = i
        while last < len(classes) and classes[last] == "O":
            last += 1
        before = classes[i - 1] if i else base
        after = classes[last] if last < len(classes) else base
        if before == after == "N" and last - i == 1 and letters[i] in _IN_NUMBERS:
            direction = "L"
        elif before == after != "N":
            direction = before
        else:
            direction = base
        directions[i:last] = [direction] * (last - i)
        i = last
    return directions
