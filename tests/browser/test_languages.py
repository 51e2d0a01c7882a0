"""The page in each of its languages: nothing left in English, nothing wider than a phone; chosen, kept, changed."""

from __future__ import annotations

import io
import json
import re
import zipfile

import pytest
from bench import READY, Bench
from playwright.sync_api import Browser, Page, expect

from tools.pins import ROOT

pytestmark = pytest.mark.browser

FOLDER = ROOT / "web" / "locales"
CODES = sorted(path.stem for path in FOLDER.glob("*.json"))
# Every text and label of the page, shown or not. What the user wrote or brought is not the page's own, and a message
# stays as it was said.
TEXTS = """() => {
  const own = document.body.cloneNode(true);
  const notOwn = "#reader, #toasts, [aria-live], .snippet, .query-text, option[lang]";
  for (const part of own.querySelectorAll(notOwn)) part.remove();
  const texts = [];
  const walker = document.createTreeWalker(own, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode.data.trim());
  for (const element of own.querySelectorAll("*")) {
    for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"]) {
      if (element.hasAttribute(name)) texts.push(element.getAttribute(name));
    }
  }
  return texts.filter(Boolean);
}"""


def locale(code: str) -> dict[str, object]:
    return json.loads((FOLDER / f"{code}.json").read_text(encoding="utf-8"))


def english_left(page: Page, code: str) -> list[str]:
    """Texts of the page that are an English sentence which the language says otherwise, or the bare key of one."""
    english, other = locale("en"), locale(code)
    said = {value for value in other.values() if isinstance(value, str)}
    wrong = set(english) | {value for value in english.values() if isinstance(value, str) and len(value) > 3} - said
    return sorted(wrong & set(page.evaluate(TEXTS)))


@pytest.mark.parametrize("code", [code for code in CODES if code != "en"])
def test_a_phone_shows_the_sample_in_the_language_of_its_browser(browser: Browser, site_url: str, code: str):
    context = browser.new_context(locale=code, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.set_default_timeout(60_000)
    bench = Bench(page, site_url)
    bench.get("sample-button").tap()
    expect(bench.get("query")).to_have_count(3, timeout=READY)
    bench.ready()
    expect(page.locator("html")).to_have_attribute("lang", code)
    for place in range(4):
        page.locator("#tabs button").nth(place).tap()
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 390, place
    assert english_left(page, code) == []
    context.close()


def test_a_language_that_is_chosen_stays_and_another_can_be_chosen(page: Page, site_url: str):
    bench = Bench(page, site_url)
    bench.get("sample-button").click()
    expect(bench.get("query")).to_have_count(3, timeout=READY)
    bench.ready()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    select = page.locator("#language-select")
    select.select_option("pl")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    expect(bench.summary).to_contain_text(re.compile(r"\d\xa0\d{3}|\d{4}"))
    expect(page.locator("#status-text")).to_have_text(str(locale("pl")["status.ready"]))
    expect(page.locator("#reader-place")).to_contain_text("strona")
    assert english_left(page, "pl") == []
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    bench.ready()
    select.focus()
    page.keyboard.press("Escape")
    select.select_option("en")
    expect(bench.get("sample-button")).to_have_text("Sample")
    assert page.evaluate("() => localStorage.getItem('chunkforge.language')") == "en"


def test_the_zip_speaks_the_language_of_the_page(page: Page, site_url: str):
    bench = Bench(page, site_url)
    bench.get("sample-button").click()
    expect(bench.get("query")).to_have_count(3, timeout=READY)
    bench.ready()
    page.locator("#language-select").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    with page.expect_download() as download:
        bench.get("export-button").click()
    with zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes())) as archive:
        report, readme = (archive.read(name).decode() for name in ("report.html", "README.txt"))
        columns = archive.read("comparison.csv").decode().partition(",")[0]
    german, english = locale("de"), locale("en")
    assert '<html lang="de">' in report
    for key in ("report.title", "compare.column.setting", "report.comparison", "scorers.title", "report.queries"):
        assert f">{german[key]}</h" in report, key
        assert f">{english[key]}</h" not in report, key
    assert f"<h1>{german['report.title']}</h1>" in report
    assert re.search(r"\d von \d Antwort(en)? gefunden, Zufallsniveau \d+\u00a0%", report)
    assert readme.startswith(f"{german['readme.title']}\n")
    assert str(english["readme.array"]) not in readme
    assert f"chunks.json      {german['readme.array']}" in readme
    assert columns == "strategy"
