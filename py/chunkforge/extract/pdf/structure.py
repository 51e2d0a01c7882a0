"""What the file itself says of its headings: in its tags, or in its outline."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pdfminer.pdftypes import PDFObjRef, PDFStream, resolve1

from chunkforge.extract.pdf.annotations import decoded
from chunkforge.extract.pdf.file import PdfFile

Marks = dict[tuple[int, int], int]  # number of a page's object and of its marked content, to the level of a heading

_HEADING = re.compile(r"H([1-6])")
_MOST = 200_000  # nodes of the tree
_MOST_TITLES = 20_000


def tagged_headings(file: PdfFile) -> Marks:
    """Read the levels of headings from a tagged file.

    Args:
        file: the file.

    Returns:
        The level of each marked content that belongs to a heading; empty for files without tags.
    """
    root = resolve1(file.catalog.get("StructTreeRoot"))
    if not isinstance(root, dict):
        return {}
    roles = resolve1(root.get("RoleMap"))
    marks: Marks = {}
    waiting: list[tuple[Any, int, int]] = [(root.get("K"), -1, 0)]  # node, page, level of the heading around it
    seen: set[int] = set()
    for _ in range(_MOST):
        if not waiting:
            break
        node, page, level = waiting.pop()
        if isinstance(node, PDFObjRef):
            if node.objid in seen:
                continue
            seen.add(node.objid)
        node = resolve1(node)
        if isinstance(node, list):
            waiting.extend((kid, page, level) for kid in node)
        elif isinstance(node, int) and level:
            marks[page, node] = level
        elif isinstance(node, dict):
            page = _page_number(node, page)
            if "MCID" in node:
                waiting.append((node["MCID"], page, level))
            else:
                waiting.append((node.get("K"), page, _level(node, roles if isinstance(roles, dict) else {}) or level))
    return marks


def _page_number(node: dict[str, Any], page: int) -> int:
    reference = node.get("Pg")
    return reference.objid if isinstance(reference, PDFObjRef) else page


def _level(node: dict[str, Any], roles: dict[str, Any]) -> int:
    name = getattr(resolve1(node.get("S")), "name", "")
    for _ in range(3):
        match = _HEADING.fullmatch(str(name))
        if match:
            return int(match[1])
        name = getattr(resolve1(roles.get(str(name))), "name", "")
    return 0


def outline(file: PdfFile) -> list[tuple[str, int]]:
    """Read the titles of the outline.

    Args:
        file: the file.

    Returns:
        Titles, as `key_of` gives them, and their depth from 1, in order.
    """
    return list(_titles(file))


def key_of(title: str) -> str:
    """What two writings of one heading have in common: letters and digits, without case."""
    return "".join(character for character in title.casefold() if character.isalnum())


def _titles(file: PdfFile) -> Iterator[tuple[str, int]]:
    root = resolve1(file.catalog.get("Outlines"))
    waiting: list[tuple[Any, int]] = [(root.get("First"), 1)] if isinstance(root, dict) else []
    seen: set[int] = set()
    while waiting and len(seen) < _MOST_TITLES:
        reference, depth = waiting.pop()
        if not isinstance(reference, PDFObjRef) or reference.objid in seen:
            continue
        seen.add(reference.objid)
        entry = resolve1(reference)
        if not isinstance(entry, dict) or isinstance(entry, PDFStream):
            continue
        title = resolve1(entry.get("Title"))
        if isinstance(title, bytes) and key_of(decoded(title)):
            yield key_of(decoded(title)), depth
        waiting.extend([(entry.get("Next"), depth), (entry.get("First"), depth + 1)])
