"""The boundary tokenizers at hand, and what the page is told of them."""

from __future__ import annotations

import hashlib
from collections import Counter, OrderedDict
from collections.abc import Iterator
from weakref import WeakKeyDictionary

from chunkforge.encoding import Encoding
from chunkforge.errors import WorkbenchError
from chunkforge.tokenizers import (
    BUILT_IN,
    ESTIMATES,
    MODELS,
    ModelTokenizer,
    Tokenizer,
    estimate,
    load_sentencepiece,
    load_tiktoken,
    load_tokenizer,
)
from chunkforge.tokenizers.tiktoken import published_as
from chunkforge.worker_api.answers import Values, notice_values

KEPT = 4  # one of a large vocabulary takes some 100 MB
RANKS = ".tiktoken"
LISTED = 100  # words that a model does not see
SHOWN = 60  # characters of each


def read_tokenizer(name: str, data: bytes) -> Tokenizer:
    """Read a tokenizer's file: known by its content, but ranks that nobody publishes by their name."""
    stem = name.removesuffix(RANKS)
    # One that is called after a published file must be it; what begins as another kind of file needs no hash to tell.
    published = "" if stem in BUILT_IN or data.startswith((b"{", b"\n")) else published_as(data)
    if published or stem != name or (name in BUILT_IN and not data.startswith(b"{")):
        return load_tiktoken(published or stem, data, file=name)
    message = data.startswith(b"\n") and not data.lstrip().startswith(b"{")
    return (load_sentencepiece if message else load_tokenizer)(data, name)


class Shelf:
    """Tokenizers under the page's keys. The last few used stay, so that going back to one reads no file again."""

    def __init__(self, first: Tokenizer, data: bytes = b"") -> None:
        """Start with the one in use, under its own name; `data` are the bytes of its file."""
        self._kept: OrderedDict[str, Tokenizer] = OrderedDict({first.name: first})
        # One that is in use has its hash, even where it had to make room for others.
        self._hashes: WeakKeyDictionary[Tokenizer, str] = WeakKeyDictionary({first: _sha256(data)})

    def __iter__(self) -> Iterator[str]:
        """Give the keys."""
        return iter(self._kept)

    def put(self, key: str, name: str, data: bytes | None) -> Tokenizer:
        """Read a file, or make an estimate where there is none, and keep it.

        Args:
            key: what the page will ask for it by.
            name: how people call it; that of an estimate is one of `ESTIMATES`.
            data: the file's bytes; none for an estimate.

        Returns:
            The tokenizer.

        Raises:
            UnsupportedTokenizer: the file is none, or is not reproduced exactly.
        """
        tokenizer = estimate(name) if data is None else read_tokenizer(name, data)
        self._kept[key] = tokenizer
        self._hashes[tokenizer] = _sha256(data)
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return tokenizer

    def sha256_of(self, tokenizer: Tokenizer) -> str:
        """Give the SHA-256 of a tokenizer's file in hex; empty for an estimate, which has none."""
        return self._hashes.get(tokenizer, "")

    def get(self, key: str) -> Tokenizer:
        """Give a tokenizer that was put here.

        Raises:
            WorkbenchError: it was not, or it had to make room.
        """
        if key not in self._kept:
            raise WorkbenchError("workbench.no-tokenizer", "The tokenizer {key} is not loaded (any more).", key=key)
        self._kept.move_to_end(key)
        return self._kept[key]


def _sha256(data: bytes | None) -> str:
    return hashlib.sha256(data).hexdigest() if data else ""


def catalogue() -> Values:
    """Tell which tokenizers can be had: built in, by model name, and the estimates."""
    models = [
        {
            "name": model.name,
            "context": model.context,
            "how": model.how,
            "tokenizer": model.tokenizer,
            "repository": model.repository,
            "kind": model.kind,
            "reason": None if model.reason is None else notice_values(model.reason),
        }
        for model in MODELS
    ]
    return {"builtIn": list(BUILT_IN), "estimates": list(ESTIMATES), "models": models}


def tokenizer_values(tokenizer: Tokenizer) -> Values:
    """Describe a tokenizer; `special` are tokens that its model adds to every text."""
    special = 0
    if isinstance(tokenizer, ModelTokenizer):
        special = len(tokenizer.special_before) + len(tokenizer.special_after)
    return {"name": tokenizer.name, "exact": tokenizer.exact, "special": special}


def unseen_values(tokenizer: Tokenizer, text: str, encoding: Encoding) -> Values:
    """Tell which words of a text its model does not see: how many, how many different ones, and the commonest."""
    if not isinstance(tokenizer, ModelTokenizer):
        return {"count": 0, "different": 0, "words": []}
    starts, ends = tokenizer.unknown_spans(encoding)
    words = Counter(text[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True))
    listed = [
        {"text": word if len(word) <= SHOWN else f"{word[:SHOWN]}…", "count": count}
        for word, count in words.most_common(LISTED)
    ]
    return {"count": words.total(), "different": len(words), "words": listed}
