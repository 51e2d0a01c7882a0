"""A row says what has changed since it was measured, and is measured again in its place."""

from __future__ import annotations

import pytest

import chunkforge as cf
from chunkforge.errors import SettingsError
from chunkforge.measurement import RowKey
from chunkforge.scoring import Bm25, Fusion
from chunkforge.steps import finish
from chunkforge.tokenizers import ESTIMATES, estimate

TEXT = "Parental leave lasts 26 weeks.\n\nTravel is booked at the desk.\n\nLaptops last four years."
SETTINGS = cf.SplitSettings("recursive", size=12)
FOUR, MIXED = list(ESTIMATES)[:2]


class Counting(Bm25):
    """Counts how many texts it has read."""

    def __init__(self) -> None:
        super().__init__()
        self.read = 0

    def reading(self, text):
        self.read += 1
        return super().reading(text)


@pytest.fixture
def bench() -> cf.Workbench:
    workbench = cf.Workbench(estimate(FOUR), Bm25())
    workbench.add(cf.Document("rules.md", TEXT))
    workbench.mark(workbench.add_query("parental leave"), 1, 0, 8)
    workbench.measure(SETTINGS, 24)
    return workbench


def changes(bench: cf.Workbench) -> list[tuple[str, ...]]:
    return [row.changed for row in bench.standings]


def test_each_change_is_named_and_an_undone_one_brings_the_figures_back(bench):
    assert changes(bench) == [()]
    query = bench.add_query("laptops")
    assert changes(bench) == [("queries",)]
    bench.mark(query, 1, 10, 20)
    assert changes(bench) == [("queries",)]
    bench.mark(1, 1, 10, 20)
    assert changes(bench) == [("queries", "marks")]
    for _ in range(3):
        bench.undo()
    assert changes(bench) == [()]
    bench.labels.edit(1, "leave of parents")
    assert changes(bench) == [("queries",)]
    bench.undo()
    bench.add(cf.Document("more.md", TEXT))
    assert changes(bench) == [("documents",)]
    assert bench.rows == []
    bench.remove(2)
    assert changes(bench) == [()]
    assert [row.answers_found for row in bench.rows] == [1]


def test_another_tokenizer_of_the_same_name_undoes_the_figures(bench):
    bench.tokenizer = estimate(FOUR)
    assert [(row.changed, row.measured) for row in bench.standings] == [(("tokenizer",), None)]


def test_figures_of_another_tokenizer_hold_for_it_and_are_compared_with_no_others(bench):
    first = bench.tokenizer
    bench.tokenizer = estimate(MIXED)
    [row] = bench.standings
    assert row.changed == ("tokenizer",)
    assert row.measured.answers_found == 1
    assert bench.rows == []
    assert bench.missing(24) == [RowKey(SETTINGS, "bm25", 24, MIXED)]
    assert finish(bench.measuring_again(24)) == 1
    assert [key.tokenizer for key in bench.tried] == [FOUR, MIXED]
    bench.tokenizer = first
    assert [row.tokenizer for row in bench.rows] == [FOUR]
    bench.add_query("laptops")
    finish(bench.measuring_again(24))
    assert [key.tokenizer for key in bench.tried] == [FOUR]  # neither of the two held any more


def test_measured_again_a_row_takes_its_place_and_has_the_present_budget(bench):
    bench.measure(cf.SplitSettings("recursive", size=20), 24)
    assert bench.missing(24) == []
    assert len(bench.missing(48)) == 2
    bench.add_query("laptops")
    seen = [(step.done, step.total) for step in bench.measuring_again(48)]
    assert seen[0] == (0, 2)
    assert seen[-1] == (2, 2)
    assert [(row.settings.size, row.budget) for row in bench.rows] == [(12, 48), (20, 48)]
    assert bench.stale == []


