"""OpenAI's rank files: `cl100k_base` and `o200k_base`, as tiktoken reads them.

Special tokens are not recognised: a text that spells one is just text, as it should be in a document.
"""

from __future__ import annotations

import hashlib
from base64 import b64decode
from binascii import Error as Base64Error

from chunkforge.errors import UnsupportedTokenizer
from chunkforge.tokenizers.bpe import NEVER, byte_holders, merged, ranges
from chunkforge.tokenizers.lexicon import Tokens
from chunkforge.tokenizers.pattern import parse
from chunkforge.tokenizers.pipeline import Pipeline
from chunkforge.tokenizers.pretokenizers import PreTokenizer, SplitStep
from chunkforge.tokenizers.recipe import Recipe

_CASED = r"[^\r\n\p{L}\p{N}]?"
_UPPER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
_LOWER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_SUFFIX = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
PATTERNS = {
    "cl100k_base": (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
        r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
    ),
    "o200k_base": (
        rf"{_CASED}{_UPPER}*{_LOWER}+{_SUFFIX}|{_CASED}{_UPPER}+{_LOWER}*{_SUFFIX}|\p{{N}}{{1,3}}"
        r"| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    ),
}

PUBLISHED = {
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
}
"""SHA-256 of the files. One that breaks off between two lines would count, and count wrong."""


class Ranks:
    """Byte-pair encoding by rank: of all neighbours whose joined bytes are a token, the lowest token merges first."""

    unknown = None

    def __init__(self, ranks: dict[bytes, int]) -> None:
        """Take ranks, which are ids, by the tokens' bytes; every single byte must be among them."""
        self._ranks = ranks
        self._bytes = [bytes([b]) for b in range(256)]

    def tokens(self, word: str) -> Tokens:
        """Tokenise one word."""
        data = word.encode("utf-8", "surrogatepass")
        ranks = self._ranks
        whole = ranks.get(data)
        if whole is not None:
            return (whole,), (0,), (len(word),)
        symbols, sizes = merged([self._bytes[b] for b in data], lambda a, b: ranks.get(a + b, NEVER))
        return [ranks[symbol] for symbol in symbols], *ranges(sizes, *byte_holders(word))


class RankedPipeline(Pipeline):
    """A tokenizer of ranks, which can also spell its tokens."""

    def __init__(self, name: str, ranks: dict[bytes, int]) -> None:
        """Take ranks, which are ids, by the tokens' bytes."""
        split = SplitStep(parse(PATTERNS[name], "fancy"), "Isolated")
        super().__init__(name, Ranks(ranks), Recipe(PreTokenizer([split])))
        self._spelled = {rank: data for data, rank in ranks.items()}

    def token_bytes(self, token: int) -> bytes:
        """Give the bytes that a token stands for."""
        return self._spelled[token]


def parse_ranks(file: str, data: bytes) -> dict[bytes, int]:
    """Read a `.tiktoken` file, named `file` in messages: a token in base64 and its rank, a line each."""
    refusal = UnsupportedTokenizer(
        "tokenizer.ranks",
        "{file} is damaged or is no rank file: each line must hold a token in base64 and its rank. Download it again.",
        file=file,
    )
    try:
        ranks = {b64decode(token, validate=True): int(rank) for token, rank in map(bytes.split, data.splitlines())}
    except (ValueError, Base64Error):
        raise refusal from None
    if any(bytes([b]) not in ranks for b in range(256)):
        raise refusal
    return ranks


def published_as(data: bytes) -> str:
    """Give the name under which OpenAI publishes a file of these bytes; empty for any other file."""
    digest = hashlib.sha256(data).hexdigest()
    return next((name for name, published in PUBLISHED.items() if published == digest), "")


def load_tiktoken(name: str, data: bytes, *, file: str = "") -> RankedPipeline:
    """Make a tokenizer from OpenAI's ranks.

    Args:
        name: `cl100k_base` or `o200k_base`; other names' patterns are not known.
        data: the bytes of the `.tiktoken` file.
        file: what messages call the file; the name with the usual ending where it is left out.

    Returns:
        The tokenizer.

    Raises:
        UnsupportedTokenizer: the name is unknown, or the file is not the one that is published under it.
    """
    file = file or f"{name}.tiktoken"
    if name not in PATTERNS:
        raise UnsupportedTokenizer(
            "tokenizer.ranks-name",
            "{file} is not a rank file whose splitting pattern is known here. Use one of {known}, or the model's "
            "tokenizer.json.",
            file=file,
            known=", ".join(PATTERNS),
        )
    ranks = parse_ranks(file, data)
    if published_as(data) != name:
        raise UnsupportedTokenizer(
            "tokenizer.ranks-changed",
            "{file} is not {name} as OpenAI publishes it: it breaks off, or was changed. Download it again.",
            file=file,
            name=name,
        )
    return RankedPipeline(name, ranks)
