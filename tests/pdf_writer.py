"""Writes PDFs byte by byte, so that a test can also write wrong ones. No library is involved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pdfminer.fontmetrics import FONT_METRICS

HELVETICA = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
HELVETICA_BOLD = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>"
COURIER = "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>"


@dataclass
class Pdf:
    """A file in the making: objects by number, of which 1 is the catalog and 2 the page tree."""

    objects: dict[int, bytes] = field(default_factory=dict)
    pages: list[int] = field(default_factory=list)
    catalog: str = ""
    trailer: str = ""
    fonts: dict[str, int] = field(default_factory=dict)

    def add(self, body: str | bytes, number: int = 0) -> int:
        """Add an object; gives its number."""
        number = number or max([2, *self.objects]) + 1
        self.objects[number] = body.encode("latin-1") if isinstance(body, str) else body
        return number

    def stream(self, data: bytes, entries: str = "", *, length: int | None = -1) -> int:
        """Add a stream; `length` may lie, and is left out for None."""
        claimed = len(data) if length == -1 else length
        stated = "" if claimed is None else f"/Length {claimed}"
        return self.add(f"<< {entries} {stated} >>\nstream\n".encode("latin-1") + data + b"\nendstream")

    def page(
        self,
        content: str | bytes,
        fonts: Mapping[str, str | int] | None = None,
        *,
        box: str = "0 0 612 792",
        entries: str = "",
        resources: str = "",
    ) -> int:
        """Add a page with one content stream."""
        data = content.encode("cp1252") if isinstance(content, str) else content
        named = self._standard() if fonts is None else fonts
        listed = " ".join(
            f"/{name} {font} 0 R" if isinstance(font, int) else f"/{name} {font}" for name, font in named.items()
        )
        contents = self.stream(data)
        number = self.add(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Contents {contents} 0 R "
            f"/Resources << /Font << {listed} >> {resources} >> {entries} >>"
        )
        self.pages.append(number)
        return number

    def _standard(self) -> dict[str, str | int]:
        """The fonts that a page has unless it is told others: one object each for the whole file."""
        if not self.fonts:
            self.fonts = {f"F{i}": self.add(font) for i, font in enumerate((HELVETICA, HELVETICA_BOLD, COURIER), 1)}
        return dict(self.fonts)

    def data(self, *, xref: bool = True) -> bytes:
        """The file."""
        kids = " ".join(f"{number} 0 R" for number in self.pages)
        objects = {
            1: f"<< /Type /Catalog /Pages 2 0 R {self.catalog} >>".encode("latin-1"),
            2: f"<< /Type /Pages /Kids [{kids}] /Count {len(self.pages)} >>".encode("latin-1"),
        } | self.objects
        out = bytearray(b"%PDF-1.7\n")
        places = {}
        for number, body in sorted(objects.items()):
            places[number] = len(out)
            out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
        start = len(out)
        if xref:
            size = max(places) + 1
            out += f"xref\n0 {size}\n0000000000 65535 f \n".encode()
            for number in range(1, size):
                place = places.get(number)
                out += b"0000000000 00000 f \n" if place is None else f"{place:010} 00000 n \n".encode()
            out += f"trailer\n<< /Size {size} /Root 1 0 R {self.trailer} >>\nstartxref\n{start}\n%%EOF\n".encode()
        return bytes(out)


def escaped(text: str) -> str:
    """A literal string of a content stream."""
    for character in "\\()":
        text = text.replace(character, "\\" + character)
    return f"({text})"


def width(text: str, size: float, font: str = "Helvetica") -> float:
    """The width of a text in points."""
    metrics = FONT_METRICS[font][1]
    return sum(metrics.get(character, 556) for character in text) * size / 1000


def broken(text: str, size: float, measure: float, font: str = "Helvetica") -> list[str]:
    """Break a text into lines, as tightly as they fit; at `|` a word may be divided."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        rest = word
        while rest:
            plain = rest.replace("|", "")
            lead = f"{line} " if line else ""
            if width(lead + plain, size, font) <= measure:
                line = lead + plain
                break
            parts = rest.split("|")
            for cut in range(len(parts) - 1, 0, -1):
                head = "".join(parts[:cut])
                divided = head if head.endswith("-") else head + "-"
                if width(lead + divided, size, font) <= measure:
                    lines.append(lead + divided)
                    rest = "|".join(parts[cut:])
                    break
            else:
                lines.append(line)
            line = ""
    return [*lines, line] if line else lines


@dataclass
class Sheet:
    """One page that is set from the top: `show` puts text anywhere, `set` a paragraph at the pen."""

    left: float = 72.0
    measure: float = 468.0
    y: float = 720.0
    operations: list[str] = field(default_factory=list)

    def show(self, text: str, x: float, y: float, size: float = 10.0, font: str = "F1") -> None:
        """Show one line."""
        self.operations.append(f"BT /{font} {size} Tf 1 0 0 1 {x:.2f} {y:.2f} Tm {escaped(text)} Tj ET")

    def set(
        self, text: str, size: float = 10.0, *, leading: float = 12.0, after: float = 8.0, indent: float = 0.0
    ) -> None:
        """Set a paragraph, its first line indented."""
        for number, line in enumerate(broken(text, size, self.measure - indent)):
            self.show(line, self.left + (indent if not number else 0.0), self.y, size)
            self.y -= leading
        self.y -= after

    def heading(self, text: str, size: float, font: str = "F2") -> None:
        """Set a heading of one line."""
        self.y -= size
        self.show(text, self.left, self.y, size, font)
        self.y -= size + 6

    def content(self) -> str:
        """The page's content stream."""
        return "\n".join(self.operations)


def lines_at(lines: Sequence[str], x: float, y: float, leading: float = 12.0, size: float = 10.0) -> str:
    """Show lines below each other, each with its own operator."""
    shown = "".join(f"{escaped(line)} Tj 0 {-leading} Td " for line in lines)
    return f"BT /F1 {size} Tf {x} {y} Td {shown}ET"
