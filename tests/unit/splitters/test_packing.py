"""Chunks are the same however many are proposed before they are counted."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from chunkforge.chunks import Chunks
from chunkforge.document import Document
from chunkforge.extract import extract
from chunkforge.settings import SplitSettings
from chunkforge.splitters import Source, packing, split_source
from chunkforge.tokenizers.tiktoken import RankedPipeline
from unit.splitters.material import OURS, documents, limits

BATCHES = [(1, 1, 1), (2, 9, 3), (packing.FIRST_BATCH, packing.LARGEST_BATCH, packing.FEW)]


def tokenizer() -> RankedPipeline:
    """One that knows some words with the space before them only: they cost more where a chunk begins with them."""
    known = [word[:end] for word in (b" stone", b" the", b" brown", b" word") for end in range(2, len(word) + 1)]
    tokens = dict.fromkeys([*(bytes([b]) for b in range(256)), *known])
    return RankedPipeline("cl100k_base", {token: rank for rank, token in enumerate(tokens)})


TOKENIZER = tokenizer()


def columns(chunks: Chunks) -> list[list[int]]:
    columns = chunks.starts, chunks.ends, chunks.tokens, chunks.cuts, chunks.prefix_of
    return [column.tolist() for column in columns]


def by_batch(document: Document, split: SplitSettings) -> list[list[list[int]]]:
    """The chunks, proposed one by one, a few at a time, and by the hundred."""
    found = []
    for first, largest, few in BATCHES:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(packing, "FIRST_BATCH", first)
            patch.setattr(packing, "LARGEST_BATCH", largest)
            patch.setattr(packing, "FEW", few)
            found.append(columns(split_source(Source(document, TOKENIZER), split)))
    return found


@pytest.mark.parametrize("name", OURS)
@settings(max_examples=60)
@given(document=documents(), limit=limits())
def test_chunks_do_not_depend_on_how_many_are_proposed_at_once(name, document, limit):
    one_by_one, *others = by_batch(document, SplitSettings(name, *limit))
    assert others == [one_by_one] * len(others)


# Sections long and short, in each of which some chunks begin with a word that costs more there.
SENTENCES = "Of the brown stone, ox and elk of a stone by the brown word. Off it goes again: an eel. "
SECTION = "# Section {n}\n\n" + SENTENCES * 4 + "\n\n"
LONG = "# Long\n\n" + SENTENCES * 200 + "\n\n"


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize(("size", "overlap"), [(24, 0), (24, 9), (31, 30), (60, 20)])
def test_many_sections_and_a_long_one_are_packed_alike_at_once_and_one_by_one(name, size, overlap):
    text = "".join(SECTION.format(n=n) for n in range(30)) + LONG + SECTION.format(n=31)
    document = extract("sections.md", text.encode())
    one_by_one, *others = by_batch(document, SplitSettings(name, size, overlap))
    assert len(one_by_one[0]) > 100
    assert max(one_by_one[2]) <= size
    assert others == [one_by_one] * len(others)
