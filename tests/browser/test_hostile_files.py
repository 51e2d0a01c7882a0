"""Files made to break the page: they show as text or are refused in a sentence, and nothing that was there is lost."""

from __future__ import annotations

import json

import pytest
from bench import READY, Bench
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

IMAGE = "<img src=x onerror=alert(1)>"
NAME = f"{IMAGE}\u202efdp.md"
TEXT = f"# {IMAGE} \u202eheading\n\nParental leave lasts 26 weeks.\n"
QUERY = f'{IMAGE} \u202e\u0000\ud800 {{count}} <b onclick="alert(2)">'
ROW = {"strategy": "recursive", "size": 16, "overlap": 2, "scorer": "bm25", "budget": 4096}


def session(**changes: object) -> bytes:
    """A workspace whose every text is hostile, as JSON."""
    document = {
        "name": NAME,
        "text": TEXT,
        "blocks": [["heading", 0, TEXT.index("\n"), 1, None], ["paragraph", TEXT.index("Par"), len(TEXT) - 1, 0, None]],
        "pages": [],
        "warnings": [["<b>", f"A warning. {IMAGE}", {"__proto__": IMAGE, "toString": 1}]],
        "changes": [["hyphen", IMAGE, 0, 3]],
    }
    start = TEXT.index("26 weeks")
    content = {
        "format": "chunkforge workspace",
        "version": 1,
        "documents": [document],
        "queries": [{"text": QUERY, "marks": [[0, start, start + 8]]}, {"text": "__proto__", "marks": []}],
        "settings": ROW | {"length": "tokens", "options": {}, "__proto__": {"size": 7}},
        "tried": [ROW],
    }
    return json.dumps(content | changes).encode()


def open_file(bench: Bench, data: bytes) -> None:
    bench.add_files({"name": "x.chunkforge.json", "mimeType": "application/json", "buffer": data})


def watched(page) -> list[str]:
    """What ran that should not have: dialogs, and errors of scripts."""
    problems: list[str] = []
    page.on("dialog", lambda dialog: (problems.append(dialog.message), dialog.dismiss()))
    page.on("pageerror", lambda error: problems.append(str(error)))
    return problems


@pytest.mark.parametrize(
    "settings",
    [None, {}, {"strategy": "__proto__", "size": 1}, ROW | {"size": IMAGE}, ROW | {"options": {"toString": {}}}],
    ids=["its own", "none", "prototype", "text for a number", "hostile option"],
)
def test_a_hostile_workspace_opens_as_text_with_settings_that_hold(page, site_url, settings):
    problems = watched(page)
    bench = Bench(page, site_url).ready()
    open_file(bench, session() if settings is None else session(settings=settings))
    expect(bench.get("document")).to_contain_text(IMAGE, timeout=READY)
    bench.measured_after(0)
    expect(bench.get("query")).to_have_count(2)
    expect(bench.get("query").first.locator(".query-text")).to_contain_text(IMAGE)
    expect(page.locator("#reader")).to_contain_text("onerror=alert(1)>")
    expect(bench.summary).to_contain_text("1 of 1 answer")
    if settings is None:
        expect(bench.get("size-input")).to_have_value("16")
    assert page.locator("img, b[onclick]").count() == 0
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    assert problems == []


@pytest.mark.parametrize(
    "changes",
    [
        {"queries": [{"text": "q", "marks": [[0, -1, 5]]}]},
        {"queries": [{"text": 5, "marks": []}]},
        {"queries": [{"text": "q", "marks": [[0, 0, 1e300]]}]},
        {"documents": "__proto__"},
        {"tried": [{"strategy": "__proto__", "size": 1}]},
        {"tried": [ROW | {"size": "16"}]},
        {"version": "1"},
    ],
    ids=["negative offset", "number for a text", "huge offset", "text for a list", "prototype", "text", "version"],
)
def test_a_workspace_of_wrong_values_is_refused_and_what_was_there_stays(page, site_url, changes):
    problems = watched(page)
    bench = Bench(page, site_url)
    bench.add_files({"name": "rules.md", "mimeType": "text/markdown", "buffer": TEXT.encode()})
    bench.measured_after(0)
    open_file(bench, session(**changes))
    expect(page.locator("#live-assertive")).to_contain_text("x.chunkforge.json is damaged", timeout=READY)
    expect(bench.get("document")).to_contain_text("rules.md")
    bench.ask("How long is parental leave?")
    assert problems == []


def test_a_line_of_ten_megabytes_and_one_quotation_of_many_lines_are_read_and_measured(page, site_url):
    problems = watched(page)
    bench = Bench(page, site_url).ready()
    line = "word " * 2_000_000
    quotation = "> - Parental leave lasts 26 weeks.\n" * 20_000
    bench.add_files(
        {"name": "line.txt", "mimeType": "text/plain", "buffer": line.encode()},
        {"name": "quotation.md", "mimeType": "text/markdown", "buffer": quotation.encode()},
    )
    expect(bench.get("document")).to_have_count(2)
    bench.measured_after(0)
    page.get_by_text("line.txt").first.click()
    expect(page.locator("#reader")).to_contain_text("word word word")
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    assert problems == []
