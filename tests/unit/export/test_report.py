"""The report shows what was measured, loads and runs nothing, and quotes the documents only where it was asked to."""

from __future__ import annotations

import io
import json
import re
import zipfile
from dataclasses import replace
from html.parser import HTMLParser

import pytest

import chunkforge as cf
from chunkforge.export import SourceFile, comparison_csv
from chunkforge.label_files import read_labels, settle
from chunkforge.measure import over_budget
from chunkforge.scoring import Bm25
from chunkforge.tokenizers import estimate
from unit.tokenizers.small_tokenizers import wordpiece

TEXT = "\n\n".join(
    [
        "# Leave <b>and</b> rest",
        "Parental leave lasts twenty six weeks for every employee.",
        "Travel is booked through the desk on the second floor.",
        "Laptops are replaced every four years or when they fail.",
        "Expenses are repaid within ten days of the claim.",
    ]
)
HOSTILE = "<img src=x onerror=alert(1)>\u202egnp.\u0000'\"&amp;"
SETTINGS = cf.SplitSettings("recursive", size=60, length="characters")
NO_CONTENT = {"meta", "line", "circle"}


class Page(HTMLParser):
    """The elements of a page with their attributes, and its text as a reader sees it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in NO_CONTENT:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.text += data


@pytest.fixture
def bench() -> cf.Workbench:
    workbench = cf.Workbench(tokenizer=estimate("characters / 4"), scorer=Bm25())
    document = cf.extract("rules.md", TEXT.encode())
    workbench.add(cf.Document(HOSTILE, document.text, document.blocks))
    for query, quote in (
        (HOSTILE + " parental leave weeks", "twenty six weeks"),
        ("travel", "second floor"),
        ("laptops", "claim"),
    ):
        start = TEXT.index(quote)
        workbench.mark(workbench.add_query(query), 1, start, start + len(quote))
    workbench.compare([cf.SplitSettings("recursive", size, length="characters") for size in (30, 60, 90, 4000)], 30)
    return workbench


def files(bench: cf.Workbench, **options) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(bench.export(SETTINGS, 30, **options))) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_hostile_names_queries_and_headings_are_text_and_nothing_runs_or_is_fetched(bench):
    for with_text in (False, True):
        page = Page(files(bench, with_text=with_text)["report.html"])
        tags = {tag for tag, _ in page.elements}
        assert not tags & {"img", "script", "iframe", "link", "object", "b", "a", "form", "base"}
        for _, attributes in page.elements:
            assert not [name for name in attributes if name in ("src", "href", "style") or name.startswith("on")]
        assert "<img src=x onerror=alert(1)><U+202E>gnp.<U+0000>'\"&amp; parental leave weeks" in page.text
        assert "\u202e" not in page.text
        assert "\x00" not in page.text
        policy = next(attributes["content"] for _, attributes in page.elements if "http-equiv" in attributes)
        assert policy == "default-src 'none'; style-src 'unsafe-inline'"


def test_text_of_the_documents_is_in_it_only_where_it_was_asked_for(bench):
    without, quoting = (Page(files(bench, with_text=with_text)["report.html"]).text for with_text in (False, True))
    words = ("twenty six weeks", "second floor", "</b> rest", "booked through")
    assert [word in without for word in words] == [False] * 4
    assert [word in quoting for word in words] == [True] * 4
    assert "Leave <b>and</b> rest" in quoting
    assert "It holds no other text of the documents." in without
    assert "Marked passages and retrieved chunks are quoted." in quoting


def test_its_figures_are_those_of_the_measurement_each_beside_its_chance_level(bench):
    page = Page(files(bench)["report.html"])
    measured = bench.measure(SETTINGS, 30)
    assert (
        f"{measured.answers_found} of 3 answers found, chance level {measured.chance_level:.0%}. "
        f"{measured.retrieved_tokens:.0f} tokens a query, 5 chunks" in page.text
    )
    for row in bench.rows:
        line = f"{row.answers_found} of 3{row.chance_level:.0%}{row.retrieved_tokens:.0f}{row.k} of {row.n_chunks}"
        assert line in page.text
    for query in measured.queries:
        assert f"{sum(query.found)} of 140%{query.first_hit_rank} of 5{query.retrieved_tokens}" in page.text
    assert not re.search(r"\b(win|best setting|better|recommend)", page.text, re.IGNORECASE)


def test_a_query_that_could_not_be_ranked_is_told_with_its_effect(bench):
    assert "ranked for" not in files(bench)["report.html"]
    query = bench.add_query("zzzz qqqq")
    page = Page(files(bench)["report.html"])
    assert "No chunk can be ranked for 1 question: it enters the mean with 0 tokens." in page.text
    assert "missed" not in page.text
    assert "zzzz qqqqNo passage marked\u2013not ranked0" in page.text
    bench.mark(query, 1, 0, 4)
    assert (
        "No chunk can be ranked for 1 question: its answers count as missed, with 0 tokens."
        in Page(files(bench)["report.html"]).text
    )


def test_the_chart_draws_the_findings_and_says_them_in_words(bench):
    html = files(bench)["report.html"]
    picture = html[html.index("<svg") : html.index("</svg>")]
    findings = [row for row in bench.rows if 0 < row.k < row.n_chunks]
    assert picture.count("<circle") == len(findings) == 3
    assert picture.count('class="chance"') == 3
    assert picture.count('class="dot present"') == 1
    assert 'role="img" aria-labelledby="chart-title chart-told"' in picture
    assert "1 setting is left out: it retrieves nothing, or every chunk there is." in html
    for row in findings:
        told = f"{row.answers_found} of 3 answers, chance {row.chance_level:.0%}, {row.retrieved_tokens:.0f} tokens a"
        assert told in picture
        assert told in html[html.index("The chart in words") :]


def test_without_marks_the_report_claims_nothing():
    workbench = cf.Workbench(tokenizer=estimate("characters / 4"), scorer=Bm25())
    workbench.add(cf.Document("rules.md", TEXT))
    workbench.add_query("travel")
    text = Page(files(workbench)["report.html"]).text
    assert "Nothing is marked, so nothing is claimed." in text
    assert "chance level is" not in text
    assert " of 1 answer" not in text


def test_what_the_figures_depend_on_is_named_with_its_hash(bench):
    made = files(bench, files=[SourceFile("scoring model", "model.onnx", "ab" * 32)])
    for name in ("report.html", "README.txt"):
        assert f"scoring model: model.onnx, SHA-256 {'ab' * 32}" in made[name]
        assert f"chunkforge {cf.__version__}" in made[name]


def test_the_labels_of_the_zip_come_back_identical(bench):
    made = files(bench)
    rows = read_labels("labels.jsonl", made["labels.jsonl"].encode())
    settled = settle(rows, bench.documents)
    assert settled.unsettled == ()
    again = cf.Workbench(tokenizer=estimate("characters / 4"), scorer=Bm25())
    again.add(bench.documents[1])
    again.labels.merge([(row.question, list(marks)) for row, marks in zip(rows, settled.marks, strict=True)])
    assert files(again)["labels.jsonl"] == made["labels.jsonl"]


def test_both_forms_of_the_chunks_hold_the_same(bench):
    made = files(bench)
    assert json.loads(made["chunks.json"]) == [json.loads(line) for line in made["chunks.jsonl"].splitlines()]


def test_the_readme_says_what_each_file_is_and_the_unit_of_each_column(bench):
    made = files(bench)
    for name in made:
        assert name == "README.txt" or f"{name} " in made["README.txt"]
    for column in made["comparison.csv"].splitlines()[0].split(","):
        assert column in made["README.txt"]


@pytest.mark.parametrize("name", ["=1+1.json", "+1", "-1", "@SUM(A1)", "\t=1"])
def test_a_tokenizer_of_any_name_is_no_formula_in_the_comparison(bench, name):
    rows = [replace(row, tokenizer=name) for row in bench.rows]
    last = comparison_csv(rows).splitlines()[1].rpartition(",")[2]
    assert last.strip('"') == f"'{name}"


def test_a_name_that_cannot_be_encoded_leaves_all_the_same(bench):
    bench.add(cf.Document("half\ud83d.md", TEXT))
    made = files(bench)
    assert "half<U+D83D>.md" in Page(made["report.html"]).text
    assert json.loads(made["chunks.json"])[-1]["document"] == "half\ud83d.md"


def passages(*lengths: int) -> cf.Workbench:
    """A session whose query ranks the longest passage first; a passage is as many words."""
    workbench = cf.Workbench(tokenizer=estimate("characters / 4"), scorer=Bm25())
    words = ["travel " * length if length == max(lengths) else f"word{length} " * length for length in lengths]
    workbench.add(cf.Document("rules.md", "\n\n".join(words)))
    workbench.mark(workbench.add_query("travel"), 1, 0, 4)
    return workbench


def test_a_query_that_retrieves_more_than_the_budget_is_told_where_k_goes_by_the_mean_length():
    setting = cf.SplitSettings("haystack-passage", 1)
    bench = passages(2, 3, 40, 2, 3)
    measured = bench.measure(setting, 30)
    assert (measured.k, round(measured.retrieved_tokens)) == (1, 71)
    with zipfile.ZipFile(io.BytesIO(bench.export(setting, 30))) as archive:
        told = {name: archive.read(name).decode() for name in ("report.html", "README.txt")}
    said = "About 1 chunk by the mean length; it holds 71 tokens a query, more than the budget of 30 tokens."
    assert said in told["README.txt"]
    page = Page(told["report.html"]).text
    assert f"tokens to embed. {said}" in page
    assert f"DocumentSplitter by passage (Haystack) 1/0 passages, BM25, budget 30: {said}" in page


def test_a_setting_in_tokens_whose_chunks_exceed_the_size_tells_that_as_its_reason():
    setting = cf.SplitSettings("haystack-passage", 1)
    measured = passages(2, 40).measure(setting, 60)
    assert over_budget(measured) == "mean"
    assert over_budget(replace(measured, settings=SETTINGS)) == "mean"
    assert over_budget(replace(measured, settings=cf.SplitSettings("recursive", 20))) == "size"
    assert over_budget(replace(measured, retrieved_tokens=60.0)) is None


@pytest.mark.parametrize(
    ("strategy", "said"),
    [("fixed", "leaves with its chunks only, without a configuration"), ("llamaindex-token", "a real tokenizer")],
)
def test_the_export_says_why_it_holds_no_configuration(bench, strategy, said):
    with zipfile.ZipFile(io.BytesIO(bench.export(cf.SplitSettings(strategy, 40), 30))) as archive:
        assert said in archive.read("README.txt").decode()
        assert not [name for name in archive.namelist() if name.endswith(".py")]


def test_of_the_two_files_of_the_heading_splitter_only_the_configuration_is_said_to_hold_the_numbers():
    workbench = cf.Workbench(tokenizer=wordpiece(), scorer=Bm25())
    workbench.add(cf.extract("rules.md", TEXT.encode()))
    with zipfile.ZipFile(io.BytesIO(workbench.export(cf.SplitSettings("heading", 40), 30))) as archive:
        told = archive.read("README.txt").decode().splitlines()
    assert (
        "heading_splitter.py the splitter itself, which heading_configuration.py imports and gives its numbers." in told
    )
    assert "heading_configuration.py the same splitter with these numbers filled in." in told
