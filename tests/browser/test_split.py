"""What the page says of a split, and how its chunks leave, without a query."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from bench import READY, Bench
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

TEXT = "# Rules\n\n" + "".join(
    f"## Rule {n}\n\nRule {n} says that everybody keeps 🙂 the {n}th shelf tidy, and nobody else does.\n\n"
    for n in range(40)
)
RECORDS = "name,room\n" + "".join(f"Person {n},{n}\n" for n in range(60))


@pytest.fixture
def bench(page: Page, site_url: str) -> Bench:
    bench = Bench(page, site_url)
    bench.get("file-input").set_input_files({"name": "rules.md", "mimeType": "text/markdown", "buffer": TEXT.encode()})
    expect(bench.get("document")).to_contain_text("tokens", timeout=120_000)
    return bench


def saved(bench: Bench, button: str = "split-jsonl") -> tuple[str, str]:
    """Press a button that saves chunks; gives the file's name and its text."""
    with bench.page.expect_download() as waited:
        bench.get(button).click()
    return waited.value.suggested_filename, Path(waited.value.path()).read_text(encoding="utf-8")


def saved_records(bench: Bench) -> list[dict[str, Any]]:
    return [json.loads(line) for line in saved(bench)[1].splitlines()]


def test_chunks_leave_in_three_actions_drop_set_download(bench: Bench):
    bench.get("size-input").fill("60")
    for button, name in (("split-jsonl", "rules-chunks.jsonl"), ("document-save", "rules-chunks.jsonl")):
        called, text = saved(bench, button)
        assert called == name
        records = [json.loads(line) for line in text.splitlines()]
        assert len(records) > 20
        for record in records:
            assert record["text"] == TEXT[record["start"] : record["end"]]
            assert record["tokens"] <= 60
    called, text = saved(bench, "split-json")
    assert called == "rules-chunks.json"
    assert json.loads(text) == records


LONG_NAME = "a_name_without_any_place_to_break_it_" * 4 + ".md"


