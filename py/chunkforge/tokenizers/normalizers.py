"""The normalizers of tokenizer.json that work character by character."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from chunkforge.tokenizers.charset import MAX, CharSet, code_points
from chunkforge.tokenizers.rewriting import Finder, Normalizer, Rewrite, Sources, rewrite
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
