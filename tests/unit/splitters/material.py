"""Random documents that hold what splitters trip over, and settings of every size."""

from __future__ import annotations

import re

import numpy as np
from hypothesis import strategies as st

from chunkforge.document import Block, Document

FRAGMENTS = [
    *("a", "b", "word", "the", " ", "  ", "\n", "\n\n", "\n\n\n", ". ", "! ", "。", "猫", "日本語のテキスト", "\u0964"),
    *("🙂", "👩\u200d👩\u200d👧", "é", "e\u0301", "\u0301", "\t", "\u00a0", "\u2028", "____", "x" * 30, "round round"),
    *("\n# Title\n", "\n\n## Deeper title here\n\n", "\nALL CAPS\n", "```\n# no\n```\n", "&amp;", "<|endoftext|>"),
    *("Mr. X said. ", "1.5 ", "a,b,c\n", '{"a": [1, 2]}\n', "The quick brown fox jumps over the lazy dog. "),
]

texts = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=4), max_size=60).map("".join)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """A text with its `#` lines as headings, and up to three page starts."""
    text = re.sub("[\ud800-\udfff\r]", "", draw(texts))
    headings = re.finditer(r"^(#{1,6}) [^\n]*$", text, re.MULTILINE)
    blocks = tuple(Block("heading", match.start(), match.end(), len(match[1])) for match in headings)
    pages = draw(st.lists(st.integers(0, len(text)), max_size=3))
    return Document("random", text, blocks, np.array(sorted({0, *pages}) if pages else [], np.int32))


@st.composite
def limits(draw: st.DrawFn) -> tuple[int, int]:
    """A size from 1 to 2,000, small ones mostly, and an overlap below it."""
    size = draw(st.integers(1, 30) | st.integers(1, 2000))
    return size, draw(st.integers(0, size - 1) | st.just(size - 1) | st.just(0))
