"""Messages at the foot of the page: they name what they are about, stay while it is true, and can be closed."""

from __future__ import annotations

import re

import pytest
from bench import READY, Bench
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

NO_LABELS = b"\x00\x01"
RULES = b"# Leave\n\nParental leave lasts 26 weeks.\n"
UNREADABLE = """() => {
  File.prototype.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
}"""


def file(name: str, data: bytes) -> dict[str, object]:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": data}


def import_labels(bench: Bench, name: str, data: bytes) -> None:
    bench.get("labels-input").set_input_files([file(name, data)])
    bench.ready()


def test_an_error_that_stands_nowhere_else_stays_until_it_is_closed_or_the_same_succeeds(page, site_url):
    bench = Bench(page, site_url).ready()
    page.locator(".toast", has_text="Ready to work offline").get_by_role("button", name="Close").click()
    errors = page.locator(".toast[data-kind=error]")
    for place, name in enumerate(("a.csv", "b.csv", "c.csv", "d.csv"), 1):
        import_labels(bench, name, NO_LABELS)
        expect(errors).to_have_count(place, timeout=READY)
    expect(errors).to_contain_text(["a.csv", "b.csv", "c.csv", "d.csv"])
    bench.add_files(file("rules.md", RULES))
    bench.measured_after(0)
    page.locator("#documents-title").click()
    expect(errors).to_have_count(4)
    import_labels(bench, "b.csv", b"question\nwhen?\n")
    expect(errors).to_have_count(3, timeout=READY)
    expect(errors).to_contain_text(["a.csv", "c.csv", "d.csv"])
    page.locator(".toast", has_text="1 question read").get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name=re.compile(r"Close all \d messages"))).to_be_visible()
    page.locator("#query-input").focus()
    for left in (["a.csv", "c.csv"], ["a.csv"]):
        page.keyboard.press("Escape")
        expect(errors).to_have_count(len(left))
        expect(errors).to_contain_text(left)
    close = errors.get_by_role("button", name="Close")
    close.focus()
    page.keyboard.press("Enter")
    expect(errors).to_have_count(0)
    expect(page.locator("#query-input")).to_be_focused()


def test_an_error_that_comes_again_stands_once(page, site_url):
    bench = Bench(page, site_url).ready()
    page.evaluate(UNREADABLE)
    errors = page.locator(".toast[data-kind=error]")
    import_labels(bench, "a.csv", NO_LABELS)
    expect(errors).to_contain_text(["a.csv could not be read from disk"], timeout=READY)
    errors.evaluate("(error) => { error.dataset.first = ''; }")
    import_labels(bench, "a.csv", NO_LABELS)
    expect(page.locator(".toast[data-first]")).to_have_count(0, timeout=READY)
    expect(errors).to_contain_text(["a.csv could not be read from disk"])
    import_labels(bench, "b.csv", NO_LABELS)
    expect(errors).to_contain_text(["a.csv could not", "b.csv could not"], timeout=READY)


def test_an_error_in_a_documents_row_needs_no_message_that_stays(page, site_url):
    bench = Bench(page, site_url).ready()
    bench.add_files(*(file(f"{name}.txt", b"") for name in "abcde"))
    rows = bench.get("document")
    expect(rows.locator(".notice[data-kind=error]")).to_have_count(5, timeout=READY)
    for row, name in zip(rows.all(), "abcde", strict=True):
        expect(row).to_contain_text(f"{name}.txt is empty")
        expect(row).not_to_contain_text("false")
    errors = page.locator(".toast[data-kind=error]")
    expect(errors).to_have_count(1)
    expect(errors).to_contain_text("e.txt is empty")
    expect(page.locator("#live-assertive")).to_contain_text("e.txt is empty")
    expect(errors).not_to_have_attribute("data-fresh", "")
    page.locator("#documents-title").click()
    expect(errors).to_have_count(0)
    expect(rows.locator(".notice[data-kind=error]")).to_have_count(5)
    bench.add_files(file("f.txt", b""))
    expect(errors).to_contain_text("f.txt is empty", timeout=READY)
    rows.filter(has_text="f.txt").locator(".document-remove").click()
    expect(errors).to_have_count(0)


def test_many_messages_are_closed_at_once(page, site_url):
    bench = Bench(page, site_url).ready()
    bench.add_files(*(file(f"{number}.chunkforge.json", b"{}") for number in range(5)))
    clear = page.get_by_role("button", name=re.compile(r"Close all [5-7] messages"))
    expect(clear).to_be_visible(timeout=READY)
    clear.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_have_count(0)
    expect(clear).to_be_hidden()


