"""Random documents that hold what splitters trip over, and settings of every size."""

from __future__ import annotations

import re

import numpy as np
from hypothesis import strategies as st

from chunkforge.document import Block, Document
from chunkforge.splitters import STRATEGIES

OURS = [name for name, strategy in STRATEGIES.items() if not strategy.library]

FRAGMENTS = [
    *("a", "b", "word", "the", " ", "  ", "\n", "\n\n", "\n\n\n", ". ", "! ", "。", "猫", "日本語のテキスト", "\u0964"),
    *("🙂", "👩\u200d👩\u200d👧", "é", "e\u0301", "\u0301", "\t", "\u00a0", "\u2028", "____", "x" * 30, "round round"),
    *("\u1100", "\u1100\u1161\u11a8", "\uac00", "\uac01\u11a8"),
    *("\n# Title\n", "\n\n## Deeper title here\n\n", "\n\n   ### Indented\n\n", "\n ## Next\n", "\n  # Last\n\n"),
    *("\n\nUnderlined\n===\n\n", "\n  Also\n   ---\n", "\n\n  ===\n"),
    *("\nALL CAPS\n", "```\n# no\n```\n", "&amp;", "<|endoftext|>"),
    *("Mr. X said. ", "1.5 ", "a,b,c\n", '{"a": [1, 2]}\n', "The quick brown fox jumps over the lazy dog. "),
]

_HEADING = re.compile(r"^(?: {0,3}(#{1,6}) [^\n]*| {0,3}([^\s#>-][^\n]*)\n {0,3}(=+|-+))$", re.MULTILINE)

texts = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=4), max_size=60).map("".join)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """A text with its headings, marked by `#` or underlined, and up to three page starts."""
    text = re.sub("[\ud800-\udfff\r]", "", draw(texts))
    blocks = tuple(map(_heading, _HEADING.finditer(text)))
    pages = draw(st.lists(st.integers(0, len(text)), max_size=3))
    return Document("random", text, blocks, np.array(sorted({0, *pages}) if pages else [], np.int32))


def _heading(match: re.Match[str]) -> Block:
    """As extraction gives one: from the start of its first line."""
    start, end = match.span()
    if match[1]:
        return Block("heading", start, end, len(match[1]))
    return Block("heading", start, end, 1 if match[3][0] == "=" else 2, title=match.span(2))


@st.composite
def limits(draw: st.DrawFn) -> tuple[int, int]:
    """A size from 1 to 2,000, small ones mostly, and an overlap below it."""
    size = draw(st.integers(1, 30) | st.integers(1, 2000))
    return size, draw(st.integers(0, size - 1) | st.just(size - 1) | st.just(0))
