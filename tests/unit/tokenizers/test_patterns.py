"""Patterns are read as their libraries read them, or refused; joints are where text can be cut unnoticed."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkforge.errors import UnsupportedTokenizer
from chunkforge.tokenizers.charset import CharSet, code_points, parse_ranges
from chunkforge.tokenizers.joints import joints
from chunkforge.tokenizers.pattern import Matcher, parse
from chunkforge.tokenizers.pretokenizers import GPT2
from chunkforge.tokenizers.tiktoken import PATTERNS

NODES = {"gpt2": GPT2, **{name: parse(source, "fancy") for name, source in PATTERNS.items()}}
TEXTS = st.lists(
    st.sampled_from(
        [
            "a",
            "B",
            "\u4e2d",
            "\u0301",
            "1",
            "23",
            " ",
            "  ",
            "\n",
            "\r\n",
            "'",
            "'s",
            ".",
            "/",
            "_",
            "\U0001f600",
            "\xa0",
        ]
    ),
    max_size=12,
).map("".join)


@pytest.mark.parametrize(
    "source",
    [
        "(?<=a)b",
        r"(a)\1",
        r"\bword",
        "^start",
        r"\G",
        "(?P<n>a)",
        "[[:alpha:]]",
        r"\p{Nonsense}",
        "(a",
        "[a",
        "a)",
        "(?i:\u00e9)",
    ],
)
def test_what_is_not_reproduced_is_refused_and_named(source: str):
    with pytest.raises(UnsupportedTokenizer) as error:
        parse(source, "onig")
    assert source in str(error.value)


@pytest.mark.parametrize(
    ("source", "text", "matches"),
    [
        (r"\p{Lu}\p{Ll}+", "Ab \u00c9\u00e9 x", ["Ab", "\u00c9\u00e9"]),
        (r"[^\s\p{L}]+", "ab12 -\u00a0-", ["12", "-", "-"]),
        (r"(?i:k's)", "K'S \u212a'\u017f", ["K'S", "\u212a'\u017f"]),
        (r"[a-c&&[^b]]+", "abca", ["a", "ca"]),
        (r"\x41\u0042\x{1F600}", "AB\U0001f600", ["AB\U0001f600"]),
        (r"\s", "\x1c\x85\u2028", ["\x85", "\u2028"]),
    ],
)
def test_constructs(source: str, text: str, matches: list[str]):
    assert Matcher(parse(source, "onig")).on(text).findall(text) == matches


def test_a_counted_plus_repeats_for_one_library_and_is_possessive_for_the_other():
    assert Matcher(parse(r"\d{1,2}+", "onig")).on("12345").findall("12345") == ["12345"]
    assert Matcher(parse(r"\d{1,2}+", "fancy")).on("12345").findall("12345") == ["12", "34", "5"]


@pytest.mark.parametrize("name", NODES)
@given(left=TEXTS, right=TEXTS)
def test_a_forced_joint_parts_the_pieces_and_changes_none(name: str, left: str, right: str):
    text = left + right
    if not left or not right:
        return
    found = joints(NODES[name])
    kinds = found.kinds[code_points(text)]
    before, after = kinds[len(left) - 1], kinds[len(left)]
    pieces = re.Pattern.findall
    if found.forced[before, after]:
        rx = Matcher(NODES[name]).on(text)
        assert pieces(rx, left) + pieces(rx, right) == pieces(rx, text)


@pytest.mark.parametrize("name", NODES)
def test_every_pattern_in_use_matches_every_character(name: str):
    assert joints(NODES[name]).total


RANGES = st.lists(st.tuples(st.integers(0, 300), st.integers(0, 40)).map(lambda pair: (pair[0], sum(pair))), max_size=8)


@given(RANGES, RANGES)
def test_sets_of_characters_behave_as_sets(one: list[tuple[int, int]], other: list[tuple[int, int]]):
    a, b = CharSet(one), CharSet(other)
    plain_a, plain_b = set(a), set(b)
    assert set(a | b) == plain_a | plain_b
    assert set(a & b) == plain_a & plain_b
    assert set(a - b) == plain_a - plain_b
    assert set((~a).within(400)) == set(range(401)) - plain_a
    assert set(np.flatnonzero(a.table).tolist()) == plain_a
    assert not a or all(re.fullmatch(a.source(), chr(c)) for c in plain_a)


def test_packed_ranges():
    assert parse_ranges("1t.p 6 0").ranges == ((65, 90), (97, 98))
