"""HTML to text: what a reader of the page sees, with its headings, lists, tables and code.

Scripts, styles and navigation are left out. Nothing is laid out: what a style sheet hides is read too.
"""

from __future__ import annotations

import re
from collections import Counter

from chunkforge.document import BlockKind, Document
from chunkforge.extract.building import Builder
from chunkforge.extract.decoding import Decoded
from chunkforge.extract.html_tokens import Token, Tokenizer
from chunkforge.steps import Progress, Steps

_SKIPPED = {
    "iframe", "math", "nav", "noembed", "noframes", "noscript", "object", "script", "select", "style", "svg",
    "template", "textarea",
}  # fmt: skip
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BREAKING = {
    "address", "article", "aside", "blockquote", "body", "dd", "details", "div", "dl", "dt", "figcaption", "figure",
    "footer", "form", "header", "hr", "html", "legend", "main", "p", "section", "summary", "title",
}  # fmt: skip
_BLANKS = re.compile(r"[ \t\n\f\r]+")
_DEEPEST = 12  # lists within lists that are still indented
_BATCH = 65_536  # characters of source between two reports
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]+)", re.IGNORECASE)


def declared_charset(data: bytes) -> str:
    """The encoding that a page names for itself; empty where it names none."""
    match = _CHARSET.search(data[:4096])
    return match[1].decode("ascii") if match else ""


def reading(name: str, decoded: Decoded) -> Steps[Document]:
    """Read a page.

    Args:
        name: the file's name.
        decoded: its source.

    Yields:
        Progress in characters of the source.

    Returns:
        The document.
    """
    page = _Page()
    reported = 0
    for token in Tokenizer(decoded.text).tokens():
        page.take(token)
        if token.end - reported >= _BATCH:
            reported = token.end
            yield Progress(reported, len(decoded.text), "characters")
    page.finish()
    return page.builder.document(name, decoded.notices)


class _Page:
    """Collects text until an element that breaks it begins or ends."""

    def __init__(self) -> None:
        self.builder = Builder()
        self._text: list[str] = []
        self._level = 0  # of the heading that is open
        self._skipped: list[str] = []
        self._skipped_names: Counter[str] = Counter()
        self._pre = 0
        self._lists: list[int] = []  # of each open list the number of its last item, -1 for bullets
        self._items: list[str] = []
        self._tables = 0
        self._rows: list[list[list[str]]] = []  # the texts of the cells of each row

    def take(self, token: Token) -> None:
        """Go on with the next tag or text."""
        if token.kind == "text":
            if not self._skipped:
                self._text.append(token.value)
        elif token.kind == "open":
            self._open(token.value)
        else:
            self._close(token.value)

    def finish(self) -> None:
        """End whatever is still open."""
        self._break()
        while self._lists:
            self._close_list()
        while self._tables:
            self._close_table()

    def _open(self, tag: str) -> None:
        if tag in _SKIPPED:
            self._skipped.append(tag)
            self._skipped_names[tag] += 1
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

    def _close(self, tag: str) -> None:
        if self._skipped:
            self._end_skipped(tag)
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

    def _end_skipped(self, tag: str) -> None:
        """End the innermost skipped element of a name, and those left open in it."""
        while self._skipped_names[tag]:
            ended = self._skipped.pop()
            self._skipped_names[ended] -= 1
            if ended == tag:
                return

    def _break(self) -> None:
        """Put the collected text where it belongs."""
        text = "".join(self._text)
        self._text = []
        if self._pre:
            self._put("code", text.replace("\r", "\n").replace("\f", " "))
            return
        text = _BLANKS.sub(" ", text).strip(" ")
        if not text:
            return
        if self._tables and self._rows and self._rows[-1]:
            self._rows[-1][-1].append(text)
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
        indent = "  " * min(len(self._lists) - 1, _DEEPEST)
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
            self._rows[-1].append([])

    def _close_table(self) -> None:
        self._break()
        self._tables = max(0, self._tables - 1)
        if not self._tables and self._rows:
            self._put("table", "\n".join("\t".join(map(" ".join, row)) for row in self._rows if any(row)))
            self._rows = []
