import json

import pytest

from chunkforge.document import Document
from chunkforge.settings import SplitSettings
from chunkforge.splitters import advice, data_format, source_language, split
from chunkforge.splitters.structured import record_starts
from unit.splitters.oracles import SmallTokenizer

TOKENIZER = SmallTokenizer()
ROWS = [{"id": i, "text": f"line one\nline two of {i}", "tags": ["a", "b"]} for i in range(12)]
TABLE = "id,name,note\n" + "".join(f'{i},name {i},"a note, with\na second line"\n' for i in range(12))


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("a.json", json.dumps(ROWS), "json"),
        ("a.txt", json.dumps(ROWS[0], indent=1), "json"),
        ("a.jsonl", "\n".join(map(json.dumps, ROWS)), "jsonl"),
        ("a.json", "\n".join(map(json.dumps, ROWS)), "jsonl"),
        ("a.csv", TABLE, "csv"),
        ("a", "a;b\n1;2\n3;4\n", "csv"),
        ("a.txt", "Dear all,\n\nthis is a letter, with commas.\n", None),
        ("a.json", "not json at all", None),
        ("a.md", "{curly} but prose", None),
        ("a.txt", "", None),
    ],
)
def test_data_files_are_recognised_by_name_and_content(name, text, kind):
    assert data_format(Document(name, text)) == kind


def records(name: str, text: str, size: int, overlap: int = 0):
    document = Document(name, text)
    return split(document, TOKENIZER, SplitSettings("records", size, overlap))


def test_json_records_are_packed_whole():
    text = json.dumps(ROWS)
    chunks = records("a.json", text, 100)
    assert len(chunks) > 1
    found = [
        row for i in range(len(chunks)) for row in json.loads("[" + chunks.text(i).strip("[],").removesuffix(",") + "]")
    ]
    assert found == ROWS


def test_json_lines_are_packed_whole_and_overlap_by_whole_records():
    lines = [json.dumps(row) for row in ROWS]
    chunks = records("a.jsonl", "\n".join(lines), 150, 70)
    assert all(line in lines for i in range(len(chunks)) for line in chunks.text(i).split("\n"))
    assert chunks.overlaps[1:].all()


def test_a_tables_header_stands_before_every_chunk_and_is_counted():
    chunks = records("a.csv", TABLE, 80)
    assert len(chunks) > 1
    for i in range(len(chunks)):
        assert chunks.text(i).startswith("id,name,note\n")
        assert chunks.text(i).count('"') % 2 == 0
        assert chunks.tokens[i] == TOKENIZER.count(chunks.text(i)) <= 80
    assert "id,name" not in chunks.source(1)


def test_a_header_over_half_of_the_size_is_left_out_and_said_so():
    chunks = records("a.csv", TABLE, 6)
    assert not chunks.prefixes
    assert [notice.code for notice in chunks.notices] == ["split.header-left-out"]


@pytest.mark.parametrize(
    ("name", "text", "language"),
    [
        ("a.py", "x", "python"),
        ("a.TS", "x", "ts"),
        ("script", "#!/usr/bin/env python3\nprint()\n", "python"),
        ("a.txt", "import os\n\n\ndef main():\n    return os\n\n\nclass A:\n    pass\n", "python"),
        ("a.txt", "We import goods from abroad.\nThe class begins at nine.\nReturn soon.\n" * 5, None),
        ("a.md", "def f():\n    return 1\n" * 5, None),
    ],
)
def test_source_code_is_recognised_and_prose_is_not(name, text, language):
    assert source_language(Document(name, text)) == language


def codes(settings: SplitSettings, document: Document, context_length: int | None = None) -> list[str]:
    return [notice.code for notice in advice(settings, split(document, TOKENIZER, settings), context_length)]


def test_advice_is_given_where_it_applies_and_only_there():
    prose = Document("a.txt", "A few words of plain text here. " * 40)
    assert codes(SplitSettings("sentence", 60, 10), prose) == []
    assert codes(SplitSettings("sentence", 60, 30), prose) == ["advice.overlap"]
    assert codes(SplitSettings("sentence", 60, 10), prose, 50) == ["advice.context"]
    assert codes(SplitSettings("recursive", 1), Document("a.txt", "猫猫")) == ["advice.over-limit"]
    assert codes(SplitSettings("recursive", 60), Document("a.jsonl", "\n".join(map(json.dumps, ROWS)))) == [
        "advice.records"
    ]
    assert codes(SplitSettings("recursive", 60), Document("a.py", "def f(): pass\n")) == ["advice.language"]


def test_a_quote_that_is_never_closed_costs_no_more_than_another_character():
    rows = [f'{n},Monitor arm black {n} and then some words 24" wide,99\n' for n in range(2000)]
    document = Document("stock.csv", "number,what,price\n" + "".join(rows))
    assert record_starts(document, "csv").tolist()[:2] == [0, len("number,what,price\n")]
