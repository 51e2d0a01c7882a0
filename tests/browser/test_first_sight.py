"""What of a measurement is on screen is drawn first; what is further up or down in its lists follows."""

from __future__ import annotations

import pytest
from bench import READY, Bench
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

WORDS = ["leave", "contract", "water", "damage", "invoice", "payment", "garden", "tower", "winter", "bridge"]
TEXT = "\n\n".join(
    f"Rule {n}: " + " ".join(WORDS[(n * k + k) % len(WORDS)] for k in range(1, 60)) + "." for n in range(120)
)
FILE = {"name": "rules.md", "mimeType": "text/markdown", "buffer": TEXT.encode()}
FIRST_SIGHT = 8  # results that the page draws first where none are there yet
SCROLL = """() => {
  for (const box of document.querySelectorAll("#reader, .query[data-chosen] .results")) box.scrollTop = 900;
}"""
# Takes down what is on screen, and which results and blocks are drawn before and after the painting is over.
WATCH = """() => {
  const parts = [...document.querySelectorAll(".query[data-chosen] .result, #reader .block")];
  const isOnScreen = (part) => {
    const [box, frame] = [part, part.closest("#reader, .results")].map((one) => one.getBoundingClientRect());
    return box.bottom > frame.top && box.top < Math.min(frame.bottom, innerHeight);
  };
  globalThis.onScreen = new Set(parts.filter(isOnScreen));
  globalThis.drawn = { first: new Set(), later: new Set() };
  performance.clearMeasures();
  const observer = new MutationObserver((changes) => {
    const when = performance.getEntriesByName("chunkforge:paint").length ? "later" : "first";
    for (const { target, removedNodes } of changes) {
      const within = (target.closest ? target : target.parentElement)?.closest(".result, .block");
      for (const part of [within, ...removedNodes]) {
        if (parts.includes(part) && (part === within || part.matches(".block"))) drawn[when].add(part);
      }
    }
  });
  for (const box of document.querySelectorAll("#reader, .query[data-chosen] .results")) {
    observer.observe(box, { subtree: true, childList: true, attributes: true, characterData: true });
  }
}"""
READ = """() => {
  const number = (parts, selector) => [...parts].filter((part) => part.matches(selector)).length;
  const told = {};
  for (const selector of [".result", ".block"]) {
    told[selector] = {
      shown: number(onScreen, selector),
      first: number(drawn.first, selector),
      strays: number([...drawn.first].filter((part) => !onScreen.has(part)), selector),
      late: number([...drawn.later].filter((part) => onScreen.has(part) && !drawn.first.has(part)), selector),
      later: number([...drawn.later].filter((part) => !onScreen.has(part)), selector),
    };
  }
  return told;
}"""


@pytest.fixture
def bench(page: Page, site_url: str) -> Bench:
    bench = Bench(page, site_url)
    bench.add_files(FILE)
    expect(bench.get("document")).to_contain_text("tokens", timeout=READY)
    prepare(bench)
    return bench


def prepare(bench: Bench, size: int = 100) -> None:
    bench.ask("water damage in winter")
    bench.get("strategy-select").select_option("fixed")
    bench.set_size(size, 0)


def results(page: Page) -> list[list[str]]:
    read = "(all) => all.map((one) => [one.dataset.chunk, one.querySelector('.result-text').textContent])"
    return page.locator(".query[data-chosen] .result").evaluate_all(read)


def test_a_move_draws_what_is_on_screen_first(bench: Bench, page: Page):
    page.evaluate(SCROLL)
    page.locator("#reader").evaluate("(reader) => new Promise((resolve) => requestAnimationFrame(resolve))")
    before = bench.measurement()
    bench.get("size-slider").focus()
    page.evaluate(WATCH)
    page.keyboard.press("ArrowRight")
    bench.measured_after(before)
    for told in page.evaluate(READ).values():
        assert told["first"] > 0, told
        assert told["first"] <= told["shown"], told
        assert told["strays"] == told["late"] == 0, told
        assert told["later"] > 0, told


def test_all_results_are_those_of_the_measurement_afterwards(bench: Bench, page: Page):
    page.evaluate(SCROLL)
    before = bench.measurement()
    bench.get("size-slider").focus()
    page.keyboard.press("ArrowRight")
    bench.measured_after(before)
    moved, size = results(page), int(bench.get("size-input").input_value())
    assert len(moved) > FIRST_SIGHT
    page.reload()
    bench.ready()
    bench.add_files(FILE)
    expect(bench.get("document")).to_contain_text("tokens", timeout=READY)
    prepare(bench, size)
    expect(page.locator(".query[data-chosen] .result").first).to_have_attribute("data-chunk", moved[0][0])
    assert results(page) == moved
