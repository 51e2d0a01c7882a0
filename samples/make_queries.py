"""Finds the answers of the sample's queries: `python -m samples.make_queries` writes handbook.json.

Offsets count code points of the text that `chunkforge.extract` reads from handbook.pdf.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "py"))  # runs without an installation
from chunkforge.extract import extract  # noqa: E402 - after the path is set


class AmbiguousQuote(Exception):
    """A quote does not stand in the text exactly once."""


def locate(text: str, quote: str) -> dict[str, Any]:
    """Find the one place of a quote.

    Args:
        text: the document's canonical text.
        quote: what is looked for.

    Returns:
        The quote as `content`, and its half-open range as `start_index` and `end_index`.

    Raises:
        AmbiguousQuote: it is not there, or more than once.
    """
    if (times := text.count(quote)) != 1:
        raise AmbiguousQuote(f"stands in the text {times} times: {quote}")
    start = text.index(quote)
    return {"content": quote, "start_index": start, "end_index": start + len(quote)}


def make_queries(source: dict[str, Any], pdf: bytes) -> dict[str, Any]:
    """Put offsets to the answers.

    Args:
        source: handbook_queries.toml.
        pdf: the document.

    Returns:
        What handbook.json holds.
    """
    text = extract(source["document"], pdf).text
    queries = [
        {"question": query["question"], "references": [locate(text, answer) for answer in query["answers"]]}
        for query in source["queries"]
    ]
    return {"document": source["document"], "queries": queries, "settings": source["settings"]}


if __name__ == "__main__":
    source = tomllib.loads((HERE / "handbook_queries.toml").read_text(encoding="utf-8"))
    made = make_queries(source, (HERE / "handbook.pdf").read_bytes())
    (HERE / "handbook.json").write_text(json.dumps(made, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
