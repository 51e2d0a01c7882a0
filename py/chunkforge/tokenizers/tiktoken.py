"""OpenAI's rank files: `cl100k_base` and `o200k_base`, as tiktoken reads them.

Special tokens are not recognised: a text that spells one is just text, as it should be in a document.
"""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as Base64Error

from chunkforge.errors import UnsupportedTokenizer
from chunkforge.tokenizers.bpe import merged
from chunkforge.tokenizers.lexicon import Tokens
from chunkforge.tokenizers.pattern import parse
from chunkforge.tokenizers.pipeline import Pipeline
from chunkforge.tokenizers.pretokenizers import Split

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


class Ranks:
    """Byte-pair encoding by rank: of all neighbours whose joined bytes are a token, the lowest token merges first."""

    def __init__(self, ranks: dict[bytes, int]) -> None:
        """Take the tokens' bytes and ranks; every single byte must be among them."""
        self._ranks = ranks
        self._bytes = {rank: token for token, rank in ranks.items()}
        self._single = [ranks[bytes([b])] for b in range(256)]

    def tokens(self, word: str) -> Tokens:
        """Tokenise one word."""
        data = word.encode("utf-8", "surrogatepass")
        whole = self._ranks.get(data)
        if whole is not None:
            return (whole,), (0,), (len(word),)
        ids, sizes = merged([self._single[b] for b in data], self._merge)
        return ids, *character_ranges(word, sizes)

    def _merge(self, a: int, b: int) -> tuple[int, int] | None:
        rank = self._ranks.get(self._bytes[a] + self._bytes[b])
        return None if rank is None else (rank, rank)


def character_ranges(word: str, sizes: list[int]) -> tuple[list[int], list[int]]:
    """Turn tokens' lengths in UTF-8 bytes into ranges of characters: those whose first and last byte they hold."""
    starts: list[int] = []
    ends: list[int] = []
    at = 0
    if word.isascii():
        for size in sizes:
            starts.append(at)
            at += size
            ends.append(at)
        return starts, ends
    holder = [i for i, c in enumerate(word) for _ in c.encode("utf-8", "surrogatepass")]
    for size in sizes:
        starts.append(holder[at])
        at += size
        ends.append(holder[at - 1] + 1)
    return starts, ends


def parse_ranks(name: str, data: bytes) -> dict[bytes, int]:
    """Read a `.tiktoken` file: a token in base64 and its rank, a line each."""
    refusal = UnsupportedTokenizer(
        "tokenizer.ranks",
        "The rank file for {name} is damaged or is not one: each line must hold a token in base64 and its rank. "
        "Download it again.",
        name=name,
    )
    try:
        ranks = {b64decode(token, validate=True): int(rank) for token, rank in map(bytes.split, data.splitlines())}
    except (ValueError, Base64Error):
        raise refusal from None
    if any(bytes([b]) not in ranks for b in range(256)):
        raise refusal
    return ranks


def load_tiktoken(name: str, data: bytes) -> Pipeline:
    """Make a tokenizer from OpenAI's ranks.

    Args:
        name: `cl100k_base` or `o200k_base`; other names' patterns are not known.
        data: the bytes of the `.tiktoken` file.

    Returns:
        The tokenizer.

    Raises:
        UnsupportedTokenizer: the name is unknown or the file is damaged.
    """
    if name not in PATTERNS:
        raise UnsupportedTokenizer(
            "tokenizer.ranks-name",
            "{name} is not a rank file whose splitting pattern is known here. Use one of {known}, or the model's "
            "tokenizer.json.",
            name=name,
            known=", ".join(PATTERNS),
        )
    model = Ranks(parse_ranks(name, data))
    return Pipeline(name, model, pre_tokenizer=Split(parse(PATTERNS[name], "fancy")))
