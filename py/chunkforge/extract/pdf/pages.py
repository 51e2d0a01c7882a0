"""The pages of a file, in order, with what they inherit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pdfminer.pdftypes import PDFObjRef, resolve1
from pdfminer.psparser import LIT

from chunkforge.extract.pdf.file import PdfFile
from chunkforge.extract.pdf.streams import Stream

_INHERITED = ("Resources", "MediaBox", "CropBox", "Rotate")
_DEEPEST = 100
_LETTER = (0.0, 0.0, 612.0, 792.0)

Box = tuple[float, float, float, float]
Matrix = tuple[float, float, float, float, float, float]


@dataclass(frozen=True)
class Page:
    """One page: its dictionary with inherited entries, and the geometry that text is placed in.

    `number` is that of its object, -1 for none. `box` is the visible part in the coordinates of the content; `matrix`
    leads from there to a page whose lower left corner is 0, 0 and which stands upright; `width` and `height` are in
    points, after rotation.
    """

    entries: dict[str, Any]
    number: int
    box: Box
    matrix: Matrix
    width: float
    height: float

    def resources(self) -> dict[str, Any]:
        """The page's resources; empty where it has none."""
        found = resolve1(self.entries.get("Resources"))
        return found if isinstance(found, dict) else {}

    def contents(self) -> list[Stream]:
        """The streams of the page's content, in order."""
        return [part for part in self._parts() if isinstance(part, Stream)]

    def whole(self) -> bool:
        """Whether all streams that its content is made of are in the file, to their end."""
        return all(isinstance(part, Stream) and part.whole for part in self._parts())

    def _parts(self) -> list[Any]:
        if "Contents" not in self.entries:
            return []
        found = resolve1(self.entries["Contents"])
        return [resolve1(part) for part in found] if isinstance(found, list) else [found]


def pages_of(file: PdfFile) -> list[Page]:
    """List the pages of a file, repairing its page tree where it gives none."""
    found = list(_walk(file.catalog.get("Pages"), {}, set(), 0))
    if not found and not file.damaged:
        file.rebuild()
        found = list(_walk(file.catalog.get("Pages"), {}, set(), 0))
    if not found:
        found = list(_stray(file))
    return [_page(number, entries) for number, entries in found]


def _walk(node: Any, inherited: dict[str, Any], seen: set[int], depth: int) -> Iterator[tuple[int, dict[str, Any]]]:  # noqa: ANN401
    if isinstance(node, PDFObjRef):
        if node.objid in seen:
            return
        seen.add(node.objid)
    own = resolve1(node)
    if not isinstance(own, dict) or depth > _DEEPEST:
        return
    entries = inherited | own
    kids = resolve1(own.get("Kids"))
    if isinstance(kids, list) and "Contents" not in own:
        handed = {key: entries[key] for key in _INHERITED if key in entries}
        for kid in kids:
            yield from _walk(kid, handed, seen, depth + 1)
    elif own.get("Type") is LIT("Page") or any(key in own for key in ("Contents", "MediaBox", "Resources")):
        yield node.objid if isinstance(node, PDFObjRef) else -1, entries


def _stray(file: PdfFile) -> Iterator[tuple[int, dict[str, Any]]]:
    """Pages that no tree leads to."""
    for number in file.numbers():
        found = file.getobj(number)
        if isinstance(found, dict) and found.get("Type") is LIT("Page"):
            yield number, found


def _page(number: int, entries: dict[str, Any]) -> Page:
    media = _box(entries.get("MediaBox")) or _LETTER
    crop = _box(entries.get("CropBox")) or media
    box = (max(media[0], crop[0]), max(media[1], crop[1]), min(media[2], crop[2]), min(media[3], crop[3]))
    if box[2] - box[0] < 10 or box[3] - box[1] < 10:
        box = media
    left, bottom, right, top = box
    rotation = resolve1(entries.get("Rotate"))
    turn = int(rotation) % 360 if isinstance(rotation, int | float) else 0
    width, height = right - left, top - bottom
    if turn == 90:
        return Page(entries, number, box, (0, -1, 1, 0, -bottom, right), height, width)
    if turn == 180:
        return Page(entries, number, box, (-1, 0, 0, -1, right, top), width, height)
    if turn == 270:
        return Page(entries, number, box, (0, 1, -1, 0, top, -left), height, width)
    return Page(entries, number, box, (1, 0, 0, 1, -left, -bottom), width, height)


def _box(value: object) -> Box | None:
    corners = resolve1(value)
    if not isinstance(corners, list) or len(corners) < 4:
        return None
    numbers = [resolve1(corner) for corner in corners[:4]]
    if not all(isinstance(number, int | float) for number in numbers):
        return None
    x0, y0, x1, y1 = map(float, numbers)
    box = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
    return box if box[2] - box[0] > 1 and box[3] - box[1] > 1 else None
