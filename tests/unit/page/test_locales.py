"""Each language has every sentence, with its own plural forms, and none left in English by oversight."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TypeAlias

import pytest

from chunkforge.splitters import STRATEGIES
from core_sentences import core_sentences
from tools.pins import ROOT

FOLDER = ROOT / "web" / "locales"
# The plural categories of whole numbers (Unicode CLDR). French and Spanish have a third, for millions with a noun after
# "de": no sentence of the page speaks of these, and the form for many serves.
FORMS = {
    "de": {"one", "other"},
    "en": {"one", "other"},
    "es": {"one", "other"},
    "fr": {"one", "other"},
    "id": {"other"},
    "pl": {"one", "few", "many", "other"},
}
OTHERS = sorted(set(FORMS) - {"en"})
PLACEHOLDER = re.compile(r"\{(\w+)\}")

Value: TypeAlias = str | dict[str, str]


def locale(code: str) -> dict[str, Value]:
    return json.loads((FOLDER / f"{code}.json").read_text(encoding="utf-8"))


ENGLISH = locale("en")


def forms(value: Value) -> list[str]:
    return [value] if isinstance(value, str) else list(value.values())


def names(value: Value) -> set[str]:
    return {name for form in forms(value) for name in PLACEHOLDER.findall(form)}


def allowed() -> dict[str, set[str]]:
    """Of each sentence, the values that a translation may speak of."""
    ours = {key: names(value) | ({"count"} if "count" in names(value) else set()) for key, value in ENGLISH.items()}
    core = {
        f"notice.{code}": set.intersection(*(set(sentence.values) for sentence in sentences))
        for code, sentences in core_sentences().items()
    }
    return core | ours


def needed(key: str) -> set[str]:
    """What a translation has to name as the English sentence does; a number may be left to the plural form."""
    value = ENGLISH.get(key)
    if value is None:
        return set()
    return set.intersection(*(set(PLACEHOLDER.findall(form)) for form in forms(value))) - {"count"}


def test_every_language_that_can_be_chosen_has_its_file():
    assert {path.stem for path in FOLDER.glob("*.json")} == set(FORMS)
    choices = (ROOT / "web" / "languages.js").read_text(encoding="utf-8")
    for code in FORMS:
        assert re.search(rf"\b{code}: \"", choices), code


@pytest.mark.parametrize("code", OTHERS)
def test_no_sentence_is_missing_or_left_over(code):
    assert sorted(locale(code)) == sorted(allowed())


def test_every_strategy_has_a_name_to_translate():
    """But for those that are called by the class of their library."""
    for strategy in STRATEGIES.values():
        if not re.fullmatch(r"([A-Z][a-z]+){2,} \(\w+\)", strategy.label):
            assert ENGLISH[f"strategy.{strategy.id}"] == strategy.label


@pytest.mark.parametrize("code", OTHERS)
def test_translations_speak_of_the_same_values(code):
    may = allowed()
    wrong = {
        key: (sorted(names(value)), sorted(may[key]))
        for key, value in locale(code).items()
        if not needed(key) <= names(value) <= may[key]
    }
    assert not wrong


@pytest.mark.parametrize("code", sorted(FORMS))
def test_plural_forms_are_those_of_the_language(code):
    for key, value in locale(code).items():
        if isinstance(value, dict):
            assert set(value) == FORMS[code], key


@pytest.mark.parametrize("code", OTHERS)
def test_what_counts_in_english_counts_in_every_language(code):
    """Indonesian has one form for all numbers, and needs no table of forms."""
    found = locale(code)
    missing = [key for key, value in ENGLISH.items() if isinstance(value, dict) and isinstance(found[key], str)]
    assert code == "id" or not missing


@pytest.mark.parametrize("code", OTHERS)
def test_nothing_is_left_in_english(code):
    """Words that both languages share are listed beside the test, one key a line."""
    shared = set(Path(__file__).with_name(f"same_in_{code}.txt").read_text(encoding="utf-8").split())
    same = {
        key for key, value in locale(code).items() if value == ENGLISH.get(key) and re.search("[a-z]{3}", str(value))
    }
    assert same == shared


@pytest.mark.parametrize("code", sorted(FORMS))
def test_how_much_has_arrived_is_never_broken_over_two_lines(code):
    texts = locale(code)
    for key in ("status.runtime", "status.model"):
        assert re.search(r"\{loaded\}\xa0\w+\xa0\{total\}\xa0M[Bo]$", texts[key]), key


@pytest.mark.parametrize("code", sorted(FORMS))
def test_the_privacy_page_names_what_it_speaks_of(code):
    """The words that the bar shows, the file that each visit asks for, what is kept, and the limits of the policy."""
    texts = locale(code)
    assert texts["offline.ready"] in texts["privacy.documents.check"]
    assert texts["offline.missing"] in texts["privacy.site.when"]
    assert "sw.js" in texts["privacy.site.when"]
    assert re.search(r"43 M[Bo]", texts["privacy.kept.when"])
    for word in ("window.open", "location.href", "WebRTC", "SHA256SUMS"):
        assert word in texts["privacy.limits"], word
