"""Draw the icons in `web/icons/`: two paragraphs of a document, one of them cut out as a chunk.

Run `python3 -m tools.icons` after a change here (a minute); the files are kept in the repository.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

from tools.pins import ROOT

GRID = 512
SAMPLES = 4  # a pixel's colour is the mean of 4 x 4 points
Colour = tuple[int, int, int]
ACCENT: Colour = (11, 93, 105)
PALE: Colour = (146, 190, 196)
WHITE: Colour = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class Bar:
    """A rectangle with round corners, on a grid of 512."""

    x: int
    y: int
    width: int
    height: int
    radius: int
    colour: Colour

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside."""
        if not (self.x <= x < self.x + self.width and self.y <= y < self.y + self.height):
            return False
        past_x = max(self.x + self.radius - x, x - (self.x + self.width - self.radius), 0.0)
        past_y = max(self.y + self.radius - y, y - (self.y + self.height - self.radius), 0.0)
        return past_x * past_x + past_y * past_y <= self.radius * self.radius

    def shrunk(self) -> Bar:
        """The same at four fifths about the middle, where no mask of a launcher reaches."""
        x, y = (round(GRID / 10 + side * 0.8) for side in (self.x, self.y))
        width, height, radius = (round(side * 0.8) for side in (self.width, self.height, self.radius))
        return Bar(x, y, width, height, radius, self.colour)

    def svg(self) -> str:
        """The same as an element."""
        place = f'x="{self.x}" y="{self.y}" width="{self.width}" height="{self.height}" rx="{self.radius}"'
        return f'<rect {place} fill="#{"".join(f"{part:02x}" for part in self.colour)}"/>'


PICTURE = (
    Bar(128, 116, 208, 28, 14, PALE),
    Bar(128, 168, 152, 28, 14, PALE),
    Bar(96, 232, 320, 184, 24, WHITE),
    Bar(128, 264, 256, 28, 14, ACCENT),
    Bar(128, 312, 232, 28, 14, ACCENT),
    Bar(128, 360, 160, 28, 14, ACCENT),
)
ROUNDED = (Bar(0, 0, GRID, GRID, 96, ACCENT), *PICTURE)
FULL = (Bar(0, 0, GRID, GRID, 0, ACCENT), *(bar.shrunk() for bar in PICTURE))


def png(bars: tuple[Bar, ...], size: int) -> bytes:
    """Paint bars over each other as a square PNG with transparency."""
    step = GRID / size / SAMPLES
    rows = []
    for row in range(size):
        line = bytearray([0])
        for column in range(size):
            line += _pixel(bars, column * SAMPLES, row * SAMPLES, step)
        rows.append(bytes(line))
    header = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    data = zlib.compress(b"".join(rows), 9)
    return b"\x89PNG\r\n\x1a\n" + _part(b"IHDR", header) + _part(b"IDAT", data) + _part(b"IEND", b"")


def _pixel(bars: tuple[Bar, ...], column: int, row: int, step: float) -> bytes:
    red = green = blue = count = 0
    for down in range(SAMPLES):
        for across in range(SAMPLES):
            x, y = (column + across + 0.5) * step, (row + down + 0.5) * step
            top = next((bar for bar in reversed(bars) if bar.holds(x, y)), None)
            if top:
                red, green, blue = red + top.colour[0], green + top.colour[1], blue + top.colour[2]
                count += 1
    if not count:
        return bytes(4)
    return bytes((red // count, green // count, blue // count, 255 * count // SAMPLES**2))


def _part(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def svg(bars: tuple[Bar, ...]) -> str:
    """The same bars as an SVG file."""
    shapes = "\n  ".join(bar.svg() for bar in bars)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {GRID} {GRID}">\n  {shapes}\n</svg>\n'


def draw(folder: Path) -> None:
    """Write all icons."""
    (folder / "icon.svg").write_text(svg(ROUNDED), encoding="utf-8")
    for size in (192, 512):
        (folder / f"icon-{size}.png").write_bytes(png(ROUNDED, size))
    (folder / "maskable-512.png").write_bytes(png(FULL, 512))


if __name__ == "__main__":
    draw(ROOT / "web" / "icons")
