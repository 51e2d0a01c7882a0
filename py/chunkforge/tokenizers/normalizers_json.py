"""Reads the normalizer of a tokenizer.json."""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Callable
from functools import partial

from chunkforge.tokenizers.config import Part
from chunkforge.tokenizers.normalizers import Lowercase, Prepend, Remove, Replace, Strip, Translate, bert
from chunkforge.tokenizers.pattern import read_pattern
from chunkforge.tokenizers.precompiled import Precompiled
from chunkforge.tokenizers.rewriting import Normalizer
from chunkforge.tokenizers.unicode_forms import Form, UnicodeForm
from chunkforge.tokenizers.unicode_tables import table


def read_normalizers(part: Part) -> list[Normalizer]:
    """Read a normalizer.

    Args:
        part: its object in the file.

    Returns:
        Its steps in order.

    Raises:
        UnsupportedTokenizer: something in it is not reproduced exactly.
    """
    kind = part.text("type")
    if kind == "Sequence":
        steps = [step for each in part.parts("normalizers") for step in read_normalizers(each)]
    elif kind in _READERS:
        steps = _READERS[kind](part)
    else:
        part.refuse(f"the normalizer {kind}")
    part.close()
    return steps


def _bert(part: Part) -> list[Normalizer]:
    lower = part.flag("lowercase", default=True)
    accents = part.optional_flag("strip_accents")
    return bert(
        clean=part.flag("clean_text", default=True),
        chinese=part.flag("handle_chinese_chars", default=True),
        accents=lower if accents is None else accents,
        lower=lower,
    )


def _form(form: Form, _: Part) -> list[Normalizer]:
    return [UnicodeForm(form)]


def _lowercase(_: Part) -> list[Normalizer]:
    return [Lowercase()]


def _strip(part: Part) -> list[Normalizer]:
    return [Strip(left=part.flag("strip_left"), right=part.flag("strip_right"))]


def _strip_accents(_: Part) -> list[Normalizer]:
    return [Remove(table("accent"))]


def _nmt(_: Part) -> list[Normalizer]:
    return [Remove(table("nmt_removed")), Translate(dict.fromkeys(table("nmt_space"), 32))]


def _prepend(part: Part) -> list[Normalizer]:
    return [Prepend(part.text("prepend"))]


def _replace(part: Part) -> list[Normalizer]:
    pattern = part.part("pattern")
    content = part.text("content")
    literal = pattern.text("String") if pattern.has("String") else ""
    if len(literal) == len(content) == 1:
        pattern.close()
        return [Translate({ord(literal): ord(content)})]
    node = read_pattern(pattern, literal)
    return [Replace(node, content)]


def _precompiled(part: Part) -> list[Normalizer]:
    charsmap = part.text("precompiled_charsmap", default="")
    try:
        return [Precompiled(b64decode(charsmap, validate=True))]
    except (ValueError, Base64Error):
        part.damaged("the precompiled_charsmap")


_READERS: dict[str, Callable[[Part], list[Normalizer]]] = {
    "BertNormalizer": _bert,
    "NFC": partial(_form, "NFC"),
    "NFD": partial(_form, "NFD"),
    "NFKC": partial(_form, "NFKC"),
    "NFKD": partial(_form, "NFKD"),
    "Lowercase": _lowercase,
    "Strip": _strip,
    "StripAccents": _strip_accents,
    "Nmt": _nmt,
    "Prepend": _prepend,
    "Replace": _replace,
    "Precompiled": _precompiled,
}
