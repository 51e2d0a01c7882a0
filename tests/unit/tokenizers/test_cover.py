"""What belongs to which token, and where text may be cut between tokens and between visible characters."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_tokenizers import byte_level, wordpiece

from chunkforge.encoding import Encoding
from chunkforge.tokenizers import cluster_starts, cover, cut_places
from chunkforge.tokenizers.graphemes import certain_starts

ALPHABET = (
    "ab \r\n\u0301\u0308\u200d\u2764\ufe0f\U0001f468\U0001f1e9\U0001f1ea\u1112\u1161\u11ab\ud55c"
    "\u0915\u094d\u0937\u0600\u0903"
)
TEXTS = st.text(st.sampled_from(ALPHABET), max_size=10)


@pytest.mark.parametrize(
    ("text", "clusters"),
    [
        ("", []),
        ("ab", ["a", "b"]),
        ("\r\n\n\r", ["\r\n", "\n", "\r"]),
        ("e\u0301\u0323x", ["e\u0301\u0323", "x"]),
        ("\n\u0301", ["\n", "\u0301"]),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467!", ["\U0001f468\u200d\U0001f469\u200d\U0001f467", "!"]),
        (
            "\U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7\U0001f1e9",
            ["\U0001f1e9\U0001f1ea", "\U0001f1eb\U0001f1f7", "\U0001f1e9"],
        ),
        ("a\U0001f1e9\U0001f1ea", ["a", "\U0001f1e9\U0001f1ea"]),
        ("\u1112\u1161\u11ab\ud55c", ["\u1112\u1161\u11ab", "\ud55c"]),
        ("\u0915\u094d\u0937\u0915", ["\u0915\u094d\u0937", "\u0915"]),
        ("\u0600a", ["\u0600a"]),
        ("1\ufe0f\u20e3", ["1\ufe0f\u20e3"]),
    ],
)
def test_visible_characters(text: str, clusters: list[str]):
    at = np.flatnonzero(cluster_starts(text)).tolist()
    assert [text[a:b] for a, b in itertools.pairwise(at)] == clusters


@given(TEXTS, TEXTS)
def test_a_certain_start_is_one_whatever_stands_around(left: str, right: str):
    if right and certain_starts(left + right)[len(left)]:
        assert cluster_starts(left + right)[len(left)]
        assert cluster_starts(right + left)[0]
        for cut in range(len(left)):
            assert cluster_starts(left[cut:] + right)[len(left) - cut]


def test_a_dropped_mark_belongs_to_the_token_before_it():
    text = "a\u0301 n\u0303\u0323u"
    encoding = wordpiece().encode(text)
    assert next(text[s:e] for s, e in zip(encoding.starts, encoding.ends, strict=True)) == "a"
    covered = cover(encoding, text)
    assert text[covered.starts[0] : covered.ends[0]] == "a\u0301"
    assert covered.ids is encoding.ids


def test_tokens_that_share_a_character_are_never_parted():
    text = "ab\U0001f600cd"
    encoding = byte_level().encode(text)
    assert len(encoding) == 8 + 1
    assert cut_places(encoding, text).tolist() == [1, 2, 3, 4]


def test_cuts_keep_visible_characters_whole_unless_told_otherwise():
    text = "x\U0001f1e9\U0001f1eay"
    encoding = byte_level().encode(text)
    assert cut_places(encoding, text).tolist() == [1, 3, 4][:2]
    assert cut_places(encoding, text, clusters=False).tolist() == [1, 2, 3]


@given(TEXTS, st.data())
def test_no_cut_falls_inside_a_token(text: str, data: st.DataObject):
    starts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    ends = [data.draw(st.integers(start, len(text))) for start in starts]
    encoding = Encoding(np.zeros(len(starts), np.int32), np.array(starts, np.int32), np.array(ends, np.int32))
    covered = cover(encoding, text)
    for place in cut_places(encoding, text).tolist():
        assert 0 < place < len(text)
        assert place in starts
        assert not any(s < place < e for s, e in zip(covered.starts, covered.ends, strict=True))
