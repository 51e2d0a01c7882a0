"""Marks: set on a result, on a paragraph or on selected text; several a query; undone and done again; they stay."""

from __future__ import annotations

import pytest
from bench import Bench
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

RULES = (
    "# Leave\n\nParental leave lasts 26 weeks. It may be split in two.\n\n"
    "# Travel\n\nTravel is booked at the desk.\n\n# Laptops 🚀\n\n🚀 Laptops last four years.\n"
)


@pytest.fixture
def bench(page, site_url) -> Bench:
    bench = Bench(page, site_url)
    bench.paste(RULES)
    bench.measured_after(0)
    bench.set_size(16, 0)
    bench.ask("How long is parental leave?")
    return bench


def chips(bench: Bench):
    return bench.page.locator(".query[data-chosen] .mark-chip")


def click_and_measure(bench: Bench, locator) -> None:
    before = bench.measurement()
    locator.click()
    bench.measured_after(before)


def test_marks_are_set_in_three_ways_and_each_is_found_or_missed(bench):
    query = bench.get("query").first
    click_and_measure(bench, query.get_by_test_id("result").first.get_by_test_id("mark-button"))
    expect(chips(bench)).to_have_count(1)
    expect(bench.summary).to_contain_text("1 of 1 answer")
    click_and_measure(bench, bench.page.locator("#reader .block", has_text="Travel is booked").first)
    expect(chips(bench)).to_have_count(2)
    expect(chips(bench).nth(1)).to_contain_text("Travel is booked at the desk.")
    bench.mark_quote("Laptops last four")
    expect(chips(bench)).to_have_count(3)
    expect(chips(bench).nth(2)).to_contain_text("Laptops last four")
    expect(bench.summary).to_contain_text("of 3 answers")


def test_undo_and_redo_walk_through_every_change(bench):
    undo, redo = bench.page.locator("#undo-button"), bench.page.locator("#redo-button")
    bench.mark_quote("26 weeks")
    bench.mark_quote("booked at the desk")
    click_and_measure(bench, chips(bench).first.locator(".mark-remove"))
    expect(chips(bench)).to_have_count(1)
    click_and_measure(bench, undo)
    expect(chips(bench)).to_have_count(2)
    click_and_measure(bench, undo)
    click_and_measure(bench, undo)
    expect(chips(bench)).to_have_count(0)
    expect(bench.summary).to_contain_text("No passage marked")
    click_and_measure(bench, redo)
    expect(chips(bench)).to_have_count(1)
    expect(chips(bench)).to_contain_text("26 weeks")


def test_a_mark_stays_where_it_is_whatever_the_setting(bench):
    bench.mark_quote("26 weeks")
    bench.set_size(400, 0)
    expect(chips(bench)).to_contain_text("26 weeks")
    bench.set_size(8, 2)
    expect(chips(bench)).to_contain_text("26 weeks")
    expect(bench.page.locator("#reader mark").first).to_have_text("26 weeks")


def test_marked_text_behind_a_rocket_is_the_selected_text(bench):
    bench.mark_quote("Laptops last")
    expect(chips(bench)).to_contain_text("Laptops last")
    expect(bench.page.locator("#reader mark")).to_have_text("Laptops last")
