"""Bytes to canonical text."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkforge.errors import ExtractionError
from chunkforge.extract import extract
from chunkforge.extract.decoding import decode

GERMAN = "Die Prüfung der Maße im Gehäuse dauert länger, als man möchte. " * 4


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
        (b"", "utf-8"),
    ],
)
def test_a_mark_tells_the_encoding_and_is_no_text(mark: bytes, encoding: str):
    decoded = decode(mark + "Maß 🚀\n".encode(encoding))
    assert decoded.text == "Maß 🚀\n"
    assert decoded.notices == ()


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_known_by_its_zeros(encoding: str):
    decoded = decode("A plain letter".encode(encoding))
    assert decoded.text == "A plain letter"
    assert decoded.notices[0].values == {"encoding": encoding}


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
def test_another_encoding_is_guessed_and_said(encoding: str):
    decoded = decode(GERMAN.encode(encoding))
    assert decoded.text == GERMAN
    assert [notice.code for notice in decoded.notices] == ["text.guessed-encoding"]


def test_two_accents_are_too_few_to_guess_from():
    assert decode(b"caf\xe9, na\xefve").text == "café, naïve"


def test_a_damaged_place_does_not_change_the_encoding_of_the_rest():
    decoded = decode(GERMAN.encode() * 10 + b"\xc3")
    assert decoded.text == GERMAN * 10 + "\ufffd"
    assert [(notice.code, notice.values["count"]) for notice in decoded.notices] == [("text.broken-bytes", 1)]


def test_line_ends_become_line_feeds_and_the_reader_is_told():
    decoded = decode(b"one\r\ntwo\rthree\n\r\nfour")
    assert decoded.text == "one\ntwo\nthree\n\nfour"
    assert [notice.code for notice in decoded.notices] == ["text.line-ends"]


def test_control_characters_go_and_are_counted():
    decoded = decode(b"a long enough text with \0one\x07 or two")
    assert decoded.text == "a long enough text with one or two"
    assert [(notice.code, notice.values) for notice in decoded.notices] == [("text.controls", {"count": 2})]


def test_form_feeds_begin_pages_on_lines_of_their_own():
    decoded = decode(b"one\n\ftwo\fthree")
    assert decoded.text == "one\ntwo\nthree"
    assert decoded.page_starts.tolist() == [0, 4, 8]


def test_tabs_and_no_break_spaces_stay():
    assert decode("\tgo\u00a0run\n".encode()).text == "\tgo\u00a0run\n"


def test_what_is_no_text_is_refused():
    with pytest.raises(ExtractionError, match="not a text file"):
        decode(bytes(range(32)) * 20)


@given(st.text())
def test_any_text_survives_but_for_line_ends_controls_and_pages(text: str):
    kept = "".join(c for c in text if c in "\t\n\r\f\x85" or not (c < " " or "\x7f" <= c <= "\x9f"))
    data = codecs.BOM_UTF8 + text.encode("utf-8", "ignore")
    try:
        decoded = decode(data)
    except ExtractionError:
        assert len(kept) < len(text)
        return
    plain = kept.encode("utf-8", "ignore").decode().replace("\r\n", "\n").replace("\r", "\n")
    assert decoded.text.replace("\n", "") == plain.replace("\f", "").replace("\n", "")
    assert "\r" not in decoded.text


@pytest.mark.parametrize("data", [b" \n\t\n", codecs.BOM_UTF8])
def test_a_blank_file_is_refused_by_name(data: bytes):
    with pytest.raises(ExtractionError, match=r"notes\.txt holds no text"):
        extract("notes.txt", data)


def test_plain_text_is_paragraphs_between_blank_lines():
    document = extract("a.txt", b"\n\none\ntwo\n \nthree\n")
    assert document.text == "\n\none\ntwo\n \nthree\n"
    assert [document.text[block.start : block.end] for block in document.blocks] == ["one\ntwo", "three"]


def test_a_very_long_line_is_one_paragraph():
    document = extract("a.txt", b"word " * 400_000)
    assert len(document.blocks) == 1


@pytest.mark.parametrize("shift", range(4))
@pytest.mark.parametrize(("encoding", "words"), [("cp932", "これは日本語の文章です。"), ("gb18030", "这是中文。")])
def test_the_sample_that_tells_the_encoding_cuts_no_character(encoding: str, words: str, shift: int):
    source = "a" * shift + (words * 20 + "\n") * 1200
    assert len(source.encode(encoding)) > 200_000
    assert decode(source.encode(encoding)).text == source


@pytest.mark.parametrize("codec", ["undefined", "unicode_escape", "raw_unicode_escape", "idna", "base64"])
def test_a_declared_codec_that_is_no_encoding_of_texts_is_not_obeyed(codec):
    text = decode(b"caf\xe9 \\ud800 na\xefve", declared=codec).text
    assert text.encode("utf-8").decode("utf-8") == text
    assert "caf" in text
