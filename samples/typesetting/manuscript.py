"""Reads the manuscript: one element a paragraph of the source, in a notation like Markdown's."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["heading", "paragraph", "bullets", "numbers", "table", "note"]

_HEADING = re.compile(r"(=|#{1,3}) ")
_NOTE = re.compile(r"\[\^(\d+)\]: ")


@dataclass(frozen=True)
class Element:
    """One element of a manuscript.

    `items` are the texts of a list or, tab-separated, the rows of a table; other kinds have one item. A heading's
    `level` is 1 for the title and grows inwards; a note's is its number.
    """

    kind: Kind
    items: tuple[str, ...]
    level: int = 0


def read_manuscript(source: str) -> list[Element]:
    """Take a manuscript apart.

    Args:
        source: paragraphs between blank lines. `=` opens the title, `#` to `###` headings, `-` and `1.` lists, `|`
            table rows, `[^1]:` a footnote; `[^1]` in a text refers to it.

    Returns:
        Its elements in order.
    """
    return [_element(part.splitlines()) for part in re.split(r"\n{2,}", source.strip())]


def _element(lines: list[str]) -> Element:
    first = lines[0]
    if heading := _HEADING.match(first):
        mark = heading.group(1)
        return Element("heading", (first[heading.end() :],), 1 if mark == "=" else 1 + len(mark))
    if note := _NOTE.match(first):
        return Element("note", (" ".join(lines)[note.end() :],), int(note.group(1)))
    if first.startswith("- "):
        return Element("bullets", tuple(line.removeprefix("- ") for line in lines))
    if first.startswith("1. "):
        return Element("numbers", tuple(re.sub(r"^\d+\. ", "", line) for line in lines))
    if first.startswith("|"):
        return Element("table", tuple("\t".join(cell.strip() for cell in line.strip("|").split("|")) for line in lines))
    return Element("paragraph", (" ".join(lines),))
