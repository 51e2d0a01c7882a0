"""The pre-tokenizers: how normalized text falls into the words that the model sees."""

from __future__ import annotations

from functools import cached_property

from chunkforge.tokenizers.charset import CharSet
from chunkforge.tokenizers.joints import Joints, joints
from chunkforge.tokenizers.pattern import Chain, Either, Node, One, Repeat, compiled
from chunkforge.tokenizers.unicode_tables import table


class Split:
    """Cuts at the matches of a pattern; what lies between matches is a piece, too."""

    gap = CharSet()

    def __init__(self, node: Node) -> None:
        """Take the pattern's tree."""
        self._node = node

    @cached_property
    def joints(self) -> Joints:
        """Where text can be cut without the pattern noticing."""
        return joints(self._node)

    def pieces(self, text: str) -> list[str]:
        """Cut a text into pieces that together are the text."""
        if self.joints.total:
            return compiled(self._node, text).findall(text)
        pieces: list[str] = []
        at = 0
        for match in compiled(self._node, text).finditer(text):
            start, end = match.span()
            if start < end:
                pieces += (text[at:start], text[start:end]) if at < start else (text[start:end],)
                at = end
        return [*pieces, text[at:]] if at < len(text) else pieces


class Words:
    """Words between white space, some characters each a word of its own. The white space itself is dropped.

    For speed a piece is a word with one white space before it, or a run of white space that is left over.
    """

    def __init__(self, gap: CharSet, apart: CharSet) -> None:
        """Say what is white space, and which characters stand alone."""
        self.gap = gap
        word = Repeat(One(~(gap | apart)), 1, None, "")
        self._node = Either((word, One(apart))) if apart else word
        self._cover = Either(
            (
                _after(gap, word),
                *((_after(gap, One(apart)),) if apart else ()),
                Repeat(One(gap), 1, None, ""),
            )
        )

    @cached_property
    def joints(self) -> Joints:
        """Where text can be cut without the words noticing. White space is no piece, so every joint of it is one."""
        found = joints(self._node)
        return Joints(found.kinds, found.open, found.open, found.blind, total=False)

    def pieces(self, text: str) -> list[str]:
        """Cut a text into pieces that together are the text."""
        return compiled(self._cover, text).findall(text)


def _after(gap: CharSet, node: Node) -> Node:
    return Chain((Repeat(One(gap), 0, 1, ""), node))


def bert_words() -> Words:
    """Make BERT's pre-tokenizer."""
    return Words(table("split_space"), table("bert_punctuation"))
