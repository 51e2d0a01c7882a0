"""Every component on its own, in a small tokenizer made for it, against the reference on random texts.

Normalizers are seen through a model with a token a character, pre-tokenizers through one whose every word is unknown:
ids then tell what the text became, offsets where it came from and where it was cut.
"""

from __future__ import annotations

import json
import os
import random
import string
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hard_texts import hard_text
from references import Pair, differs, json_reference, slices_differ

from chunkforge.tokenizers import load_tokenizer

Spec = dict[str, Any]
pytestmark = pytest.mark.parity
TEXTS = int(os.environ.get("CHUNKFORGE_FUZZ") or 2000) // 16


@cache
def a_token_a_character() -> Spec:
    characters = [chr(c) for c in (*range(0x3000), *range(0x4E00, 0x4E80), *range(0xAC00, 0xAC40)) if c != 0xFFFD]
    vocabulary = {"[UNK]": 0} | {c: i for i, c in enumerate(characters, 1)}
    return {"type": "BPE", "vocab": vocabulary, "merges": [], "unk_token": "[UNK]"}


def every_word_unknown() -> Spec:
    return {
        "type": "WordPiece",
        "vocab": {"[UNK]": 0},
        "unk_token": "[UNK]",
        "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100,
    }


@cache
def bytes_of_text() -> Spec:
    plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    characters = [chr(b) for b in plain] + [chr(0x100 + i) for i in range(256 - len(plain))]
    merges = ["t h", "th e", "\u0120 the", "i n", "in g", "\u0120 \u0120", "\u0120\u0120 \u0120\u0120", "x x", "xx xx"]
    tokens = characters + ["".join(merge.split()) for merge in merges]
    return {"type": "BPE", "vocab": {token: i for i, token in enumerate(tokens)}, "merges": merges}


def small_bpe(**options: object) -> Spec:
    """Over characters, with words that begin with a mark."""
    letters = ["<unk>", "\u2581", *string.ascii_lowercase, *string.digits, ".", ",", "\u4e2d", "\n", "\u00e9", "\u0301"]
    merges = [["t", "h"], ["th", "e"], ["\u2581", "the"], ["\u2581", "\u2581"], ["x", "x"], ["xx", "xx"], ["i", "n"]]
    merges += [["\u2581", "a"], [".", "\u2581"]] if options.pop("joined", False) else []
    tokens = letters + [a + b for a, b in merges] + [f"<0x{b:02X}>" for b in range(256)]
    model = {"type": "BPE", "vocab": {token: i for i, token in enumerate(tokens)}, "merges": merges}
    return model | {"unk_token": "<unk>"} | options


def small_unigram(**options: object) -> Spec:
    pieces = [
        "<unk>",
        "\u2581",
        "\u2581the",
        "the",
        "th",
        "e",
        "t",
        "h",
        "x",
        "xx",
        "xxx",
        "\u2581a",
        "a",
        "ing",
        "1",
        "23",
    ]
    pieces += ["\u4e2d", "\u00e9", ".", "\u2581\u2581", *(f"<0x{b:02X}>" for b in range(256))]
    scores = [[piece, -1.5 - 0.7310585786300049 * i] for i, piece in enumerate(pieces)]
    return {"type": "Unigram", "unk_id": 0, "vocab": scores} | options


def charsmap(entries: dict[str, str]) -> str:
    """A SentencePiece character map for a few keys, none of which begins another: a double-array trie."""
    units = [0] * (1 << 16)
    tree: dict[str, Any] = {}
    replacements = b""
    for key, value in entries.items():
        node = tree
        for byte in key.encode():
            node = node.setdefault(byte, {})
        node["value"] = len(replacements)
        replacements += value.encode() + b"\0"
    blocks = iter(range(1, 256))

    def place(node: dict[Any, Any], at: int, label: int) -> None:
        base = next(blocks) << 8
        units[at] = label | (at ^ base) << 10 | ("value" in node) << 8
        if "value" in node:
            units[base] = 1 << 31 | node["value"]
        for byte, child in node.items():
            if byte != "value":
                place(child, base ^ byte, byte)

    place(tree, 0, 0)
    trie = b"".join(unit.to_bytes(4, "little") for unit in units)
    return b64encode(len(trie).to_bytes(4, "little") + trie + replacements).decode()


PRECOMPILED = {
    "type": "Precompiled",
    "precompiled_charsmap": charsmap(
        {
            "\u200b": "",
            "\x07": "",
            "\ufb01": "fi",
            "\u338f": "kg",
            "a": "A",
            "\t": " ",
            "\n": " ",
            "\u3000": " ",
            "\u00e9": "E",
        }
    ),
}
BERT = {
    "type": "BertNormalizer",
    "clean_text": True,
    "handle_chinese_chars": True,
    "strip_accents": None,
    "lowercase": True,
}


