"""Every strategy has its section in docs/strategies.md, and every section its strategy."""

import json
import re

import pytest

from chunkforge.export.configurations import leaves_with_configuration
from chunkforge.splitters import STRATEGIES
from tools.pins import ROOT

PAGE = (ROOT / "docs" / "strategies.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"(?ms)^## `([^`]+)`\n(.*?)(?=^## |\Z)", PAGE))


def test_there_is_one_section_a_strategy():
    assert sorted(SECTIONS) == sorted(STRATEGIES)


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_section_says_whose_chunks_they_are(name):
    library = STRATEGIES[name].library.replace("-", " ").split(" ")[0]
    assert ("Library-exact" if library else "Our own") in SECTIONS[name]
    assert STRATEGIES[name].library in SECTIONS[name]


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_section_names_every_option(name):
    inherited = SECTIONS["recursive"] if "those of\n`recursive`" in SECTIONS[name] else ""
    text = SECTIONS[name] + inherited
    assert [option for option in STRATEGIES[name].options if f"`{option}" not in text] == []


def test_the_readme_names_the_strategies_that_are_exported_with_chunks_only():
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    named = re.search(r"makes the same chunks\. ([^.]*) are exported with their chunks only", readme)
    assert named
    without = [name for name in STRATEGIES if not leaves_with_configuration(name)]
    assert sorted(re.findall(r"`([^`]+)`", named[1])) == sorted(without)
    assert all(STRATEGIES[name].library == "" for name in without)


@pytest.mark.parametrize("path", sorted((ROOT / "web" / "locales").glob("*.json")), ids=lambda path: path.stem)
def test_the_guide_names_them_too_in_every_language(path):
    told = json.loads(path.read_text(encoding="utf-8"))
    guide = told["guide.export"].casefold()
    without = [told[f"strategy.{name}"] for name in STRATEGIES if not leaves_with_configuration(name)]
    assert [name for name in without if name.casefold() not in guide] == []
