"""The options of the libraries, and the older LangChain, beside the real ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from langchain_text_splitters import Language, RecursiveCharacterTextSplitter

from chunkforge.document import Document
from chunkforge.settings import SplitSettings
from chunkforge.splitters import Source, split_source
from chunkforge.splitters.languages import SEPARATORS
from parity.splitters.conftest import random_documents
from parity.splitters.libraries import library
from parity.splitters.test_parity_of_splitters import Load, compare, record
from tools.fetch import Fetcher
from tools.pins import Archive, File

pytestmark = pytest.mark.parity

OLDER = Archive(
    "langchain-text-splitters",
    "0.3.11",
    "tests",
    File(
        "langchain_text_splitters-0.3.11-py3-none-any.whl",
        33845,
        "cf079131166a487f1372c8ab5d0bfaa6c0a4291733d9c43a34a16ac9bcd6a393",
    ),
)
# Runs under the older release, which stands first on the path: languages first, then chunks of every text and setting.
OLDER_SCRIPT = """
import json, sys
from langchain_text_splitters import Language, RecursiveCharacterTextSplitter as Splitter
texts, settings = json.load(sys.stdin)
languages = {}
for language in Language:
    try:
        languages[language.value] = Splitter.get_separators_for_language(language)
    except ValueError:
        pass
chunks = [
    [Splitter(chunk_size=size, chunk_overlap=overlap, keep_separator=keep).split_text(text) for text in texts]
    for size, overlap, keep in settings
]
json.dump([languages, chunks], sys.stdout)
"""
# What 0.3.11 has beside, or lacks; elsewhere the two releases have the same separators but for repeated ones.
OLDER_DIFFERS = {"kotlin": {"\ncase "}, "csharp": {"\nimplements "}, "elixir": {"\nwhile "}, "r": set(SEPARATORS["r"])}

PAIRS = ((40, 10), (8, 7), (3, 0))
OPTIONS = {
    "recursive": [
        *({"keep_separator": keep} for keep in (True, False, "start", "end")),
        {"strip_whitespace": False},
        {"separators": ("\n\n", "\n", ". ", " ", ""), "keep_separator": "end"},
        {"separators": (" ", "\n")},
        {"separators": ("。", ""), "keep_separator": False, "strip_whitespace": False},
        {"separators": (r"\n+", r"(?<=[.!?]) ", r"\s+", ""), "is_separator_regex": True},
        {"separators": (r"(?=[A-Z])", r"x*", r"\d"), "is_separator_regex": True, "keep_separator": False},
    ],
    "langchain-markdown": [
        {"strip_headers": False},
        {"headers_to_split_on": ("#",), "strip_headers": True},
        {"headers_to_split_on": ("##", "#", "####"), "strip_headers": False},
    ],
    "llamaindex-sentence": [
        {"paragraph_separator": "\n\n"},
        {"separator": "o", "secondary_chunking_regex": ""},
        {"secondary_chunking_regex": "[^-]+-?|-"},
    ],
    "llamaindex-token": [
        {"separator": "\n", "backup_separators": (". ", " ")},
        {"keep_whitespaces": True, "backup_separators": ()},
    ],
    "haystack-word": [{"split_threshold": 5}],
    "haystack-passage": [{"split_threshold": 2}],
}


@pytest.mark.parametrize("strategy", OPTIONS)
def test_parity_of_options(strategy: str, tokenizers: Load, record_property):
    tokenizer, counter = tokenizers("cl100k_base")
    lengths = ("tokens", "characters") if strategy == "recursive" else ("tokens",)
    settings = [
        SplitSettings(strategy, size, overlap, length, **options)
        for options in OPTIONS[strategy]
        for size, overlap in PAIRS
        for length in lengths
    ]
    record(
        record_property, strategy, "options", "60 random", compare(tokenizer, counter, random_documents(60), settings)
    )


@pytest.mark.parametrize("language", SEPARATORS)
def test_parity_of_languages(language: str, tokenizers: Load):
    listed = RecursiveCharacterTextSplitter.get_separators_for_language(Language(language))
    assert SEPARATORS[language] == tuple(listed)
    tokenizer, counter = tokenizers("cl100k_base")
    words = [separator.strip("\n").rstrip(" ") for separator in listed if separator.isascii()]
    made = "".join(f"\n{word} some words to cut, {i}" for i, word in enumerate(words)) * 2
    settings = [
        SplitSettings("recursive", size, overlap, length, language=language, keep_separator=keep)
        for size, overlap in ((40, 10), (9, 3))
        for length in ("tokens", "characters")
        for keep in (None, False)
    ]
    compare(tokenizer, counter, [made, *random_documents(10)], settings)


def test_every_language_of_the_library_is_known():
    supported = set()
    for language in Language:
        try:
            RecursiveCharacterTextSplitter.get_separators_for_language(language)
        except ValueError:
            continue
        supported.add(language.value)
    assert supported == set(SEPARATORS)


def test_the_older_release_gives_the_same_chunks_and_differs_only_where_we_say(
    fetcher: Fetcher, tokenizers: Load, record_property
):
    fetcher.archives([OLDER])
    wheel = fetcher.store.path(OLDER.file)
    texts = random_documents(100)
    settings = [[size, overlap, keep] for size, overlap in ((100, 20), *PAIRS) for keep in (True, False, "end")]
    answer = subprocess.run(
        [sys.executable, "-c", OLDER_SCRIPT],
        env={**os.environ, "PYTHONPATH": str(wheel)},
        input=json.dumps([texts, settings]),
        capture_output=True,
        text=True,
        check=True,
    )
    languages, chunks = json.loads(answer.stdout)
    for language, separators in SEPARATORS.items():
        older = dict.fromkeys(languages.get(language, ()))
        assert set(older) ^ set(separators) == OLDER_DIFFERS.get(language, set())
        assert [some for some in older if some in separators] == list(dict.fromkeys(separators)) or language == "r"
    tokenizer, _ = tokenizers("cl100k_base")
    sources = [Source(Document("d", text), tokenizer) for text in texts]
    total = 0
    for (size, overlap, keep), expected in zip(settings, chunks, strict=True):
        setting = SplitSettings("recursive", size, overlap, "characters", keep_separator=keep)
        found = [split_source(source, setting) for source in sources]
        assert [[some.text(i) for i in range(len(some))] for some in found] == expected
        total += sum(map(len, expected))
    record(record_property, "recursive", "older release", "100 random", (len(settings), total))


def test_a_special_token_in_the_text_is_ordinary_text_to_both_sides(tokenizers: Load):
    tokenizer, counter = tokenizers("cl100k_base")
    text = "see <|endoftext|> here"
    for strategy in ("recursive", "langchain-token", "llamaindex-token"):
        setting = SplitSettings(strategy, 4, 0)
        found = split_source(Source(Document("d", text), tokenizer), setting)
        assert [found.text(i) for i in range(len(found))] == library(setting, counter)(text)
