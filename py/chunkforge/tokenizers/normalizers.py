"""The normalizers of tokenizer.json that work character by character."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from chunkforge.tokenizers.charset import MAX, CharSet, code_points
from chunkforge.tokenizers.joints import joints
from chunkforge.tokenizers.pattern import Matcher, Node
from chunkforge.tokenizers.rewriting import Finder, Normalized, Normalizer, Rewrite, Sources, rewrite
from chunkforge.tokenizers.unicode_forms import UnicodeForm
from chunkforge.tokenizers.unicode_tables import lowercase, table


class Remove:
    """Drops the characters of a set."""

    def __init__(self, chars: CharSet) -> None:
        """Take the set."""
        self._finder = Finder(chars)

    def apply(self, text: str) -> tuple[str, Sources | None]:
        """Drop them; their neighbours keep their own origin."""
        return rewrite(text, self._finder.runs(text), _nothing)

    def open(self, text: str) -> None:  # noqa: ARG002 - anywhere, whatever the text
        """Cut anywhere."""
        return


def _nothing(_: str) -> Rewrite:
    return "", ()


class Translate:
    """Replaces characters one for one."""

    def __init__(self, mapping: dict[int, int]) -> None:
        """Take the mapping of code points."""
        self._mapping = mapping
        self._finder = Finder(CharSet((c, c) for c in mapping))

    def apply(self, text: str) -> tuple[str, Sources | None]:
        """Replace them."""
        return text.translate(self._mapping) if self._finder.runs(text) else text, None

    def open(self, text: str) -> None:  # noqa: ARG002 - anywhere, whatever the text
        """Cut anywhere."""
        return


class Lowercase:
    """Lowers each character alone; there is no final sigma."""

    def apply(self, text: str) -> tuple[str, Sources | None]:
        """Lower the text. Only the dotted capital I becomes two characters."""
        if text.isascii():
            return text.lower(), None
        if "\u0130" not in text:
            return _lowered(text), None
        runs = [(i, i + 1) for i, c in enumerate(text) if c == "\u0130"]
        text, sources = rewrite(text, runs, _dotted)
        return _lowered(text), sources

    def open(self, text: str) -> None:  # noqa: ARG002 - anywhere, whatever the text
        """Cut anywhere."""
        return


def _dotted(_: str) -> Rewrite:
    return "i\u0307", (0, 0)


def _lowered(text: str) -> str:
    if len(text) < 256:  # below that, a table of all code points does not pay
        return text.translate(lowercase())
    lowered: NDArray[np.uint32] = _lower_table()[code_points(text)]
    return lowered.tobytes().decode("utf-32-le", "surrogatepass")


@cache
def _lower_table() -> NDArray[np.uint32]:
    lower = np.arange(MAX + 1, dtype="<u4")
    for c, low in lowercase().items():
        lower[c] = ord(low[0])
    return lower


class SpaceAround:
    """Puts a space before and after each character of a set."""

    def __init__(self, chars: CharSet) -> None:
        """Take the set."""
        self._finder = Finder(chars)

    def apply(self, text: str) -> tuple[str, Sources | None]:
        """Put the spaces in; each has the origin of its character."""
        return rewrite(text, self._finder.runs(text), _spaced)

    def open(self, text: str) -> None:  # noqa: ARG002 - anywhere, whatever the text
        """Cut anywhere."""
        return


def _spaced(run: str) -> Rewrite:
    return "".join(f" {c} " for c in run), [i for i in range(len(run)) for _ in range(3)]


class Replace:
    """Replaces the matches of a pattern; what is put in comes from the last character replaced."""

    def __init__(self, node: Node, content: str) -> None:
        """Take the pattern and the replacement."""
        self._matcher = Matcher(node)
        self._content = content

    def apply(self, text: str) -> tuple[str, Sources | None]:
        """Replace every match."""
        if not text:
            return text, None
        runs = [match.span() for match in self._matcher.on(text).finditer(text)]
        if len(self._content) == 1 and runs and all(end - start == 1 for start, end in runs):
            return self._matcher.on(text).sub(lambda _: self._content, text), None
        return rewrite(text, runs, lambda run: (self._content, [len(run) - 1] * len(self._content)))

    def open(self, text: str) -> NDArray[np.bool_]:
        """Cut between characters that no match looks at together."""
        found = joints(self._matcher.node)
        kinds = found.kinds[code_points(text)]
        open_ = np.ones(len(text), dtype=np.bool_)
        open_[1:] = found.open[kinds[:-1], kinds[1:]]
        return open_


class Prepend:
    """Puts something before a text that is not empty; it comes from the first character."""

    def __init__(self, content: str) -> None:
        """Take what is put before."""
        self._content = content

    def apply(self, text: str) -> tuple[str, Sources | None]:
        """Put it before the text."""
        if not text:
            return text, None
        longer = Normalized(text).prefixed(self._content)
        return longer.text, longer.sources

    def open(self, text: str) -> None:  # noqa: ARG002 - anywhere, whatever the text
        """Cut anywhere: what continues a text gets nothing put before it."""
        return


class Strip:
    """Drops white space at the ends of a text."""

    def __init__(self, *, left: bool, right: bool) -> None:
        """Say at which ends."""
        self._left = left
        self._right = right

    def apply(self, text: str) -> tuple[str, Sources | None]:
        """Drop it."""
        space = table("white_space")
        start, end = 0, len(text)
        while self._left and start < end and text[start] in space:
            start += 1
        while self._right and start < end and text[end - 1] in space:
            end -= 1
        if end - start == len(text):
            return text, None
        return text[start:end], np.arange(start, end, dtype=np.int32)

    def open(self, text: str) -> NDArray[np.bool_]:
        """Cut only where neither side would lose anything."""
        space = table("white_space").table[code_points(text)]
        open_ = np.ones(len(text), dtype=np.bool_)
        if self._left:
            open_ &= ~space
        if self._right:
            open_[1:] &= ~space[:-1]
        return open_


def bert(*, clean: bool, chinese: bool, accents: bool, lower: bool) -> list[Normalizer]:
    """Give the steps of BERT's normalizer.

    Args:
        clean: drop control characters, make every white space a space.
        chinese: put Chinese characters apart.
        accents: drop non-spacing marks after decomposition.
        lower: lower the case.
    """
    steps: list[Normalizer] = []
    if clean:
        spaces = dict.fromkeys(table("bert_space"), 32)
        steps += Remove(table("bert_removed")), Translate(spaces)
    if chinese:
        steps.append(SpaceAround(table("bert_cjk")))
    if accents:
        steps += UnicodeForm("NFD"), Remove(table("bert_accent"))
    if lower:
        steps.append(Lowercase())
    return steps
