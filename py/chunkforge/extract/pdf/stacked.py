"""Vertical text that is placed character by character: turned into pieces that run downwards."""

from __future__ import annotations

from itertools import pairwise

from chunkforge.extract.pdf.characters import is_cjk
from chunkforge.extract.pdf.pieces import Piece

_ASCENT = 0.88  # em from the baseline to the top of a character's cell
_LEAST = 3  # characters that make a column
_STEP = (0.3, 1.3)  # em from one cell to the next


def stacked(pieces: list[Piece]) -> list[Piece]:
    """Turn columns of single characters, in place.

    Args:
        pieces: of a page, in the order drawn.

    Returns:
        The same pieces; those of columns now run downwards.
    """
    if not any(_is_single(piece) for piece in pieces):
        return pieces
    result: list[Piece] = []
    run: list[Piece] = []
    for piece in pieces:
        if run and not (_is_single(piece) and _follows(run[-1], piece)):
            result.extend(_turned(run))
            run = []
        if _is_single(piece):
            run.append(piece)
        else:
            result.append(piece)
    return result + _turned(run)


def _is_single(piece: Piece) -> bool:
    upright = piece.ux > 0.98 or piece.vertical
    return upright and len(piece.text.strip()) == 1 and is_cjk(piece.text.strip())


def _cell(piece: Piece) -> tuple[float, float]:
    """Centre and top of a character's cell."""
    if piece.vertical:
        return piece.x0, piece.y0
    return (piece.x0 + piece.x1) / 2, piece.y0 + _ASCENT * piece.size


def _follows(before: Piece, piece: Piece) -> bool:
    (x0, y0), (x1, y1) = _cell(before), _cell(piece)
    em = piece.size or 1e-3
    return abs(x0 - x1) < 0.3 * em and _STEP[0] < (y0 - y1) / em < _STEP[1] and abs(before.size - em) < 0.1 * em


def _turned(run: list[Piece]) -> list[Piece]:
    if len(run) < _LEAST or all(piece.vertical for piece in run):
        return run
    cells = [_cell(piece) for piece in run]
    ends = [below for _, (_, below) in pairwise(cells)]
    ends.append(cells[-1][1] - run[-1].size)
    for piece, (x, top), end in zip(run, cells, ends, strict=True):
        piece.x0, piece.y0, piece.x1, piece.y1 = x, top, x, end
        piece.ux, piece.uy, piece.vertical = 0.0, -1.0, True
    return run