def replace(content: str, **pattern: str) -> Spec:
    return {"type": "Replace", "pattern": pattern, "content": content}


def sequence(kind: str, *parts: Spec) -> Spec:
    return {"type": "Sequence", kind: list(parts)}


NORMALIZERS: dict[str, Spec] = {
    **{form: {"type": form} for form in ("NFC", "NFD", "NFKC", "NFKD", "Lowercase", "StripAccents", "Nmt")},
    **{
        f"Strip {left} {right}": {"type": "Strip", "strip_left": left, "strip_right": right}
        for left in (True, False)
        for right in (True, False)
    },
    "Prepend": {"type": "Prepend", "prepend": "\u2581"},
    "Prepend two": {"type": "Prepend", "prepend": "ab"},
    "Replace string": replace("\u2581", String=" "),
    "Replace with nothing": replace("", String="e"),
    "Replace longer string": replace("ab", String="the"),
    "Replace regex": replace("\u2581", Regex=" {2,}"),
    "Replace class": replace(" ", Regex=r"[\u00A0\s\p{Zs}]"),
    "Replace run by more": replace("<->", Regex=r"\d+|[xX]+"),
    "Bert": BERT,
    "Bert keeps": BERT | {"strip_accents": False, "clean_text": False},
    "Bert cased": BERT | {"lowercase": False},
    "Bert accents only": BERT | {"lowercase": False, "strip_accents": True, "handle_chinese_chars": False},
    "Precompiled": PRECOMPILED,
    "Precompiled, strip, replace": sequence(
        "normalizers",
        PRECOMPILED,
        {"type": "Strip", "strip_left": False, "strip_right": True},
        replace("\u2581", Regex=" {2,}"),
    ),
    "NFD, lower, strip accents": sequence(
        "normalizers", {"type": "NFD"}, {"type": "Lowercase"}, {"type": "StripAccents"}
    ),
    "NFKD, precompiled, prepend": sequence(
        "normalizers",
        {"type": "NFKD"},
        PRECOMPILED,
        {"type": "Prepend", "prepend": "\u2581"},
        replace("\u2581", String=" "),
    ),
    "nothing": sequence("normalizers"),
}


def split(behavior: str, *, invert: bool = False, **pattern: str) -> Spec:
    return {"type": "Split", "pattern": pattern, "behavior": behavior, "invert": invert}


METASPACE = {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "always", "split": True}
BEHAVIORS = ("Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous")
CL100K = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
PRE_TOKENIZERS: dict[str, Spec] = {
    **{kind: {"type": kind} for kind in ("BertPreTokenizer", "Whitespace", "WhitespaceSplit")},
    **{f"Split {b} class {i}": split(b, invert=i, Regex=r"\s+") for b in BEHAVIORS for i in (True, False)},
    **{f"Split {b} words {i}": split(b, invert=i, Regex=r"\w+|[^\w\s]") for b in BEHAVIORS for i in (True, False)},
    **{f"Split {b} string": split(b, String="the") for b in BEHAVIORS},
    **{f"Split {b} space": split(b, String=" ") for b in BEHAVIORS},
    **{f"Punctuation {b}": {"type": "Punctuation", "behavior": b} for b in BEHAVIORS},
    "Punctuation": {"type": "Punctuation"},
    "Digits": {"type": "Digits", "individual_digits": False},
    "Digits apart": {"type": "Digits", "individual_digits": True},
    "Delimiter": {"type": "CharDelimiterSplit", "delimiter": "-"},
    "cl100k": split("Isolated", Regex=CL100K),
    "cl100k inverted": split("Removed", invert=True, Regex=CL100K),
    "counted": split("Isolated", Regex=r"\p{N}{1,2}+|[^\p{N}\s]{2,}?|\s{2}"),
    "lookahead": split("Isolated", Regex=r"\p{L}+(?=\p{N})|\p{N}+(?![\p{L}.])|[.,](?= )"),
    "classes": split("Isolated", Regex=r"[\p{Lu}\p{Lt}&&[^A-C]]+|[^\p{L}\p{M}\s]+|\P{L}|[\x{4e00}-\x{9fff}]|\d\D"),
    "line ends": split("Isolated", Regex=r"[^\n]+$|\n+"),
    "any": split("Isolated", Regex=r"..|\n"),
    **{
        f"Metaspace {scheme} {cut}": {
            "type": "Metaspace",
            "replacement": "\u2581",
            "prepend_scheme": scheme,
            "split": cut,
        }
        for scheme in ("always", "first", "never")
        for cut in (True, False)
    },
    "Metaspace old": {"type": "Metaspace", "replacement": "\u2581", "add_prefix_space": True},
    "words, metaspace": sequence(
        "pretokenizers",
        {"type": "WhitespaceSplit"},
        {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "always", "split": True},
    ),
    "words, punctuation, digits": sequence(
        "pretokenizers", {"type": "Whitespace"}, {"type": "Punctuation"}, {"type": "Digits", "individual_digits": True}
    ),
    "metaspace, punctuation": sequence(
        "pretokenizers",
        {"type": "Metaspace", "replacement": "\u2581", "add_prefix_space": True},
        {"type": "Punctuation"},
    ),
    "metaspace without split, digits": sequence(
        "pretokenizers",
        {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "first", "split": False},
        {"type": "Digits", "individual_digits": False},
    ),
    "three splits": sequence(
        "pretokenizers",
        split("Isolated", Regex=r"\p{N}{1,3}"),
        split("Isolated", Regex=r"[\u4e00-\u9fff]+"),
        split("Isolated", Regex=CL100K),
    ),
    "merged, split": sequence("pretokenizers", split("MergedWithNext", Regex=r"\s"), split("Isolated", Regex=CL100K)),
    "nested": sequence(
        "pretokenizers", sequence("pretokenizers", {"type": "WhitespaceSplit"}), {"type": "Punctuation"}
    ),
}


