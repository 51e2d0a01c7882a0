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
