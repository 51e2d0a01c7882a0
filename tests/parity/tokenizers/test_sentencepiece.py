"""SentencePiece's own models beside the `sentencepiece` library: ids, offsets, counts of slices, whole corpora."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import sentencepiece
from hard_texts import hard_text
from references import Expected, Pair, differs, slices_differ
from sentencepiece import sentencepiece_model_pb2

from chunkforge.errors import UnsupportedTokenizer
from chunkforge.steps import finish
from chunkforge.tokenizers import load_sentencepiece
from golden_file import golden, same
from tools.fetch import Fetcher
from tools.fixtures import SENTENCEPIECE, fixture_path

TEXTS = int(os.environ.get("CHUNKFORGE_FUZZ") or 2000)
NAMES = [name for name in SENTENCEPIECE if name != "botchan-unigram.model"]
GOLDEN = {"mistral-v1.model": "sp-mistral-v1-bpe", "botchan-bpe.model": "sp-botchan-bpe"}
CORPORA = ("state_of_the_union.md", "wikitexts.md", "chatlogs.md")
EDGES = (
    " ",
    "  ",
    "\u2581",
    "\x07",
    "x",
    "e",
    "\u0301",
    "\ufb01",
    "[INST]",
    "[IMG]",
    "\n",
    "\u3000",
    "\u0130",
    "\ufdfa",
)
USER, CONTROL, UNUSED = 4, 3, 5

pytestmark = pytest.mark.parity


def reference(data: bytes) -> Callable[[str], Expected]:
    processor = sentencepiece.SentencePieceProcessor(model_proto=data)

    def encode(text: str) -> Expected:
        pieces = processor.encode(text, return_type="proto").pieces
        # The library counts bytes.
        at = [*(i for i, c in enumerate(text) for _ in c.encode()), len(text)]
        return Expected([p.id for p in pieces], [at[p.begin] for p in pieces], [at[p.end] for p in pieces])

    return encode


def both(data: bytes, name: str) -> Pair:
    return Pair(name, load_sentencepiece(data, name), reference(data))


@pytest.fixture(scope="session")
def model(fetcher: Fetcher) -> Callable[[str], Pair]:
    """A model by name, ours beside the library's."""
    return cache(lambda name: both(fixture_path(name, fetcher).read_bytes(), name))


@pytest.fixture(scope="session")
def changed(fetcher: Fetcher) -> Callable[..., bytes]:
    """A small model with other options, and with pieces of other kinds."""

    def make(*, kinds: dict[str, int] | None = None, byte_fallback: bool = False, **options: object) -> bytes:
        proto = sentencepiece_model_pb2.ModelProto()
        proto.ParseFromString(fixture_path("botchan-bpe.model", fetcher).read_bytes())
        for name, value in options.items():
            spec = proto.trainer_spec if hasattr(proto.trainer_spec, name) else proto.normalizer_spec
            setattr(spec, name, value)
        known = {piece.piece: piece for piece in proto.pieces}
        for text, kind in (kinds or {}).items():
            piece = known.get(text) or proto.pieces.add(piece=text, score=0.0)
            piece.type = kind
        if byte_fallback:
            proto.trainer_spec.byte_fallback = True
            for byte in range(256):
                proto.pieces.add(piece=f"<0x{byte:02X}>", score=0.0, type=6)
        return proto.SerializeToString()

    return make


def edge_text(chance: random.Random) -> str:
    return "".join(chance.choice(EDGES) for _ in range(chance.randint(0, 9)))


@pytest.mark.parametrize("name", GOLDEN)
def test_every_hard_text_has_the_ids_and_offsets_of_the_library(name: str, model: Callable[[str], Pair]):
    tokenizer = model(name).ours
    texts, rows = golden()
    mine = [row for row in rows if row["tok"] == GOLDEN[name]]
    assert len(mine) == 96
    wrong = []
    for row in mine:
        encoding = tokenizer.encode(texts[row["text"]])
        offsets = np.stack([encoding.starts, encoding.ends], 1).ravel().tolist()
        good = same(encoding.ids.tolist(), row, "ids") and same(offsets, row, "off")
        wrong += [] if good and tokenizer.count(texts[row["text"]]) == len(encoding) else [row["text"]]
    assert wrong == []


