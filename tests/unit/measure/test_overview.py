"""The figures of a split, against counting by hand and by the slow way."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkforge import SplitSettings
from chunkforge.chunks import Cut
from chunkforge.document import Document
from chunkforge.export import as_json, as_jsonl, chunk_records, chunks_file_name
from chunkforge.overview import MOST_BARS, bar_width, overview
from chunkforge.scoring import Bm25
from chunkforge.tokenizers import estimate
from chunkforge.workbench import Workbench

TEXT = "# One\n\nA first paragraph of some words.\n\nA second one, which is longer than the first.\n\n# Two\n\nShort."


@pytest.fixture
def bench() -> Workbench:
    bench = Workbench(estimate("characters / 4"), Bm25())
    bench.add(Document("one.md", TEXT))
    bench.add(Document("two.md", "word " * 100))
    return bench


def told(bench: Workbench, settings: SplitSettings):
    own = sum(len(bench.source(number).tokenized.encoding) for number in bench.documents)
    corpus = bench.split(settings)
    return overview(settings, corpus, own), corpus


@given(st.integers(0, 10**9))
def test_bars_are_round_and_few(largest: int):
    width = bar_width(largest)
    assert int(str(width).rstrip("0")) in {1, 2, 5}
    assert largest // width < MOST_BARS


@pytest.mark.parametrize(("size", "overlap"), [(1, 0), (8, 2), (20, 0), (20, 10), (500, 50)])
def test_the_figures_are_those_of_the_chunks(bench: Workbench, size: int, overlap: int):
    figures, corpus = told(bench, SplitSettings("recursive", size, overlap))
    tokens = corpus.tokens.tolist()
    assert figures.chunks == len(tokens) == sum(figures.bars) == sum(figures.cuts.values())
    assert (figures.smallest, figures.largest) == (min(tokens), max(tokens))
    assert figures.median == sorted(tokens)[(len(tokens) - 1) // 2]
    assert figures.tokens_to_embed == sum(tokens)
    assert figures.own_tokens == sum(bench.tokenizer.count(document.text) for document in bench.documents.values())
    assert figures.over_limit == sum(count > size for count in tokens)
    by_bar = Counter(count // figures.width for count in tokens)
    assert figures.bars.tolist() == [by_bar[bar] for bar in range(max(by_bar) + 1)]


def test_an_empty_corpus_has_no_figures_and_no_division_by_nothing():
    figures, _ = told(Workbench(estimate("characters / 4"), Bm25()), SplitSettings("fixed", 10))
    assert (figures.chunks, figures.smallest, figures.median, figures.largest, figures.bars.sum()) == (0, 0, 0, 0, 0)


def test_cuts_are_counted_by_their_reason(bench: Workbench):
    figures, _ = told(bench, SplitSettings("recursive", 12, 0))
    assert figures.cuts[Cut.END] == len(bench.documents)
    assert figures.cuts[Cut.SPACE] > 1


def test_a_sentence_that_is_true_of_all_documents_is_said_once(bench: Workbench):
    figures, _ = told(bench, SplitSettings("recursive", 20, 15))
    sentences = [one for one in figures.advice if one.notice.code == "advice.overlap"]
    assert [one.documents for one in sentences] == [tuple(bench.documents)]


def test_json_and_jsonl_hold_the_same_records(bench: Workbench):
    _, corpus = told(bench, SplitSettings("recursive", 12, 4))
    lines = [json.loads(line) for line in as_jsonl(chunk_records(corpus)).splitlines()]
    assert json.loads(as_json(chunk_records(corpus))) == lines


@pytest.mark.parametrize(
    ("document", "name"),
    [
        ("handbook.pdf", "handbook-chunks.jsonl"),
        ("notes", "notes-chunks.jsonl"),
        ("a/b\\c:d.md", "a b c d-chunks.jsonl"),
        ("invoice\u202efdp.md", "invoice fdp-chunks.jsonl"),
        ('<img src=x onerror="alert(1)">.md', "img src=x onerror= alert(1)-chunks.jsonl"),
        ("\x00", "document-chunks.jsonl"),
    ],
)
def test_the_file_of_chunks_is_named_after_its_document(document: str, name: str):
    assert chunks_file_name(document, "jsonl") == name
