"""A session from documents to measurement, on small inputs whose answer can be read off."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

import chunkforge as cf
from chunkforge.errors import WorkbenchError
from chunkforge.labels import Mark
from chunkforge.scoring import Bm25
from chunkforge.splitters import STRATEGIES
from chunkforge.steps import finish
from chunkforge.tokenizers import estimate
from unit.tokenizers.small_tokenizers import ranks

TEXT = "\n\n".join(
    [
        "Parental leave lasts twenty six weeks for every employee.",
        "Travel is booked through the desk on the second floor.",
        "Laptops are replaced every four years or when they fail.",
        "Expenses are repaid within ten days of the claim.",
    ]
)
SETTINGS = cf.SplitSettings("recursive", size=60, length="characters")


@pytest.fixture
def bench() -> cf.Workbench:
    workbench = cf.Workbench(tokenizer=estimate("characters / 4"), scorer=Bm25())
    workbench.add(cf.Document("rules.md", TEXT))
    return workbench


def answer(workbench: cf.Workbench, query: int, quote: str, document: int = 1) -> Mark:
    start = workbench.document(document).text.index(quote)
    return workbench.mark(query, document, start, start + len(quote))


def test_without_marks_it_ranks_and_claims_nothing(bench):
    bench.add_query("parental leave weeks")
    m = bench.measure(SETTINGS, budget=30)
    assert m.chance_level is None
    assert (m.answers_found, m.answers_asked) == (0, 0)
    assert m.queries[0].found == ()
    assert m.queries[0].first_hit_rank is None
    assert m.queries[0].retrieved[0] == 0


def test_where_a_size_counts_words_k_follows_from_the_tokens_that_chunks_have(bench):
    m = bench.measure(cf.SplitSettings("haystack-word", size=12), budget=40)
    assert m.k == int(40 / (m.tokens_to_embed / m.n_chunks)) == 2


def test_a_marked_answer_is_found_at_its_rank_beside_what_chance_would_find(bench):
    q = bench.add_query("parental leave weeks")
    answer(bench, q, "twenty six weeks")
    m = bench.measure(SETTINGS, budget=30)
    assert m.n_chunks == 4
    assert m.k == 30 // 15 == 2
    assert m.queries[0].found == (True,)
    assert m.queries[0].first_hit_rank == 1
    assert m.chance_level == pytest.approx(2 / 4)


def test_a_query_that_shares_nothing_with_any_chunk_is_not_ranked_and_retrieves_nothing(bench):
    silent = bench.add_query("zzzz qqqq")
    answer(bench, silent, "twenty six weeks")
    answer(bench, bench.add_query("second floor"), "second floor")
    m = bench.measure(SETTINGS, budget=30)
    assert [result.ranked for result in m.queries] == [False, True]
    unranked = m.queries[0]
    assert (unranked.retrieved, unranked.found, unranked.first_hit_rank) == ((), (False,), None)
    assert (m.unranked, m.answers_found, m.answers_asked) == (1, 1, 2)
    assert m.retrieved_tokens == m.queries[1].retrieved_tokens / 2


def test_each_of_several_answers_is_found_or_not(bench):
    q = bench.add_query("parental leave weeks")
    answer(bench, q, "twenty six weeks")
    answer(bench, q, "second floor")
    m = bench.measure(SETTINGS, budget=15)
    assert m.queries[0].found == (True, False)
    assert (m.answers_found, m.answers_asked) == (1, 2)


def test_a_budget_below_one_chunk_retrieves_nothing_and_says_k_is_zero(bench):
    q = bench.add_query("parental leave")
    answer(bench, q, "twenty six weeks")
    m = bench.measure(SETTINGS, budget=3)
    assert m.k == 0
    assert m.queries[0].retrieved == ()
    assert m.queries[0].found == (False,)
    assert m.queries[0].first_hit_rank == 1
    assert m.chance_level == 0.0


def test_marks_survive_every_change_of_setting_and_rows_follow_every_change_of_marks(bench):
    q = bench.add_query("parental leave weeks")
    mark = answer(bench, q, "twenty six weeks")
    for size in (30, 60, 200):
        bench.measure(cf.SplitSettings("recursive", size=size, length="characters"), budget=40)
    assert [row.settings.size for row in bench.rows] == [30, 60, 200]
    assert all(row.answers_found == 1 for row in bench.rows)
    bench.labels.unmark(q, mark)
    assert bench.rows == []
    assert [key.settings.size for key in bench.stale] == [30, 60, 200]
    bench.labels.undo()
    assert bench.labels.get(q).marks == (mark,)


def test_a_setting_seen_before_is_not_measured_again(bench):
    bench.add_query("travel")
    first = bench.measure(SETTINGS, budget=30)
    assert bench.measure(SETTINGS, budget=30) is first


def test_a_mark_leaves_white_space_at_its_ends_out(bench):
    q = bench.add_query("travel")
    start = TEXT.index("Travel")
    mark = bench.mark(q, 1, start - 2, start + 7)
    assert TEXT[mark.start : mark.end] == "Travel"
    with pytest.raises(WorkbenchError, match="no text in that span"):
        bench.mark(q, 1, start - 2, start)


def test_a_removed_document_takes_its_marks_along_and_leaves_the_others(bench):
    other = bench.add(cf.Document("more.md", "Bicycles may be kept in the yard."))
    q = bench.add_query("bicycles")
    answer(bench, q, "the yard", other)
    kept = answer(bench, q, "second floor")
    assert bench.measure(SETTINGS, budget=30).n_chunks == 5
    bench.remove(other)
    assert bench.labels.get(q).marks == (kept,)
    assert bench.measure(SETTINGS, budget=30).n_chunks == 4
    with pytest.raises(WorkbenchError, match="no document number 2"):
        bench.document(other)


def test_undo_brings_a_removed_document_back_in_its_place_with_its_marks(bench):
    other = bench.add(cf.Document("more.md", "Bicycles may be kept in the yard."))
    q = bench.add_query("bicycles")
    answer(bench, q, "the yard", other)
    first = answer(bench, q, "second floor")
    measured = bench.measure(SETTINGS, budget=30)
    assert bench.remove(first.document) == 1
    assert list(bench.documents) == [other]
    assert bench.measure(SETTINGS, budget=30).n_chunks == 1
    assert bench.undo()
    assert list(bench.documents) == [first.document, other]
    assert bench.measure(SETTINGS, budget=30) == measured
    assert bench.redo()
    assert list(bench.documents) == [other]
    assert not bench.redo()


def test_a_document_read_anew_comes_back_as_it_was_last_read(bench):
    before = bench.document(1)
    anew = cf.Document("rules.md", before.text.replace("second", "upper"))
    bench.remove(1)
    bench.undo()
    finish(bench.replacing(1, anew))
    bench.redo()
    bench.undo()
    assert bench.document(1) is anew


def test_documents_may_change_while_a_setting_is_measured(bench):
    other = bench.add(cf.Document("more.md", "Bicycles may be kept in the yard."))
    bench.add_query("bicycles")
    expected = bench.measure(SETTINGS, budget=30).n_chunks
    bench.remove(other)
    steps = bench.measuring(cf.SplitSettings("fixed", size=5), budget=30)
    next(steps)
    bench.undo()
    assert finish(steps).n_chunks == bench.measure(cf.SplitSettings("fixed", size=5), budget=30).n_chunks
    assert bench.measure(SETTINGS, budget=30).n_chunks == expected


def test_chunk_numbers_run_through_all_documents(bench):
    bench.add(cf.Document("more.md", "Bicycles may be kept in the yard."))
    q = bench.add_query("bicycles in the yard")
    m = bench.measure(SETTINGS, budget=15)
    assert m.queries[0].query == q
    assert m.queries[0].retrieved == (4,)
    assert bench.split(SETTINGS).locate(4) == (2, 0)


def test_a_grid_reports_every_setting_and_gives_one_row_each(bench):
    bench.add_query("travel")
    seen = []
    grid = [cf.SplitSettings("recursive", size=size, length="characters") for size in (30, 60, 30)]
    rows = bench.compare(grid, budget=30, progress=seen.append)
    assert [row.settings.size for row in rows] == [30, 60]
    assert (seen[0].done, seen[-1].done, seen[-1].total, seen[-1].unit) == (0, 2, 2, "settings")


def test_a_cancelled_grid_keeps_the_rows_it_finished(bench):
    bench.add_query("travel")
    grid = [cf.SplitSettings("recursive", size=size, length="characters") for size in (30, 60, 90)]
    steps = bench.comparing(grid, budget=30)
    for step in steps:
        if step.done == 1:
            steps.close()
    assert [row.settings.size for row in bench.rows] == [30]


def test_no_documents_measure_to_nothing_and_export_is_refused_in_a_sentence():
    workbench = cf.Workbench(tokenizer=estimate("characters / 4"), scorer=Bm25())
    workbench.add_query("anything")
    m = workbench.measure(SETTINGS, budget=30)
    assert (m.n_chunks, m.queries[0].retrieved) == (0, ())
    with pytest.raises(WorkbenchError, match="Add a document first"):
        workbench.export(SETTINGS, budget=30)


def test_the_export_holds_every_chunk_as_it_stands_in_the_text(bench):
    bench.add_query("travel")
    data = bench.export(SETTINGS, budget=30)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
        records = [json.loads(line) for line in archive.read("chunks.jsonl").decode().splitlines()]
        comparison = archive.read("comparison.csv").decode()
    assert {"chunks.jsonl", "chunks.json", "comparison.csv", "labels.jsonl", "report.html", "README.txt"} <= set(names)
    assert [record["text"] for record in records] == TEXT.split("\n\n")
    for record in records:
        assert TEXT[record["start"] : record["end"]] == record["text"]
        keys = ["id", "document", "start", "end", "pageStart", "pageEnd", "tokens", "headings", "text"]
        assert list(record) == [*keys, "tokensEstimated"]
    assert comparison.splitlines()[1].startswith("recursive,60,0,characters,,bm25,30,2,4,,,,")
    assert bench.export(SETTINGS, budget=30) == data


def test_two_documents_of_one_name_give_no_chunk_id_twice(bench):
    bench.add(cf.Document("rules.md", TEXT))
    with zipfile.ZipFile(io.BytesIO(bench.export(SETTINGS, budget=30))) as archive:
        ids = [json.loads(line)["id"] for line in archive.read("chunks.jsonl").decode().splitlines()]
    assert len(set(ids)) == len(ids) == 8


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_export_tells_how_many_texts_are_no_slices_and_why(strategy: str):
    workbench = cf.Workbench(tokenizer=ranks("cl100k_base"), scorer=Bm25())
    text = "# One \U0001f642\n\nWords  of it.\n\n\n## Two\n\n" + "More words; and more, caf\u00e9. \U0001f642\n" * 9
    workbench.add(cf.extract("rules.md", text.encode()))
    workbench.add(cf.extract("table.csv", b"name,days\n" + b"a,1\n" * 40))
    setting = cf.SplitSettings(strategy, 40 if STRATEGIES[strategy].unit == "tokens" else 3)
    with zipfile.ZipFile(io.BytesIO(workbench.export(setting, budget=30))) as archive:
        told = " ".join(archive.read("README.txt").decode().split())
    parts = workbench.split(setting).parts
    n = sum(map(len, parts))
    pairs = [(chunks.text(i), chunks.prefix(i), chunks.source(i)) for chunks in parts for i in range(len(chunks))]
    prefixed = sum(bool(prefix) and text == prefix + source for text, prefix, source in pairs)
    other = sum(text != prefix + source for text, prefix, source in pairs)
    assert (f"In {prefixed} of {n} chunks text begins with" in told) == (prefixed > 0)
    assert (f"In {other} of {n} chunks text is not the document from start to end; start" in told) == (other > 0)
    assert ("In every chunk text is the document from start to end." in told) == (not prefixed and not other)
