"""Documents come and go; what is wrong with one is said in a sentence and touches no other."""

from __future__ import annotations

import re

import pytest
from bench import READY, Bench
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

RULES = "# Leave\n\nParental leave lasts 26 weeks.\n\n# Travel\n\nTravel is booked at the desk.\n"
LONG = "".join(f"Paragraph {i} says that {i * 7919 % 10007} things are so.\n\n" for i in range(60_000))


def file(name: str, data: bytes) -> dict[str, object]:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": data}


def test_broken_and_empty_files_are_refused_in_a_sentence_and_leave_the_others(page, site_url):
    bench = Bench(page, site_url)
    bench.add_files(
        file("rules.md", RULES.encode()), file("broken.pdf", b"%PDF-1.7\nnothing"), file("nothing.txt", b"")
    )
    documents = bench.get("document")
    expect(documents).to_have_count(3)
    expect(documents.nth(1)).to_contain_text("broken.pdf cannot be read", timeout=READY)
    expect(documents.nth(2)).to_contain_text("nothing.txt is empty (0 bytes)", timeout=READY)
    expect(documents.nth(0)).to_contain_text(re.compile(r"\d+ tokens"))
    bench.ready()
    query = bench.ask("How long is parental leave?")
    expect(query.get_by_test_id("result").first).to_contain_text("Parental leave")
    expect(page.locator("#live-assertive")).to_contain_text(re.compile("broken.pdf|nothing.txt"))


def test_what_comes_in_while_python_starts_is_queued_not_lost(page, site_url):
    bench = Bench(page, site_url)
    expect(bench.status).to_have_attribute("data-state", "booting")
    bench.add_files(file("rules.md", RULES.encode()))
    bench.paste("Laptops are replaced every four years.")
    bench.get("query-input").fill("How long is parental leave?")
    bench.get("query-add").click()
    expect(bench.get("document")).to_have_count(2)
    bench.measured_after(0)
    expect(bench.get("document").nth(1)).to_contain_text("Pasted text 1")
    expect(bench.get("query")).to_have_count(1)
    expect(bench.get("query").get_by_test_id("result").first).to_contain_text("Parental leave")


def test_a_removed_document_takes_its_chunks_and_marks_along(page, site_url):
    bench = Bench(page, site_url)
    bench.add_files(file("rules.md", RULES.encode()), file("more.md", b"Laptops last four years."))
    bench.measured_after(0)
    query = bench.ask("laptops")
    before = bench.measurement()
    query.get_by_test_id("mark-button").first.click()
    bench.measured_after(before)
    expect(bench.summary).to_contain_text("1 of 1 answer")
    before = bench.measurement()
    bench.get("document").nth(1).locator(".document-remove").click()
    expect(bench.get("document")).to_have_count(1)
    bench.measured_after(before)
    expect(bench.summary).to_contain_text("No passage marked")
    expect(page.locator(".toast").last).to_contain_text("more.md is removed, with 1 mark in it.")


def test_undo_brings_a_removed_document_back_in_its_place_with_its_marks_and_redo_takes_it_again(page, site_url):
    bench = Bench(page, site_url)
    bench.add_files(file("rules.md", RULES.encode()), file("more.md", b"Laptops last four years."))
    bench.measured_after(0)
    query = bench.ask("parental leave")
    before = bench.measurement()
    query.get_by_test_id("mark-button").first.click()
    bench.measured_after(before)
    whole = bench.summary.text_content()
    for by_keyboard in (True, False):
        bench.get("document").nth(0).locator(".document-remove").click()
        expect(bench.get("document")).to_have_count(1)
        expect(bench.summary).to_contain_text("No passage marked")
        if by_keyboard:
            page.keyboard.press("Control+z")
        else:
            page.locator("#undo-button").click()
        expect(bench.get("document")).to_have_count(2)
        expect(bench.get("document").nth(0)).to_contain_text("rules.md")
        expect(bench.summary).to_have_text(whole)
    expect(page.locator("#reader")).to_contain_text("Laptops")
    page.keyboard.press("Control+Shift+z")
    expect(bench.get("document")).to_have_count(1)
    expect(bench.summary).to_contain_text("No passage marked")


