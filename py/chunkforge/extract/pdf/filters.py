"""Pieces that are no text of the page: outside it, hidden, drawn twice, or marked as decoration."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from chunkforge.extract.pdf.pieces import Piece
from chunkforge.extract.pdf.rules import Rules

_CELL = 6.0  # points: the grid on which visible text covers invisible
_REMEMBERED = 60  # places of one text that overprints are looked for at


@dataclass
class Filtered:
    """What is left of a page's pieces, and what was dropped, by rule."""

    pieces: list[Piece]
    dropped: dict[str, list[Piece]] = field(default_factory=lambda: defaultdict(list))


def filtered(pieces: list[Piece], rules: Rules, *, tagged: bool) -> Filtered:
    """Drop what is not to be read.

    Args:
        pieces: all pieces of a page.
        rules: which rules are on.
        tagged: whether the document marks its decorations.
    """
    result = Filtered([])
    covered = _visible_places(pieces) if any(piece.invisible for piece in pieces) else None
    seen: dict[str, list[tuple[float, float, float]]] = {}
    for piece in pieces:
        if piece.off_page and rules.crop:
            result.dropped["off-page"].append(piece)
        elif piece.artifact and tagged and rules.artifacts:
            result.dropped["artifact"].append(piece)
        elif piece.invisible and covered is not None and rules.invisible and _near(piece, covered):
            result.dropped["invisible"].append(piece)
        elif rules.overprints and _is_overprint(piece, seen):
            result.dropped["overprint"].append(piece)
        else:
            result.pieces.append(piece)
    return result


def _visible_places(pieces: list[Piece]) -> set[tuple[int, int]] | None:
    """Grid cells of visible text; `None` on a scanned page, whose text layer is all there is."""
    hidden = sum(len(piece.text) for piece in pieces if piece.invisible)
    if 2 * hidden > sum(len(piece.text) for piece in pieces):
        return None
    cells = set()
    for piece in pieces:
        if not piece.invisible:
            steps = max(1, int(abs(piece.x1 - piece.x0) / _CELL) + 1)
            for i in range(min(steps, 400) + 1):
                x = piece.x0 + (piece.x1 - piece.x0) * i / steps
                cells.add((int(x / _CELL), int(piece.y0 / _CELL)))
    return cells


def _near(piece: Piece, cells: set[tuple[int, int]]) -> bool:
    x, y = int(piece.x0 / _CELL), int(piece.y0 / _CELL)
    return any((x + i, y + j) in cells for i in (-1, 0, 1) for j in (-1, 0, 1))


def _is_overprint(piece: Piece, seen: dict[str, list[tuple[float, float, float]]]) -> bool:
    """Whether the same text was drawn here before: false bold, shadows, repeated forms."""
    key = piece.text.strip()
    if not key:
        return False
    places = seen.setdefault(key, [])
    reach = (0.36 if len(key) > 2 else 0.06) * piece.size
    for x, y, ux in places:
        if abs(x - piece.x0) <= reach and abs(y - piece.y0) <= reach and abs(ux - piece.ux) < 0.02:
            return True
    places.append((piece.x0, piece.y0, piece.ux))
    if len(places) > _REMEMBERED:
        del places[: _REMEMBERED // 2]
    return False
