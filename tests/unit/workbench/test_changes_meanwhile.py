"""What is under way when a document, a mark or the tokenizer changes ends with what is there then."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from typing import TypeVar

import pytest

import chunkforge as cf
from chunkforge.corpus import CorpusChunks
from chunkforge.measurement import Measurement
from chunkforge.scoring import Bm25
from chunkforge.steps import Steps, finish
from chunkforge.tokenizers import ESTIMATES, estimate

OLD, NEW = map(estimate, list(ESTIMATES)[:2])
SETTINGS = cf.SplitSettings("recursive", size=20)
LONG, SHORT = "\u4e2d\u6587 and some words. " * 40, "other words here"
Found = TypeVar("Found")


@pytest.fixture
def bench() -> cf.Workbench:
    return made(OLD, LONG, LONG, LONG)


def made(tokenizer: cf.Tokenizer, *texts: str) -> cf.Workbench:
    workbench = cf.Workbench(tokenizer, Bm25())
    for number, text in enumerate(texts):
        workbench.add(cf.Document(f"{number}.md", text))
    workbench.mark(workbench.add_query("some words"), 1, 0, 12)
    return workbench


def changed_at(place: int, steps: Steps[Found], change: Callable[[], object]) -> Found | None:
    """Finish some steps, and change something after a number of them; None where there are not so many."""
    try:
        for _ in range(place):
            next(steps)
    except StopIteration:
        return None
    change()
    return finish(steps)


def reread(bench: cf.Workbench) -> None:
    finish(bench.replacing(2, cf.Document("1.md", SHORT)))


def figures(measured: Measurement) -> tuple[object, ...]:
    return measured.tokenizer, measured.n_chunks, measured.tokens_to_embed, measured.queries


@pytest.mark.parametrize("place", range(1, 4))
def test_a_document_read_again_while_the_tokenizer_changes_is_split_as_it_is_now(bench, place):
    changed_at(place, bench.changing_tokenizer(NEW), lambda: reread(bench))
    finish(bench.changing_tokenizer(NEW))
    assert all(chunks.ends.max() <= len(chunks.document.text) for chunks in bench.split(SETTINGS).parts)
    assert (
        bench.measure(SETTINGS, 60).tokens_to_embed
        == made(NEW, LONG, SHORT, LONG).measure(SETTINGS, 60).tokens_to_embed
    )


@pytest.mark.parametrize("place", range(1, 16))
@pytest.mark.parametrize("kind", ["document", "tokenizer", "mark", "removed"])
def test_a_view_and_an_export_are_of_one_state(place, kind):
    changes: dict[str, Callable[[cf.Workbench], object]] = {
        "document": reread,
        "tokenizer": lambda bench: finish(bench.changing_tokenizer(NEW)),
        "mark": lambda bench: bench.mark(bench.add_query("words"), 2, 0, 9),
        "removed": lambda bench: bench.remove(3),
    }
    bench = made(OLD, LONG, LONG, LONG)
    viewed = changed_at(place, bench.viewing(SETTINGS, 60), lambda: changes[kind](bench))
    if viewed is not None:
        measured, corpus = viewed
        afresh = made(OLD, LONG, LONG, LONG)
        changes[kind](afresh)
        assert figures(measured) == figures(afresh.measure(SETTINGS, 60))
        assert boundaries(corpus) == boundaries(afresh.split(SETTINGS))
    bench = made(OLD, LONG, LONG, LONG)
    packed = changed_at(place, bench.exporting(SETTINGS, 60), lambda: changes[kind](bench))
    if packed is not None:
        lines = zipfile.ZipFile(io.BytesIO(packed)).read("chunks.jsonl").decode().splitlines()
        names = sorted({json.loads(line)["document"] for line in lines})
        before = made(OLD, LONG, LONG, LONG)  # what is packed already stays as it was
        assert (len(lines), names) in [(len(one.split(SETTINGS)), names_of(one)) for one in (before, bench)]


def names_of(bench: cf.Workbench) -> list[str]:
    return sorted(document.name for document in bench.documents.values())


def boundaries(corpus: CorpusChunks) -> list[list[int]]:
    return [chunks.starts.tolist() for chunks in corpus.parts]
