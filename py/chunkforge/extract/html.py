"""HTML to text: what a reader of the page sees, with its headings, lists, tables and code.

Scripts, styles and navigation are left out. Nothing is laid out: what a style sheet hides is read too.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

from chunkforge.document import BlockKind, Document
from chunkforge.extract.building import Builder
from chunkforge.extract.decoding import Decoded

_SKIPPED = {"script", "style", "template", "noscript", "nav", "svg", "math", "iframe", "object", "select", "textarea"}
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BREAKING = {
    "address", "article", "aside", "blockquote", "body", "dd", "details", "div", "dl", "dt", "figcaption", "figure",
    "footer", "form", "header", "hr", "html", "legend", "main", "p", "section", "summary", "title",
}  # fmt: skip
_BLANKS = re.compile(r"[ \t\n\f\r]+")
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]+)", re.IGNORECASE)


def declared_charset(data: bytes) -> str:
    """The encoding that a page names for itself; empty where it names none."""
    match = _CHARSET.search(data[:4096])
    return match[1].decode("ascii") if match else ""


def read(name: str, decoded: Decoded) -> Document:
    """Build the document of a page."""
    parser = _Parser()
    parser.feed(decoded.text)
    parser.close()
    parser.finish()
    return parser.builder.document(name, decoded.notices)


class _Parser(HTMLParser):
    """Collects text until an element that breaks it begins or ends."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.builder = Builder()
        self._text: list[str] = []
        self._level = 0  # of the heading that is open
        self._skipped: list[str] = []
        self._pre = 0
        self._lists: list[int] = []  # of each open list the number of its last item, -1 for bullets
        self._items: list[str] = []
        self._tables = 0
        self._rows: list[list[str]] = []

    # Called by the base class

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag in _SKIPPED:
            self._skipped.append(tag)
        elif self._skipped:
            return
        elif tag == "br":
            self._text.append("\n" if self._pre else " ")
        elif tag in _HEADINGS:
            self._break()
            self._level = _HEADINGS[tag]
        elif tag == "pre":
            self._break()
            self._pre += 1
        elif tag in {"ul", "ol"}:
            self._open_list(numbered=tag == "ol")
        elif tag == "li":
            self._break()
        elif tag in {"table", "tr", "td", "th"}:
            self._open_table_part(tag)
        elif tag in _BREAKING:
            self._break()

    def handle_endtag(self, tag: str) -> None:
        if self._skipped:
            if tag in self._skipped:
                del self._skipped[self._skipped.index(tag) :]
            return
        if tag == "pre":
            self._break()
            self._pre = max(0, self._pre - 1)
        elif tag in {"ul", "ol"}:
            self._close_list()
        elif tag == "table":
            self._close_table()
        elif tag in _HEADINGS or tag == "li" or tag in _BREAKING:
            self._break()
            self._level = 0 if tag in _HEADINGS else self._level

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self._text.append(data)

    # Our own

    def finish(self) -> None:
        """End whatever is still open."""
        self._break()
        while self._lists:
            self._close_list()
        self._close_table()

    def _break(self) -> None:
        """Put the collected text where it belongs."""
        text = "".join(self._text)
        self._text = []
        if self._pre:
            self._put("code", text)
            return
        text = _BLANKS.sub(" ", text).strip(" ")
        if not text:
            return
        if self._tables and self._rows and self._rows[-1]:
            row = self._rows[-1]
            row[-1] = f"{row[-1]} {text}".strip()
        elif self._level:
            self._put("heading", text)
        elif self._lists:
            self._items.append(self._item(text))
        else:
            self._put("paragraph", text)

    def _put(self, kind: BlockKind, text: str) -> None:
        if self._lists and self._items:
            self.builder.add("list", "\n".join(self._items))
            self._items = []
        self.builder.add(kind, text, self._level if kind == "heading" else 0)

    def _item(self, text: str) -> str:
        indent = "  " * (len(self._lists) - 1)
        if self._lists[-1] < 0:
            return f"{indent}- {text}"
        self._lists[-1] += 1
        return f"{indent}{self._lists[-1]}. {text}"

    def _open_list(self, *, numbered: bool) -> None:
        self._break()
        self._lists.append(0 if numbered else -1)

    def _close_list(self) -> None:
        self._break()
        if self._lists:
            self._lists.pop()
        if not self._lists and self._items:
            self.builder.add("list", "\n".join(self._items))
            self._items = []

    def _open_table_part(self, tag: str) -> None:
        self._break()
        if tag == "table":
            self._tables += 1
        elif tag == "tr" and self._tables == 1:
            self._rows.append([])
        elif tag in {"td", "th"} and self._tables == 1:
            if not self._rows:
                self._rows.append([])
            self._rows[-1].append("")

    def _close_table(self) -> None:
        self._break()
        self._tables = max(0, self._tables - 1)
        if not self._tables and self._rows:
            self._put("table", "\n".join("\t".join(row) for row in self._rows if any(row)))
            self._rows = []
