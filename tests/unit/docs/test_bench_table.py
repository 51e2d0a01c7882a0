"""README's table of speed is the kept result of `build.py bench`, and a result says what it holds."""

import json

import pytest

from tools.bench_table import BEGIN, END, KEPT, README, Row, at_most, table, with_table

RESULT = json.loads(KEPT.read_text(encoding="utf-8"))


def test_the_table_is_the_kept_result():
    shown = README.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]
    assert shown.strip() == table(RESULT)


def test_every_bench_is_in_the_kept_result():
    assert {row["bench"] for row in RESULT["rows"]} == {"slider", "page", "splitters", "tokenizers", "pdf", "start"}


@pytest.mark.parametrize("row", RESULT["rows"], ids=lambda row: row["what"])
def test_met_means_that_the_ratio_is_within_the_target(row):
    relation, _, bound = row["target"].partition(" ")
    within = {"≤": row["ratio"] <= float(bound), "<": row["ratio"] < float(bound), "≥": row["ratio"] >= float(bound)}
    assert row["met"] == within[relation] or "wrong" in row["note"]


def test_a_ratio_at_its_target_is_met():
    assert at_most(0.25, "move", (1.0, 4.0)).met
    assert not at_most(0.25, "move", (1.01, 4.0)).met


def test_a_line_of_the_table():
    row = Row("start", 1.234, 2.0, "s", 0.617, "≤ 0.45", met=False, note="slow")
    assert row.line() == "| start | 1.23 s | 2.00 s | 0.62 | ≤ 0.45 | no | slow |"


def test_writing_the_table_leaves_the_rest_alone():
    assert with_table(f"a\n{BEGIN}\nold\n{END}\nb\n", "new") == f"a\n{BEGIN}\nnew\n{END}\nb\n"
