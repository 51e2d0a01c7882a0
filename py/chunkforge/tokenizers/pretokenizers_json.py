"""Reads the pre-tokenizer of a tokenizer.json."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast, get_args

from chunkforge.tokenizers.charset import CharSet
from chunkforge.tokenizers.config import Part
from chunkforge.tokenizers.pattern import One, Repeat, read_pattern
from chunkforge.tokenizers.pretokenizers import (
    Behavior,
    ByteLevelStep,
    MetaspaceStep,
    Scheme,
    SplitStep,
    Step,
    bert_step,
    whitespace_split_step,
    whitespace_step,
)
from chunkforge.tokenizers.unicode_tables import table


def read_pre_tokenizers(part: Part | None) -> tuple[list[Step], bool]:
    """Read a pre-tokenizer.

    Args:
        part: its object in the file, or None where there is none.

    Returns:
        Its steps in order, and whether words are spelled in bytes.

    Raises:
        UnsupportedTokenizer: something in it is not reproduced exactly.
    """
    if part is None:
        return [], False
    steps = _read(part)
    byte_steps = [isinstance(step, ByteLevelStep) for step in steps]
    if any(byte_steps[:-1]):
        part.refuse("a ByteLevel pre-tokenizer before another")
    if any(isinstance(step, MetaspaceStep) and step.opening().only_at_zero for step in steps[1:]):
        part.refuse("a Metaspace pre-tokenizer with prepend_scheme first after another")
    return steps, any(byte_steps)


def _read(part: Part) -> list[Step]:
    kind = part.text("type")
    if kind == "Sequence":
        steps = [step for each in part.parts("pretokenizers") for step in _read(each)]
    elif kind in _READERS:
        steps = [_READERS[kind](part)]
    else:
        part.refuse(f"the pre-tokenizer {kind}")
    part.close()
    return steps


def _behavior(part: Part, default: str | None = None) -> Behavior:
    name = part.text("behavior", default=default)
    if name not in get_args(Behavior):
        part.refuse(f"the behavior {name}")
    return cast(Behavior, name)


def _byte_level(part: Part) -> Step:
    part.skip("trim_offsets")  # only a post-processor's has an effect
    return ByteLevelStep(
        prefix_space=part.flag("add_prefix_space", default=True), use_regex=part.flag("use_regex", default=True)
    )


def _split(part: Part) -> Step:
    pattern = part.part("pattern")
    node = read_pattern(pattern, pattern.text("String") if pattern.has("String") else "")
    return SplitStep(node, _behavior(part), invert=part.flag("invert", default=False))


def _metaspace(part: Part) -> Step:
    mark = part.text("replacement")
    if len(mark) != 1:
        part.damaged("the replacement of Metaspace")
    old = part.flag("add_prefix_space", default=True)
    scheme = part.text("prepend_scheme", default="always" if old else "never")
    part.skip("str_rep")
    split = part.flag("split", default=True)
    if scheme not in get_args(Scheme):
        part.refuse(f"the prepend_scheme {scheme}")
    return MetaspaceStep(mark, cast(Scheme, scheme), split=split)


def _char_delimiter(part: Part) -> Step:
    delimiter = part.text("delimiter")
    if len(delimiter) != 1:
        part.damaged("the delimiter of CharDelimiterSplit")
    return SplitStep(One(CharSet.of(delimiter)), "Removed")


def _punctuation(part: Part) -> Step:
    return SplitStep(One(table("bert_punctuation")), _behavior(part, default="Isolated"))


def _digits(part: Part) -> Step:
    digit = One(table("numeric"))
    return SplitStep(digit if part.flag("individual_digits", default=False) else Repeat(digit, 1, None, ""), "Isolated")


_READERS: dict[str, Callable[[Part], Step]] = {
    "BertPreTokenizer": lambda _: bert_step(),
    "ByteLevel": _byte_level,
    "CharDelimiterSplit": _char_delimiter,
    "Digits": _digits,
    "Metaspace": _metaspace,
    "Punctuation": _punctuation,
    "Split": _split,
    "Whitespace": lambda _: whitespace_step(),
    "WhitespaceSplit": lambda _: whitespace_split_step(),
}
