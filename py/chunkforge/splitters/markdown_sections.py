"""LangChain's MarkdownHeaderTextSplitter 1.1.3: what it makes of a text, with the origin of every character.

It strips lines, drops characters that cannot be printed, and joins paragraphs by two spaces and a line feed. So its
text is often no slice of the source; its flaws (setext headings, front matter, fences of four) are kept.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

DEFAULT_HEADERS = ("#", "##", "###")
_FENCES = ("```", "~~~")


@dataclass(slots=True)
class Rewritten:
    """Text as the library wrote it, in parts whose last is the last line, and the source offset of each character."""

    parts: list[str]
    origins: array[int]

    def append(self, joint: str, other: Rewritten) -> None:
        """Join another text; the joint stands for the line feed after this one."""
        at = self.origins[-1] + 1 if self.origins else 0
        self.parts += [joint, *other.parts]
        self.origins.extend([at] * len(joint))
        self.origins.extend(other.origins)


@dataclass(slots=True)
class _Block:
    """Lines under one set of headings."""

    content: Rewritten
    headings: dict[str, str]


@dataclass(frozen=True, eq=False)
class Sections:
    """The sections in one text, bounded by `starts` and `ends`; `origins` (int32) lead characters to the source."""

    text: str
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    origins: NDArray[np.int32]


def markdown_sections(text: str, headers: tuple[str, ...], *, strip_headers: bool) -> Sections:
    """Cut a text as `MarkdownHeaderTextSplitter(...).split_text(text)` does.

    Args:
        text: the document.
        headers: the marks to cut at, such as `##`.
        strip_headers: whether the heading lines themselves are dropped.

    Returns:
        The library's sections.
    """
    reader = _Reader(tuple(sorted(headers, key=len, reverse=True)), strip_headers)
    at = 0
    for line in text.split("\n"):
        reader.read(_visible(line, at))
        at += len(line) + 1
    reader.flush()
    sections = _aggregated(reader.blocks, strip_headers=strip_headers)
    lengths = np.array([len(section.origins) for section in sections], np.int32)
    ends = np.cumsum(lengths, dtype=np.int32)
    origins = np.concatenate([np.empty(0, np.int32), *(np.array(section.origins, np.int32) for section in sections)])
    whole = "".join(part for section in sections for part in section.parts)
    return Sections(whole, ends - lengths, ends, origins)


def _visible(line: str, at: int) -> Rewritten:
    """Strip a line that begins at offset `at`, then drop what cannot be printed, as the library does."""
    start = at + len(line) - len(line.lstrip())
    line = line.strip()
    if line.isprintable():
        return Rewritten([line], array("i", range(start, start + len(line))))
    kept = [i for i, character in enumerate(line) if character.isprintable()]
    return Rewritten(["".join(line[i] for i in kept)], array("i", [start + i for i in kept]))


@dataclass(slots=True)
class _Reader:
    headers: tuple[str, ...]
    strip_headers: bool
    blocks: list[_Block] = field(default_factory=list)
    content: Rewritten | None = None
    stack: list[tuple[int, str]] = field(default_factory=list)
    coming: dict[str, str] = field(default_factory=dict)
    current: dict[str, str] = field(default_factory=dict)
    fence: str = ""

    def read(self, line: Rewritten) -> None:
        """Take in one line."""
        text = line.parts[0]
        if not self.fence:
            self.fence = _opening(text)
        elif text.startswith(self.fence):
            self.fence = ""
        if self.fence:
            self.add(line)
            return
        header = next((mark for mark in self.headers if _is_header(text, mark)), None)
        if header is not None:
            self.enter(header, text)
            self.flush()
            if not self.strip_headers:
                self.add(line)
        elif text:
            self.add(line)
        else:
            self.flush()
        self.current = dict(self.coming)

    def add(self, line: Rewritten) -> None:
        """Append a line to the block being read."""
        if self.content is None:
            self.content = line
        else:
            self.content.append("\n", line)

    def enter(self, mark: str, text: str) -> None:
        """Note a heading; those at its level and below no longer hold."""
        level = mark.count("#")
        while self.stack and self.stack[-1][0] >= level:
            self.coming.pop(self.stack.pop()[1], None)
        self.stack.append((level, mark))
        self.coming[mark] = text[len(mark) :].strip()

    def flush(self) -> None:
        """Close the block being read."""
        if self.content is not None:
            self.blocks.append(_Block(self.content, dict(self.current)))
            self.content = None


def _opening(line: str) -> str:
    """Tell which fence a line opens, if any."""
    backticks, tildes = _FENCES
    if line.startswith(backticks) and line.count(backticks) == 1:
        return backticks
    return tildes if line.startswith(tildes) else ""


def _is_header(line: str, mark: str) -> bool:
    return line.startswith(mark) and (len(line) == len(mark) or line[len(mark)] == " ")


def _aggregated(blocks: list[_Block], *, strip_headers: bool) -> list[Rewritten]:
    """Join neighbouring blocks under the same headings, and a lone heading with what stands below it."""
    sections: list[_Block] = []
    for block in blocks:
        last = sections[-1] if sections else None
        same = last is not None and last.headings == block.headings
        if last is not None and (same or (not strip_headers and _heads(last, block))):
            last.content.append("  \n", block.content)
            last.headings = block.headings
        else:
            sections.append(block)
    return [section.content for section in sections]


def _heads(last: _Block, block: _Block) -> bool:
    return len(last.headings) < len(block.headings) and last.content.parts[-1].startswith("#")
