"""The BPE model of a tokenizer.json: over bytes written as characters, or over characters as SentencePiece does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chunkforge.tokenizers.bpe import NEVER, byte_holders, merged, ranges
from chunkforge.tokenizers.lexicon import Tokens


def byte_characters() -> list[str]:
    """Give the character that stands for each byte in byte-level vocabularies."""
    plain = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    others = iter(range(0x100, 0x200))
    return [chr(b if b in plain else next(others)) for b in range(256)]


BYTE_CHARACTERS = byte_characters()


@dataclass(frozen=True)
class BpeOptions:
    """How a BPE model treats what its vocabulary lacks, and where it takes short cuts."""

    byte_level: bool
    unknown: str | None
    fuse_unknown: bool
    byte_fallback: bool
    whole_words: bool
    suffix: str


class MergeList:
    """BPE by a list of merges."""

    def __init__(
        self, vocabulary: Mapping[str, int], merges: Mapping[tuple[str, str], int], options: BpeOptions
    ) -> None:
        """Take ids by token, ranks by pair of tokens, and options."""
        self._vocabulary = vocabulary
        self._merges = merges
        self._options = options
        self.unknown = None if options.unknown is None else vocabulary[options.unknown]

    def tokens(self, word: str) -> Tokens:
        """Tokenise one word."""
        if self._options.byte_level:
            units = [BYTE_CHARACTERS[b] for b in word.encode("utf-8", "surrogatepass")]
            starts, ends = byte_holders(word)
        else:
            units, starts, ends = list(word), range(len(word)), range(1, len(word) + 1)
        if self._options.whole_words:
            whole = self._vocabulary.get("".join(units))
            if whole is not None:
                return (whole,), (0,), (len(word),)
        if self._options.suffix and units:
            units[-1] += self._options.suffix
        vocabulary = self._vocabulary
        if not all(unit in vocabulary for unit in units):
            units, known_starts, known_ends = self._known(units, starts, ends)
            return self._merged(units, known_starts, known_ends)
        return self._merged(units, starts, ends)

    def _merged(self, units: list[str], starts: Sequence[int], ends: Sequence[int]) -> Tokens:
        merges = self._merges
        symbols, sizes = merged(units, lambda a, b: merges.get((a, b), NEVER))
        vocabulary = self._vocabulary
        return [vocabulary[symbol] for symbol in symbols], *ranges(sizes, starts, ends)

    def _known(
        self, units: list[str], starts: Sequence[int], ends: Sequence[int]
    ) -> tuple[list[str], list[int], list[int]]:
        """Replace what the vocabulary lacks by byte tokens, or by the unknown token."""
        known: list[tuple[str, int, int]] = []
        pending: tuple[str, int, int] | None = None
        unknown = self._options.unknown
        for unit, start, end in zip(units, starts, ends, strict=True):
            if unit in self._vocabulary:
                known += (pending,) if pending else ()
                pending = None
                known.append((unit, start, end))
                continue
            if self._options.byte_fallback:
                spelled = [f"<0x{b:02X}>" for b in unit.encode("utf-8", "surrogatepass")]
                if all(token in self._vocabulary for token in spelled):
                    known += ((token, start, end) for token in spelled)
                    continue
            if unknown is None:
                continue
            if pending and self._options.fuse_unknown:
                pending = (unknown, pending[1], end)
            else:
                known += (pending,) if pending else ()
                pending = (unknown, start, end)
        known += (pending,) if pending else ()
        return [k[0] for k in known], [k[1] for k in known], [k[2] for k in known]
