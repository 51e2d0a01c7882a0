"""A query's text is changed in its place, by button and by keyboard, and every change can be undone."""

from __future__ import annotations

import pytest
from bench import Bench
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def bench(page, site_url) -> Bench:
    opened = Bench(page, site_url)
    opened.paste("Parental leave lasts 26 weeks.\n\nTravel is booked at the desk.")
    opened.measured_after(0)
    opened.ask("How long is leave?")
    opened.mark_quote("26 weeks")
    return opened


def test_a_query_is_changed_by_button_its_mark_stays_and_undo_brings_the_text_back(bench, page):
    query = bench.get("query").first
    query.get_by_role("button", name="Change the text").click()
    field = query.locator("textarea")
    expect(field).to_be_focused()
    before = bench.measurement()
    field.fill("Where is travel booked?")
    field.press("Enter")
    bench.measured_after(before)
    expect(query.locator(".query-text")).to_have_text("Where is travel booked?")
    expect(query.locator(".mark-chip")).to_have_count(1)
    expect(query.locator(".query-choose")).to_be_focused()
    page.locator("#undo-button").click()
    expect(query.locator(".query-text")).to_have_text("How long is leave?")
    page.locator("#redo-button").click()
    expect(query.locator(".query-text")).to_have_text("Where is travel booked?")


def test_by_keyboard_alone_a_query_is_changed_left_as_it_was_and_removed(bench, page):
    query = bench.get("query").first
    choose = query.locator(".query-choose")
    choose.focus()
    choose.press("F2")
    query.locator("textarea").fill("nothing of this")
    query.locator("textarea").press("Escape")
    expect(query.locator(".query-text")).to_have_text("How long is leave?")
    expect(choose).to_be_focused()
    choose.press("F2")
    query.locator("textarea").fill("   ")
    query.locator("textarea").press("Enter")
    expect(query.locator(".query-text")).to_have_text("How long is leave?")
    choose.press("Delete")
    expect(bench.get("query")).to_have_count(0)
    expect(page.locator("#toasts")).to_contain_text("is removed, with its marks")
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect(bench.get("query")).to_have_count(1)
    expect(bench.get("query").locator(".mark-chip")).to_have_count(1)
