"""A session is saved to a file and opened again on another day, the same to the byte."""

from __future__ import annotations

import pytest
from bench import READY, Bench
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

RULES = "# Leave 🚀\n\nParental leave lasts 26 weeks.\n\n# Travel\n\nTravel is booked at the desk.\n"


def saved(bench: Bench) -> bytes:
    with bench.page.expect_download() as download:
        bench.get("save-button").click()
    return download.value.path().read_bytes()


def test_a_saved_workspace_opens_with_everything_in_its_place(page, context, site_url):
    bench = Bench(page, site_url)
    bench.add_files({"name": "<b>rules</b>.md", "mimeType": "text/markdown", "buffer": RULES.encode()})
    bench.measured_after(0)
    bench.ask("How long is parental leave?")
    bench.mark_quote("26 weeks")
    bench.set_size(16, 2)
    first = saved(bench)

    other = Bench(context.new_page(), site_url).ready()
    other.add_files({"name": "work.chunkforge.json", "mimeType": "application/json", "buffer": first})
    expect(other.get("document")).to_contain_text("<b>rules</b>.md", timeout=READY)
    other.measured_after(0)
    expect(other.get("query")).to_have_count(1)
    expect(other.get("size-input")).to_have_value("16")
    expect(other.get("overlap-input")).to_have_value("2")
    expect(other.summary).to_contain_text("1 of 1 answer")
    expect(other.page.locator("#reader mark").first).to_have_text("26 weeks")
    assert saved(other) == first


def test_leaving_with_unsaved_marks_asks_and_without_does_not(page, site_url):
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    bench = Bench(page, site_url)
    bench.paste("Parental leave lasts 26 weeks.")
    bench.ask("How long?")
    page.reload()
    assert asked == []
    bench.paste("Parental leave lasts 26 weeks.")
    bench.ask("How long?")
    bench.mark_quote("26 weeks")
    saved(bench)
    page.reload()
    assert asked == []
    bench.paste("Parental leave lasts 26 weeks.")
    bench.ask("How long?")
    bench.mark_quote("26 weeks")
    page.reload()
    assert asked == ["beforeunload"]
