# ruff: noqa: INP001 - the page fetches this file
"""Runs in the browser: what the tokenizers take, in milliseconds."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any, Protocol

from chunkforge import load_tiktoken, load_tokenizer

_files: dict[str, bytes] = {}
_english: list[str] = []


class JsBytes(Protocol):
    """A Uint8Array of JavaScript's."""

    def to_bytes(self) -> bytes:
        """Copy it."""


def start(ranks: JsBytes, xlmr: JsBytes) -> None:
    """Take the files."""
    _files["ranks"], _files["xlmr"] = ranks.to_bytes(), xlmr.to_bytes()


def _took(run: Callable[[], Any]) -> float:
    began = time.perf_counter()
    run()
    return (time.perf_counter() - began) * 1000


def english(text: str) -> dict[str, float]:
    """English with offsets, by a new tokenizer and again by the same."""
    _english[:] = [text]
    tokenizer = load_tiktoken("cl100k_base", _files["ranks"])
    first, again = (_took(lambda: tokenizer.encode(text)) for _ in range(2))
    return {"first": first, "again": again, "tokens": tokenizer.count(text)}


def _against_english(name: str, text: str) -> dict[str, float]:
    one, other = (load_tiktoken("cl100k_base", _files["ranks"]) for _ in range(2))
    plain = _english[0][: len(text)]
    return {name: _took(lambda: one.encode(text)), f"{name} in English": _took(lambda: other.encode(plain))}


def letters() -> dict[str, float]:
    """A word without end."""
    return _against_english("letters", "a" * 100_000)


def underscores() -> dict[str, float]:
    """A line of a form."""
    return _against_english("underscores", "_" * 50_000)


def ideographs() -> dict[str, float]:
    """A text without spaces."""
    return _against_english("ideographs", "".join(chr(0x4E00 + 7 * i % 20_000) for i in range(14_000)))


def load() -> dict[str, float]:
    """The largest file in use, against reading its JSON."""
    data = _files["xlmr"]
    return {"load": _took(lambda: load_tokenizer(data)), "json": _took(lambda: json.loads(data))}
