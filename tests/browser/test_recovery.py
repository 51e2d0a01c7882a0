"""A worker that dies takes nothing along: the page says so, starts another and gives it all that the old one knew."""

from __future__ import annotations

import re
from pathlib import Path

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

# The core refuses requests of one kind, or those of them that are about one document.
REFUSE = """([method, name]) => {
  const send = Worker.prototype.postMessage;
  const message = "The browser ran out of memory. Remove a document or use a smaller one.";
  const values = JSON.stringify({ type: "MemoryError", code: "memory", message, values: {} });
  Worker.prototype.postMessage = function (request, ...rest) {
    const refused = request.method === method && (!name || request.params.document.name === name);
    if (!refused) return send.call(this, request, ...rest);
    const answer = new MessageEvent("message", { data: { kind: "failed", id: request.id, values } });
    setTimeout(() => this.dispatchEvent(answer));
  };
}"""


def text_file(name: str, text: str) -> dict[str, object]:
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}


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


def test_a_document_that_cannot_be_restored_leaves_the_others_and_says_so(page: Page, site_url: str):
    bench = Bench(page, site_url)
    bench.add_files(text_file("yard.md", "Bicycles stand in the yard."), text_file("street.md", "Cars stand there."))
    bench.measured_after(0)
    bench.ask("Where are the bicycles?")
    bench.mark_quote("in the yard")
    bench.get("document").last.get_by_role("button", name="street.md", exact=True).click()
    bench.mark_quote("stand there")
    page.evaluate(REFUSE, ["restore_document", "street.md"])
    killed(bench)
    bench.ready()
    lost = "street.md could not be loaded again after the restart, and 1 mark in it is gone. Add it again."
    expect(page.locator("#toasts")).to_contain_text(lost)
    expect(bench.get("document").last).to_have_attribute("data-state", "failed")
    expect(bench.get("document").last).to_contain_text("The browser ran out of memory")
    expect(bench.summary).to_contain_text("of 1 answer")
    expect(page.locator("#reader mark").first).to_be_visible()
    bench.add_files(text_file("street.md", "Cars stand there."))
    expect(bench.get("document").last).to_have_attribute("data-state", "ready")


def test_a_restart_that_can_give_nothing_back_is_said_and_answers_what_was_asked(page: Page, site_url: str):
    bench = Bench(page, site_url)
    bench.paste("Bicycles stand in the yard.")
    bench.measured_after(0)
    page.evaluate(REFUSE, ["restore_labelled", ""])
    killed(bench)
    bench.get("query-input").fill("Where are the bicycles?")
    bench.get("query-add").click()
    expect(bench.status).to_have_attribute("data-state", "error", timeout=READY)
    toasts = page.locator("#toasts")
    expect(toasts).to_contain_text("Python was started again but could not take over what this page holds.")
    refused = "The browser ran out of memory. Remove a document or use a smaller one."
    expect(toasts.get_by_text(refused, exact=True).first).to_be_visible()


def test_a_document_that_ends_the_next_worker_too_is_not_given_to_a_third(page: Page, site_url: str):
    bench = Bench(page, site_url)
    bench.add_files(
        text_file("yard.md", "Bicycles stand in the yard."), text_file("street.md", "Kraftfahrzeuge stehen dort.")
    )
    bench.measured_after(0)
    counted = bench.get("document").last.locator(".document-facts")
    at_first = counted.inner_text()
    before = bench.measurement()
    bench.get("tokenizer-select").select_option("cl100k_base")
    bench.measured_after(before)
    expect(counted).not_to_have_text(at_first)
    page.evaluate(REFUSE, ["load_tokenizer", ""])
    page.evaluate(DIE_AT, "restore_document")
    killed(bench)
    bench.ready()
    toasts = page.locator("#toasts")
    expect(toasts).to_contain_text("cl100k (OpenAI) could not be loaded again after the restart, so all numbers are")
    expect(toasts).to_contain_text("yard.md could not be loaded again after the restart. Add it again.")
    expect(bench.get("tokenizer-select")).to_have_value("bert-base-uncased")
    states = [one.get_attribute("data-state") for one in bench.get("document").all()]
    assert states == ["failed", "ready"]
    expect(counted).to_have_text(at_first)


# Python's own stack is not reached before that of the browser, which ends it, and no request waits for this one.
OVERFLOW = """() => {
  python.runPython("import asyncio, json; asyncio.get_event_loop().call_soon(json.loads, '[' * 100_000)");
}"""


def test_python_that_ends_where_nobody_waits_for_it_is_started_again(page: Page, site: Path, site_url: str):
    script = (site / "worker.js").read_text(encoding="utf-8")
    at_hand = script.replace("const api =", "self.python = python; const api =")
    page.route("**/worker.js", lambda route: route.fulfill(body=at_hand, content_type="text/javascript"))
    bench = Bench(page, site_url)
    bench.paste("Bicycles stand in the yard.")
    bench.measured_after(0)
    page.workers[0].evaluate(OVERFLOW)
    expect(page.locator("#toasts")).to_contain_text("Python stopped (Maximum call stack size exceeded)")
    bench.ready()
    bench.ask("Where are the bicycles?")
    expect(bench.get("query").get_by_test_id("result").first).to_contain_text("Bicycles")
