"""Ways to cut a whole section of text into pieces that are then tokenised, and remembered, one by one.

Each also tells at which joints between characters the section may be cut without any piece noticing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from chunkforge.tokenizers.charset import CharSet, code_points
from chunkforge.tokenizers.joints import Joints, joints
from chunkforge.tokenizers.pattern import Chain, Either, Matcher, Node, One, Repeat


@dataclass(frozen=True, eq=False)
class TextJoints:
    """The joints of one text: a bool a character each, about the joint before it.

    `open`: both sides may be cut apart unnoticed. `forced`: pieces always end there, too. `blind`: no pattern looks
    across, so that a piece which ends there would end there at the end of a text as well.
    """

    open: NDArray[np.bool_]
    forced: NDArray[np.bool_]
    blind: NDArray[np.bool_]


class Cutter(Protocol):
    """Cuts a section into pieces."""

    @property
    def gap(self) -> str:
        """White space with which a piece may begin, or which it may consist of, and which is dropped."""

    @property
    def whole_pieces(self) -> bool:
        """Whether a text that starts where a piece starts falls into the same pieces."""

    def pieces(self, text: str) -> list[str]:
        """Cut a text into pieces that together are the text."""

    def joints(self, text: str) -> TextJoints:
        """Tell about the joints of a text."""


class Split:
    """Cuts at the matches of a pattern; what lies between matches is a piece, too."""

    gap = ""
    whole_pieces = True

    def __init__(self, node: Node) -> None:
        """Take the pattern's tree."""
        self._matcher = Matcher(node)

    @cached_property
    def _joints(self) -> Joints:
        return joints(self._matcher.node)

    def pieces(self, text: str) -> list[str]:
        """Cut a text into pieces that together are the text."""
        if not text:
            return []
        if self._joints.total:
            return self._matcher.on(text).findall(text)
        pieces: list[str] = []
        at = 0
        for match in self._matcher.on(text).finditer(text):
            start, end = match.span()
            if at < start:
                pieces.append(text[at:start])
            pieces.append(text[start:end])
            at = end
        return [*pieces, text[at:]] if at < len(text) else pieces

    def joints(self, text: str) -> TextJoints:
        """Tell about the joints of a text."""
        found = self._joints
        return _text_joints(found, found.forced, text)


class Words:
    """Words with white space between them, which is dropped.

    For speed a piece is a word with one white space before it, or a run of white space that is left over.
    """

    whole_pieces = True

    def __init__(self, gap: CharSet, *words: Node) -> None:
        """Take the white space and the kinds of words; together they hold every character."""
        self.gap = "".join(map(chr, gap))
        self._node = words[0] if len(words) == 1 else Either(words)
        space = One(gap)
        after = (Chain((Repeat(space, 0, 1, ""), word)) for word in words)
        self._cover = Matcher(Either((*after, Repeat(space, 1, None, ""))))

    @cached_property
    def _joints(self) -> Joints:
        return joints(self._node)

    def pieces(self, text: str) -> list[str]:
        """Cut a text into pieces that together are the text."""
        return self._cover.on(text).findall(text) if text else []

    def joints(self, text: str) -> TextJoints:
        """Tell about the joints of a text; white space is no piece, so each of its joints is forced."""
        return _text_joints(self._joints, self._joints.open, text)


class Cascade:
    """Several patterns, each cutting the pieces of the one before."""

    gap = ""
    whole_pieces = False

    def __init__(self, steps: Sequence[Split]) -> None:
        """Take the patterns in order."""
        self._steps = tuple(steps)

    def pieces(self, text: str) -> list[str]:
        """Cut a text into pieces that together are the text."""
        pieces = [text] if text else []
        for step in self._steps:
            pieces = [part for piece in pieces for part in step.pieces(piece)]
        return pieces

    def joints(self, text: str) -> TextJoints:
        """Tell about the joints of a text: forced where one pattern forces them and none before it looks across."""
        open_ = np.ones(len(text), dtype=np.bool_)
        forced = np.zeros(len(text), dtype=np.bool_)
        for step in self._steps:
            found = step.joints(text)
            forced |= open_ & found.forced
            open_ &= found.open
        return TextJoints(open_, forced, np.zeros(len(text), dtype=np.bool_))


class Whole:
    """Cuts nothing: for what is not known to fall into independent pieces."""

    gap = ""
    whole_pieces = False

    def pieces(self, text: str) -> list[str]:
        """Give the text as one piece."""
        return [text] if text else []

    def joints(self, text: str) -> TextJoints:
        """Tell that no joint can be cut."""
        none = np.zeros(len(text), dtype=np.bool_)
        return TextJoints(none, none, none)


def before_marks(mark: str) -> Split:
    """Cut before every mark, as Metaspace does."""
    is_mark, other = One(CharSet.of(mark)), One(~CharSet.of(mark))
    return Split(Either((Chain((is_mark, Repeat(other, 0, None, ""))), Repeat(other, 1, None, ""))))


def between_words(mark: str, vocabulary: Iterable[str]) -> Split:
    """Cut before every run of marks, unless some token of the vocabulary reaches across."""
    inner = (token for token in vocabulary if mark in token[1:])
    before = {token[i - 1] for token in inner for i, c in enumerate(token) if i and c == mark}
    return before_mark_runs(mark, CharSet.of(before - {mark}))


def before_mark_runs(mark: str, binding: CharSet) -> Split:
    """Cut before every run of marks, unless it follows a character that some token joins with a mark.

    Args:
        mark: the character that begins words.
        binding: characters that stand before a mark inside some token.

    Returns:
        The cutter.
    """
    marks = Repeat(One(CharSet.of(mark)), 0, None, "")
    free = One(~(CharSet.of(mark) | binding))
    bound = Chain((One(binding), marks))
    rest = Repeat(Either((free, bound)) if binding else free, 1, None, "")
    return Split(Either((Chain((marks, rest)), Repeat(One(CharSet.of(mark)), 1, None, ""))))


def _text_joints(found: Joints, forced: NDArray[np.bool_], text: str) -> TextJoints:
    kinds = found.kinds[code_points(text)]
    before, after = kinds[:-1], kinds[1:]
    columns = tuple(np.ones(len(text), dtype=np.bool_) for _ in range(3))
    columns[0][1:] = found.open[before, after]
    columns[1][1:] = forced[before, after]
    columns[2][1:] = found.blind[before]
    return TextJoints(*columns)
