"""Reads a tokenizer.json of the `tokenizers` library.

Truncation and padding are ignored: they would make every count the same. Decoders matter to neither tokens nor offsets.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from chunkforge.errors import UnsupportedTokenizer
from chunkforge.json_text import read_json
from chunkforge.tokenizers.added import AddedToken, AddedTokens
from chunkforge.tokenizers.config import Part
from chunkforge.tokenizers.decimals import read_decimal
from chunkforge.tokenizers.models_json import JsonModel, read_model
from chunkforge.tokenizers.normalizers_json import read_normalizers
from chunkforge.tokenizers.offsets import Trim
from chunkforge.tokenizers.pipeline import Pipeline
from chunkforge.tokenizers.postprocessors_json import read_post_processor
from chunkforge.tokenizers.pretokenizers_json import read_pre_tokenizers
from chunkforge.tokenizers.recipe import Recipe
from chunkforge.tokenizers.rewriting import Normalized, Normalizer

LARGEST = 128 << 20
"""Bytes: several times the largest file in use."""


def load_tokenizer(data: bytes, name: str = "") -> Pipeline:
    """Make a tokenizer from a tokenizer.json.

    Args:
        data: the bytes of the file.
        name: how people call it; messages use it, too.

    Returns:
        The tokenizer, equal to what the `tokenizers` library makes of the file.

    Raises:
        UnsupportedTokenizer: the file is no such file, or has a component that is not reproduced exactly.
    """
    file = name or "The file"
    try:
        return _load(Part(file, "", _parse(data, file)), name)
    except RecursionError:
        _not_json(file, "it is nested too deeply")


def _load(root: Part, name: str) -> Pipeline:
    root.skip("version", "truncation", "padding", "decoder")
    steps, byte_level = read_pre_tokenizers(root.part("pre_tokenizer") if root.has("pre_tokenizer") else None)
    model = read_model(root.part("model"), byte_level=byte_level)
    normalizers = read_normalizers(root.part("normalizer")) if root.has("normalizer") else []
    added = list(root.parts("added_tokens")) if root.has("added_tokens") else []
    post = read_post_processor(root.part("post_processor") if root.has("post_processor") else None)
    root.skip("added_tokens")
    root.close()
    raw, normalized = _added_tokens(added, model, normalizers)
    trim = None
    if post.trim_prefix_space is not None:
        spellings = {number: token for token, number in model.vocabulary.items()}
        spellings |= {token.id: token.content for token in (*raw, *normalized)}
        trim = Trim(spellings, post.trim_prefix_space)
    recipe = Recipe(
        pre_tokenizer=model.pre_tokenizer(steps),
        normalizers=normalizers,
        added=AddedTokens(raw),
        added_normalized=AddedTokens(normalized),
        finish=trim,
        special=(post.before, post.after),
    )
    size = 1 + max((*model.vocabulary.values(), *(token.id for token in (*raw, *normalized))), default=-1)
    return Pipeline(name, model.model, recipe, size=size)


def _parse(data: bytes, file: str) -> object:
    if len(data) > LARGEST:
        raise UnsupportedTokenizer(
            "tokenizer.too-large",
            "{file} has {size} MB, more than any tokenizer.json in use. Check that it is the right file.",
            file=file,
            size=len(data) >> 20,
        )
    try:
        return read_json(data.decode("utf-8-sig"), parse_float=read_decimal)
    except ValueError:
        _not_json(file, "it is no JSON, or it breaks off")


def _not_json(file: str, why: str) -> NoReturn:
    raise UnsupportedTokenizer(
        "tokenizer.not-json",
        "{file} is not a tokenizer.json: {why}. Choose the file of that name from the model's repository.",
        file=file,
        why=why,
    ) from None


def _added_tokens(
    parts: Iterable[Part], model: JsonModel, normalizers: list[Normalizer]
) -> tuple[list[AddedToken], list[AddedToken]]:
    """Read the added tokens: those found in the text as it is, and those found in normalized text."""
    found: list[tuple[bool, bool, AddedToken]] = []
    size = following = len(model.vocabulary)
    for part in parts:
        special = part.flag("special", default=False)
        in_normalized = part.flag("normalized", default=not special)
        content = part.text("content")
        token = AddedToken(
            part.whole("id"),
            _normalize(content, normalizers) if in_normalized else content,
            single_word=part.flag("single_word", default=False),
            lstrip=part.flag("lstrip", default=False),
            rstrip=part.flag("rstrip", default=False),
        )
        part.close()
        if not content:
            continue
        if not token.content:
            part.refuse(f"the added token {content!r}, of which normalization leaves nothing")
        # The library numbers tokens itself, whatever the file says.
        if token.id != model.vocabulary.get(content, following):
            part.refuse(f"the added token {content!r} under a number that is not the next free one")
        following = max(following, token.id + 1, size)
        found.append((not special, in_normalized, token))
    found.sort(key=lambda entry: entry[0])
    raw = [token for _, in_normalized, token in found if not in_normalized]
    return raw, [token for _, in_normalized, token in found if in_normalized]


def _normalize(text: str, normalizers: list[Normalizer]) -> str:
    normalized = Normalized(text)
    for step in normalizers:
        normalized = normalized.then(*step.apply(normalized.text))
    return normalized.text
