"""The page as a person uses it: the few moves that browser tests are made of."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

READY = 120_000  # milliseconds that a start or a long read may take on a slow machine

# Selects a quote in the drawn part of the document; tells whether it was there.
SELECT = """(quote) => {
  for (const block of document.querySelectorAll("#reader .block")) {
    const pieces = [...block.querySelectorAll(".piece")];
    const at = pieces.map((piece) => piece.textContent).join("").indexOf(quote);
    if (at < 0) continue;
    const point = (offset, last) => {
      let before = 0;
      for (const piece of pieces) {
        const length = piece.textContent.length;
        if (offset < before + length || (last && offset === before + length)) {
          const walker = document.createTreeWalker(piece, NodeFilter.SHOW_TEXT);
          return [walker.nextNode(), offset - before];
        }
        before += length;
      }
    };
    const range = document.createRange();
    range.setStart(...point(at, false));
    range.setEnd(...point(at + quote.length, true));
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    return true;
  }
  return false;
}"""
SCROLL = """() => {
  const reader = document.getElementById("reader");
  const before = reader.scrollTop;
  reader.scrollTop += reader.clientHeight;
  return reader.scrollTop > before;
}"""


class Bench:
    """One tab with the page in it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        page.goto(address)

    def get(self, name: str) -> Locator:
        return self.page.get_by_test_id(name)

    @property
    def status(self) -> Locator:
        return self.get("status")

    @property
    def summary(self) -> Locator:
        return self.get("summary")

    def ready(self) -> Bench:
        """Wait until nothing is under way."""
        expect(self.status).to_have_attribute("data-state", "ready", timeout=READY)
        return self

    def measurement(self) -> int:
        return int(self.status.get_attribute("data-measurement") or 0)

    def measured_after(self, number: int) -> None:
        """Wait until a newer result than `number` is on screen."""
        expect(self.status).not_to_have_attribute("data-measurement", str(number), timeout=READY)
        if number == 0:
            expect(self.status).to_have_attribute("data-measurement", re.compile(r"\d+"), timeout=READY)
        self.ready()

    def add_files(self, *files: Path | dict[str, object]) -> None:
        self.get("file-input").set_input_files(list(files))  # type: ignore[arg-type]

    def paste(self, text: str) -> None:
        self.get("paste-input").fill(text)
        self.get("paste-add").click()

    def ask(self, question: str) -> Locator:
        """Add a query; gives its element."""
        before = self.measurement()
        self.get("query-input").fill(question)
        self.get("query-add").click()
        self.measured_after(before)
        return self.get("query").last

    def choose(self, query: Locator) -> None:
        query.locator(".query-choose").click()

    def set_size(self, size: int, overlap: int) -> None:
        before = self.measurement()
        self.get("overlap-input").fill("0")
        self.get("size-input").fill(str(size))
        self.get("overlap-input").fill(str(overlap))
        self.get("overlap-input").blur()
        self.measured_after(before)

    def set_budget(self, budget: int) -> None:
        before = self.measurement()
        self.get("budget-input").fill(str(budget))
        self.measured_after(before)

    def mark_quote(self, quote: str) -> None:
        """Select a quote in the document and mark it for the chosen query."""
        before = self.measurement()
        self.page.evaluate("() => { document.getElementById('reader').scrollTop = 0; }")
        while not self.page.evaluate(SELECT, quote):
            assert self.page.evaluate(SCROLL), f"not in the document: {quote}"
            self.page.wait_for_timeout(30)  # a frame for the sections that came near the screen
        self.page.locator("#mark-selection").click()
        self.measured_after(before)
