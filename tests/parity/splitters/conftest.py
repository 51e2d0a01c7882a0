"""Tokenizers for both sides, the documents they are compared on, and the table of what was compared."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
import tiktoken
from tokenizers import Tokenizer as HuggingFace

from chunkforge.extract import extract
from chunkforge.tokenizers import Tokenizer, load_tiktoken, load_tokenizer
from parity.splitters.libraries import Counter
from tools.fetch import Fetcher
from tools.fixtures import fixture_path
from tools.pins import ROOT

# tiktoken looks a rank file up under the hash of its address.
CACHE_NAME = "9b5ad71b2ce5302211f9c61530b329a4922fc6a4"
FRAGMENTS = (
    *(
        "a",
        "word",
        "The",
        " ",
        " ",
        "  ",
        "\n",
        "\n\n",
        "\n\n\n",
        ". ",
        "! ",
        "? ",
        "...",
        ", ",
        "; ",
        "猫",
        "。",
        "🙂",
    ),
    *(
        "e\u0301",
        "\u00a0",
        "\t",
        "_" * 12,
        "x" * 30,
        "quick brown fox ",
        "Dr. J. Smith ",
        "3.5 ",
        "\n# Head\n",
        "-",
        "(a)",
    ),
    *(
        "\n## Sub head\n\n",
        "\n```\n# code\n```\n",
        "\u200b",
        '"Quoted." ',
        "|a|b|\n",
        "<div>",
        "def f():\n    return 1\n",
    ),
)


@pytest.fixture(scope="session")
def tokenizers(
    fetcher: Fetcher, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], tuple[Tokenizer, Counter]]:
    """A tokenizer by name, ours and the library's."""

    def load(name: str) -> tuple[Tokenizer, Counter]:
        data = fixture_path(name, fetcher).read_bytes()
        if name == "cl100k_base":
            folder = tmp_path_factory.mktemp("ranks")
            (folder / CACHE_NAME).write_bytes(data)
            os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
            encoding = tiktoken.get_encoding(name)
            del os.environ["TIKTOKEN_CACHE_DIR"]
            counter = Counter(name, lambda text: encoding.encode(text, disallowed_special=()), encoding)
            return load_tiktoken(name, data), counter
        reference = HuggingFace.from_str(data.decode())
        reference.no_truncation()
        reference.no_padding()
        counter = Counter(name, lambda text: reference.encode(text, add_special_tokens=False).ids)
        return load_tokenizer(data, name), counter

    return cache(load)


def corpora(shared: Path) -> dict[str, str]:
    """The corpora beside the checkout, by name."""
    return {path.stem: path.read_text("utf-8") for path in sorted((shared / "data" / "chroma").glob("*.md"))}


@pytest.fixture(scope="session")
def sample() -> str:
    """The text of the sample that comes with the page, as our own reader gives it."""
    return extract("handbook.pdf", (ROOT / "samples" / "handbook.pdf").read_bytes()).text


def random_documents(n: int = 200) -> list[str]:
    """Texts made of what splitters trip over, the same ones each time."""
    chance = random.Random(20_240_601)
    return ["".join(chance.choice(FRAGMENTS) for _ in range(chance.randrange(50))) for _ in range(n)]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what was compared, a line a test."""
    passed = terminalreporter.getreports("passed")
    rows = [dict(report.user_properties) for report in passed if "strategy" in dict(report.user_properties)]
    if not rows:
        return
    terminalreporter.section("chunk for chunk the same as the library")
    line = "{strategy:<22} {tokenizer:<20} {documents:<14} {settings:>8} {chunks:>9}  {library}"
    names = "strategy", "tokenizer", "documents", "settings", "chunks", "library"
    terminalreporter.write_line(line.format(**dict(zip(names, names, strict=True))))
    for row in sorted(rows, key=lambda row: (row["strategy"], row["tokenizer"], row["documents"])):
        terminalreporter.write_line(line.format(**row))
