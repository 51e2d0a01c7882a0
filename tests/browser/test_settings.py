"""The settings strip: a field and the figures never disagree, and what is not used as typed is said."""

from __future__ import annotations

import pytest
from bench import Bench
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

TEXT = "\n\n".join(f"## Rule {i}\n\nItem {i * 37 % 101} is kept for {i} years." for i in range(1, 200))


@pytest.fixture
def bench(page, site_url) -> Bench:
    bench = Bench(page, site_url)
    bench.add_files({"name": "rules.md", "mimeType": "text/markdown", "buffer": TEXT.encode()})
    bench.measured_after(0)
    return bench


MISFITS = [
    ("size", "1e3", "512", "the size is 512 again"),
    ("size", "", "512", "the size is 512 again"),
    ("overlap", "600", "511", "The overlap has to be below the size; 511 is used."),
    ("overlap", "-1", "0", "The overlap cannot be below 0; 0 is used."),
    ("budget", "1e9", "4096", "the budget is 4,096 again"),
    ("budget", "0", "1", "The budget has to be 1 token or more; 1 is used."),
    ("budget", "99999999", "10000000", "10,000,000 tokens at most"),
    ("budget", "-3", "1", "The budget has to be 1 token or more; 1 is used."),
    ("size", "0", "1", "The size has to be 1 or more; 1 is used."),
]


def test_what_is_typed_and_does_not_fit_is_set_right_with_a_sentence(bench):
    for name, typed, used, said in MISFITS:
        field = bench.get(f"{name}-input")
        field.fill("")
        field.press_sequentially(typed)
        field.press("Enter")
        expect(field).to_have_value(used)
        expect(field).to_have_attribute("aria-invalid", "false")
        expect(bench.page.locator(f"#{name}-note")).to_contain_text(said)
        bench.ready()
        row = bench.get("comparison-table").locator("tr[data-present]")
        size, overlap, budget = (bench.get(f"{one}-input").input_value() for one in ("size", "overlap", "budget"))
        expect(row).to_contain_text(f" {size}/{overlap}")
        expect(row.locator("td").nth(2)).to_have_text(f"{int(budget):,}")


def test_every_digit_of_the_largest_numbers_is_seen_at_every_width(bench):
    for name, largest in (("size", "1000000"), ("overlap", "999999"), ("budget", "10000000")):
        field = bench.get(f"{name}-input")
        field.fill(largest)
        field.press("Enter")
        expect(field).to_have_value(largest)
    for width in (1920, 1440, 1280, 1080, 390):
        bench.page.set_viewport_size({"width": width, "height": 900})
        if width == 390:
            bench.page.locator("#fold-button").click()
        for name in ("size", "overlap", "budget"):
            field = bench.get(f"{name}-input")
            expect(field).to_be_visible()
            assert field.evaluate("field => field.scrollWidth <= field.clientWidth"), (width, name)
        right = [field.bounding_box() for field in bench.page.locator(".settings > .field").all()]
        assert all(box["x"] + box["width"] <= width for box in right), width
        assert bench.page.evaluate("() => document.documentElement.scrollWidth") <= width


COVERED = """() => {
  const others = "#settings button, #settings input, #settings select, #summary, #summary-note";
  const box = (one) => one.getBoundingClientRect();
  const notes = box(document.getElementById("field-notes"));
  const beside = ({ left, right }) => right <= notes.left || left >= notes.right;
  const above = ({ top, bottom }) => bottom <= notes.top || top >= notes.bottom;
  const shown = [...document.querySelectorAll(others)].filter((one) => one.checkVisibility()).map(box);
  return notes.height > 0 && shown.filter((one) => !beside(one) && !above(one)).length;
}"""


def test_what_is_set_right_in_several_fields_covers_neither_the_summary_nor_each_other(bench):
    for width in (1440, 1080, 390):
        bench.page.set_viewport_size({"width": width, "height": 900})
        if width == 390:
            bench.page.locator("#fold-button").click()
        for name, typed in (("size", "99999999"), ("overlap", "99999999"), ("budget", "99999999")):
            field = bench.get(f"{name}-input")
            field.fill(typed)
            field.press("Enter")
        notes = bench.page.locator(".field-note:not(:empty)")
        expect(notes).to_have_count(3)
        expect(notes.first).to_contain_text("The budget can be 10,000,000 tokens at most")
        assert bench.page.evaluate(COVERED) == 0, width


