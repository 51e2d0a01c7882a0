"""Markdown by CommonMark's rules, as blocks of the source."""

from __future__ import annotations

from itertools import pairwise
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

from chunkforge.document import Document
from chunkforge.extract import commonmark, extract, extracting
from chunkforge.extract.commonmark import TopLevel
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
        ("# #tag", [(1, "#tag")]),
        ("# a# \t", [(1, "a#")]),
        ("# a #\tb ##", [(1, "a #\tb")]),
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


@pytest.mark.parametrize(
    "source",
    [
        "# h\n\ntext\n\n" * 2000,
        "- item\n" * 8000,
        "- item\n\n  more\n\n" * 2000,
        "some words\n" * 8000,
        "| a | b |\n|---|---|\n" + "| cell | cell |\n" * 8000,
    ],
    ids=["many blocks", "list", "loose list", "paragraph", "table"],
)
def test_long_files_tell_their_progress(source: str):
    steps: list[Progress] = []
    finish(extracting("a.md", source.encode()), steps.append)
    assert len(steps) > 10
    assert [step.done for step in steps] == sorted({step.done for step in steps})
    assert max(later.done - step.done for step, later in pairwise(steps)) <= 1000
    assert all(step.done <= step.total for step in steps)


LINE = "words of a sentence that goes on\n"


@pytest.mark.parametrize(
    "source",
    [
        ("> " + LINE) * 8000,
        "> a\n" + LINE * 8000,
        "> - a\n" * 8000,
        ("> " * 15 + LINE) * 8000,
        "> | a | b |\n> |---|---|\n" + "> | 1 | 2 |\n" * 8000,
        "- a\n" + ("  " + LINE) * 8000,
        "- a\n" + ("  - " + LINE) * 8000,
        "- a\n\n  | a | b |\n  |---|---|\n" + "  | 1 | 2 |\n" * 8000,
        "- > 1. a\n" + ("  > 2. " + LINE) * 8000,
        "```\n" + LINE * 8000,
        "<!--\n" + LINE * 8000,
        ("    " + LINE) * 8000,
        "a" + "\n" * 8000 + "b",
    ],
    ids=[
        "quotation", "lazy quotation", "list in quotation", "deep quotation", "table in quotation", "item",
        "list in item", "table in item", "list in quotation in item", "fence", "html", "indented code", "blank lines",
    ],
)  # fmt: skip
def test_one_long_block_is_read_in_small_steps(source: str):
    steps: list[Progress] = []
    document = finish(extracting("a.md", source.encode()), steps.append)
    assert len(steps) >= 2 * 8000 // 400
    assert [step.done for step in steps] == sorted(step.done for step in steps)
    assert len(document.blocks) == (2 if "\n\n\n" in source else 1)


@pytest.mark.parametrize(
    ("source", "kinds"),
    [
        ("# a" + " " * 300_000 + "b", ["heading"]),
        ("# " + "a #" * 100_000, ["heading"]),
        ("* " * 300_000 + "a", ["list"]),
        ("*" * 600_000, []),
        ("|" + "a|" * 200_000 + "\n|" + "-|" * 200_000, ["table"]),
        ("[" + "a\n" * 100_000, ["paragraph"]),
        ("[" + "a" * 1_000_000 + "]: b", ["paragraph"]),
        ('[a]: b "' + LINE * 20_000, ["paragraph"]),
        ("[a]: " + "b" * 1_000_000, ["paragraph"]),
        ("[a](b" * 200_000, ["paragraph"]),
        ("![[" * 300_000, ["paragraph"]),
        ("a**b_" * 200_000, ["paragraph"]),
        ("".join("`" * (length % 1000) + "a" for length in range(2000)), ["paragraph"]),
        (">" * 1_000_000, ["paragraph"]),
        ("> - " * 250_000, ["paragraph"]),
        ("<a " + 'b="c" ' * 100_000, ["paragraph"]),
    ],
    ids=[
        "blanks in a heading", "hashes in a heading", "nearly a break", "break", "wide table", "open label",
        "long label", "open title", "long destination", "links", "images", "emphasis", "backticks", "deep quotation",
        "deep nesting", "open tag",
    ],
)  # fmt: skip
def test_hostile_markdown_takes_time_in_proportion_to_its_length(source: str, kinds: list[str]):
    document = read(source)
    assert [block.kind for block in document.blocks] == kinds
    assert all(0 <= block.start < block.end <= len(source) for block in document.blocks)


