"""HTML to tags and text: what browsers take for a tag, and no character read twice."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkforge.extract import extract, extracting
from chunkforge.extract.html_tokens import Tokenizer
from chunkforge.steps import Progress, finish


def tokens(source: str) -> list[str]:
    """Tags as `<name` and `</name`, text as it is, neighbouring texts joined."""
    given: list[str] = []
    marks = {"open": "<", "close": "</", "text": ""}
    was_text = False
    for token in Tokenizer(source).tokens():
        if was_text and token.kind == "text":
            given[-1] += token.value
        else:
            given.append(marks[token.kind] + token.value)
        was_text = token.kind == "text"
    return given


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p>text</P >", ["<p", "text", "</p"]),
        ("<a title='1 > 0' href=\"/>\">x", ["<a", "x"]),
        ("<a don't>x'", ["<a", "x'"]),
        ("<a href=it's>x", ["<a", "x"]),
        ("<br/><svg a='b' />x", ["<br", "</br", "<svg", "</svg", "x"]),
        ("1 < 2 <3 <", ["1 < 2 <3 <"]),
        ("<!DOCTYPE html><!-- <p> -- > --><?php echo ?>x</>y</ 1>z", ["xyz"]),
        ("<!-->a<!--->b<!----!>c", ["abc"]),
        (
            "<script>if (a < b) '</b>'</scripts></SCRIPT\t>x",
            ["<script", "if (a < b) '</b>'</scripts>", "</script", "x"],
        ),
        ("<title>a &lt; <b></title>", ["<title", "a < <b>", "</title"]),
        ("&amp;lt; &notanentity; &#65;&#x42;", ["&lt; \u00acanentity; AB"]),
        ("&#0000000065;&#x000000042&#99999999;", ["AB\ufffd"]),
    ],
)
def test_tags_and_text_are_those_of_a_browser(source: str, expected: list[str]):
    assert tokens(source) == expected


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p>kept <a href='never closed <b>and this", "kept and this"),
        ("<p>kept <a href='never closed", "kept <a href='never closed"),
        ("<p>kept <!-- never <b>closed", "kept closed"),
        ("<p>kept <!-- never", "kept <!-- never"),
        ("<p>kept </", "kept </"),
    ],
)
def test_what_is_never_closed_takes_no_text_with_it(source: str, text: str):
    assert extract("a.html", source.encode()).text == text


def test_a_number_of_thousands_of_digits_is_no_character():
    assert extract("a.html", b"<p>a&#" + b"9" * 5000 + b";b&#" + b"0" * 5000 + b"65;").text == "a\ufffdbA"


def test_line_ends_written_as_references_are_line_feeds():
    assert extract("a.html", b"<pre>a&#13;b&#12;c</pre>").text == "a\nb c"


class Standard(HTMLParser):
    """The standard library's parser."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.given.append(f"<{tag}")

    def handle_endtag(self, tag: str) -> None:
        self.given.append(f"</{tag}")

    def handle_data(self, data: str) -> None:
        self.given.append(data)


WHOLE = [
    "<p>",
    "</p>",
    "<br/>",
    "<a b='>' c=\"<\" d=e f>",
    "<!-- <p> -->",
    "<!DOCTYPE html>",
    "text &lt; ",
    "&amp;",
    "\n",
]


@given(st.lists(st.sampled_from(WHOLE), max_size=30))
def test_well_formed_pages_are_read_as_by_the_standard_library(parts: list[str]):
    standard = Standard()
    standard.feed("".join(parts))
    standard.close()
    assert "|".join(tokens("".join(parts))).replace("|", "") == "".join(standard.given)


Look = Callable[[re.Pattern[str], int], re.Match[str] | None]


class Counting(Tokenizer):
    """Counts the characters that are looked at."""

    looked_at = 0

    def _search(self, pattern: re.Pattern[str], at: int) -> re.Match[str] | None:
        return self._counted(pattern, at, super()._search)

    def _match(self, pattern: re.Pattern[str], at: int) -> re.Match[str] | None:
        return self._counted(pattern, at, super()._match)

    def _counted(self, pattern: re.Pattern[str], at: int, look: Look) -> re.Match[str] | None:
        if pattern not in self._never:
            match = look(pattern, at)
            self.looked_at += (match.end() if match else len(self._source)) - at
            return match
        return look(pattern, at)


PIECES = [
    "<a href='", "<!--", "<!x ", "<?", "<script>", "</a ", '<a b="c" ', "<title>", "<a ", "='", "&", "<a b=\"'>",
    "<p>x", "<textarea></textare",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=4))
def test_no_page_takes_more_than_its_length(pieces: list[str]):
    source = "".join(pieces) * 500
    tokenizer = Counting(source)
    for _ in tokenizer.tokens():
        pass
    different_ends = 6
    assert tokenizer.looked_at <= different_ends * len(source)


@pytest.mark.parametrize("piece", ["<a href='", "<p>text", "<nav><nav></x>", "<ul><li>x", "<table><td><p>x"])
def test_long_pages_tell_their_progress(piece: str):
    steps: list[Progress] = []
    source = "<p>start" + "<p>text</p>" * 10_000 + piece * 20_000
    finish(extracting("a.html", source.encode()), steps.append)
    assert len(steps) >= 2
    assert [step.done for step in steps] == sorted({step.done for step in steps})
    assert {step.total for step in steps} == {len(source)}


def test_lists_within_lists_without_end_are_not_indented_without_end():
    depth = 3000
    assert len(extract("a.html", b"<ul><li>x" * depth).text) < 40 * depth


def test_a_skipped_element_ends_with_its_own_end():
    assert extract("a.html", b"<nav>a<nav>b</nav>c<svg>d</nav>seen").text == "seen"
