"""A worker that dies takes nothing along: the page says so, starts another and gives it all that the old one knew."""

from __future__ import annotations

import re

import pytest
from bench import READY, Bench
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

DIE = "() => { setTimeout(() => { throw new RangeError('out of memory'); }); }"
# A worker dies at the first request of one kind.
DIE_AT = """(method) => {
  const send = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message.method !== method) return send.call(this, message, ...rest);
    Worker.prototype.postMessage = send;
    const death = new ErrorEvent("error", { message: "out of memory again", cancelable: true });
    setTimeout(() => this.dispatchEvent(death));
  };
}"""


def killed(bench: Bench) -> None:
    """End the worker, and wait until another is started."""
    bench.page.workers[0].evaluate(DIE)
    expect(bench.status).to_have_attribute("data-state", "booting")


def test_documents_marks_settings_and_rows_outlive_the_worker(page: Page, site_url: str):
    bench = Bench(page, site_url)
    bench.get("sample-button").click()
    expect(bench.get("query")).to_have_count(3, timeout=120_000)
    bench.ready()
    bench.set_size(300, 0)
    expect(bench.get("comparison-table")).to_contain_text("300/0")
    found = bench.get("query").all_text_contents()
    summary = bench.summary.text_content() or ""
    killed(bench)
    expect(page.locator("#toasts")).to_contain_text("Python stopped (Uncaught RangeError: out of memory)")
    bench.ready()
    expect(bench.get("query")).to_have_text(found)
    expect(bench.summary).to_have_text(summary)
    expect(bench.get("document")).to_contain_text("19 pages")
    expect(bench.get("comparison-table")).to_contain_text("300/0")
    expect(page.locator("#reader mark").first).to_be_visible()
    bench.ask("Where is the lost property?")
    expect(bench.get("query")).to_have_count(4)


def test_what_is_asked_meanwhile_reaches_the_document_and_the_question_that_it_names(page: Page, site_url: str):
    bench = Bench(page, site_url)
    texts = ["Bicycles stand in the yard.", "Cars stand in the street.", "Boats lie in the harbour."]
    for text in texts:
        bench.paste(text)
    bench.measured_after(0)
    bench.ask("Where are the cars?")
    bench.ask("Where are the boats?")
    remove_document = bench.get("document").first.locator(".document-remove")
    remove_query = bench.get("query").first.locator(".query-remove")
    remove_document.click()
    remove_query.click()
    expect(bench.get("document")).to_have_count(2)
    expect(bench.get("query")).to_have_count(1)
    bench.ready()
    killed(bench)
    remove_document.click()
    remove_query.click()
    expect(bench.get("query")).to_have_count(0, timeout=READY)
    bench.ready()
    expect(bench.get("document")).to_have_count(1)
    expect(page.locator("#reader")).to_contain_text(texts[2])
    before = bench.measurement()
    page.locator("#undo-button").click()
    bench.measured_after(before)
    expect(bench.get("query")).to_have_text(re.compile("Where are the boats"))
    expect(bench.get("query").get_by_test_id("result")).to_contain_text(texts[2])


def test_what_is_asked_while_a_second_worker_dies_too_is_answered_by_the_third(page: Page, site_url: str):
    bench = Bench(page, site_url)
    bench.paste("Bicycles stand in the yard.")
    bench.measured_after(0)
    page.evaluate(DIE_AT, "restore_labelled")
    killed(bench)
    bench.get("query-input").fill("Where are the bicycles?")
    bench.get("query-add").click()
    expect(bench.get("query")).to_have_text(re.compile("Where are the bicycles"), timeout=READY)
    expect(page.locator("#toasts")).to_contain_text("Python stopped (out of memory again)")
    bench.ready()
    expect(bench.get("document")).to_have_count(1)
