"""The sample's queries come with answers that stand where the file says."""

import json
import tomllib

import pytest

from chunkforge.extract import extract
from samples.make_queries import HERE, AmbiguousQuote, locate, make_queries

SAMPLE = json.loads((HERE / "handbook.json").read_text(encoding="utf-8"))


def test_every_answer_is_where_its_offsets_say():
    text = extract(SAMPLE["document"], (HERE / SAMPLE["document"]).read_bytes()).text
    for query in SAMPLE["queries"]:
        for answer in query["references"]:
            assert text[answer["start_index"] : answer["end_index"]] == answer["content"]


def test_the_committed_file_is_what_the_script_makes():
    source = tomllib.loads((HERE / "handbook_queries.toml").read_text(encoding="utf-8"))
    assert make_queries(source, (HERE / "handbook.pdf").read_bytes()) == SAMPLE


def test_there_are_three_queries_and_one_has_two_answers():
    assert [len(query["references"]) for query in SAMPLE["queries"]] == [2, 1, 1]


def test_a_quote_that_stands_twice_is_refused():
    assert locate("a b", "b") == {"content": "b", "start_index": 2, "end_index": 3}
    with pytest.raises(AmbiguousQuote, match="2 times: b"):
        locate("b b", "b")
