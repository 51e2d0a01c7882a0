"""Damaged, hostile and unknown files are refused with a sentence; nothing crashes, nothing is guessed."""

from __future__ import annotations

import copy
import json
from base64 import b64encode
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_tokenizers import BERT, MARK, assembled

from chunkforge.errors import UnsupportedTokenizer
from chunkforge.tokenizers import load_tiktoken, load_tokenizer

MODEL = {"type": "WordPiece", "vocab": {"[UNK]": 0, "a": 1}, "unk_token": "[UNK]", "max_input_chars_per_word": 100}
FULL: dict[str, Any] = {
    "model": MODEL,
    "normalizer": {
        "type": "Sequence",
        "normalizers": [BERT, {"type": "Replace", "pattern": {"Regex": "b+"}, "content": ""}],
    },
    "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "BertPreTokenizer"}, {"type": "Punctuation"}]},
    "post_processor": {
        "type": "TemplateProcessing",
        "single": [{"SpecialToken": {"id": "a", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
        "pair": [],
        "special_tokens": {"a": {"id": "a", "ids": [1], "tokens": ["a"]}},
    },
    "added_tokens": [{"id": 1, "content": "a", "special": True}, {"id": 2, "content": "[X]", "normalized": True}],
    "truncation": {"max_length": 2},
    "padding": {"strategy": {"Fixed": 128}},
}


def test_truncation_and_padding_are_ignored():
    assert load_tokenizer(assembled(**FULL)).count("c c c c") == 4


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe{}",
        b"PK\x03\x04",
        b"<!doctype html>",
        b'{"model": ' * 5000,
        b"[" * 200_000,
        b'{"a":' * 200_000,
        assembled(**FULL)[:-40],
        b'{"model": null}',
        b'{"model": {"type": "BPE"}}',
        b'{"model": {"type": "Unigram", "unk_id": 9, "vocab": [["a", 0.5]]}}',
        b'{"model": {"type": "Unigram", "unk_id": 0, "vocab": [["a", 1.5e999999]]}}',
        b'{"model": {"type": "Unigram", "unk_id": 0, "vocab": [["a"]]}}',
        assembled(model=MODEL | {"vocab": {"[UNK]": 10**30}}),
        assembled(model=MODEL | {"vocab": {"a": 1}}),
    ],
    ids=range(18),
)
def test_what_is_no_tokenizer_is_refused(data: bytes):
    with pytest.raises(UnsupportedTokenizer) as error:
        load_tokenizer(data, "broken.json")
    assert "broken.json" in str(error.value)


@pytest.mark.parametrize(
    ("parts", "named"),
    [
        ({"normalizer": {"type": "Mystery"}}, "Mystery"),
        ({"pre_tokenizer": {"type": "UnicodeScripts"}}, "UnicodeScripts"),
        ({"post_processor": {"type": "Mystery"}}, "Mystery"),
        ({"model": {"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "a"}}, "WordLevel"),
        ({"normalizer": BERT | {"new_option": 7}}, "new_option"),
        ({"mystery": {}}, "mystery"),
        ({"normalizer": {"type": "Replace", "pattern": {"Regex": "(?<!a)b"}, "content": ""}}, "(?<!a)b"),
        ({"normalizer": {"type": "Replace", "pattern": {"Regex": "a*"}, "content": ""}}, "match nothing"),
        ({"normalizer": {"type": "Replace", "pattern": {"String": ""}, "content": "x"}}, "Regex"),
        ({"model": {"type": "BPE", "vocab": {"a": 0}, "merges": [], "dropout": 0.1, "unk_token": "a"}}, "dropout"),
        ({"model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}}, "cannot spell"),
        ({"model": {"type": "BPE", "vocab": {"a": 0}, "merges": ["a b"], "unk_token": "a"}}, "merges"),
        ({"added_tokens": [{"id": 7, "content": "[X]"}]}, "[X]"),
        ({"pre_tokenizer": {"type": "Split", "pattern": {"String": "a"}, "behavior": "Sideways"}}, "Sideways"),
        ({"pre_tokenizer": {"type": "Metaspace", "replacement": MARK, "prepend_scheme": "often"}}, "often"),
    ],
    ids=range(15),
)
def test_a_component_that_is_not_reproduced_is_named_with_its_file(parts: dict[str, Any], named: str):
    with pytest.raises(UnsupportedTokenizer) as error:
        load_tokenizer(assembled(**({"model": MODEL} | parts)), "some-model")
    assert named in str(error.value)
    assert "some-model" in str(error.value)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, child in children for place in places(child, (*path, key)))]


@given(
    place=st.sampled_from(places(FULL)[1:]),
    value=st.sampled_from([None, 0, -1, 2.5, True, "", "x", [], [[]], {}, {"type": "x"}]),
)
def test_a_value_of_another_kind_anywhere_loads_or_is_refused(place: tuple[Any, ...], value: object):
    file = copy.deepcopy(FULL)
    holder = file
    for key in place[:-1]:
        holder = holder[key]
    holder[place[-1]] = value
    try:
        load_tokenizer(json.dumps(file).encode()).encode("a b c! [X]")
    except UnsupportedTokenizer as error:
        said = str(error)
    else:
        said = "loaded, and it encodes; what was changed does not matter"
    assert len(said) > 40


@given(cut=st.integers(0, 2000))
def test_a_file_that_breaks_off_is_refused(cut: int):
    data = assembled(**FULL)
    if cut < len(data):
        with pytest.raises(UnsupportedTokenizer):
            load_tokenizer(data[:cut])


@given(st.binary(max_size=60))
def test_a_broken_character_map_never_crashes(charsmap: bytes):
    part = {"type": "Precompiled", "precompiled_charsmap": b64encode(charsmap).decode()}
    try:
        load_tokenizer(assembled(model=MODEL, normalizer=part)).encode("a\u0301 \ufb01 \x07")
    except UnsupportedTokenizer as error:
        said = str(error)
    else:
        said = "a map by chance, whose precompiled_charsmap did no harm"
    assert "precompiled_charsmap" in said


@pytest.mark.parametrize("data", [b"", b"AA== x", b"AA==", b"!!! 5", b"\xff\xff 1", b"AA== 0 0"])
def test_a_broken_rank_file_is_refused(data: bytes):
    with pytest.raises(UnsupportedTokenizer):
        load_tiktoken("cl100k_base", data)


def test_ranks_without_a_known_pattern_are_refused():
    with pytest.raises(UnsupportedTokenizer, match="cl100k_base, o200k_base"):
        load_tiktoken("p50k_base", b"")