@pytest.mark.parametrize("name", NAMES)
def test_random_texts_have_the_ids_offsets_and_counts_of_the_library(name, model, fresh: random.Random):
    pair = model(name)
    found = [differs(pair, hard_text(fresh)) for _ in range(TEXTS)]
    found += [differs(pair, edge_text(fresh)) for _ in range(TEXTS // 4)]
    found += [slices_differ(pair.ours, hard_text(fresh), fresh) for _ in range(TEXTS // 8)]
    assert [difference for difference in found if difference][:3] == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("corpus", CORPORA)
def test_a_corpus_has_the_tokens_of_the_library(name: str, corpus: str, model, shared: Path, fresh: random.Random):
    pair = model(name)
    text = (shared / "data/chroma" / corpus).read_text(encoding="utf-8")
    expected = pair.reference(text)
    tokenized = finish(pair.ours.reading(text))
    found = tokenized.encoding
    assert (found.ids.tolist(), found.starts.tolist()) == (expected.ids, expected.starts)
    assert found.ends.tolist() == expected.ends
    starts = np.array([fresh.randint(0, len(text)) for _ in range(100)], np.int32)
    ends = np.minimum(starts + np.array([fresh.randint(0, 3000) for _ in range(100)], np.int32), len(text))
    alone = [len(pair.reference(text[a:b]).ids) for a, b in zip(starts.tolist(), ends.tolist(), strict=True)]
    assert tokenized.counts(starts, ends).tolist() == alone


@pytest.mark.parametrize(
    "options",
    [
        {"add_dummy_prefix": False},
        {"byte_fallback": True},
        {"add_dummy_prefix": False, "precompiled_charsmap": b""},
        {"remove_extra_whitespaces": False, "precompiled_charsmap": b""},
        {"precompiled_charsmap": b"", "byte_fallback": True},
        {"kinds": {"e\u0301": USER, "xx": USER, "\u2581\u2581": USER, "[IMG]": USER, "x": CONTROL}},
        {"kinds": {"\u2581": CONTROL}},
        {"kinds": {"a\u2581b": 1, "\u2581": USER}, "remove_extra_whitespaces": False, "precompiled_charsmap": b""},
    ],
    ids=str,
)
def test_options_have_the_ids_offsets_and_counts_of_the_library(options, changed, fresh: random.Random):
    pair = both(changed(**options), "changed")
    found = [differs(pair, make(fresh)) for make in (hard_text, edge_text) for _ in range(300)]
    found += [slices_differ(pair.ours, make(fresh), fresh) for make in (hard_text, edge_text) for _ in range(100)]
    assert [difference for difference in found if difference][:3] == []


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"model_type": 3}, "model type Word"),
        ({"model_type": 4}, "model type Char"),
        ({"treat_whitespace_as_suffix": True}, "treat_whitespace_as_suffix"),
        ({"escape_whitespaces": False}, "escape_whitespaces"),
        ({"remove_extra_whitespaces": False}, "a character map that drops characters"),
        ({"kinds": {"x": UNUSED}}, "unused pieces"),
        ({"kinds": {"a b": USER}}, "user-defined symbols with spaces"),
    ],
    ids=str,
)
def test_what_is_not_reproduced_is_refused_by_name(options, named: str, changed):
    with pytest.raises(UnsupportedTokenizer, match=f"mine.model uses .*{named}"):
        load_sentencepiece(changed(**options), "mine.model")


def test_a_unigram_model_is_refused_by_name(fetcher: Fetcher):
    with pytest.raises(UnsupportedTokenizer, match=r"mine\.model uses the model type Unigram.*tokenizer\.json"):
        load_sentencepiece(fixture_path("botchan-unigram.model", fetcher).read_bytes(), "mine.model")
