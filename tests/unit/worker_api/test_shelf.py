"""Tokenizers under the page's keys: read from files of either kind, few kept, refused in sentences."""

from __future__ import annotations

import hashlib
from base64 import b64encode

import pytest

from chunkforge.errors import UnsupportedTokenizer, WorkbenchError
from chunkforge.tokenizers import estimate
from chunkforge.tokenizers.tiktoken import PUBLISHED
from chunkforge.worker_api.shelf import KEPT, Shelf, read_tokenizer
from unit.tokenizers.small_sentencepiece import small_model

FIRST = estimate("characters / 4")
RANKS = b"\n".join(b64encode(token) + b" %d" % i for i, token in enumerate([*(bytes([b]) for b in range(256)), b"the"]))


@pytest.fixture
def shelf() -> Shelf:
    return Shelf(FIRST)


def test_the_first_is_there_under_its_own_name(shelf):
    assert list(shelf) == [FIRST.name]
    assert shelf.get(FIRST.name) is FIRST


def test_the_one_not_used_for_longest_makes_room(shelf):
    for number in range(KEPT - 1):
        shelf.put(f"file:{number}", FIRST.name, None)
    shelf.get(FIRST.name)
    shelf.put("file:last", FIRST.name, None)
    assert len(list(shelf)) == KEPT
    assert FIRST.name in list(shelf)
    with pytest.raises(WorkbenchError, match="file:0 is not loaded"):
        shelf.get("file:0")


def test_a_file_that_is_refused_takes_no_place(shelf):
    with pytest.raises(UnsupportedTokenizer):
        shelf.put("file:1", "broken.json", b"{")
    assert list(shelf) == [FIRST.name]


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
def test_a_rank_file_is_read_by_its_name(name: str, monkeypatch):
    monkeypatch.setitem(PUBLISHED, name, hashlib.sha256(RANKS).hexdigest())
    tokenizer = read_tokenizer(f"{name}.tiktoken", RANKS)
    assert tokenizer.exact
    assert tokenizer.name == name
    assert tokenizer.encode("the a").ids.tolist() == [256, 32, 97]


# The last is what tiktoken's own cache calls cl100k_base: the SHA-1 of the address that it came from.
@pytest.mark.parametrize("file", ["mine.tiktoken", "ranks.json", "9b5ad71b2ce5302211f9c61530b329a4922fc6a4"])
def test_a_published_rank_file_is_known_by_its_bytes_whatever_its_name(file: str, monkeypatch):
    monkeypatch.setitem(PUBLISHED, "cl100k_base", hashlib.sha256(RANKS).hexdigest())
    tokenizer = read_tokenizer(file, RANKS)
    assert tokenizer.name == "cl100k_base"
    assert tokenizer.encode("the a").ids.tolist() == [256, 32, 97]


def test_a_file_that_is_called_after_one_published_file_and_is_the_other_is_refused(monkeypatch):
    monkeypatch.setitem(PUBLISHED, "cl100k_base", hashlib.sha256(RANKS).hexdigest())
    with pytest.raises(UnsupportedTokenizer, match=r"o200k_base\.tiktoken is not o200k_base as OpenAI publishes it"):
        read_tokenizer("o200k_base.tiktoken", RANKS)


def test_ranks_that_are_not_published_stay_refused_under_any_name():
    with pytest.raises(
        UnsupportedTokenizer, match=r"mine\.tiktoken is not a rank file whose splitting pattern is known"
    ):
        read_tokenizer("mine.tiktoken", RANKS)
    with pytest.raises(UnsupportedTokenizer, match=r"ranks is not a tokenizer\.json"):
        read_tokenizer("ranks", RANKS)


def test_a_rank_file_that_breaks_off_between_two_lines_is_refused():
    with pytest.raises(UnsupportedTokenizer, match=r"o200k_base\.tiktoken is not o200k_base as OpenAI publishes it"):
        read_tokenizer("o200k_base.tiktoken", RANKS)


def test_a_rank_file_under_another_name_is_refused_and_told_which_are_known():
    with pytest.raises(UnsupportedTokenizer, match=r"p50k_base\.tiktoken is not a rank file.*cl100k_base, o200k_base"):
        read_tokenizer("p50k_base.tiktoken", RANKS)


@pytest.mark.parametrize("data", [b"", b"not base64", b"YQ== 1", b"\xff\xfe"])
def test_a_damaged_rank_file_is_called_so(data: bytes):
    with pytest.raises(UnsupportedTokenizer, match=r"cl100k_base\.tiktoken is damaged or is no rank file"):
        read_tokenizer("cl100k_base.tiktoken", data)


def test_a_sentencepiece_model_is_known_by_its_content_whatever_its_name():
    tokenizer = read_tokenizer("renamed.bin", small_model())
    assert tokenizer.encode(" ab b").ids.tolist() == [4, 5, 3, 5]
    with pytest.raises(UnsupportedTokenizer, match=r"renamed\.bin is not a usable SentencePiece model"):
        read_tokenizer("renamed.bin", small_model()[:-3])
    with pytest.raises(UnsupportedTokenizer, match=r"is not a usable tokenizer\.json"):
        read_tokenizer("tokenizer.json", b"\n {}")


def test_one_that_made_room_keeps_its_hash_while_it_is_in_use(shelf, monkeypatch):
    monkeypatch.setitem(PUBLISHED, "cl100k_base", hashlib.sha256(RANKS).hexdigest())
    used = shelf.put("in use", "cl100k_base.tiktoken", RANKS)
    for number in range(KEPT):
        shelf.put(f"file:{number}", FIRST.name, None)
    assert "in use" not in list(shelf)
    assert shelf.sha256_of(used) == hashlib.sha256(RANKS).hexdigest()
