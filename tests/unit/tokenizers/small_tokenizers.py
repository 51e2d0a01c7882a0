"""Small tokenizers of every kind, written out, so that tests need no download, and texts that are hard to cut."""

from __future__ import annotations

import json
import string
from base64 import b64encode
from functools import cache
from typing import Any

from hypothesis import strategies as st

from chunkforge.tokenizers import load_tokenizer
from chunkforge.tokenizers.pipeline import Pipeline
from chunkforge.tokenizers.tiktoken import RankedPipeline, parse_ranks

BERT = {
    "type": "BertNormalizer",
    "clean_text": True,
    "handle_chinese_chars": True,
    "strip_accents": None,
    "lowercase": True,
}
MARK = "\u2581"


def assembled(**parts: Any) -> bytes:
    """The bytes of a tokenizer.json."""
    return json.dumps({"version": "1.0", "added_tokens": []} | parts).encode()


def wordpiece() -> Pipeline:
    """BERT's pipeline over a few pieces."""
    pieces = ["[UNK]", "[CLS]", "the", "th", "in", "un", *string.ascii_lowercase, ".", ",", "!", "\u4e2d"]
    pieces += [f"##{piece}" for piece in ("ing", "in", "e", *"abdefghilmnorstu")]
    model = {
        "type": "WordPiece",
        "vocab": {piece: i for i, piece in enumerate(pieces)},
        "unk_token": "[UNK]",
        "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 12,
    }
    added = [{"id": 1, "content": "[CLS]", "special": True, "lstrip": True, "rstrip": True}]
    return load_tokenizer(
        assembled(model=model, normalizer=BERT, pre_tokenizer={"type": "BertPreTokenizer"}, added_tokens=added), "small"
    )


def byte_level() -> Pipeline:
    """GPT-2's pipeline over bytes and a few merges, after NFC."""
    plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    characters = [chr(b) for b in plain] + [chr(0x100 + i) for i in range(256 - len(plain))]
    merges = ["t h", "th e", "\u0120 the", "i n", "in g", "\u0120 \u0120", "\u0120\u0120 \u0120\u0120", "x x", "xx xx"]
    tokens = characters + ["".join(merge.split()) for merge in merges]
    model = {"type": "BPE", "vocab": {token: i for i, token in enumerate(tokens)}, "merges": merges}
    added = [{"id": len(tokens), "content": "  ", "normalized": True}]
    return load_tokenizer(
        assembled(model=model, normalizer={"type": "NFC"}, pre_tokenizer={"type": "ByteLevel"}, added_tokens=added),
        "small",
    )


def marked() -> Pipeline:
    """Llama's pipeline: a mark before the text and for every space, and no pre-tokenizer."""
    letters = ["<unk>", MARK, *string.ascii_lowercase, ".", "\n", "\u4e2d"]
    merges = [["t", "h"], ["th", "e"], [MARK, "the"], [MARK, MARK], ["x", "x"], ["xx", "xx"], [".", MARK]]
    tokens = letters + [a + b for a, b in merges] + [f"<0x{b:02X}>" for b in range(256)]
    model = {
        "type": "BPE",
        "vocab": {token: i for i, token in enumerate(tokens)},
        "merges": merges,
        "unk_token": "<unk>",
        "fuse_unk": True,
        "byte_fallback": True,
    }
    steps = [{"type": "Prepend", "prepend": MARK}, {"type": "Replace", "pattern": {"String": " "}, "content": MARK}]
    return load_tokenizer(assembled(model=model, normalizer={"type": "Sequence", "normalizers": steps}), "small")


def unigram() -> Pipeline:
    """XLM-R's newer pipeline: white space at the end and runs of it go, words begin with a mark."""
    pieces = ["<unk>", MARK, f"{MARK}the", "the", "th", "e", "t", "h", "x", "xx", f"{MARK}a", "a", "ing", ".", "\u4e2d"]
    model = {"type": "Unigram", "unk_id": 0, "vocab": [[piece, -1.5 - i / 3] for i, piece in enumerate(pieces)]}
    empty_map = b64encode((4).to_bytes(4, "little") + bytes(4)).decode()
    steps = [
        {"type": "Precompiled", "precompiled_charsmap": empty_map},
        {"type": "Strip", "strip_left": False, "strip_right": True},
        {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": MARK},
    ]
    metaspace = {"type": "Metaspace", "replacement": MARK, "prepend_scheme": "always", "split": True}
    return load_tokenizer(
        assembled(model=model, normalizer={"type": "Sequence", "normalizers": steps}, pre_tokenizer=metaspace), "small"
    )


def ranks(name: str) -> Pipeline:
    """OpenAI's patterns over bytes and a few ranks."""
    tokens = [bytes([b]) for b in range(256)] + [
        b"th",
        b"the",
        b" the",
        b"in",
        b"ing",
        b"\n\n",
        b".\n",
        b"'s",
        b"xx",
        b"xxxx",
    ]
    lines = (b64encode(token) + b" " + str(i).encode() for i, token in enumerate(tokens))
    return RankedPipeline(name, parse_ranks(name, b"\n".join(lines)))


MAKERS = {
    "wordpiece": wordpiece,
    "byte_level": byte_level,
    "marked": marked,
    "unigram": unigram,
    "cl100k_base": lambda: ranks("cl100k_base"),
    "o200k_base": lambda: ranks("o200k_base"),
}


@cache
def made(kind: str) -> Pipeline:
    """Make one of a kind, once."""
    return MAKERS[kind]()


PARTS = st.sampled_from(
    [
        " ",
        "  ",
        "\n",
        "\r\n",
        "\t",
        "the",
        "thing",
        "x" * 9,
        "a",
        "'s",
        "'S",
        ".",
        "...",
        ",",
        "!\n",
        "12",
        "3456",
        "_",
        "-",
        "́",
        "é",
        "中文",
        "。",
        "한",
        "\u200b",
        "\x07",
        "▁",
        "[CLS]",
        "🇩",
        "😀",
    ]
)
TEXTS = st.one_of(st.lists(PARTS, max_size=14).map("".join), st.text(max_size=20))
