"""Every library-exact strategy beside the real library, chunk for chunk."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from chunkforge.document import Document
from chunkforge.errors import SettingsError
from chunkforge.settings import SplitSettings
from chunkforge.splitters import STRATEGIES, Source, split_source
from chunkforge.tokenizers import Tokenizer
from parity.splitters.conftest import corpora, random_documents
from parity.splitters.libraries import MAKERS, Counter, library

pytestmark = pytest.mark.parity

Load = Callable[[str], tuple[Tokenizer, Counter]]

USUAL = ((512, 50), (96, 10), (1000, 200))
DEGENERATE = ((20, 19), (7, 6), (5, 4), (1, 0), (13, 0), (2, 1))
UNITS = ((200, 0), (50, 10), (3, 1))
START = 1500  # characters of a corpus for degenerate settings, of which each makes a chunk of nearly every one
COUNTING = ("recursive", "langchain-markdown", "llamaindex-sentence", "llamaindex-token")  # take any count of tokens
LENGTHS = {name: strategy for name, strategy in STRATEGIES.items() if "length" in strategy.options}


def test_every_library_exact_strategy_is_compared_with_the_version_it_names():
    assert set(MAKERS) == {name for name, strategy in STRATEGIES.items() if strategy.library}
    for strategy in STRATEGIES.values():
        if strategy.library:
            package, version = strategy.library.split()
            assert importlib.metadata.version(package) == version


def compare(
    tokenizer: Tokenizer, counter: Counter, texts: Iterable[str], settings: Iterable[SplitSettings]
) -> tuple[int, int]:
    """Compare, and give the settings and chunks that were the same."""
    asked = list(settings)
    chunks = 0
    for text in texts:
        source = Source(Document("d", text), tokenizer)
        for setting in asked:
            try:
                expected = library(setting, counter)(text)
            except ValueError as refusal:
                assert str(refusal) == "Single token exceeded chunk size"  # noqa: PT017 (the library's one refusal)
                with pytest.raises(SettingsError):
                    split_source(source, setting)
                continue
            found = split_source(source, setting)
            assert list(map(found.text, range(len(found)))) == expected, f"{setting} of {text[:60]!r}"
            spans = enumerate(zip(found.starts.tolist(), found.ends.tolist(), strict=True))
            assert all(i in found.replaced or text[start:end] == expected[i] for i, (start, end) in spans)
            assert found.tokens.tolist() == list(map(counter.count, expected))
            chunks += len(expected)
    return len(asked), chunks


def record(
    record_property: Callable[[str, object], None],
    strategy: str,
    tokenizer: str,
    documents: str,
    counts: tuple[int, int],
) -> None:
    values = (strategy, tokenizer, documents, *counts, STRATEGIES[strategy].library)
    for name, value in zip(
        ("strategy", "tokenizer", "documents", "settings", "chunks", "library"), values, strict=True
    ):
        record_property(name, value)


def settings_of(strategy: str, pairs: Iterable[tuple[int, int]], **options: object) -> list[SplitSettings]:
    return [SplitSettings(strategy, size, overlap, **options) for size, overlap in pairs]


def compare_real_text(strategy: str, tokenizer: Tokenizer, counter: Counter, texts: Iterable[str]) -> tuple[int, int]:
    """Compare whole texts at the usual settings, and the start of each at degenerate ones."""
    texts = list(texts)
    by_units = STRATEGIES[strategy].unit != "tokens"
    usual = compare(tokenizer, counter, texts, settings_of(strategy, UNITS if by_units else USUAL))
    short = compare(tokenizer, counter, [text[:START] for text in texts], settings_of(strategy, DEGENERATE))
    return usual[0] + short[0], usual[1] + short[1]


@pytest.mark.parametrize("strategy", MAKERS)
def test_parity_on_corpora(strategy: str, shared: Path, tokenizers: Load, record_property):
    tokenizer, counter = tokenizers("cl100k_base")
    counts = compare_real_text(strategy, tokenizer, counter, corpora(shared).values())
    record(record_property, strategy, counter.name, "corpora", counts)


@pytest.mark.parametrize("strategy", MAKERS)
def test_parity_on_random_documents(strategy: str, tokenizers: Load, record_property):
    tokenizer, counter = tokenizers("cl100k_base")
    sizes = ((60, 12), *DEGENERATE)
    counts = compare(tokenizer, counter, random_documents(), settings_of(strategy, sizes))
    record(record_property, strategy, counter.name, "200 random", counts)


@pytest.mark.parametrize("strategy", LENGTHS)
def test_parity_in_characters(strategy: str, tokenizers: Load, shared: Path, record_property):
    tokenizer, counter = tokenizers("cl100k_base")
    first = compare(
        tokenizer,
        counter,
        corpora(shared).values(),
        settings_of(strategy, ((1000, 200), (400, 0)), length="characters"),
    )
    second = compare(
        tokenizer,
        counter,
        random_documents(80),
        settings_of(strategy, ((100, 20), *DEGENERATE), length="characters"),
    )
    record(record_property, strategy, "characters", "corpora, 80", (first[0] + second[0], first[1] + second[1]))


@pytest.mark.parametrize("strategy", COUNTING)
@pytest.mark.parametrize("name", ["bert-base-uncased", "xlmr"])
def test_parity_with_tokenizers_of_hugging_face(strategy: str, name: str, tokenizers: Load, shared, record_property):
    tokenizer, counter = tokenizers(name)
    texts = [text[:20_000] for text in corpora(shared).values()]
    first = compare(tokenizer, counter, texts, settings_of(strategy, ((256, 25), (96, 10))))
    second = compare(tokenizer, counter, random_documents(40), settings_of(strategy, ((30, 6), *DEGENERATE)))
    record(record_property, strategy, name, "corpora, 40", (first[0] + second[0], first[1] + second[1]))


@pytest.mark.parametrize(
    ("strategy", "name"),
    [
        *((strategy, "cl100k_base") for strategy in MAKERS),
        *((strategy, "bert-base-uncased") for strategy in COUNTING),
        *((strategy, "characters") for strategy in LENGTHS),
    ],
)
def test_parity_on_the_sample(strategy: str, name: str, sample: str, tokenizers: Load, record_property):
    tokenizer, counter = tokenizers("cl100k_base" if name == "characters" else name)
    length = "characters" if name == "characters" else "tokens"
    usual = UNITS if STRATEGIES[strategy].unit != "tokens" else USUAL
    first = compare(tokenizer, counter, [sample], settings_of(strategy, usual, length=length))
    second = compare(tokenizer, counter, [sample[:START]], settings_of(strategy, DEGENERATE, length=length))
    record(record_property, strategy, name, "sample", (first[0] + second[0], first[1] + second[1]))