def byte_level(*, prefix: bool, regex: bool) -> Spec:
    return {"type": "ByteLevel", "add_prefix_space": prefix, "trim_offsets": True, "use_regex": regex}


BYTE_LEVELS: dict[str, Spec | None] = {
    **{
        f"{prefix} {regex}": byte_level(prefix=prefix, regex=regex)
        for prefix in (True, False)
        for regex in (True, False)
    },
    "digits": sequence(
        "pretokenizers", {"type": "Digits", "individual_digits": True}, byte_level(prefix=False, regex=True)
    ),
    "digits, prefix": sequence(
        "pretokenizers", {"type": "Digits", "individual_digits": False}, byte_level(prefix=True, regex=True)
    ),
    "split": sequence("pretokenizers", split("Isolated", Regex=CL100K), byte_level(prefix=False, regex=False)),
    "split, prefix": sequence("pretokenizers", split("Isolated", Regex=CL100K), byte_level(prefix=True, regex=False)),
    "split removed": sequence("pretokenizers", split("Removed", String=" "), byte_level(prefix=True, regex=True)),
}
POST_PROCESSORS: dict[str, Spec] = {
    **{
        f"{kind} {trim} {prefix}": {"type": kind, "trim_offsets": trim, "add_prefix_space": prefix, **extra}
        for kind, extra in (("ByteLevel", {}), ("RobertaProcessing", {"cls": ["t", 83], "sep": ["h", 71]}))
        for trim in (True, False)
        for prefix in (True, False)
    },
    "Sequence": sequence(
        "processors",
        {"type": "ByteLevel", "trim_offsets": True, "add_prefix_space": False, "use_regex": True},
        {
            "type": "TemplateProcessing",
            "single": [{"SpecialToken": {"id": "t", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
            "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 0}}],
            "special_tokens": {"t": {"id": "t", "ids": [83], "tokens": ["t"]}},
        },
    ),
    "BertProcessing": {"type": "BertProcessing", "cls": ["t", 83], "sep": ["h", 71]},
}
PREPENDED = sequence("normalizers", {"type": "Prepend", "prepend": "\u2581"}, replace("\u2581", String=" "))
MODELS: dict[str, Spec] = {
    "bpe": {"model": small_bpe(), "normalizer": PREPENDED},
    "bpe with tokens across marks": {"model": small_bpe(joined=True), "normalizer": PREPENDED},
    "bpe fused": {"model": small_bpe(fuse_unk=True), "normalizer": PREPENDED},
    "bpe bytes": {"model": small_bpe(byte_fallback=True, fuse_unk=True), "normalizer": PREPENDED},
    "bpe whole words": {"model": small_bpe(ignore_merges=True), "pre_tokenizer": METASPACE},
    "bpe whole texts": {"model": small_bpe(ignore_merges=True), "normalizer": PREPENDED},
    "bpe suffix": {"model": small_bpe(end_of_word_suffix="e"), "pre_tokenizer": {"type": "Whitespace"}},
    "unigram": {"model": small_unigram(), "pre_tokenizer": METASPACE},
    "unigram bytes": {"model": small_unigram(byte_fallback=True), "pre_tokenizer": METASPACE},
    "unigram uncut": {"model": small_unigram(), "normalizer": PREPENDED},
}
ADDED = [
    {"id": -1, "content": "[MASK]", "lstrip": True},
    {"id": -1, "content": "[CLS]", "rstrip": True, "special": True},
    {"id": -1, "content": "the", "single_word": True, "normalized": True},
    {"id": -1, "content": "[PAD]", "single_word": True, "lstrip": True, "rstrip": True, "normalized": True},
    {"id": -1, "content": "<s>", "special": True, "normalized": False},
    {"id": -1, "content": "  ", "normalized": True},
    {"id": -1, "content": "    ", "normalized": False},
    {"id": -1, "content": "\u00e9", "normalized": True, "rstrip": True},
]
AROUND_ADDED: dict[str, Spec] = {
    "bert": {"model": every_word_unknown(), "normalizer": BERT, "pre_tokenizer": {"type": "BertPreTokenizer"}},
    "bytes": {
        "model": bytes_of_text(),
        "normalizer": {"type": "NFC"},
        "pre_tokenizer": byte_level(prefix=True, regex=True),
    },
    "metaspace": {
        "model": small_unigram(),
        "normalizer": PRECOMPILED,
        "pre_tokenizer": METASPACE | {"prepend_scheme": "first"},
    },
    "prepended": {"model": small_bpe(), "normalizer": PREPENDED},
}


def assembled(added: list[Spec] | None = None, **parts: Any) -> bytes:
    file: Spec = dict.fromkeys(("normalizer", "pre_tokenizer", "post_processor", "decoder", "truncation", "padding"))
    file |= {"version": "1.0", "added_tokens": []} | parts
    size = following = len(file["model"]["vocab"])
    for token in added or []:
        vocabulary = file["model"]["vocab"]
        spellings = list(vocabulary) if isinstance(vocabulary, dict) else [piece for piece, _ in vocabulary]
        known = spellings.index(token["content"]) if token["content"] in spellings else None
        flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": False}
        number = following if known is None else known
        file["added_tokens"].append(flags | token | {"id": number})
        following = max(following, number + 1, size)
    return json.dumps(file).encode()


def compare(data: bytes, chance: random.Random, make: Callable[[random.Random], str] = hard_text) -> None:
    both = Pair("component", load_tokenizer(data, "component"), json_reference(data))
    found = [differs(both, make(chance)) for _ in range(TEXTS)]
    found += [slices_differ(both.ours, make(chance), chance) for _ in range(TEXTS // 3)]
    assert [difference for difference in found if difference][:3] == []


@pytest.mark.parametrize("name", NORMALIZERS)
def test_normalizer(name: str, fresh: random.Random):
    compare(assembled(model=a_token_a_character(), normalizer=NORMALIZERS[name]), fresh)


@pytest.mark.parametrize("name", PRE_TOKENIZERS)
def test_pre_tokenizer(name: str, fresh: random.Random):
    compare(assembled(model=every_word_unknown(), pre_tokenizer=PRE_TOKENIZERS[name]), fresh)


@pytest.mark.parametrize("name", BYTE_LEVELS)
def test_byte_level_pre_tokenizer(name: str, fresh: random.Random):
    compare(assembled(model=bytes_of_text(), pre_tokenizer=BYTE_LEVELS[name]), fresh)


@pytest.mark.parametrize("name", POST_PROCESSORS)
def test_post_processor(name: str, fresh: random.Random):
    pre_tokenizer = byte_level(prefix=fresh.random() < 0.5, regex=True)
    compare(assembled(model=bytes_of_text(), pre_tokenizer=pre_tokenizer, post_processor=POST_PROCESSORS[name]), fresh)


@pytest.mark.parametrize("name", MODELS)
def test_model(name: str, fresh: random.Random):
    def small_text(chance: random.Random) -> str:
        words = (
            " ",
            "  ",
            "the",
            "\u2581",
            "x" * chance.randint(1, 70),
            "in",
            "a",
            "\n",
            "\u4e2d",
            "\u00e9",
            "Z",
            "ZZ",
            ". ",
        )
        return "".join(chance.choice(words) for _ in range(chance.randint(0, 12)))

    compare(assembled(**MODELS[name]), fresh, small_text)
    compare(assembled(**MODELS[name]), fresh)


@pytest.mark.parametrize("name", AROUND_ADDED)
def test_added_tokens_with_their_flags(name: str, fresh: random.Random):
    def with_tokens(chance: random.Random) -> str:
        parts = [token["content"] for token in ADDED] + [" ", "a", "the", "\u0301", "_", "\n", "\x07", "x"]
        return "".join(chance.choice(parts) for _ in range(chance.randint(1, 10)))

    for _ in range(6):
        tokens = fresh.sample(ADDED, fresh.randint(1, len(ADDED)))
        compare(assembled(tokens, **AROUND_ADDED[name]), fresh, with_tokens)