def test_an_overlap_that_the_size_leaves_no_room_for_is_said_while_that_holds(bench):
    aside = bench.page.locator("#overlap-halved")
    expect(aside).to_be_hidden()
    bench.get("size-input").fill("24")
    expect(aside).to_have_text("50 does not fit")
    expect(aside).to_have_attribute("title", "An overlap of 50 does not fit the size; 12 is used.")
    edges = [bench.page.locator(one).bounding_box() for one in (".field-overlap", ".field-budget")]
    assert edges[0]["x"] + edges[0]["width"] <= edges[1]["x"]
    assert bench.get("overlap-input").bounding_box()["x"] + 40 < edges[1]["x"]
    expect(bench.get("overlap-input")).to_have_value("12")
    bench.get("size-input").fill("240")
    expect(aside).to_be_hidden()
    expect(bench.get("overlap-input")).to_have_value("50")


def test_a_detour_through_another_unit_keeps_the_numbers_of_each(bench):
    strategy = bench.get("strategy-select")
    sizes = bench.get("size-input"), bench.get("overlap-input")
    bench.set_size(400, 40)
    for chosen, own, mine in (
        ("haystack-word", ("200", "0"), (150, 15)),
        ("recursive", ("400", "40"), (300, 30)),
        ("haystack-word", ("150", "15"), None),
        ("heading", ("300", "30"), None),
    ):
        strategy.select_option(chosen)
        for field, value in zip(sizes, own, strict=True):
            expect(field).to_have_value(value)
        if mine:
            bench.set_size(*mine)


NEVER_AT_REST = """() => {
  const wait = window.setTimeout;
  window.setTimeout = (run, after, ...rest) => (after === 600 ? 0 : wait(run, after, ...rest));
}"""


def test_a_dragged_slider_leaves_one_row_where_it_was_let_go(bench):
    rows = bench.get("comparison-table").locator("tbody tr")
    expect(rows).to_have_count(1)
    bench.page.evaluate(NEVER_AT_REST)  # however slow the machine, the hand goes on before a setting counts as chosen
    box = bench.get("size-slider").bounding_box()
    mouse, middle = bench.page.mouse, box["y"] + box["height"] / 2
    mouse.move(box["x"] + box["width"] * 0.25, middle)
    mouse.down()
    for step in range(12):
        before = bench.measurement()
        mouse.move(box["x"] + box["width"] * (0.3 + step * 0.04), middle)
        bench.measured_after(before)
    expect(rows).to_have_count(1)
    mouse.up()
    last = bench.get("size-input").input_value()
    expect(rows.filter(has_text=f" {last}/50")).to_have_count(1)
    expect(rows).to_have_count(2)


def test_a_setting_reached_by_keys_counts_once_it_rests(bench):
    rows = bench.get("comparison-table").locator("tbody tr")
    bench.get("size-slider").press("ArrowRight")
    bench.get("size-slider").press("ArrowRight")
    expect(rows.filter(has_text=" 528/50")).to_have_count(1)


def test_a_strategy_without_overlap_offers_none_and_its_rows_say_so(bench):
    page = bench.page
    field = page.locator(".field-overlap")
    before, place = bench.measurement(), field.bounding_box()
    bench.get("strategy-select").select_option("chonkie-recursive")
    bench.measured_after(before)
    expect(bench.get("overlap-input")).to_be_disabled()
    expect(bench.get("overlap-slider")).to_be_disabled()
    expect(page.locator("#overlap-halved")).to_have_text("this strategy has none")
    assert field.bounding_box() == place
    row = bench.get("comparison-table").locator("tr[data-present]")
    expect(row).to_contain_text("RecursiveChunker (Chonkie) 512 without overlap")
    before = bench.measurement()
    bench.get("strategy-select").select_option("fixed")
    bench.measured_after(before)
    expect(bench.get("overlap-input")).to_be_enabled()
    expect(row).to_contain_text("Fixed size 512/50")