def test_it_is_said_whose_chunks_are_saved_where_the_figures_count_all_documents(bench: Bench, page: Page):
    bench.set_size(60, 0)
    one = len(saved_records(bench))
    bench.add_files({"name": LONG_NAME, "mimeType": "text/markdown", "buffer": TEXT.encode()})
    expect(page.locator("#split-count")).to_have_text(f"{2 * one} chunks", timeout=READY)
    for name in ("rules.md", LONG_NAME):
        bench.get("document").filter(has_text=name).locator(".document-open").click()
        expect(page.locator("#split-save")).to_have_text(f"Save the chunks of {name}")
        expect(bench.get("split-jsonl")).to_have_accessible_description(f"Save the chunks of {name}")
        records = saved_records(bench)
        assert (len(records), {record["document"] for record in records}) == (one, {name})
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#tabs button").first.click()
    expect(page.locator("#split-save")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    bench.get("split-json").scroll_into_view_if_needed()
    expect(bench.get("split-json")).to_be_in_viewport(ratio=1)


def test_the_figures_are_those_of_the_chunks(bench: Bench, page: Page):
    bench.get("size-input").fill("60")
    bench.get("overlap-input").fill("24")
    expect(page.locator("#split-advice")).to_contain_text("The overlap is 40 % of the size")
    tokens = sorted(record["tokens"] for record in saved_records(bench))
    expect(page.locator("#split-count")).to_have_text(f"{len(tokens)} chunks")
    median = tokens[(len(tokens) - 1) // 2]
    expect(page.locator("#split-figures")).to_contain_text(f"{tokens[0]} · {median} · {tokens[-1]} tokens")
    expect(page.locator("#split-figures")).to_contain_text(f"{sum(tokens):,} tokens")
    bars = page.locator("#split-bars .length-bar").evaluate_all("(all) => all.map((bar) => bar.title)")
    assert sum(int(re.search(r": (\d+) chunk", bar).group(1)) for bar in bars) == len(tokens)
    told = [int(count) for count in re.findall(r"(\d+)(?:,|$)", page.locator("#split-cuts").inner_text())]
    assert sum(told) == len(tokens)


def test_one_chunk_shows_what_the_model_gets_token_by_token(bench: Bench, page: Page):
    bench.get("strategy-select").select_option("heading")
    bench.get("size-input").fill("40")
    expect(page.locator("#split-cuts")).to_contain_text("heading")
    records = saved_records(bench)
    bench.get("split-look").click()
    dialog, text = bench.get("chunk-dialog"), bench.get("chunk-text")
    for place, record in enumerate(records[:4], 1):
        expect(dialog).to_contain_text(f"Chunk {place} of {len(records)}, rules.md")
        assert text.evaluate("(element) => element.textContent") == record["text"]
        expect(dialog.locator("[data-fact=tokens] dd")).to_have_text(str(record["tokens"]))
        assert text.locator(".token").count() >= 0.9 * record["tokens"]  # tokens of one character share a shade
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_options_go_by_the_librarys_names_and_stand_in_the_comparison(bench: Bench, page: Page):
    bench.get("size-input").fill("60")
    bench.get("options").locator("summary").click()
    field = page.locator("#options-fields [name=separators]")
    field.fill('"## ", "')
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill('"## ", ""')
    expect(field).to_have_attribute("aria-invalid", "false")
    expect(bench.get("comparison-table")).to_contain_text('separators=["## ",""]')
    page.locator("#options-fields [name=keep_separator]").select_option("false")
    expect(bench.get("comparison-table")).to_contain_text("keep_separator=false")
    assert not any(record["text"].startswith("##") for record in saved_records(bench))
    page.keyboard.press("Escape")
    bench.get("strategy-select").select_option("fixed")
    expect(bench.get("options")).to_be_hidden()


def test_records_are_told_apart_from_prose_and_kept_whole(page: Page, site_url: str):
    bench = Bench(page, site_url)
    bench.get("file-input").set_input_files({"name": "rooms.csv", "mimeType": "text/csv", "buffer": RECORDS.encode()})
    expect(bench.get("document")).to_contain_text("tokens", timeout=120_000)
    expect(bench.get("split-advice")).to_contain_text("rooms.csv holds records (CSV)")
    bench.get("strategy-select").select_option("records")
    bench.get("size-input").fill("40")
    bench.get("overlap-input").fill("0")
    expect(bench.get("split-advice")).to_be_hidden()
    expect(bench.get("split-cuts")).to_contain_text("end of a record")


WATCH_ERRORS = """() => {
  window.told = [];
  new MutationObserver((records) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
    window.told.push(...added.filter((one) => one.dataset?.kind === "error").map((one) => one.textContent));
  }).observe(document.getElementById("toast-list"), { childList: true });
}"""
# Switches to regular expressions as soon as something was measured, before its split is asked for.
PATTERNS_ONCE_MEASURED = """() => {
  new MutationObserver((_, observer) => {
    observer.disconnect();
    document.querySelector("#options-fields [name=is_separator_regex]").click();
  }).observe(document.getElementById("status"), { attributeFilter: ["data-measurement"] });
}"""


def test_a_refusal_that_stands_in_the_summary_is_not_told_again_in_a_message(bench: Bench, page: Page):
    bench.measured_after(0)
    page.evaluate(WATCH_ERRORS)
    bench.get("options").locator("summary").click()
    page.evaluate(PATTERNS_ONCE_MEASURED)
    page.locator("#options-fields [name=separators]").fill('"("')
    expect(bench.summary).to_have_text("This setting cannot be measured")
    before = bench.measurement()
    page.locator("#options-fields [name=is_separator_regex]").uncheck()
    bench.measured_after(before)
    expect(page.locator("#split-figures")).to_contain_text("tokens")
    assert page.evaluate("() => window.told") == []


def test_a_setting_that_is_refused_leaves_no_figures_of_another_beside_it(bench: Bench, page: Page):
    bench.set_size(60, 0)
    expect(bench.summary).to_contain_text("chunks")
    bench.get("strategy-select").select_option("langchain-token")
    expect(page.locator("#summary-note")).to_contain_text("Choose cl100k_base or o200k_base")
    expect(bench.summary).to_have_text("This setting cannot be measured")
    expect(bench.get("split")).to_be_hidden()
    bench.get("strategy-select").select_option("recursive")
    expect(bench.summary).to_contain_text("chunks")
    bench.get("options").locator("summary").click()
    page.locator("#options-fields [name=is_separator_regex]").check()
    page.locator("#options-fields [name=separators]").fill('"("')
    expect(bench.summary).to_have_text("This setting cannot be measured")
    page.locator("#options-fields [name=separators]").fill("")
    expect(bench.summary).to_contain_text("chunks")
    bench.get("strategy-select").select_option("langchain-token")
    expect(bench.summary).to_have_text("This setting cannot be measured")
    page.locator(".document-remove").click()
    expect(bench.summary).to_have_text("Nothing measured yet")