def test_lines_that_may_go_on_with_a_quotation_are_not_looked_at_again_and_again():
    source = "> ```\na\n" * 100
    with patch.object(TopLevel, "part", 1), patch.object(commonmark, "_LOOKED_AT_AGAIN", 400):
        looked_at = sum(1 for _ in TopLevel(source).blocks())
        assert looked_at < 10 * 200
        assert in_parts(source, 1) == whole(source)


def test_a_definition_of_ten_thousand_characters_is_text():
    assert shape("[a]: b 'c'\n\n[d]: e\n'f\ng'\n") == []
    assert [kind for kind, _, _ in shape(f"[{'a' * 10_000}]: b")] == ["paragraph"]


def whole(source: str) -> list[tuple[str, tuple[int, int]]]:
    """The blocks as markdown-it finds them in one go."""
    return [
        (token.type, (token.map[0], token.map[1]))
        for token in MarkdownIt("commonmark").enable("table").parse(source)
        if token.level == 0 and token.map and token.type not in {"hr", "inline"} and not token.type.endswith("_close")
    ]


def in_parts(source: str, part: int) -> list[tuple[str, tuple[int, int]]]:
    """The blocks as they are found with a few lines at a time."""
    with patch.object(TopLevel, "part", part):
        found = [reached.block for reached in TopLevel(source).blocks()]
    unseen = {"hr", "definition"}
    return [
        (token.type, (token.map[0], token.map[1]))
        for token in found
        if token and token.map and token.type not in unseen
    ]


PARTS = ["# h", "## h ##", "text", "more", "- a", "  - b", "1. x", "```", "~~~", "> q", "", "", "    i", "===", "---"]
MORE = [
    "| a | b |",
    "|---|---|",
    "<div>",
    "[a]: b",
    "\ta",
    "***",
    "-",
    "  ",
    " - c",
    "2) y",
    "- a | b",
    "-|-",
    "  <!--",
]


@given(st.lists(st.sampled_from([*PARTS, *MORE]), max_size=60), st.integers(4, 12))
def test_blocks_are_those_of_the_whole_parser(lines: list[str], part: int):
    source = "\n".join(lines)
    assert in_parts(source, part) == whole(source)


LISTS = [
    "- a",
    "- a",
    "- b",
    "  - c",
    "",
    "  text",
    "lazy",
    "-",
    "  ```",
    "* other",
    "- - d",
    "  > q",
    "1. n",
    "- | x |",
]


@given(st.lists(st.sampled_from([*LISTS, "  |---|"]), max_size=60), st.integers(4, 12))
def test_a_list_in_parts_is_the_list_in_one_go(lines: list[str], part: int):
    source = "\n".join(["- a", *lines])
    assert in_parts(source, part) == whole(source)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["", "", "> ", ">", "- ", "  ", "1. ", "    ", "\t", "> > ", "> - ", "  > "]),
            st.sampled_from([*PARTS, *MORE, "lazy", "* * *", "[a", "]: b", '"t', 't2"', "-->"]),
        ),
        max_size=25,
    ),
    st.integers(1, 12),
)
def test_what_quotations_and_lists_hold_ends_them_as_it_does_in_one_go(lines: list[tuple[str, str]], part: int):
    source = "\n".join(map("".join, lines))
    assert in_parts(source, part) == whole(source)


@given(st.text(alphabet="> -*#`~1.|[]:\t\n a<", max_size=60), st.integers(1, 12))
def test_any_marks_give_the_blocks_of_the_library(source: str, part: int):
    assert in_parts(source, part) == whole(source)


def test_a_table_that_lacks_too_many_cells_ends_where_the_library_ends_it():
    source = "|" + "a|" * 300 + "\n|" + "-|" * 300 + "\n" + "| b |\n" * 300
    assert in_parts(source, 50) == whole(source)
    assert len(whole(source)) == 2


@given(st.text(alphabet="a \t\n-", max_size=40))
def test_lines_are_marked_as_by_the_library(source: str):
    lines = TopLevel(source)
    list(lines.blocks())
    own, library = lines._state, StateBlock(source, MarkdownIt(), {}, [])  # noqa: SLF001 - the rules work on it
    assert own.lineMax == library.lineMax
    for marks in ("bMarks", "eMarks", "tShift", "sCount", "bsCount"):
        assert list(getattr(own, marks)) == getattr(library, marks)
