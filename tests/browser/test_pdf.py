"""PDFs in the page: character maps come when a file names them, and no sooner."""

from __future__ import annotations

import re

import pytest
from bench import READY, Bench
from playwright.sync_api import expect

import make_pdfs

pytestmark = pytest.mark.browser


def pdf(name: str, data: bytes) -> dict[str, object]:
    return {"name": name, "mimeType": "application/pdf", "buffer": data}


def test_a_japanese_pdf_is_read_with_the_character_map_that_it_names(page, site_url):
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url) if "/cmaps/" in request.url else None)
    bench = Bench(page, site_url)
    bench.add_files(pdf("plain.pdf", make_pdfs.font_by_graphics_state()))
    bench.measured_after(0)
    assert fetched == []
    before = bench.measurement()
    bench.add_files(pdf("japanese.pdf", make_pdfs.euc_japanese()))
    bench.measured_after(before)
    expect(bench.get("document")).to_have_count(2)
    query = bench.ask("あいうえお")
    expect(query.get_by_test_id("result").first).to_contain_text("あいうえお", timeout=READY)
    assert [url.rsplit("/", 1)[1] for url in fetched][:1] == ["EUC-H.json.gz"]


# Presses Stop as soon as the first text is there; keeps what was on screen then.
STOP_AT_FIRST_TEXT = """() => {
  const text = document.querySelector("[data-testid=partial]");
  globalThis.seen = [];
  new MutationObserver((_, observer) => {
    if (!text.textContent.trim()) return;
    observer.disconnect();
    const row = document.querySelector("[data-testid=document]");
    const title = document.querySelector("#reader-select").selectedOptions[0].textContent;
    seen.push({ state: row.dataset.state, text: text.textContent, visible: text.checkVisibility(), title });
    row.querySelector(".document-remove").click();
  }).observe(text, { childList: true });
}"""


def test_first_pages_are_shown_while_the_rest_is_read_and_stopping_keeps_them(page, site_url):
    bench = Bench(page, site_url).ready()
    page.evaluate(STOP_AT_FIRST_TEXT)
    bench.add_files(pdf("many.pdf", make_pdfs.many_pages()))
    bench.measured_after(0)
    (seen,) = page.evaluate("seen")
    assert (seen["state"], seen["visible"], seen["title"]) == ("reading", True, "many.pdf")
    assert "So ends page 1." in seen["text"].replace("\n", " ")
    assert "So ends page 300." not in seen["text"].replace("\n", " ")
    row = bench.get("document")
    expect(row).to_have_attribute("data-state", "ready")
    expect(row.locator(".notice")).to_contain_text(re.compile(r"The last \d+ of 300 pages were not read"))
    expect(bench.get("partial")).to_be_hidden()
    expect(page.locator("#reader .block").first).to_be_visible()


# Keeps the longest text that was shown while a document was read.
KEEP_LONGEST_TEXT = """() => {
  const text = document.querySelector("[data-testid=partial]");
  globalThis.longest = "";
  new MutationObserver(() => {
    if (text.textContent.length > longest.length) globalThis.longest = text.textContent;
  }).observe(text, { childList: true });
}"""


def test_pages_are_shown_once_when_a_late_page_asks_for_a_character_map(page, site_url):
    bench = Bench(page, site_url).ready()
    page.evaluate(KEEP_LONGEST_TEXT)
    bench.add_files(pdf("mixed.pdf", make_pdfs.many_pages_before_japanese()))
    bench.measured_after(0)
    shown = re.findall(r"So ends page (\d+)\.", page.evaluate("longest").replace("\n", " "))
    assert shown == [str(number) for number in range(1, 301)]
    expect(bench.get("document")).to_contain_text("301 pages")


def test_a_rule_that_is_switched_off_brings_back_what_it_removed(page, site_url):
    bench = Bench(page, site_url)
    bench.add_files(pdf("book.pdf", make_pdfs.book()))
    bench.measured_after(0)
    changes = bench.get("changes")
    changes.locator("summary").click()
    furniture = changes.locator("[data-rule=furniture]")
    head = (furniture.locator("li").first.inner_text()).rpartition(" (page")[0]
    text = page.locator("#reader")
    expect(text).not_to_contain_text(head)
    before = bench.measurement()
    furniture.get_by_role("checkbox").uncheck()
    bench.measured_after(before)
    expect(text).to_contain_text(head)
    expect(furniture.locator("li")).to_have_count(0)
    before = bench.measurement()
    furniture.get_by_role("checkbox").check()
    bench.measured_after(before)
    expect(text).not_to_contain_text(head)


# Presses Stop as soon as a page was read again; keeps what the list said then.
STOP_AT_FIRST_PAGE = """() => {
  const row = document.querySelector("[data-testid=document]");
  globalThis.told = [];
  new MutationObserver((_, observer) => {
    const facts = row.querySelector(".document-facts").textContent;
    if (!/page [1-9]/.test(facts)) return;
    observer.disconnect();
    told.push(facts);
    row.querySelector(".document-remove").click();
  }).observe(row, { childList: true, subtree: true, characterData: true });
}"""


def test_reading_again_tells_its_pages_and_can_be_stopped(page, site_url):
    bench = Bench(page, site_url)
    bench.add_files(pdf("many.pdf", make_pdfs.many_pages_with_heads()))
    bench.measured_after(0)
    row = bench.get("document")
    facts = row.locator(".document-facts").inner_text()
    row.get_by_test_id("changes").locator("summary").click()
    rule = row.get_by_test_id("changes-rule").first.get_by_role("checkbox")
    page.evaluate(STOP_AT_FIRST_PAGE)
    before = bench.measurement()
    rule.focus()
    page.keyboard.press("Space")
    bench.measured_after(before)
    (told,) = page.evaluate("told")
    assert re.fullmatch(r"Reading page \d+ of 300", told)
    expect(row.locator(".document-facts")).to_have_text(facts)
    expect(rule).to_be_checked()
    expect(rule).to_be_focused()
    expect(row.get_by_role("button", name="Remove many.pdf")).to_be_visible()
