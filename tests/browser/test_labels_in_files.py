"""Questions come in by lines and by file, unclear answers wait for the user, and labels leave as they came."""

from __future__ import annotations

import json

import pytest
from bench import READY, Bench
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

RULES = "# Leave\n\nParental leave lasts 26 weeks.\n\nLeave is paid.\n\n# Sickness\n\nLeave is paid.\n"


def upload(bench: Bench, text: str) -> None:
    file = {"name": "labels.jsonl", "mimeType": "application/jsonl", "buffer": text.encode()}
    bench.get("labels-input").set_input_files([file])


def test_lines_pasted_into_the_query_field_become_queries(page, site_url):
    bench = Bench(page, site_url).ready()
    page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.setData("text", text);
          const options = { clipboardData: data, bubbles: true, cancelable: true };
          document.querySelector("[data-testid=query-input]").dispatchEvent(new ClipboardEvent("paste", options));
        }""",
        "How long?\r\n\r\nWhere?\nWhen?",
    )
    expect(bench.get("query")).to_have_count(3)
    expect(bench.get("query").nth(1)).to_contain_text("Where?")


def test_unclear_answers_wait_for_the_user_and_labels_leave_as_they_came(page, site_url):
    bench = Bench(page, site_url)
    bench.paste(RULES)
    bench.measured_after(0)
    rows = [
        {"question": "How long is parental leave?", "answers": ["26 weeks"]},
        {"question": "Is it paid?", "answers": ["Leave is paid."]},
        {"question": "By whom?", "answers": ["the moon"]},
    ]
    upload(bench, "\n".join(json.dumps(row) for row in rows))
    expect(bench.get("query")).to_have_count(3)
    expect(bench.get("unsettled")).to_have_count(2)
    expect(bench.get("unsettled").nth(0)).to_contain_text("stands in 2 places")
    expect(bench.get("unsettled").nth(1)).to_contain_text("in none of the documents")
    bench.ready()
    expect(bench.summary).to_contain_text("1 of 1 answer")
    bench.get("unsettled").nth(0).get_by_role("button", name="Mark this one").nth(1).click()
    expect(bench.get("unsettled")).to_have_count(1)
    bench.ready()
    expect(bench.summary).to_contain_text("of 2 answers")
    page.get_by_role("button", name="Leave the rest unmarked").click()
    expect(bench.get("unsettled")).to_have_count(0)

    with page.expect_download() as download:
        bench.get("labels-export").click()
    written = download.value.path().read_text(encoding="utf-8")
    saved = [json.loads(line) for line in written.splitlines()]
    assert saved[1]["references"][0]["start_index"] == RULES.rindex("Leave is paid.")
    upload(bench, written)
    expect(page.locator("#toasts")).to_contain_text("3 questions read, 2 answers marked")
    expect(bench.get("query")).to_have_count(3)
    with page.expect_download() as download:
        bench.get("labels-export").click()
    assert download.value.path().read_text(encoding="utf-8") == written


def test_a_file_that_holds_no_questions_is_refused_in_a_sentence(page, site_url):
    bench = Bench(page, site_url).ready()
    upload(bench, '{"question": "fine"}\n{"question": ')
    expect(page.locator("#toasts")).to_contain_text("Line 2 of labels.jsonl cannot be read", timeout=READY)
    expect(bench.get("query")).to_have_count(0)


def test_many_answers_to_settle_leave_room_for_themselves_and_for_the_queries(page, site_url):
    page.set_viewport_size({"width": 1440, "height": 900})
    bench = Bench(page, site_url)
    for number in range(4):
        text = f"{RULES}\n\nRules {number}."
        bench.add_files({"name": f"rules{number}.md", "mimeType": "text/markdown", "buffer": text.encode()})
    bench.measured_after(0)
    lines = [
        json.dumps({"question": f"Is leave paid in year {year}?", "answer": "Leave is paid."}) for year in range(60)
    ]
    upload(bench, "\n".join(lines))
    expect(bench.get("query")).to_have_count(60, timeout=READY)
    expect(bench.get("unsettled").first).to_be_visible()
    for name in ("#unsettled", "#query-list"):
        shown, whole = page.locator(name).evaluate("list => [list.clientHeight, list.scrollHeight]")
        assert 120 <= shown < whole, name