def test_a_file_added_twice_is_kept_once_and_another_of_its_name_is_told_apart(page, site_url):
    bench = Bench(page, site_url)
    bench.add_files(file("rules.md", RULES.encode()))
    bench.measured_after(0)
    bench.add_files(file("rules.md", RULES.encode()))
    messages = page.locator("#toasts")
    expect(messages).to_contain_text("rules.md is in the list already, with the same content. It is kept once.")
    expect(bench.get("document")).to_have_count(1)
    bench.add_files(file("rules.md", b"Laptops last four years."))
    expect(bench.get("document")).to_contain_text(["rules.md", "rules (2).md"], timeout=READY)
    expect(messages).to_contain_text("This one is called rules (2).md here and in exports.")


def test_the_sample_opened_twice_is_there_once(page, site_url):
    bench = Bench(page, site_url)
    for _ in range(2):
        bench.get("sample-button").click()
        bench.measured_after(0)
        expect(bench.get("query")).to_have_count(3)
    expect(page.locator("#toasts")).to_contain_text("handbook.pdf is in the list already", timeout=READY)
    bench.ready()
    expect(bench.get("document")).to_have_count(1)
    expect(bench.get("query")).to_have_count(3)


def test_reading_a_long_document_can_be_stopped(page, site_url):
    bench = Bench(page, site_url).ready()
    bench.add_files(file("rules.md", RULES.encode()))
    bench.measured_after(0)
    bench.add_files(file("long.txt", LONG.encode()))
    row = bench.get("document").nth(1)
    expect(row).to_contain_text("Reading", timeout=READY)
    row.locator(".document-remove").click()
    expect(bench.get("document")).to_have_count(1, timeout=READY)
    bench.ready()
    query = bench.ask("How long is parental leave?")
    expect(query.get_by_test_id("result").first).to_contain_text("Parental leave")


def test_hostile_names_and_texts_are_only_text(page, site_url):
    problems: list[str] = []
    page.on("dialog", lambda dialog: (problems.append(dialog.message), dialog.dismiss()))
    bench = Bench(page, site_url)
    name = "<img src=x onerror=alert(1)>\u202efdp.md"
    text = f"# {name}\n\n<script>alert(2)</script> <b onclick=alert(3)>bold</b> \u202eright to left\n\n{'x' * 200_000}"
    bench.add_files(file(name, text.encode()))
    bench.measured_after(0)
    query = bench.ask('<img src=x onerror="alert(4)"> \u202e\u0000 {count} **bold**')
    query.get_by_test_id("mark-button").first.click()
    bench.ready()
    expect(bench.get("document")).to_contain_text("<img src=x onerror=alert(1)>")
    expect(query.locator(".query-text")).to_contain_text('<img src=x onerror="alert(4)">')
    expect(page.locator("#reader")).to_contain_text("<script>alert(2)</script>")
    assert page.locator("img, main script, b[onclick]").count() == 0
    width = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert width <= 0
    assert problems == []


MANY = 200


def test_many_documents_scroll_in_their_list_which_can_be_searched_and_emptied_by_keyboard(browser, site_url):
    for width, height in ((1440, 900), (390, 844)):
        context = browser.new_context(viewport={"width": width, "height": height})
        page = context.new_page()
        bench = Bench(page, site_url).ready()
        find = bench.get("documents-filter")
        bench.add_files(file("rules.md", RULES.encode()))
        bench.measured_after(0)
        expect(find).to_be_hidden()
        bench.add_files(*(file(f"minutes-{i:03}.md", f"The board met {i} times.".encode()) for i in range(1, MANY)))
        documents = bench.get("document")
        expect(page.locator("#documents-count")).to_have_text(str(MANY))
        expect(documents.last).to_contain_text("tokens", timeout=READY)
        bench.ready()
        assert page.evaluate("() => document.documentElement.scrollHeight") < 3 * height
        find.fill("MINUTES-19")
        expect(documents.locator("visible=true").get_by_text("minutes-19")).to_have_count(10)
        expect(page.locator("#documents-shown")).to_have_text("10 of 200")
        first = documents.filter(has_text="minutes-190.md").locator(".document-remove")
        first.focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Remove minutes-191.md")).to_be_focused()
        expect(page.locator("#documents-shown")).to_have_text("9 of 199")
        context.close()


# Keeps from the page that a document is read, until `release` is called.
HOLD = """() => {
  const held = [];
  let reading = null;
  const { postMessage, addEventListener } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message.method === "add_document") reading = message.id;
    postMessage.call(this, message, ...rest);
  };
  Worker.prototype.addEventListener = function (type, hear, ...rest) {
    const later = (event) => {
      if (event.data?.kind !== "done" || event.data.id !== reading) return hear(event);
      held.push(() => hear(event));
      document.body.dataset.held = "yes";
    };
    addEventListener.call(this, type, type === "message" ? later : hear, ...rest);
  };
  globalThis.release = () => held.forEach((pass) => pass());
}"""
STOP_TOO_LATE = """() => {
  document.querySelector("[data-testid=document] .document-remove").click();
  release();
}"""


