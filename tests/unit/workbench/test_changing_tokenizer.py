"""Another boundary tokenizer: the old one stays until every document is counted."""

from __future__ import annotations

import pytest

import chunkforge as cf
from chunkforge.scoring import Bm25
from chunkforge.steps import finish
from chunkforge.tokenizers import ESTIMATES, estimate

OLD, NEW = map(estimate, list(ESTIMATES)[:2])
SETTINGS = cf.SplitSettings("recursive", size=20)


@pytest.fixture
def bench() -> cf.Workbench:
    workbench = cf.Workbench(tokenizer=OLD, scorer=Bm25())
    for number in range(3):
        workbench.add(cf.Document(f"{number}.md", "\u4e2d\u6587 and some words. " * 40))
    workbench.add_query("some words")
    return workbench


def test_the_old_one_stays_until_all_is_counted(bench):
    steps = bench.changing_tokenizer(NEW)
    seen = [(bench.tokenizer, step.done) for step in steps]
    total = sum(len(document.text) for document in bench.documents.values())
    assert {tokenizer for tokenizer, _ in seen} == {OLD}
    assert seen[-1][1] == total
    assert bench.tokenizer is NEW


def test_cancelled_on_the_way_the_old_one_and_its_figures_stay(bench):
    before = bench.measure(SETTINGS, budget=60).tokens_to_embed
    steps = bench.changing_tokenizer(NEW)
    next(steps)
    steps.close()
    assert bench.tokenizer is OLD
    assert bench.measure(SETTINGS, budget=60).tokens_to_embed == before


def test_changed_it_measures_as_a_workbench_that_began_with_it(bench):
    bench.measure(SETTINGS, budget=60)
    finish(bench.changing_tokenizer(NEW))
    fresh = cf.Workbench(tokenizer=NEW, scorer=Bm25())
    for document in bench.documents.values():
        fresh.add(cf.Document(document.name, document.text))
    fresh.add_query("some words")
    assert bench.measure(SETTINGS, budget=60).tokens_to_embed == fresh.measure(SETTINGS, budget=60).tokens_to_embed
