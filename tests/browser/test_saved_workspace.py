"""A session is saved to a file and opened again on another day, the same to the byte."""

from __future__ import annotations

import json

import pytest
from bench import READY, Bench
from playwright.sync_api import expect
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

from tools.fixtures import fixture_path

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


def test_rows_kept_on_top_are_on_top_again_and_one_button_measures_them(page, context, site_url):
    bench = filled(Bench(page, site_url))
    bench.set_size(40, 0)
    rows = page.locator("#comparison-rows tr")
    pinned = rows.filter(has_text="40/0")
    pinned.locator("[data-control=pin]").click()
    expect(rows.first).to_contain_text("40/0")
    bench.set_size(24, 0)
    first = saved(bench)

    other = opened(Bench(context.new_page(), site_url).ready(), first)
    again = other.page.locator("#comparison-rows tr")
    expect(again.first).to_contain_text("40/0")
    expect(again.first).to_contain_text("not measured yet since it was opened")
    expect(again.first.locator("[data-control=pin]")).to_have_attribute("aria-pressed", "true")
    assert saved(other) == first
    other.get("again-button").click()
    expect(again.filter(has_text="not measured yet")).to_have_count(0, timeout=READY)
    expect(again.first).to_contain_text("40/0")


# A slider that never comes to rest by itself: the timer of 600 ms after which it counts as such does not end.
RESTLESS = """(() => {
  const plain = window.setTimeout;
  window.setTimeout = (what, after, ...rest) => plain(what, after === 600 ? 1e9 : after, ...rest);
})()"""


def test_a_setting_still_in_motion_is_saved_as_tried(page, site_url):
    page.add_init_script(RESTLESS)
    bench = filled(Bench(page, site_url))
    before = bench.measurement()
    drag = "(slider) => { slider.value = 24; slider.dispatchEvent(new Event('input', { bubbles: true })); }"
    page.locator("#size-slider").evaluate(drag)
    bench.measured_after(before)
    kept = json.loads(saved(bench))
    assert kept["settings"]["size"] == 24
    assert [row["size"] for row in kept["tried"]].count(24) == 1
    expect(page.locator("#comparison-rows tr").filter(has_text="24/2")).to_have_count(1)


def test_a_row_that_was_removed_is_not_saved_again(page, site_url):
    bench = filled(Bench(page, site_url))
    row = page.locator("#comparison-rows tr").filter(has_text="16/2")
    expect(row).to_have_count(1)
    row.locator("[data-control=forget]").click()
    expect(row).to_have_count(0)
    kept = json.loads(saved(bench))
    assert [(one["size"], one["overlap"]) for one in kept["tried"]].count((16, 2)) == 0
    bench.ready()
    expect(row).to_have_count(0)


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


def opened(bench: Bench, data: bytes) -> Bench:
    """Open a workspace and wait until it is measured."""
    bench.add_files({"name": "work.chunkforge.json", "mimeType": "application/json", "buffer": data})
    expect(bench.get("document")).to_contain_text("rules.md", timeout=READY)
    bench.measured_after(0)
    return bench


def filled(bench: Bench) -> Bench:
    bench.add_files({"name": "rules.md", "mimeType": "text/markdown", "buffer": RULES.encode()})
    bench.measured_after(0)
    bench.ask("How long is parental leave?")
    bench.mark_quote("26 weeks")
    bench.set_size(16, 2)
    return bench


def choose_tokenizer(bench: Bench, name: str) -> None:
    before = bench.measurement()
    bench.get("tokenizer-select").select_option(name)
    bench.measured_after(before)


def choose_file(bench: Bench, name: str, data: bytes) -> None:
    bench.get("tokenizer-select").select_option("other")
    before = bench.measurement()
    bench.get("tokenizer-file").set_input_files({"name": name, "mimeType": "application/json", "buffer": data})
    expect(bench.get("tokenizer-dialog")).to_be_hidden(timeout=READY)
    bench.measured_after(before)


def facts(bench: Bench) -> str:
    return bench.get("document").locator(".document-facts").inner_text()


def small_tokenizer(*words: str) -> bytes:
    vocabulary = {word: i for i, word in enumerate(["[UNK]", *words])}
    reference = Tokenizer(WordPiece(vocabulary, unk_token="[UNK]"))
    reference.normalizer = BertNormalizer(lowercase=False)
    reference.pre_tokenizer = BertPreTokenizer()
    return reference.to_str().encode()


@pytest.fixture(scope="session")
def gpt2(fetcher) -> bytes:
    return fixture_path("gpt2", fetcher).read_bytes()