def test_stop_pressed_when_the_core_has_finished_is_answered(page, site_url):
    page.add_init_script(f"({HOLD})()")
    bench = Bench(page, site_url).ready()
    bench.add_files(file("long.txt", LONG.encode()))
    row = bench.get("document")
    expect(row).to_have_attribute("data-state", "reading", timeout=READY)
    expect(page.locator("body")).to_have_attribute("data-held", "yes", timeout=READY)
    page.evaluate(STOP_TOO_LATE)
    expect(page.locator("#toasts")).to_contain_text("long.txt was read before it could be stopped.", timeout=READY)
    expect(row).to_have_attribute("data-state", "ready")


# A file whose bytes come when the test says so.
SLOW_FILE = """() => {
  const read = File.prototype.arrayBuffer;
  File.prototype.arrayBuffer = async function () {
    await new Promise((resolve) => { globalThis.release = resolve; });
    return read.call(this);
  };
}"""


def test_a_press_that_begins_while_a_document_is_read_and_ends_after_it_removes_it(page, site_url):
    bench = Bench(page, site_url).ready()
    page.evaluate(SLOW_FILE)
    bench.add_files(file("rules.md", RULES.encode()))
    row = bench.get("document")
    stop = row.get_by_role("button", name="Stop reading rules.md")
    stop.hover()
    page.mouse.down()
    page.evaluate("release()")
    expect(row).to_have_attribute("data-state", "ready", timeout=READY)
    page.mouse.up()
    expect(bench.get("document")).to_have_count(0)
    removed = page.locator(".toast", has_text="rules.md is removed.")
    removed.get_by_role("button", name="Undo").click()
    expect(bench.get("document")).to_have_count(1)


def test_a_first_visitor_is_told_what_it_is_for_and_nothing_else(page, site_url):
    bench = Bench(page, site_url).ready()
    teach = page.locator("#teach")
    expect(teach.locator("p, li")).to_contain_text(
        [
            "finds the chunk size that your retrieval needs",
            "Add documents, type the questions that fail, and mark the passage",
            "Move the size",
            "Open the sample handbook",
            "nothing of them leaves the machine or is written to disk",
        ]
    )
    expect(page.locator(".toast[data-kind=error]")).to_have_count(0)
    expect(page.get_by_role("button", name="About the chance level")).to_be_hidden()
    page.locator("#teach-sample").click()
    bench.measured_after(0)
    expect(teach).to_be_hidden()
    expect(page.get_by_role("button", name="About the chance level")).to_be_visible()


def test_files_chosen_before_the_page_can_hear_of_it_are_read(page, site_url):
    held = []

    def hold(route):
        held.append(route)

    page.route("**/locales/en.json", hold)
    with page.expect_request("**/locales/en.json"):
        page.goto(site_url, wait_until="commit")
    expect(page.get_by_test_id("sample-button")).to_be_disabled()
    page.get_by_test_id("file-input").set_input_files(file("early.md", RULES.encode()))
    held.pop().continue_()
    expect(page.get_by_test_id("document")).to_contain_text("tokens", timeout=READY)
    expect(page.get_by_test_id("sample-button")).to_be_enabled()


# Stops the clock that tells how long ago a measurement was asked for, and notes how many files each one comes after.
COUNT_MEASUREMENTS = """() => {
  const now = performance.now();
  performance.now = () => now;
  globalThis.measurements = [];
  let read = 0;
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message.method === "add_document") read += 1;
    if (message.method === "measure") measurements.push(read);
    postMessage.call(this, message, ...rest);
  };
}"""


def test_files_that_come_together_are_not_measured_after_each_but_the_last_is(page, site_url):
    bench = Bench(page, site_url).ready()
    page.evaluate(COUNT_MEASUREMENTS)
    files = [file(f"minutes-{i:02}.md", f"The board met {i} times.".encode()) for i in range(11)]
    bench.add_files(*files, file("empty.md", b""))
    expect(bench.get("document").last).to_contain_text("is empty", timeout=READY)
    bench.ready()
    expect(bench.summary).to_contain_text("11 chunks")
    assert page.evaluate("measurements") == [1, 12]
