"""Markdown by CommonMark's rules, as blocks of the source."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from chunkforge.document import Document
from chunkforge.extract import extract, extracting
from chunkforge.steps import Progress, finish


def read(source: str) -> Document:
    """Read a Markdown file."""
    return extract("a.md", source.encode())


def shape(source: str) -> list[tuple[str, int, str]]:
    """Kind, level and source of every block."""
    document = read(source)
    return [(block.kind, block.level, source[block.start : block.end]) for block in document.blocks]


def titles(source: str) -> list[tuple[int, str]]:
    """Level and words of every heading."""
    document = read(source)
    return [(block.level, document.title(block)) for block in document.blocks if block.kind == "heading"]


def test_the_text_is_the_source():
    source = "# One\n\n* a\n* b\n\n    code\n"
    assert read(source).text == source


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("# One", [(1, "One")]),
        ("###### Six ##", [(6, "Six")]),
        ("## C# and F# #", [(2, "C# and F#")]),
        ("#  \n", [(1, "")]),
        ("### ###", [(3, "")]),
        ("Title\n=====\n\nSub\n---\n", [(1, "Title"), (2, "Sub")]),
        ("Two lines\nof title\n===\n", [(1, "Two lines\nof title")]),
        ("#no heading", []),
        ("####### seven", []),
        ("\\# escaped", []),
        ("   # indented", [(1, "indented")]),
        ("    # code", []),
        ("text\n# after text", [(1, "after text")]),
        ("- # in a list", []),
        ("> # in a quotation", []),
    ],
)
def test_headings_are_those_of_commonmark(source: str, expected: list[tuple[int, str]]):
    assert titles(source) == expected


def test_hashes_in_fences_are_code():
    source = "````\n```\n# not a heading\n```\n````\n\n~~~python\n# a comment\n~~~\n"
    assert [(kind, text) for kind, _, text in shape(source)] == [
        ("code", "````\n```\n# not a heading\n```\n````"),
        ("code", "~~~python\n# a comment\n~~~"),
    ]


def test_a_fence_that_is_never_closed_runs_to_the_end():
    assert shape("```\n# a\n\nb") == [("code", 0, "```\n# a\n\nb")]


def test_front_matter_is_one_block_and_no_heading():
    source = "---\ntitle: x\n---\n# One\n"
    assert shape(source) == [("code", 0, "---\ntitle: x\n---"), ("heading", 1, "# One")]


def test_a_rule_at_the_top_is_no_front_matter():
    assert [kind for kind, _, _ in shape("---\n\ntext\n\n---\n")] == ["paragraph"]


def test_lists_and_tables_are_whole():
    source = "- a\n  - b\n\n- c\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n1. one\n2. two\n"
    assert [(kind, text) for kind, _, text in shape(source)] == [
        ("list", "- a\n  - b\n\n- c"),
        ("table", "| x | y |\n|---|---|\n| 1 | 2 |"),
        ("list", "1. one\n2. two"),
    ]


def test_a_table_in_html_is_a_table():
    assert [kind for kind, _, _ in shape("<table>\n<tr><td>1</td></tr>\n</table>\n\n<p>text</p>")] == [
        "table",
        "paragraph",
    ]


def test_the_trail_of_headings_has_no_markup():
    document = read("# One #\n\nSub\n---\n\ntext")
    assert document.headings_before(document.text.index("text")) == ("One", "Sub")


def test_windows_line_ends_give_the_blocks_of_line_feeds():
    source = "# One\n\ntext\nmore\n\n- a\n- b\n"
    document = extract("a.md", source.replace("\n", "\r\n").encode())
    assert document.text == source
    assert document.blocks == read(source).blocks


def test_long_files_tell_their_progress():
    steps: list[Progress] = []
    finish(extracting("a.md", b"# h\n\ntext\n\n" * 2000), steps.append)
    assert len(steps) > 10
    assert [step.done for step in steps] == sorted({step.done for step in steps})


PARTS = ["# h", "## h ##", "text", "more", "- a", "  - b", "1. x", "```", "~~~", "> q", "", "", "    i", "===", "---"]


@given(st.lists(st.sampled_from([*PARTS, "| a | b |", "|---|---|", "<div>", "[a]: b", "\ta", "***"]), max_size=25))
def test_blocks_are_those_of_the_whole_parser(lines: list[str]):
    source = "\n".join(["start", *lines])
    expected = [
        (token.type, token.map)
        for token in MarkdownIt("commonmark").enable("table").parse(source)
        if token.level == 0 and token.map and token.type not in {"hr", "inline"} and not token.type.endswith("_close")
    ]
    starts = [0]
    for line in source.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    blocks = read(source).blocks
    found = [(block.start, block.end) for block in blocks]
    assert found == [
        (starts[first], starts[first] + len(source[starts[first] : starts[last] - 1].rstrip(" \t\n")))
        for _, (first, last) in expected
    ]
