"""What is said of the options is what the splitters do."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from chunkforge.document import Document
from chunkforge.settings import SplitSettings
from chunkforge.splitters import OPTIONS, STRATEGIES, Source, Strategy, split_source
from unit.splitters.oracles import SmallTokenizer

TEXT = "# One\n\nSome words; more words. And\nmore?\n\n\n\n## Two\n\n  Indented text, here.\n\n" * 4
SOURCE = Source(Document("text.md", TEXT), SmallTokenizer())
TAKEN = [(strategy.id, name) for strategy in STRATEGIES.values() for name in strategy.options if name != "length"]


def test_every_option_of_a_strategy_is_described_and_is_a_setting():
    assert {name for _, name in TAKEN} == set(OPTIONS)
    assert set(OPTIONS) <= {field.name for field in fields(SplitSettings)}


@pytest.mark.parametrize(("strategy", "name"), TAKEN)
def test_the_usual_value_is_what_is_in_force_without_one(strategy: str, name: str):
    unit = STRATEGIES[strategy].unit
    settings = SplitSettings(strategy, 12 if unit == "tokens" else 4, 2)
    given = replace(settings, **{name: OPTIONS[name].usual})
    plain, said = split_source(SOURCE, settings), split_source(SOURCE, given)
    assert [plain.text(i) for i in range(len(plain))] == [said.text(i) for i in range(len(said))]


@pytest.mark.parametrize(
    ("strategy", "name", "other"),
    [(strategy, name, other) for strategy, name in TAKEN for other in OPTIONS[name].choices],
)
def test_every_choice_is_taken(strategy: str, name: str, other: object):
    settings = replace(SplitSettings(strategy, 12, 2), **{name: other})
    assert len(split_source(SOURCE, settings)) > 0


@pytest.mark.parametrize("strategy", STRATEGIES.values(), ids=STRATEGIES)
def test_an_overlap_is_offered_where_it_changes_the_chunks(strategy: Strategy):
    size, overlap = (60, 30) if strategy.unit == "tokens" else (4, 2)
    made = {part: [f"line {part} {i}, with words" for i in range(60)] for part in ("a", "b")}
    text = "\n\n".join("\n".join(lines[i : i + 4]) for lines in made.values() for i in range(0, 60, 4))
    source = Source(Document("text.csv" if strategy.id == "records" else "text.md", text), SmallTokenizer())
    apart, lapped = (split_source(source, SplitSettings(strategy.id, size, some)) for some in (0, overlap))
    changed = apart.starts.tolist() != lapped.starts.tolist()
    assert changed == SplitSettings(strategy.id, size).has_overlap


def test_settings_of_a_strategy_without_overlap_are_one_whatever_overlap_is_asked_for():
    asked = SplitSettings("chonkie-recursive", 300, 40)
    assert (asked, str(asked)) == (SplitSettings("chonkie-recursive", 300), "chonkie-recursive 300 without overlap")
