"""SentencePiece's `.model` files, as the `sentencepiece` library encodes with them. Only those of BPE.

A Unigram model adds up scores in single precision from the first character of a text to the last. Which of two near
spellings wins then depends on all the text before, so a chunk's tokens are not those the same words have in a document.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NoReturn

from chunkforge.errors import UnsupportedTokenizer
from chunkforge.tokenizers.added import AddedToken, AddedTokens
from chunkforge.tokenizers.bpe import NEVER, merged, ranges
from chunkforge.tokenizers.config import NEXT_STEP
from chunkforge.tokenizers.cutters import between_words
from chunkforge.tokenizers.lexicon import Tokens
from chunkforge.tokenizers.normalizers import Prepend, Translate
from chunkforge.tokenizers.pipeline import Pipeline
from chunkforge.tokenizers.pretokenizers import PreTokenizer
from chunkforge.tokenizers.recipe import Recipe
from chunkforge.tokenizers.rewriting import Normalizer
from chunkforge.tokenizers.sentencepiece_file import (
    BYTE,
    CONTROL,
    NORMAL,
    UNKNOWN,
    USER_DEFINED,
    ModelFile,
    read_model_file,
)
from chunkforge.tokenizers.sentencepiece_text import MARK, ExtraSpaces, LongestEntries, Touching


class ScoredPieces:
    """BPE by score: of all neighbours that are a piece together, those of the best score merge first."""

    def __init__(
        self, ids: Mapping[str, int], scores: Mapping[str, float], unknown: int | None, byte_ids: Mapping[int, int]
    ) -> None:
        """Set the model up.

        Args:
            ids: by piece.
            scores: by piece, where larger is better.
            unknown: id of characters that are no piece; neighbours become one token.
            byte_ids: by byte; where they are there, such characters are spelled in bytes.
        """
        self.unknown = unknown
        self._ids = ids
        order = sorted(set(scores.values()), reverse=True)
        rank_of = {score: rank for rank, score in enumerate(order)}
        self._ranks = {piece: rank_of[score] for piece, score in scores.items()}
        self._byte_ids = byte_ids

    def tokens(self, word: str) -> Tokens:
        """Tokenise one word."""
        ranks = self._ranks
        symbols, sizes = merged(list(word), lambda a, b: ranks.get(a + b, NEVER))
        ids: list[int] = []
        starts: list[int] = []
        ends: list[int] = []
        after_unknown = False
        for symbol, start, end in zip(symbols, *ranges(sizes, range(len(word)), range(1, len(word) + 1)), strict=True):
            found = self._ids.get(symbol)
            if found is None and after_unknown:
                ends[-1] = end
                continue
            numbers = [found] if found is not None else self._unspelled(symbol)
            after_unknown = found is None and not self._byte_ids
            ids += numbers
            starts += [start] * len(numbers)
            ends += [end] * len(numbers)
        return ids, starts, ends

    def _unspelled(self, symbol: str) -> list[int]:
        if self._byte_ids:
            return [self._byte_ids[b] for b in symbol.encode("utf-8", "surrogatepass")]
        return [] if self.unknown is None else [self.unknown]


class SentencePiecePipeline(Pipeline):
    """A tokenizer from a `.model` file."""


def load_sentencepiece(data: bytes, name: str = "") -> SentencePiecePipeline:
    """Make a tokenizer from a SentencePiece `.model` file.

    Args:
        data: the bytes of the file.
        name: how people call it; messages use it, too.

    Returns:
        The tokenizer, equal to what the `sentencepiece` library makes of the file.

    Raises:
        UnsupportedTokenizer: the file is no such file, or has an option that is not reproduced exactly.
    """
    file = name or "The file"
    try:
        model = read_model_file(data)
        entries = LongestEntries(model.charsmap, [p.text for p in model.pieces if p.kind == USER_DEFINED])
    except ValueError:
        _damaged(file)
    _refuse_others(model, entries, file)
    return SentencePiecePipeline(name, _bpe(model, file), _recipe(model, entries))


def _damaged(file: str) -> NoReturn:
    raise UnsupportedTokenizer(
        "tokenizer.sentencepiece",
        "{file} is not a usable SentencePiece model: it breaks off, or is another kind of file. Download it again, or "
        "choose the model's tokenizer.json.",
        file=file,
    ) from None


def _refuse_others(model: ModelFile, entries: LongestEntries, file: str) -> None:
    """Refuse what is not reproduced exactly, by its name in the file."""
    new = entries.replacements
    user_defined = [piece.text for piece in model.pieces if piece.kind == USER_DEFINED]
    kinds = {NORMAL, UNKNOWN, CONTROL, USER_DEFINED, BYTE}
    found = next(
        (
            what
            for what, there in (
                (f"the model type {model.kind}", model.kind != "BPE"),
                ("treat_whitespace_as_suffix", model.space_as_suffix),
                ("escape_whitespaces = false", not model.escape_spaces),
                ("unused pieces", any(piece.kind not in kinds for piece in model.pieces)),
                ("user-defined symbols with spaces", any(" " in text for text in user_defined)),
                ("a character map that puts in several spaces", any("  " in text for text in new)),
                ("a character map that drops characters but no spaces", "" in new and not model.remove_extra_spaces),
            )
            if there
        ),
        None,
    )
    if found:
        raise UnsupportedTokenizer(
            "tokenizer.sentencepiece-option",
            "{file} uses {what}, which is not reproduced exactly here for SentencePiece models, so its counts would "
            "not be the model's own. Choose the model's tokenizer.json, where it has one. {next}",
            file=file,
            what=found,
            next=NEXT_STEP,
        )


def _bpe(model: ModelFile, file: str) -> ScoredPieces:
    words = {p.text: i for i, p in enumerate(model.pieces) if p.kind in {NORMAL, USER_DEFINED}}
    scores = {p.text: p.score for p in model.pieces if p.kind in {NORMAL, USER_DEFINED}}
    unknown = [i for i, p in enumerate(model.pieces) if p.kind == UNKNOWN]
    spelled = {f"<0x{b:02X}>": b for b in range(256)}
    byte_ids = {spelled.get(p.text, -1): i for i, p in enumerate(model.pieces) if p.kind == BYTE}
    twice = len({p.text for p in model.pieces}) < len(model.pieces)
    bytes_right = byte_ids.keys() == set(range(256)) if model.byte_fallback else not byte_ids
    told = len(unknown) == 1 or (not unknown and model.byte_fallback)
    if twice or not told or not bytes_right or any(map(math.isnan, scores.values())):
        _damaged(file)
    return ScoredPieces(words, scores, unknown[0] if unknown else None, byte_ids)


def _recipe(model: ModelFile, entries: LongestEntries) -> Recipe:
    steps: list[Normalizer] = [entries] if model.charsmap else []
    if model.remove_extra_spaces:
        steps.append(ExtraSpaces())
    if model.dummy_prefix:
        steps.append(Prepend(MARK))
    words = [piece.text for piece in model.pieces if piece.kind in {NORMAL, USER_DEFINED}]
    user_defined = AddedTokens(
        [
            AddedToken(i, piece.text, single_word=False, lstrip=False, rstrip=False)
            for i, piece in enumerate(model.pieces)
            if piece.kind == USER_DEFINED
        ]
    )
    return Recipe(
        # Without a token for a lone mark, unknown characters could join across words.
        PreTokenizer([], between_words(MARK, words) if MARK in words else None),
        [*steps, Translate({ord(" "): ord(MARK)})],
        added_normalized=user_defined,
        finish=Touching(entries, model.dummy_prefix, model.remove_extra_spaces),
    )
