"""Tokenizers as the reference libraries load them, and how ours is compared with them."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import tiktoken
from tokenizers import Tokenizer as Reference

from chunkforge.steps import finish
from chunkforge.tokenizers.pipeline import Pipeline
from tools.fixtures import FIXTURES

RANKS = ("cl100k_base", "o200k_base")
# tiktoken looks its files up under the hash of their address.
CACHE_NAMES = dict(
    zip(RANKS, ("9b5ad71b2ce5302211f9c61530b329a4922fc6a4", "fb374d419588a4632f3f557e76b4b70aebbca790"), strict=True)
)
BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
END = "<|endoftext|>"
ROBERTA = {
    "type": "RobertaProcessing",
    "sep": [END, 50256],
    "cls": [END, 50256],
    "trim_offsets": True,
    "add_prefix_space": False,
}
# The fetched files alter flags of some added tokens; these have the flags of the originals, and other processors.
VARIANTS: dict[str, tuple[str, dict[str, object]]] = {
    "gpt2-upstream-flags": ("gpt2", {}),
    "gpt2-roberta": ("gpt2", {"post_processor": ROBERTA}),
    "gpt2-prefix-space": ("gpt2", {"pre_tokenizer": BYTE_LEVEL, "post_processor": BYTE_LEVEL}),
}
NAMES = (*FIXTURES, *VARIANTS)
FLAGS = ("lstrip", "rstrip", "single_word")


@dataclass(frozen=True)
class Expected:
    """What a reference makes of a text. tiktoken knows no ends."""

    ids: list[int]
    starts: list[int]
    ends: list[int] | None


@dataclass(frozen=True)
class Pair:
    """One tokenizer, ours and the reference."""

    name: str
    ours: Pipeline
    reference: Callable[[str], Expected]


def json_reference(data: bytes) -> Callable[[str], Expected]:
    """The `tokenizers` library on a tokenizer.json, without truncation and padding."""
    reference = Reference.from_str(data.decode())
    reference.no_truncation()
    reference.no_padding()

    def encode(text: str) -> Expected:
        found = reference.encode(text, add_special_tokens=False)
        return Expected(found.ids, [start for start, _ in found.offsets], [end for _, end in found.offsets])

    return encode


def tiktoken_reference(name: str, ranks: bytes, folder: Path) -> Callable[[str], Expected]:
    """The `tiktoken` library, given its rank file in a cache folder so that it asks no network."""
    (folder / CACHE_NAMES[name]).write_bytes(ranks)
    before = os.environ.get("TIKTOKEN_CACHE_DIR")
    os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
    try:
        encoding = tiktoken.get_encoding(name)
    finally:
        os.environ.pop("TIKTOKEN_CACHE_DIR")
        if before is not None:
            os.environ["TIKTOKEN_CACHE_DIR"] = before

    def encode(text: str) -> Expected:
        ids = encoding.encode(text, disallowed_special=())
        return Expected(ids, list(encoding.decode_with_offsets(ids)[1]), None)

    return encode


def differs(pair: Pair, text: str) -> str:
    """Say how ours differs from the reference on a text, or nothing."""
    expected = pair.reference(text)
    found = pair.ours.encode(text)
    if found.ids.tolist() != expected.ids:
        return f"{pair.name}: ids of {text!a}: {found.ids.tolist()}, not {expected.ids}"
    if found.starts.tolist() != expected.starts or expected.ends not in (None, found.ends.tolist()):
        return f"{pair.name}: offsets of {text!a}"
    if pair.ours.count(text) != len(expected.ids):
        return f"{pair.name}: count of {text!a}: {pair.ours.count(text)}, not {len(expected.ids)}"
    return ""


def slices_differ(tokenizer: Pipeline, text: str, chance: random.Random) -> str:
    """Say which random slice of a text has other tokens than it has alone, or nothing."""
    tokenized = finish(tokenizer.reading(text))
    starts = np.array([chance.randint(0, len(text)) for _ in range(10)], np.int32)
    ends = np.array([chance.randint(start, len(text)) for start in starts.tolist()], np.int32)
    slices = tokenized.slice_tokens(starts, ends)
    for i, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        inner = tokenized.encoding.ids[slices.first[i] : slices.last[i]].tolist()
        found = sorted(inner + slices.edge_ids[slices.edge_slice == i].tolist())
        if found != sorted(tokenizer.encode(text[start:end]).ids.tolist()):
            return f"{start}:{end} of {text!a}: {found}"
    return ""
