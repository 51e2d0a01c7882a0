"""Reads the model of a tokenizer.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from chunkforge.tokenizers.bpe_json import BYTE_CHARACTERS, BpeOptions, MergeList
from chunkforge.tokenizers.config import Part
from chunkforge.tokenizers.cutters import Cutter, between_words
from chunkforge.tokenizers.pipeline import Model
from chunkforge.tokenizers.pretokenizers import PreTokenizer, Step
from chunkforge.tokenizers.unigram import Unigram
from chunkforge.tokenizers.wordpiece import WordPiece

MARK = "\u2581"


@dataclass(frozen=True)
class JsonModel:
    """A model, its vocabulary, and how a section that no pre-tokenizer cuts may be cut for it."""

    model: Model
    vocabulary: Mapping[str, int]
    uncut: Cutter | None = None

    def pre_tokenizer(self, steps: Sequence[Step]) -> PreTokenizer:
        """Put the pre-tokenizer together."""
        return PreTokenizer(steps, self.uncut)


def read_model(part: Part, *, byte_level: bool) -> JsonModel:
    """Read a model.

    Args:
        part: its object in the file.
        byte_level: whether words are spelled in bytes.

    Returns:
        The model.

    Raises:
        UnsupportedTokenizer: something in it is not reproduced exactly.
    """
    kind = part.text("type", default="") or _guess(part)
    match kind:
        case "WordPiece":
            found = _wordpiece(part)
        case "BPE":
            found = _bpe(part, byte_level=byte_level)
        case "Unigram":
            found = _unigram(part)
        case _:
            part.refuse(f"the model {kind}")
    part.close()
    if byte_level and kind != "BPE":
        part.refuse(f"a ByteLevel pre-tokenizer before {kind}")
    return found


def _guess(part: Part) -> str:
    """Older files do not name their model."""
    if part.has("merges"):
        return "BPE"
    return "Unigram" if part.has("unk_id") else "WordPiece"


def _wordpiece(part: Part) -> JsonModel:
    vocabulary = part.vocabulary("vocab")
    unknown = part.text("unk_token", default="[UNK]")
    if unknown not in vocabulary:
        part.refuse(f"an unknown token, {unknown}, that is not in its vocabulary")
    model = WordPiece(
        vocabulary,
        vocabulary[unknown],
        part.text("continuing_subword_prefix", default="##"),
        part.whole("max_input_chars_per_word") if part.has("max_input_chars_per_word") else 100,
    )
    return JsonModel(model, vocabulary)


def _unigram(part: Part) -> JsonModel:
    pieces, scores = part.scores("vocab")
    if not part.has("unk_id"):
        part.refuse("a Unigram model without an unknown token")
    unknown = part.whole("unk_id")
    if unknown >= len(pieces):
        part.damaged("model.unk_id")
    vocabulary = dict(zip(pieces, range(len(pieces)), strict=True))
    model = Unigram(vocabulary, scores, unknown, byte_fallback=part.flag("byte_fallback", default=False))
    return JsonModel(model, vocabulary)


def _bpe(part: Part, *, byte_level: bool) -> JsonModel:
    vocabulary = part.vocabulary("vocab")
    if part.has("dropout") and part.number("dropout"):
        part.refuse("dropout")
    part.skip("dropout")
    if part.text("continuing_subword_prefix", default=""):
        part.refuse("a continuing_subword_prefix in BPE")
    unknown = part.text("unk_token", default="") or None
    options = BpeOptions(
        byte_level=byte_level,
        unknown=unknown,
        fuse_unknown=part.flag("fuse_unk", default=False),
        byte_fallback=part.flag("byte_fallback", default=False),
        whole_words=part.flag("ignore_merges", default=False),
        suffix=part.text("end_of_word_suffix", default=""),
    )
    if unknown is not None and unknown not in vocabulary:
        part.refuse(f"an unknown token, {unknown}, that is not in its vocabulary")
    spelled = [f"<0x{b:02X}>" for b in range(256)] if options.byte_fallback else BYTE_CHARACTERS if byte_level else []
    if unknown is None and not (spelled and vocabulary.keys() >= set(spelled)):
        part.refuse("a BPE model without an unknown token that cannot spell every byte")
    model = MergeList(vocabulary, _merges(part, vocabulary), options)
    uncut = None
    if MARK in vocabulary and not options.whole_words and not options.suffix and not byte_level:
        uncut = between_words(MARK, vocabulary)
    return JsonModel(model, vocabulary, uncut)


def _merges(part: Part, vocabulary: Mapping[str, int]) -> dict[tuple[str, str], int]:
    items = part.items("merges")
    merges: dict[tuple[str, str], int] = {}
    for rank, item in enumerate(items):
        pair = item.split(" ") if isinstance(item, str) else item
        match pair:
            case [str(first), str(second)]:
                merges[first, second] = rank
            case _:
                part.damaged("model.merges")
    known = vocabulary.keys()
    if not (known >= set(chain.from_iterable(merges)) and known >= set(map("".join, merges))):
        part.damaged("model.merges")
    return merges
