"""Reads the post-processor of a tokenizer.json."""

from __future__ import annotations

from dataclasses import dataclass

from chunkforge.tokenizers.config import Part


@dataclass(frozen=True)
class PostProcessor:
    """What is done to a text's tokens: special ones put around them, offsets trimmed.

    `trim_prefix_space` is None where offsets stay as they are; else it tells whether a first space was put in.
    """

    before: tuple[int, ...] = ()
    after: tuple[int, ...] = ()
    trim_prefix_space: bool | None = None

    def then(self, following: PostProcessor, part: Part) -> PostProcessor:
        """Follow one processor by another."""
        if self.trim_prefix_space is not None and following.trim_prefix_space is not None:
            part.refuse("two post-processors that trim offsets")
        return PostProcessor(
            (*following.before, *self.before),
            (*self.after, *following.after),
            following.trim_prefix_space if self.trim_prefix_space is None else self.trim_prefix_space,
        )


def read_post_processor(part: Part | None) -> PostProcessor:
    """Read a post-processor.

    Args:
        part: its object in the file, or None where there is none.

    Returns:
        What it does to a single text.

    Raises:
        UnsupportedTokenizer: something in it is not reproduced exactly.
    """
    if part is None:
        return PostProcessor()
    kind = part.text("type")
    match kind:
        case "Sequence":
            found = PostProcessor()
            for each in part.parts("processors"):
                found = found.then(read_post_processor(each), part)
        case "TemplateProcessing":
            found = _template(part)
        case "ByteLevel":
            part.skip("use_regex")
            trims = part.flag("trim_offsets", default=True)
            prefix = part.flag("add_prefix_space", default=True)
            found = PostProcessor(trim_prefix_space=prefix if trims else None)
        case "BertProcessing":
            found = PostProcessor((_token(part, "cls"),), (_token(part, "sep"),))
        case "RobertaProcessing":
            trims = part.flag("trim_offsets", default=True)
            prefix = part.flag("add_prefix_space", default=True)
            found = PostProcessor((_token(part, "cls"),), (_token(part, "sep"),), prefix if trims else None)
        case _:
            part.refuse(f"the post-processor {kind}")
    part.close()
    return found


def _token(part: Part, key: str) -> int:
    pair = part.items(key)
    if len(pair) != 2 or not isinstance(pair[1], int):
        part.damaged(f"{key} of the post-processor")
    return pair[1]


def _template(part: Part) -> PostProcessor:
    part.skip("pair")
    special = part.part("special_tokens")
    before: list[int] = []
    after: list[int] = []
    texts = 0
    for item in part.parts("single"):
        if item.has("Sequence"):
            texts += 1
            item.skip("Sequence")
        else:
            name = item.part("SpecialToken").text("id")
            item.skip("SpecialToken")
            token = special.part(name, keep=True)
            numbers = token.items("ids")
            if not all(isinstance(number, int) for number in numbers):
                part.damaged("special_tokens")
            (after if texts else before).extend(number for number in numbers if isinstance(number, int))
        item.close()
    if texts != 1:
        part.refuse("a template that does not hold the text once")
    return PostProcessor(tuple(before), tuple(after))
