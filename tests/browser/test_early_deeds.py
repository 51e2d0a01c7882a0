"""What people do while the page's modules are still on their way, from the first paint on, is kept and done then."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from bench import READY, Bench
from hosts import hold_back
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length > 0"
PASTE = """(field, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", text);
  return field.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }));
}"""


@pytest.fixture
def arrive(page: Page, site_url: str) -> Callable[[], None]:
    """A page whose host keeps one of its modules back; called, the module comes."""
    held = hold_back(page, "**/views/intake.js")
    with page.expect_request("**/views/intake.js"):
        page.goto(site_url, wait_until="commit")
    page.wait_for_function(PAINTED)
    return lambda: held.pop().continue_()


def drop(page: Page, *paths: Path) -> None:
    """Drop files from the desktop on the page, as the browser itself does it."""
    session = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": kind, "x": 300, "y": 400, "data": data})


def test_nothing_is_on_screen_before_the_page_can_keep_what_is_done(page, site_url):
    held = hold_back(page, "**/early.js")
    with page.expect_request_finished(lambda request: request.url.endswith("starting.js")):
        page.goto(site_url, wait_until="commit")
    held.pop().continue_()
    page.wait_for_function(PAINTED)
    came = page.evaluate(
        "performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/early.js')).responseEnd"
    )
    assert came <= page.evaluate("performance.getEntriesByName('first-paint')[0].startTime")


def test_a_file_dropped_before_the_modules_have_come_is_read(page, arrive, tmp_path):
    dropped = [tmp_path / "leave.txt", tmp_path / "travel.txt"]
    for path in dropped:
        path.write_text(f"What {path.stem} there is.")
    drop(page, *dropped)
    expect(page.get_by_test_id("sample-button")).to_be_disabled()
    arrive()
    documents = page.get_by_test_id("document")
    expect(documents).to_contain_text(["leave.txt", "travel.txt"])
    expect(documents.last).to_contain_text("tokens", timeout=READY)


def test_an_add_pressed_before_the_modules_have_come_counts_once(page, arrive):
    page.get_by_test_id("paste-input").fill("Annual leave is thirty days.")
    page.get_by_test_id("paste-add").click()
    page.get_by_test_id("query-input").fill("How long is annual leave?")
    page.get_by_test_id("query-input").press("Enter")
    page.get_by_test_id("query-add").click()
    arrive()
    expect(page.get_by_test_id("document")).to_have_count(1)
    expect(page.get_by_test_id("document")).to_contain_text(re.compile(r"Pasted text 1.*tokens"), timeout=READY)
    expect(page.get_by_test_id("query")).to_have_count(1, timeout=READY)
    expect(page.get_by_test_id("query-input")).to_have_value("")


def test_each_of_several_things_added_before_the_modules_have_come_is_there(page, arrive):
    chosen = page.get_by_test_id("file-input")
    for name in ("leave", "travel"):
        chosen.set_input_files({"name": f"{name}.txt", "mimeType": "text/plain", "buffer": f"All of {name}.".encode()})
    text, question = page.get_by_test_id("paste-input"), page.get_by_test_id("query-input")
    for words in ("Annual leave is thirty days.", "Travel is booked at the desk."):
        text.fill(words)
        page.get_by_test_id("paste-add").click()
        expect(text).to_have_value("")
    for words in ("How long is leave?", "Who books travel?"):
        question.fill(words)
        question.press("Enter")
        expect(question).to_have_value("")
    text.press_sequentially("Not")
    text.press("Enter")
    text.press_sequentially("yet")
    question.fill("Half a quest")
    arrive()
    names = ["leave.txt", "travel.txt", "Pasted text 1", "Pasted text 2"]
    expect(page.get_by_test_id("document")).to_contain_text(names, timeout=READY)
    expect(page.get_by_test_id("document").last).to_contain_text("tokens", timeout=READY)
    expect(page.get_by_test_id("query")).to_contain_text(["How long is leave?", "Who books travel?"], timeout=READY)
    expect(text).to_have_value("Not\nyet")
    expect(question).to_have_value("Half a quest")


def test_settings_can_be_moved_only_once_there_is_somebody_to_hear_it(page, arrive):
    strip = page.locator(".strip")
    expect(strip).to_have_attribute("inert", "")
    expect(page.locator("#labels-import")).to_be_disabled()
    arrive()
    expect(strip).not_to_have_attribute("inert", "")
    page.get_by_test_id("strategy-select").select_option("heading")
    expect(page.locator("#labels-import")).to_be_enabled()
    expect(page.get_by_test_id("strategy-select")).to_have_value("heading")


def test_lines_pasted_as_questions_before_the_modules_have_come_are_a_question_each(page, arrive):
    field = page.get_by_test_id("query-input")
    assert not field.evaluate(PASTE, "How long is leave?\r\nWho books travel?\n")
    assert field.evaluate(PASTE, "One question\n")  # the field takes it by itself
    arrive()
    expect(page.get_by_test_id("query")).to_contain_text(["How long is leave?", "Who books travel?"], timeout=READY)


def test_what_is_dropped_once_the_modules_are_there_is_read_once(page, site_url, tmp_path):
    Bench(page, site_url).ready()
    (tmp_path / "leave.txt").write_text("Annual leave is thirty days.")
    drop(page, tmp_path / "leave.txt")
    expect(page.get_by_test_id("document")).to_contain_text("tokens", timeout=READY)
    expect(page.locator(".toast")).to_have_count(0)