def test_messages_on_a_phone_cover_no_setting_and_no_tab(browser, site_url):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    bench = Bench(page, site_url).ready()
    bench.paste("Parental leave lasts 26 weeks.")
    bench.measured_after(0)
    page.locator("#fold-button").tap()
    bench.add_files(*(file(f"a-long-name-of-a-saved-session-{number}.chunkforge.json", b"{}") for number in range(5)))
    expect(page.locator(".toast[data-kind=error]")).to_have_count(5, timeout=READY)
    messages = page.locator("#toasts").bounding_box()
    strip, tabs = page.locator(".strip").bounding_box(), page.locator("#tabs").bounding_box()
    assert strip["y"] + strip["height"] <= messages["y"]
    assert messages["y"] + messages["height"] <= tabs["y"]
    for tab in page.locator("#tabs button").all():
        tab.tap()
        expect(tab).to_have_attribute("aria-current", "true")
        page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
        ends = page.locator(".panel:visible").last.bounding_box()
        assert ends["y"] + ends["height"] <= messages["y"]
    context.close()


def test_a_note_stays_until_it_can_have_been_read_and_goes_with_the_next_thing_done(page, site_url):
    bench = Bench(page, site_url)
    bench.add_files(file("rules.md", RULES))
    bench.measured_after(0)
    bench.get("document").locator(".document-remove").click()
    removed = page.locator(".toast", has_text="rules.md is removed.")
    expect(removed).to_be_visible()
    page.locator("#documents-title").click()
    expect(removed).to_be_visible()
    expect(removed).not_to_have_attribute("data-fresh", "")
    page.locator("#documents-title").click()
    expect(removed).to_have_count(0)


def test_a_note_never_offers_to_undo_another_step_than_its_own(page, site_url):
    bench = Bench(page, site_url)
    bench.add_files(file("rules.md", RULES))
    bench.measured_after(0)
    bench.ask("leave").get_by_test_id("mark-button").first.click()
    marked = page.locator(".toast", has_text="Marked as an answer")
    expect(marked).to_be_visible()
    bench.ask("travel")
    expect(marked).to_have_count(0)


def test_a_question_that_nothing_can_be_ranked_for_lists_no_chunk_and_says_what_that_does_to_the_figures(
    page, site_url
):
    bench = Bench(page, site_url)
    bench.add_files(file("rules.md", RULES))
    bench.measured_after(0)
    bench.set_size(8, 0)
    bench.set_budget(16)
    query = bench.ask("zzzz qqqq")
    before = bench.measurement()
    bench.get("scorer-select").select_option("bm25")
    bench.measured_after(before)
    expect(query).to_contain_text("No chunk can be ranked")
    expect(query.get_by_test_id("result")).to_have_count(0)
    expect(page.locator("#summary-note")).to_contain_text("No chunk can be ranked for 1 question: it enters the mean")
    expect(query).not_to_contain_text("missed")


def test_chunks_longer_than_the_mean_that_exceed_the_budget_are_told_in_the_note_and_in_the_row(page, site_url):
    bench = Bench(page, f"{site_url}#strategy=haystack-passage&size=1&overlap=0")
    bench.add_files(file("rules.txt", b"one\n\ntwo\n\n" + b"travel " * 60 + b"\n\nthree"))
    bench.measured_after(0)
    bench.set_budget(40)
    bench.ask("travel")
    said = "About 2 chunks by the mean length; they hold 61 tokens a query, more than the budget of 40 tokens."
    expect(page.locator("#summary-note")).to_have_text(said, timeout=READY)
    expect(page.locator("#comparison-rows tr[data-present] .row-note").first).to_have_text(
        "more tokens than the budget"
    )


def test_one_of_a_thing_is_one(page, site_url):
    bench = Bench(page, site_url)
    bench.add_files(file("rules.md", b"Laptops last four years."))
    bench.measured_after(0)
    before = bench.measurement()
    bench.get("labels-input").set_input_files([file("labels.csv", b"question,answer\nhow long?,four years\n")])
    expect(page.locator("#toasts")).to_contain_text("1 question read, 1 answer marked.", timeout=READY)
    bench.measured_after(before)
    expect(page.locator("#summary-note")).to_contain_text("The only chunk fits the budget of 4,096 tokens")
    expect(bench.get("query").locator(".ranking-facts")).to_contain_text("1 of 1 chunk retrieved")
    bench.set_size(1, 0)
    bench.set_budget(1)
    expect(page.locator("#summary-note")).to_contain_text("fits the budget of 1 token;")
    expect(page.locator("#size-slider")).to_have_attribute("aria-valuetext", "1 token")


def test_a_file_that_the_browser_cannot_read_is_named(page, site_url):
    bench = Bench(page, site_url).ready()
    page.evaluate(UNREADABLE)
    bench.add_files(file("folder", RULES), file("mine.chunkforge.json", b"{}"))
    bench.get("labels-input").set_input_files([file("labels.csv", b"question\nwhen?\n")])
    messages = page.locator("#toasts")
    for name in ("folder", "mine.chunkforge.json", "labels.csv"):
        expect(messages).to_contain_text(f"{name} could not be read from disk", timeout=READY)
