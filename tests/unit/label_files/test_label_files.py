"""Questions and answers come in from files, nothing is guessed, and what goes out comes back identical."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkforge.document import Document
from chunkforge.errors import ExtractionError
from chunkforge.label_files import Answer, labels_jsonl, read_labels, settle
from chunkforge.labels import Labels, Mark

TEXT = "Leave lasts 26 weeks.\n\nTravel is booked\nat the desk. Leave is paid. Leave is paid."
DOCUMENTS = {3: Document("rules.md", TEXT), 5: Document("other.txt", "Nothing of interest.")}


def settled(text: str, documents=DOCUMENTS):
    return settle(read_labels("labels", text.encode()), documents)


def place(quote: str, document: int = 3) -> Mark:
    start = DOCUMENTS[document].text.index(quote)
    return Mark(document, start, start + len(quote))


def test_a_quote_is_found_where_it_stands():
    found = settled('{"question": "how long?", "answers": ["26 weeks"]}')
    assert found.marks == ((place("26 weeks"),),)
    assert found.unsettled == ()


def test_a_quote_is_found_across_other_white_space():
    found = settled("question,answer\nhow to travel?,booked at  the desk\n")
    assert found.marks == ((place("booked\nat the desk"),),)


def test_a_quote_that_is_nowhere_is_listed():
    found = settled('{"question": "why?", "answer": "because"}')
    assert found.marks == ((),)
    assert [(one.row, one.answer.quote, one.why) for one in found.unsettled] == [(0, "because", "not-found")]


def test_a_quote_that_stands_twice_is_listed_with_both_places_and_not_guessed():
    [one] = settled('{"question": "paid?", "answer": "Leave is paid."}').unsettled
    assert one.why == "several"
    assert [TEXT[mark.start : mark.end] for mark in one.places] == ["Leave is paid."] * 2


def test_a_span_settles_which_of_two_places_is_meant():
    last = TEXT.rindex("Leave is paid.")
    row = {"question": "paid?", "references": [{"content": "Leave is paid.", "start": last, "end": last + 14}]}
    assert settled(json.dumps(row)).marks == ((Mark(3, last, last + 14),),)


def test_a_span_that_holds_another_text_is_looked_for_by_its_quote():
    row = {"question": "how long?", "references": [{"content": "26 weeks", "start_index": 1, "end_index": 9}]}
    assert settled(json.dumps(row)).marks == ((place("26 weeks"),),)


def test_a_span_alone_needs_its_document_where_there_are_several():
    [one] = settled("question;start;end\nq;0;5\n").unsettled
    assert one.why == "several"
    assert settled("question;start;end;document\nq;0;5;other.txt\n").marks == ((Mark(5, 0, 5),),)


def test_a_span_outside_the_document_is_listed():
    [one] = settled("question,start,end,document\nq,0,9999,other\n").unsettled
    assert one.why == "outside"


def test_a_document_that_is_not_loaded_is_listed():
    [one] = settled('{"question": "q", "corpus": "elsewhere", "answers": ["26 weeks"]}').unsettled
    assert one.why == "no-document"


def test_lines_of_one_question_are_one_question_with_several_answers():
    found = settled("question,answer\nhow long?,26 weeks\nhow long?,Travel is\nwhere?,\n")
    assert [len(marks) for marks in found.marks] == [2, 0]


def test_questions_alone_are_a_file_too():
    rows = read_labels("q.csv", b"\xef\xbb\xbfQuestion\r\nhow long?\r\nwhere?\r\n")
    assert [(row.question, row.answers) for row in rows] == [("how long?", ()), ("where?", ())]


def test_a_hundred_thousand_answers_of_one_question_are_one_row():
    rows = read_labels("a.csv", b"question,answer\n" + b"q,a\n" * 100_000)
    assert [(row.question, len(row.answers), row.line) for row in rows] == [("q", 100_000, 2)]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "no text|no questions|empty"),
        (b"a,b\n1,2\n", "no column of questions"),
        (b'{"question": "q"}\n{"question": \n', "Line 2"),
        (b'{"answers": []}', "Line 1"),
        (b'{"question": "q", "answers": [{}]}', "neither a text nor"),
        (b"question,start,end\nq,5,2\n", "Line 2"),
        (b"question,start,end\nq,x,2\n", "whole numbers"),
        (b"question,answer\n,lonely answer\n", "no question"),
        (b'question,answer\nq,"open\n', "Line"),
        (b"[" * 100_000, "Line 1"),
        (b"[1]", "not an object"),
        (b'{"question": "q", "start": ' + b"9" * 5000 + b"}", "too long"),
        (b'[{"question": "q", "start": ' + b"9" * 5000 + b"}]", "too long"),
        (b'{"question": {"__proto__": "q"}}', 'no "question"'),
        (b'{"__proto__": {"question": "q"}}', 'no "question"'),
        (b'{"question": "q", "answers": [{"start": 1e400, "end": 2}]}', "whole numbers"),
        (b'{"question": "q", "answers": [{"start": -3, "end": 2}]}', "below 0"),
        (b'question,"open\nq,1\n', "Line 1"),
        (b"question," + b"x" * 10_000_000 + b"\nq,1\n", "Line 1"),
        (b'{"question": "q"}\n' * 100_001, "more than 100000"),
        (b"\x00\x01\x02\xff\xfe\xfd" * 50, "."),
    ],
)
def test_a_file_that_is_neither_form_is_refused_by_line(data, says):
    with pytest.raises(ExtractionError, match=says):
        read_labels("labels", data)


@given(
    st.text(min_size=1, max_size=60).filter(str.strip),
    st.lists(
        st.tuples(
            st.text(min_size=1, max_size=20).filter(str.strip),
            st.lists(st.tuples(st.integers(0, 59), st.integers(1, 60)), max_size=3),
        ),
        max_size=5,
    ),
)
def test_what_is_written_comes_back_identical(text, queries):
    documents = {1: Document("a.md", text)}
    labels = Labels()
    labels.add_labelled(
        [
            (question, [Mark(1, start, end) for start, end in spans if start < end <= len(text)])
            for question, spans in queries
        ]
    )
    written = labels_jsonl(labels.queries.values(), documents)
    if not queries:
        return
    rows = read_labels("labels.jsonl", written.encode("utf-8", "surrogatepass"))
    found = settle(rows, documents)
    assert found.unsettled == ()
    again = Labels()
    again.add_labelled([(row.question, list(marks)) for row, marks in zip(rows, found.marks, strict=True)])
    assert labels_jsonl(again.queries.values(), documents) == written


def test_real_labels_import_as_they_are(shared):
    folder = shared / "data" / "chroma"
    names = ("state_of_the_union.md", "wikitexts.md", "chatlogs.md")
    documents = {i: Document(name, (folder / name).read_text(encoding="utf-8")) for i, name in enumerate(names)}
    data = (folder / "questions.jsonl").read_bytes()
    rows = read_labels("questions.jsonl", data)
    found = settle(rows, documents)
    assert len(rows) == 276
    assert found.unsettled == ()
    given = [json.loads(line)["references"] for line in data.decode().splitlines()]
    for marks, references in zip(found.marks, given, strict=True):
        assert [(mark.start, mark.end) for mark in marks] == [
            (one["start_index"], one["end_index"]) for one in references
        ]


def test_an_answer_is_a_quote_a_span_or_both():
    [row] = read_labels(
        "q", b'{"query": "q", "spans": [{"start": 1, "end": 4}, "text", {"quote": "x", "start": 0, "end": 1}]}'
    )
    assert row.answers == (Answer("", (1, 4)), Answer("text"), Answer("x", (0, 1)))


def test_every_bad_line_is_counted_and_the_first_are_named_with_the_true_reason():
    lines = ['{"question": "a", "references": [{"start_index": -3, "end_index": 5}]}', '{"question": "b"}', "{"]
    with pytest.raises(ExtractionError) as refused:
        read_labels("q.jsonl", "\n".join(lines).encode())
    assert str(refused.value).startswith("2 lines of q.jsonl cannot be read: 1 (its start is below 0); 3 (Expecting ")
    with pytest.raises(ExtractionError) as refused:
        read_labels("q.csv", b"question,start,end\n" + b"why,9,4\n" * 7 + b"fine,1,2\n" + b",1,2\n")
    why = "its end is not behind its start"
    named = "; ".join(f"{line} ({why})" for line in range(2, 7))
    assert str(refused.value) == f"8 lines of q.csv cannot be read: {named}; \u2026. Nothing was imported."


def test_rows_and_bad_lines_are_told_by_the_line_where_they_begin():
    listed = '[\n\n  {"question": "a"},\n  {\n    "question": "b"\n  }, {"question": "c"}\n]'
    assert [row.line for row in read_labels("q.json", listed.encode())] == [3, 4, 6]
    table = 'question,answer\n\n"a\nb","one\ntwo"\nc,d\n'
    assert [(row.question, row.line) for row in read_labels("q.csv", table.encode())] == [("a\nb", 3), ("c", 6)]
    with pytest.raises(ExtractionError, match=r"Line 2 of q\.csv cannot be read: start and end"):
        read_labels("q.csv", b'question,answer,start,end\n"a\nb",c,x,y\n')


def test_an_answer_of_blanks_is_no_answer():
    [row] = read_labels("q.jsonl", b'{"question": "q", "answers": ["", "  ", "26 weeks"]}')
    assert [answer.quote for answer in row.answers] == ["26 weeks"]
