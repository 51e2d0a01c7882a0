"""A small byte-level tokenizer made on the spot with tiktoken, under which slices are counted the slow, obvious way."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import tiktoken
from numpy.typing import NDArray

from chunkforge.encoding import Encoding, SliceTokens
from chunkforge.steps import Progress, Steps

PATTERN = r"(?i:'s|'t|'re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
LESSON = """The quick brown fox jumps over the lazy dog. Splitting a text into chunks of a given size is simple until
the text has words, sentences and paragraphs.\n\nThen the chunk should end where a paragraph ends, and the overlap
should start where a word starts. 今日は天気がいい。明日は雨です。 Größe, naïve, 🙂🙂 and the rest: the end.\n\n\n
    return chunks\n"""


def _learned(lesson: str, merges: int) -> dict[bytes, int]:
    words = [[bytes([byte]) for byte in word.encode()] for word in lesson.replace("\n", " \n").split(" ")]
    words += [[b" ", *word] for word in words if word]
    ranks = {bytes([byte]): byte for byte in range(256)}
    for _ in range(merges):
        pairs = Counter(pair for word in words for pair in pairwise(word))
        if not pairs:
            break
        best = max(pairs, key=lambda pair: (pairs[pair], pair))
        ranks[b"".join(best)] = len(ranks)
        for word in words:
            i = 0
            while i < len(word) - 1:
                if (word[i], word[i + 1]) == best:
                    word[i : i + 2] = [b"".join(best)]
                i += 1
    return ranks


class SmallTokenizer:
    """A tokenizer of the product's protocol that hands every question to tiktoken."""

    name = "small"
    exact = True

    def __init__(self) -> None:
        self.tiktoken = tiktoken.Encoding(
            "small", pat_str=PATTERN, mergeable_ranks=_learned(LESSON, 150), special_tokens={}
        )

    def encode(self, text: str) -> Encoding:
        ids = self.tiktoken.encode(text, disallowed_special=())
        character_of_byte = np.repeat(np.arange(len(text)), [len(character.encode()) for character in text])
        lasts = np.cumsum([len(self.tiktoken.decode_single_token_bytes(token)) for token in ids])
        firsts = np.concatenate([[0], lasts[:-1]])
        starts = character_of_byte[firsts] if ids else []
        ends = character_of_byte[lasts - 1] + 1 if ids else []
        return Encoding(np.array(ids, np.int32), np.array(starts, np.int32), np.array(ends, np.int32))

    def count(self, text: str, *, continued: bool = False) -> int:
        assert not continued, "nothing can continue a text without seams"
        return len(self.tiktoken.encode(text, disallowed_special=()))

    def token_bytes(self, token: int) -> bytes:
        return self.tiktoken.decode_single_token_bytes(token)

    def reading(self, text: str) -> Steps[SlowText]:
        yield Progress(len(text), len(text), "characters")
        return SlowText(text, self)


@dataclass(frozen=True)
class SlowText:
    text: str
    tokenizer: SmallTokenizer

    @cached_property
    def encoding(self) -> Encoding:
        return self.tokenizer.encode(self.text)

    @property
    def seams(self) -> NDArray[np.int32]:
        """None that is known of: whoever asks must tokenise as a whole."""
        return np.empty(0, np.int32)

    def slice_tokens(
        self, starts: NDArray[np.int32], ends: NDArray[np.int32], *, continued: bool = False
    ) -> SliceTokens:
        assert not continued or not len(starts), "nothing can continue a text without seams"
        ids = [self.tokenizer.encode(self.text[a:b]).ids for a, b in zip(starts, ends, strict=True)]
        nothing = np.zeros(len(starts), np.int32)
        owners = np.repeat(np.arange(len(ids), dtype=np.int32), [len(row) for row in ids])
        return SliceTokens(nothing, nothing, np.concatenate([np.empty(0, np.int32), *ids]), owners)

    def counts(
        self, starts: NDArray[np.int32], ends: NDArray[np.int32], *, continued: bool = False
    ) -> NDArray[np.int32]:
        assert not continued or not len(starts), "nothing can continue a text without seams"
        texts = [self.text[a:b] for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]
        known = {text: self.tokenizer.count(text) for text in set(texts)}
        return np.array([known[text] for text in texts], np.int32)