def test_a_row_that_does_not_hold_goes_though_its_setting_is_measured_with_the_present_budget(bench):
    bench.add_query("laptops")
    bench.measure(SETTINGS, 48)
    assert [row.changed for row in bench.standings] == [("queries",), ()]
    assert finish(bench.measuring_again(48)) == 1
    assert [(row.key.budget, row.changed) for row in bench.standings] == [(48, ())]
    assert bench.missing(48) == []


def test_a_row_of_another_budget_that_holds_is_kept_beside_the_new_one(bench):
    finish(bench.measuring_again(48))
    assert [row.budget for row in bench.rows] == [24, 48]


def test_stopped_on_the_way_what_was_measured_again_is_kept(bench):
    bench.measure(cf.SplitSettings("recursive", size=20), 24)
    bench.add_query("laptops")
    steps = bench.measuring_again(24)
    while next(steps).done < 1:
        pass
    steps.close()
    assert [row.changed for row in bench.standings] == [(), ("queries",)]


def test_a_setting_passed_through_is_let_go_once_something_changes(bench):
    finish(bench.measuring(cf.SplitSettings("recursive", size=20), 24, tried=False))
    first = finish(bench.measuring(cf.SplitSettings("recursive", size=20), 24, tried=False))
    assert finish(bench.measuring(cf.SplitSettings("recursive", size=20), 24, tried=False)) is first
    bench.add_query("laptops")
    bench.measure(SETTINGS, 24)
    bench.undo()
    assert finish(bench.measuring(cf.SplitSettings("recursive", size=20), 24, tried=False)) is not first


def test_a_fusion_ranks_by_what_its_scorers_have_read_already():
    one, other = Counting(), Counting()
    other.name = "other"
    workbench = cf.Workbench(estimate(FOUR), one, other, Fusion(one, other))
    workbench.add(cf.Document("rules.md", TEXT))
    workbench.mark(workbench.add_query("parental leave"), 1, 0, 8)
    rows = finish(workbench.scorers_apart(SETTINGS, 24))
    assert [row.scorer for row in rows] == ["bm25", "other", "fusion"]
    assert {row.answers_found for row in rows} == {1}
    assert (one.read, other.read) == (1, 1)
    assert workbench.rows == []


def test_a_row_that_was_never_measured_here_keeps_the_tokenizer_that_it_names(bench):
    bench.remember([RowKey(SETTINGS, "bm25", 24, "mine.json"), RowKey(SETTINGS, "bm25", 99, FOUR)])
    assert changes(bench) == [(), ("unmeasured", "tokenizer"), ("unmeasured",)]
    assert [row.key.tokenizer for row in bench.standings] == [FOUR, "mine.json", FOUR]


REFUSED = cf.SplitSettings("langchain-token", size=12)  # which decodes tokens back to text, as no estimate can


def test_a_setting_that_cannot_be_measured_is_left_out_of_a_grid_and_told(bench):
    grid = [cf.SplitSettings("fixed", size=9), REFUSED, cf.SplitSettings("fixed", size=15)]
    told = []
    rows = finish(bench.comparing(grid, 24, lambda settings, error: told.append((settings, error.notice.code))))
    assert [row.settings for row in rows] == [grid[0], grid[2]]
    assert told == [(REFUSED, "settings.no-decoding")]
    assert REFUSED not in [key.settings for key in bench.tried]
    with pytest.raises(SettingsError, match="decodes tokens"):
        bench.compare(grid, 24)


def test_a_row_that_cannot_be_measured_any_more_keeps_no_other_from_it(bench):
    bench.remember([RowKey(REFUSED, "bm25", 24, bench.tokenizer.name)])
    bench.measure(cf.SplitSettings("fixed", size=9), 24)
    bench.add_query("laptops")
    told = []
    assert finish(bench.measuring_again(24, lambda settings, _: told.append(settings))) == 2
    assert told == [REFUSED]
    assert [key.settings for key in bench.stale] == [REFUSED]
