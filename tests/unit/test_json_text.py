"""JSON from outside is read as Python reads it, and refused where a smaller stack would not hold it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkforge.document import Document
from chunkforge.errors import ExtractionError, UnsupportedTokenizer
from chunkforge.json_text import MOST_NESTED, read_json
from chunkforge.label_files import read_labels
from chunkforge.splitters import data_format
from chunkforge.tokenizers import load_tokenizer
from chunkforge.workspace import read_workspace

LEAVES = st.none() | st.booleans() | st.integers() | st.text(alphabet='[]{}"\\\\ a\u00e9\U0001f680', max_size=20)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner), max_leaves=40
)


@given(VALUES, st.booleans())
def test_what_is_not_deep_is_read_as_python_reads_it(value, plain):
    brackets = "[" * 300 + "]" * 300
    text = json.dumps([value, brackets, '\\"[' * 300], ensure_ascii=plain)
    assert read_json(text) == json.loads(text)


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"]": '])
def test_depth_is_counted_outside_of_strings(opening):
    levels = opening.count("[") + opening.count("{")
    closing = {"[": "]", '{"a":': "}", '[{"]": ': "}]"}[opening]
    times = MOST_NESTED // levels
    assert read_json(opening * times + "1" + closing * times)
    with pytest.raises(RecursionError):
        read_json(opening * (times + 1) + "1" + closing * (times + 1))
    with pytest.raises(RecursionError):
        read_json(opening * 100_000)


DEEP = "[" * 100_000 + "]" * 100_000


def test_files_that_are_nested_too_deeply_are_texts_or_refused_in_a_sentence():
    assert data_format(Document("deep.json", DEEP)) is None
    with pytest.raises(ExtractionError, match="nested too deeply"):
        read_labels("deep.json", DEEP.encode())
    with pytest.raises(ExtractionError, match="nested too deeply"):
        read_labels("deep.jsonl", b'{"question": ' + DEEP.encode() + b"}")
    with pytest.raises(ExtractionError, match="is not a workspace"):
        read_workspace("deep.json", b'{"format": ' + DEEP.encode() + b"}")
    with pytest.raises(UnsupportedTokenizer, match="nested too deeply"):
        load_tokenizer(b'{"model": ' + DEEP.encode() + b"}", "tokenizer.json")
