"""The document beside its ranking: found in, and marked, without a pointer."""

from __future__ import annotations

import re

import pytest
from bench import Bench
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

SENTENCES = ["Parental leave lasts 26 weeks.", "It is paid in full!", "Who asks for it?", "The people team does."]
TEXT = (
    "# Leave\n\n"
    + " ".join(SENTENCES)
    + "\n\n"
    + "".join(
        f"Paragraph {n} is about something else, as most of them are, 🙂 and says so at length.\n\n" for n in range(400)
    )
    + "The lost umbrella is kept\nat the desk."
)


@pytest.fixture
def bench(page: Page, site_url: str) -> Bench:
    bench = Bench(page, site_url)
    file = {"name": "rules.md", "mimeType": "text/markdown", "buffer": TEXT.encode()}
    bench.get("file-input").set_input_files(file)
    expect(bench.get("document")).to_contain_text("tokens", timeout=120_000)
    bench.ask("how long is parental leave?")
    return bench


def selected(page: Page) -> str:
    return page.evaluate("() => getSelection().toString()")


def test_a_sentence_is_marked_from_the_keyboard_and_unmarked_again(bench: Bench, page: Page):
    reader = page.locator("#reader")
    page.locator("#reader").evaluate("(element) => { element.scrollTop = 0; }")
    reader.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert selected(page) == SENTENCES[0]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    assert selected(page) == " ".join(SENTENCES[1:3])
    page.keyboard.press("ArrowLeft")
    assert selected(page) == SENTENCES[0]
    page.keyboard.press("Enter")
    expect(page.locator("#reader mark")).to_have_text(SENTENCES[0])
    expect(bench.get("query")).to_contain_text("found")
    reader.focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    assert selected(page) in SENTENCES
    while selected(page) != SENTENCES[0]:
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator("#reader mark")).to_have_count(0)


def test_text_that_is_far_from_the_screen_is_found(bench: Bench, page: Page):
    find, count = bench.get("find-input"), page.locator("#find-count")
    page.keyboard.press("Control+f")
    expect(find).to_be_focused()
    find.fill("LOST umbrella is kept at")
    expect(count).to_have_text("1 of 1")
    expect(page.locator("#reader")).to_contain_text("The lost umbrella")
    expect(page.locator("#reader .block", has_text="The lost umbrella")).to_be_in_viewport()
    find.fill("paragraph 39")
    expect(count).to_have_text(re.compile(r"\d+ of 11"))
    while count.inner_text() != "1 of 11":
        find.press("Shift+Enter")
    find.press("Shift+Enter")
    expect(count).to_have_text("11 of 11")
    expect(page.locator("#reader .block", has_text="Paragraph 399 ")).to_be_in_viewport()
    find.fill("(.*")
    expect(count).to_have_text("not found")
    find.press("Escape")
    expect(count).to_have_text("")


FIRST = "#reader .section[data-section='0']"


def is_drawn_alike_anew(page: Page) -> bool:
    """Draw the document from nothing, without the pointer of a jump, and tell whether it looks as it did."""
    page.evaluate("(first) => { globalThis.before = document.querySelector(first).cloneNode(true); }", FIRST)
    picker = page.locator("#reader-select")
    picker.select_option(index=1)
    expect(page.locator(FIRST)).to_contain_text("Another file")
    picker.select_option(index=0)
    expect(page.locator(FIRST)).to_contain_text("Parental leave")
    return page.evaluate("(first) => document.querySelector(first).isEqualNode(before)", FIRST)


def test_text_that_a_move_leaves_in_its_pieces_keeps_its_elements_and_looks_as_if_drawn_anew(bench: Bench, page: Page):
    bench.add_files({"name": "other.md", "mimeType": "text/markdown", "buffer": b"Another file."})
    expect(bench.get("document").nth(1)).to_contain_text("tokens")
    bench.ask("where is the umbrella?")
    bench.choose(bench.get("query").first)
    page.locator("#reader-select").select_option(index=0)
    bench.mark_quote(SENTENCES[1])
    for chosen in ("first", "last"):
        bench.choose(getattr(bench.get("query"), chosen))
        page.locator("#reader-select").select_option(index=0)
        is_drawn_alike_anew(page)
        for size, overlap in ((400, 0), (401, 0), (40, 0), (41, 10), (23, 11), (200, 0)):
            bench.set_size(size, overlap)
            assert is_drawn_alike_anew(page), (chosen, size, overlap)
    page.locator(f"{FIRST} .block").last.evaluate("(block) => { block.isOld = true; }")
    bench.set_size(400, 0)
    assert page.locator(f"{FIRST} .block").last.evaluate("(block) => block.isOld")
