"""SentencePiece models: what is read, what is refused; equality with the library is tested beside the library."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_sentencepiece import CONTROL, MARK, NORMAL, PIECES, USER, field, small_model

from chunkforge.errors import UnsupportedTokenizer
from chunkforge.steps import finish
from chunkforge.tokenizers import load_sentencepiece

TEXTS = st.lists(st.sampled_from(["a", "b", "c", " ", MARK, "[X]", "\u00e9", "\n"]), max_size=40).map("".join)


def test_spaces_become_marks_and_each_token_reaches_to_the_next():
    tokenizer = load_sentencepiece(small_model(), "small")
    encoding = tokenizer.encode("  ab  a[X] ")
    assert encoding.ids.tolist() == [4, 5, 4, 6]
    assert encoding.starts.tolist() == [2, 3, 4, 7]
    assert encoding.ends.tolist() == [3, 4, 7, 10]


def test_neighbouring_unknown_characters_are_one_token_and_a_control_piece_is_ordinary_text():
    tokenizer = load_sentencepiece(small_model(), "small")
    encoding = tokenizer.encode("a\u00e9\u00e8b<s>")
    assert encoding.ids.tolist() == [4, 0, 5, 0]
    assert encoding.starts.tolist() == [0, 1, 3, 4]
    starts, ends = tokenizer.unknown_spans(encoding)
    assert list(zip(starts.tolist(), ends.tolist(), strict=True)) == [(1, 3), (4, 7)]


@given(TEXTS, st.data())
def test_every_slice_counts_what_it_counts_alone(text: str, data: st.DataObject):
    tokenizer = load_sentencepiece(small_model(normalizer=field(4, data.draw(st.integers(0, 1)))), "small")
    tokenized = finish(tokenizer.reading(text))
    at = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    counted = tokenized.counts(np.array(at[:1], np.int32), np.array(at[1:], np.int32))
    assert counted.tolist() == [len(tokenizer.encode(text[at[0] : at[1]]))] == [tokenizer.count(text[at[0] : at[1]])]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"{}",
        b"\n\x05ab",
        b"\n\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
        field(1, b""),
        small_model({"a": NORMAL}),
        small_model({**PIECES, "\0": NORMAL}),
        small_model({**PIECES, "<0x41>": 6}),
        small_model(trainer={35: 1}),
        small_model() + field(1, field(1, b"a") + field(2, 0.0)),
        small_model() + field(1, field(1, b"c") + field(2, float("nan"))),
        small_model() + field(1, b"\n\x01\xff"),
        small_model(normalizer=field(2, b"not a map")),
    ],
    ids=range(14),
)
def test_what_is_no_model_is_refused(data: bytes):
    with pytest.raises(UnsupportedTokenizer, match=r"broken\.model is not a usable SentencePiece model"):
        load_sentencepiece(data, "broken.model")


@pytest.mark.parametrize(
    ("data", "named"),
    [
        (small_model(trainer={3: 1}), "the model type Unigram"),
        (small_model(trainer={3: 9}), "an unknown kind"),
        (small_model(trainer={24: 1}), "treat_whitespace_as_suffix"),
        (small_model(normalizer=field(5, 0)), "escape_whitespaces"),
        (small_model({**PIECES, "c": 5}), "unused pieces"),
        (small_model({**PIECES, "c d": USER}), "user-defined symbols with spaces"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_not_reproduced_is_named(data: bytes, named: str):
    with pytest.raises(UnsupportedTokenizer, match=rf"mine\.model uses .*{named}.*tokenizer\.json"):
        load_sentencepiece(data, "mine.model")


@given(st.binary(max_size=80), st.integers(0, 200))
def test_damage_never_crashes(noise: bytes, at: int):
    data = small_model({**PIECES, "c": CONTROL})
    for damaged in (noise, data[:at] + noise + data[at:], data[:at]):
        try:
            load_sentencepiece(damaged).encode("a b [X]")
        except UnsupportedTokenizer as error:
            assert "The file" in str(error)  # noqa: PT017 - it may as well load
