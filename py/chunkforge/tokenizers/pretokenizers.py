"""The pre-tokenizers of tokenizer.json, each as a step that cuts one piece of text further."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from chunkforge.tokenizers.charset import CharSet
from chunkforge.tokenizers.cutters import Cascade, Cutter, Split, Whole, Words, before_marks
from chunkforge.tokenizers.joints import joints
from chunkforge.tokenizers.pattern import Either, Matcher, Node, One, Repeat, parse
from chunkforge.tokenizers.rewriting import Normalized
from chunkforge.tokenizers.unicode_tables import table

Behavior = Literal["Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous"]
Scheme = Literal["always", "first", "never"]
Span = tuple[int, int]

GPT2 = parse(
    r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    "onig",
)
_GPT2 = Matcher(GPT2)


@dataclass(frozen=True)
class Word:
    """What the model sees: `text`, whose first `lead` characters were put in, from character `start` of its piece."""

    text: str
    start: int
    lead: int

    def origin(self, at: int) -> int:
        """Tell which character of the piece the character `at` of the word came from."""
        return self.start + max(at - self.lead, 0)


@dataclass(frozen=True)
class Opening:
    """What happens to a section as such: a prefix put before it, spaces replaced throughout by a mark.

    `only_at_zero` restricts the prefix to a section at the very start of a text.
    """

    prefix: str = ""
    mark: str = ""
    only_at_zero: bool = False

    def marked(self, text: str) -> str:
        """Replace the spaces."""
        return text.replace(" ", self.mark) if self.mark else text

    def apply(self, section: Normalized, *, at_zero: bool, inside: bool) -> Normalized:
        """Prepare a section.

        Args:
            section: its normalized text.
            at_zero: whether it starts at the first character of the text.
            inside: whether it only continues a text, so that nothing is put before it.
        """
        marked = section._replace(text=self.marked(section.text)) if self.mark else section
        wanted = self.prefix and not inside and (at_zero or not self.only_at_zero)
        if wanted and marked.text and not marked.text.startswith(self.prefix):
            return marked.prefixed(self.prefix)
        return marked


class Step(Protocol):
    """One pre-tokenizer."""

    def opening(self) -> Opening:
        """What it does to a whole section before it cuts."""

    def cutter(self) -> Cutter | None:
        """How it cuts a whole section (after the opening), if it can."""

    def cut(self, text: str) -> list[Span]:
        """Where it cuts one piece (after the opening): half-open ranges in order."""


class SplitStep:
    """Cuts at a pattern."""

    def __init__(self, node: Node, behavior: Behavior, *, invert: bool = False) -> None:
        """Take the pattern, what becomes of its matches, and whether matches and gaps swap their parts."""
        self._matcher = Matcher(node)
        self._behavior = behavior
        self._invert = invert

    def opening(self) -> Opening:
        """Nothing."""
        return Opening()

    def cutter(self) -> Cutter | None:
        """Cut a section where matches are pieces of their own, or white space that is dropped."""
        if self._behavior == "Isolated":
            return Split(self._matcher.node)
        if self._behavior == "Removed" and self._invert and joints(self._matcher.node).total:
            return Split(self._matcher.node)
        chars = _single(self._matcher.node)
        if chars is None or self._invert:
            return None
        if self._behavior == "Contiguous":
            return Split(Repeat(One(chars), 1, None, ""))
        if self._behavior == "Removed":
            return Words(chars, Repeat(One(~chars), 1, None, ""))
        return None

    def cut(self, text: str) -> list[Span]:
        """Cut one piece."""
        spans: list[tuple[int, int, bool]] = []
        at = 0
        for match in self._matcher.on(text).finditer(text):
            start, end = match.span()
            if at < start:
                spans.append((at, start, self._invert))
            spans.append((start, end, not self._invert))
            at = end
        if at < len(text):
            spans.append((at, len(text), self._invert))
        return _behaving(spans, self._behavior)


def _single(node: Node) -> CharSet | None:
    """Give the set that a pattern matches runs or single characters of, if it is no more than that."""
    if isinstance(node, Repeat) and (node.least, node.most) == (1, None):
        node = node.part
    return node.chars if isinstance(node, One) else None


def _behaving(spans: list[tuple[int, int, bool]], behavior: Behavior) -> list[Span]:
    if behavior == "Isolated":
        return [(start, end) for start, end, _ in spans]
    if behavior == "Removed":
        return [(start, end) for start, end, match in spans if not match]
    out: list[Span] = []
    last_matched = False
    backwards = behavior == "MergedWithNext"
    for start, end, match in reversed(spans) if backwards else spans:
        joins = match == last_matched if behavior == "Contiguous" else match and not last_matched
        if joins and out:
            out[-1] = (start, out[-1][1]) if backwards else (out[-1][0], end)
        else:
            out.append((start, end))
        last_matched = match
    return out[::-1] if backwards else out


class WordsStep:
    """Keeps words and drops the white space between them."""

    def __init__(self, gap: CharSet, *words: Node) -> None:
        """Take the white space and the kinds of words."""
        self._cutter = Words(gap, *words)
        self._matcher = Matcher(words[0] if len(words) == 1 else Either(words))

    def opening(self) -> Opening:
        """Nothing."""
        return Opening()

    def cutter(self) -> Cutter:
        """Cut a section into words."""
        return self._cutter

    def cut(self, text: str) -> list[Span]:
        """Cut one piece."""
        return [match.span() for match in self._matcher.on(text).finditer(text)]


class ByteLevelStep:
    """GPT-2's pattern and prefix. That words are spelled in bytes is the model's affair."""

    def __init__(self, *, prefix_space: bool, use_regex: bool) -> None:
        """Say whether a space is put before, and whether the pattern cuts."""
        self._prefix_space = prefix_space
        self._use_regex = use_regex

    def opening(self) -> Opening:
        """A space, unless there is one."""
        return Opening(prefix=" " if self._prefix_space else "")

    def cutter(self) -> Cutter | None:
        """Cut a section by the pattern."""
        return Split(GPT2) if self._use_regex else None

    def cut(self, text: str) -> list[Span]:
        """Cut one piece."""
        if not self._use_regex:
            return [(0, len(text))]
        return [match.span() for match in _GPT2.on(text).finditer(text)]


class MetaspaceStep:
    """Marks spaces, and the start of the text, with a visible character, and cuts before each mark."""

    def __init__(self, mark: str, scheme: Scheme, *, split: bool) -> None:
        """Take the mark, where it is put before, and whether to cut."""
        self._mark = mark
        self._scheme = scheme
        self._split = split

    def opening(self) -> Opening:
        """Spaces become marks, and one more is put before."""
        prefix = "" if self._scheme == "never" else self._mark
        return Opening(prefix, self._mark, only_at_zero=self._scheme == "first")

    def cutter(self) -> Cutter | None:
        """Cut a section before each mark."""
        return before_marks(self._mark) if self._split else None

    def cut(self, text: str) -> list[Span]:
        """Cut one piece."""
        if not self._split:
            return [(0, len(text))]
        starts = [0, *(i for i, c in enumerate(text) if c == self._mark and i)]
        return list(zip(starts, [*starts[1:], len(text)], strict=True))


class PreTokenizer:
    """All steps together: how a section is opened and cut into pieces, and a piece into the model's words."""

    def __init__(self, steps: Sequence[Step], without: Cutter | None = None) -> None:
        """Take the steps.

        Args:
            steps: the pre-tokenizers in order.
            without: how to cut a section that no step cuts; by default not at all.
        """
        self.opening = Opening()
        inner = list(steps)
        cutter: Cutter | None = None
        splits: list[Split] = []
        if inner:
            self.opening = inner[0].opening()
            cutter = inner[0].cutter()
            if isinstance(cutter, Split):
                splits.append(cutter)
            uncut = cutter is None and isinstance(inner[0], ByteLevelStep | MetaspaceStep) and len(inner) == 1
            if cutter is not None or uncut:
                inner.pop(0)
        while splits and inner and inner[0].opening() == Opening():
            following = inner[0].cutter()
            if isinstance(following, Split):
                splits.append(following)
            elif not isinstance(inner[0], ByteLevelStep):
                break
            inner.pop(0)
        if len(splits) > 1:
            cutter = Cascade(splits)
        self.cutter = cutter or (without if without and not inner else Whole())
        self._opened = cutter is not None or not inner
        self._inner = inner

    def words(self, piece: str) -> list[Word]:
        """Cut a piece into the words that the model sees."""
        words = [Word(piece, 0, 0)]
        for i, step in enumerate(self._inner):
            opening = step.opening() if i or self._opened else Opening()
            words = [part for word in words for part in _parts(word, step, opening)]
        return words


def _parts(word: Word, step: Step, opening: Opening) -> Iterable[Word]:
    text, lead = opening.marked(word.text), word.lead
    if opening.prefix and not text.startswith(opening.prefix):
        text = opening.prefix + text
        lead += 1
    opened = replace(word, text=text, lead=lead)
    for start, end in step.cut(text):
        if start < end:
            yield Word(text[start:end], opened.origin(start), max(lead - start, 0))


def bert_step() -> WordsStep:
    """BERT's: words, and each punctuation mark a word of its own."""
    space, punctuation = table("split_space"), table("bert_punctuation")
    return WordsStep(space, Repeat(One(~(space | punctuation)), 1, None, ""), One(punctuation))


def whitespace_split_step() -> WordsStep:
    """Words between white space."""
    space = table("split_space")
    return WordsStep(space, Repeat(One(~space), 1, None, ""))


def whitespace_step() -> WordsStep:
    """Runs of word characters, and runs of anything else but white space."""
    space, word = table("white_space"), table("whitespace_word")
    return WordsStep(space, Repeat(One(word), 1, None, ""), Repeat(One(~(space | word)), 1, None, ""))
