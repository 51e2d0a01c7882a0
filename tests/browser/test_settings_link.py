"""The address holds the settings, restores them, and never a word of what is measured."""

from __future__ import annotations

import re

import pytest
from bench import Bench
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

HASH = "() => decodeURIComponent(location.hash)"


def test_the_address_follows_the_settings_and_restores_them_in_another_tab(page, context, site_url):
    bench = Bench(page, site_url)
    bench.paste("Parental leave lasts 26 weeks.")
    bench.measured_after(0)
    bench.ask("How long is the secret leave?")
    page.get_by_test_id("strategy-select").select_option("heading")
    bench.set_budget(900)
    bench.set_size(96, 8)
    page.get_by_test_id("scorer-select").select_option("bm25")
    expect(page).to_have_url(re.compile(r"#strategy=heading&size=96&overlap=8&budget=900&.*scorer=bm25&v=1$"))
    text = page.evaluate(HASH)
    assert not re.search("secret|leave|Parental|Pasted", text)

    other = context.new_page()
    again = Bench(other, page.url).ready()
    expect(again.get("size-input")).to_have_value("96")
    expect(again.get("strategy-select")).to_have_value("heading")
    expect(again.get("overlap-input")).to_have_value("8")
    expect(again.get("budget-input")).to_have_value("900")
    expect(again.get("scorer-select")).to_have_value("bm25")
    expect(other.locator("#toasts")).to_be_empty()


def test_what_a_strategy_takes_beside_is_restored_and_another_tokenizer_chosen(page, site_url):
    link = "#strategy=recursive&size=300&keep_separator=end&strip_whitespace=false&tokenizer=cl100k_base"
    bench = Bench(page, site_url + link).ready()
    expect(bench.get("tokenizer-select")).to_have_value("cl100k_base")
    expect(bench.get("size-input")).to_have_value("300")
    expect(page.locator("#options-count")).to_have_text("(2)")


def test_hostile_values_are_ignored_with_a_plain_message(page, site_url):
    link = (
        "#strategy=<img src=x onerror=alert(1)>&size=1e9&overlap=-5&budget=0&scorer=__proto__&length=words"
        '&tokenizer=../../../x&keep_separator=(a%2B)%2Bb&separators=["(a%2B)%2B"]&query=hello&v=1'
    )
    bench = Bench(page, site_url + link).ready()
    message = page.locator("#toasts")
    expect(message).to_contain_text("strategy, keep_separator, size, overlap, budget, length, scorer, tokenizer")
    expect(message).not_to_contain_text("onerror")
    expect(bench.get("size-input")).to_have_value("512")
    expect(bench.get("budget-input")).to_have_value("4096")
    expect(bench.get("strategy-select")).to_have_value("recursive")
    bench.paste("Parental leave lasts 26 weeks.")
    bench.measured_after(0)


USED = re.compile(r"#strategy=recursive&size=512&overlap=50&budget=4096&tokenizer=bert-base-uncased&scorer=static&v=1$")


@pytest.mark.parametrize(
    ("fragment", "sentence"),
    [
        ("size=999999999", "The address gives size a value that cannot be used"),
        ("size=300&v=99", "not of this version"),
        ("%E0%A4%A", "cannot be read as settings"),
        ("size=300&strategy=%E0%A4%A", "cannot be read as settings"),
        ("nothing", "cannot be read as settings"),
    ],
)
def test_the_address_says_what_the_page_uses_once_it_was_told_what_of_it_is_not(page, site_url, fragment, sentence):
    bench = Bench(page, f"{site_url}#{fragment}").ready()
    expect(page.locator("#toasts")).to_contain_text(sentence)
    expect(page).to_have_url(USED)
    expect(bench.get("size-input")).to_have_value("512")
    page.locator(".toast-close").click()
    page.evaluate("(fragment) => { location.hash = fragment; }", fragment)
    expect(page.locator("#toasts")).to_contain_text(sentence)
    expect(page).to_have_url(USED)
    expect(bench.get("size-input")).to_have_value("512")


def test_a_link_asks_no_host_for_a_tokenizer(page, site_url):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    Bench(page, site_url + "#tokenizer=owner/model&size=100").ready()
    expect(page.locator("#toasts")).to_contain_text("owner/model")
    expect(page.get_by_test_id("size-input")).to_have_value("100")
    assert not [url for url in asked if "huggingface" in url]