@pytest.mark.parametrize("name", ["o200k_base", "characters / 4"])
def test_the_boundary_tokenizer_is_in_force_again_before_anything_is_measured(page, context, site_url, name):
    bench = filled(Bench(page, site_url))
    choose_tokenizer(bench, name)
    first, counted, found = saved(bench), facts(bench), bench.summary.inner_text()

    other = opened(Bench(context.new_page(), site_url).ready(), first)
    assert other.measurement() == 1
    expect(other.get("tokenizer-select")).to_have_value(name)
    assert (facts(other), other.summary.inner_text()) == (counted, found)
    others = other.page.locator("#comparison-rows tr").filter(has_text="counted by BERT uncased, not measured")
    expect(others.first).to_be_visible()
    assert saved(other) == first


def test_a_tokenizer_that_this_browser_keeps_is_in_force_again_and_asked_for_once(
    page, context, browser, site_url, gpt2
):
    asked: list[str] = []

    def answer(route):
        asked.append(route.request.url)
        route.fulfill(body=gpt2, headers={"Access-Control-Allow-Origin": "*"})

    context.route("https://huggingface.co/**", answer)
    bench = filled(Bench(page, site_url))
    bench.get("tokenizer-select").select_option("other")
    bench.get("tokenizer-search").fill("some-owner/some-model")
    bench.get("tokenizer-search").press("Enter")
    before = bench.measurement()
    bench.get("tokenizer-use").click()
    expect(bench.get("tokenizer-dialog")).to_be_hidden(timeout=READY)
    bench.measured_after(before)
    first, counted = saved(bench), facts(bench)

    other = opened(Bench(context.new_page(), site_url).ready(), first)
    expect(other.get("tokenizer-select")).to_have_value("some-owner/some-model")
    assert facts(other) == counted
    assert saved(other) == first
    assert len(asked) == 1

    elsewhere = browser.new_context()
    elsewhere.route("https://huggingface.co/**", answer)
    away = opened(Bench(elsewhere.new_page(), site_url).ready(), first)
    expect(away.page.locator("#toasts")).to_contain_text("some-owner/some-model, which this browser does not keep")
    expect(away.get("tokenizer-note")).to_contain_text("all numbers are those of BERT uncased")
    assert len(asked) == 1
    elsewhere.close()


def test_a_tokenizer_from_disk_is_named_and_stays_missed_until_its_file_is_opened_again(page, context, site_url):
    mine = small_tokenizer("Parental", "leave")
    bench = filled(Bench(page, site_url))
    choose_file(bench, "mine.json", mine)
    first, counted = saved(bench), facts(bench)

    other = opened(Bench(context.new_page(), site_url).ready(), first)
    toasts = other.page.locator("#toasts")
    expect(toasts).to_contain_text("was measured with the tokenizer mine.json, a file from disk")
    note = other.get("tokenizer-note")
    expect(note).to_contain_text("saved with mine.json, which is not here")
    expect(note).to_contain_text("all numbers are those of BERT uncased")
    expect(other.get("tokenizer-select")).to_have_value("bert-base-uncased")
    mine_only = other.page.locator("#comparison-rows tr").filter(has_text="counted by mine.json, not measured")
    expect(mine_only).to_have_count(1)
    assert saved(other) == first
    choose_file(other, "mine.json", mine)
    expect(note).to_be_hidden()
    assert facts(other) == counted
    expect(toasts).not_to_contain_text("is another file")

    again = opened(Bench(context.new_page(), site_url).ready(), first)
    choose_file(again, "mine.json", small_tokenizer("weeks"))
    expect(again.page.locator("#toasts")).to_contain_text("mine.json is another file than the one of that name")


def test_a_file_that_is_still_in_the_tab_is_used_again(page, site_url):
    bench = filled(Bench(page, site_url))
    choose_file(bench, "mine.json", small_tokenizer("Parental", "leave"))
    first, counted = saved(bench), facts(bench)
    choose_tokenizer(bench, "cl100k_base")
    before = bench.measurement()
    bench.add_files({"name": "work.chunkforge.json", "mimeType": "application/json", "buffer": first})
    bench.measured_after(before)
    expect(bench.get("tokenizer-select").locator("option:checked")).to_have_text("mine.json")
    assert facts(bench) == counted


def test_a_document_chosen_together_with_a_workspace_is_added_to_it(page, context, site_url):
    first = saved(filled(Bench(page, site_url)))
    other = Bench(context.new_page(), site_url).ready()
    other.add_files(
        {"name": "extra.md", "mimeType": "text/markdown", "buffer": b"Travel is booked at the desk."},
        {"name": "work.chunkforge.json", "mimeType": "application/json", "buffer": first},
    )
    expect(other.get("document")).to_contain_text(["rules.md", "extra.md"], timeout=READY)
    expect(other.get("document").last).to_contain_text("tokens", timeout=READY)
