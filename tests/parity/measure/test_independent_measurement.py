"""Every figure of a measurement equals a slow computation that shares no code with the package."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
import tiktoken
import tokenizers

import chunkforge as cf
import independent
from chunkforge.tokenizers import Tokenizer
from tools.pins import ROOT

pytestmark = pytest.mark.parity

SCALES = (("recursive", 200, 0), ("recursive", 400, 0), ("recursive", 300, 60))


class Boundary(NamedTuple):
    """A boundary tokenizer of ours and the count of the library it must equal."""

    ours: Tokenizer
    count: Callable[[str], int]


@pytest.fixture(scope="module", params=["cl100k_base", "bert-base-uncased"])
def boundary(request: pytest.FixtureRequest, site: Path) -> Boundary:
    if request.param == "cl100k_base":
        data = (site / "tokenizers" / "cl100k_base.tiktoken").read_bytes()
        ranks = {base64.b64decode(t): int(r) for t, r in (line.split() for line in data.splitlines() if line)}
        pattern = (
            r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
            r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
        )
        real = tiktoken.Encoding("cl100k_base", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
        return Boundary(cf.load_tiktoken("cl100k_base", data), lambda text: len(real.encode_ordinary(text)))
    data = (site / "tokenizers" / "bert-base-uncased.json").read_bytes()
    return Boundary(cf.load_tokenizer(data), counter(data))


def counter(data: bytes) -> Callable[[str], int]:
    encode = encoder(data)
    return lambda text: len(encode(text))


def encoder(data: bytes) -> Callable[[str], list[int]]:
    real = tokenizers.Tokenizer.from_buffer(data)
    real.no_truncation()
    real.no_padding()
    return lambda text: real.encode(text, add_special_tokens=False).ids


@pytest.fixture(scope="module")
def table(site: Path) -> bytes:
    return gzip.decompress((site / "scoring" / "model.onnx.gz").read_bytes())


@pytest.fixture(scope="module")
def scoring_tokenizer(site: Path) -> bytes:
    return (site / "tokenizers" / "bert-base-uncased.json").read_bytes()


@pytest.mark.parametrize(("strategy", "size", "overlap"), SCALES)
def test_real_speech_with_real_questions_measures_as_the_slow_computation_does(
    shared, boundary, table, scoring_tokenizer, strategy, size, overlap
):
    folder = shared / "data" / "chroma"
    text = (folder / "state_of_the_union.md").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
    chosen = [row for row in rows if row["corpus"] == "state_of_the_union"][:5]
    compare_with_slow([text], chosen, boundary, table, scoring_tokenizer, (strategy, size, overlap), budget=2000)


@pytest.mark.parametrize(("strategy", "size", "overlap"), SCALES)
def test_our_own_texts_measure_as_the_slow_computation_does(
    boundary, table, scoring_tokenizer, strategy, size, overlap
):
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    quotes = ["Limitation of Liability", "Grant of Patent License", "Disclaimer of Warranty"]
    rows = [
        {"question": f"where does it say {quote}?", "references": [{"start_index": at, "end_index": at + len(quote)}]}
        for quote in quotes
        for at in [text.index(quote)]
    ]
    compare_with_slow([text], rows, boundary, table, scoring_tokenizer, (strategy, size, overlap), budget=1000)


def compare_with_slow(texts, rows, boundary, table, scoring_tokenizer, setting, budget):
    strategy, size, overlap = setting
    scorer = cf.StaticModel(cf.read_embedding_table(table), cf.load_tokenizer(scoring_tokenizer))
    workbench = cf.Workbench(tokenizer=boundary.ours, scorer=scorer)
    numbers = [workbench.add(cf.Document(f"{i}.txt", text)) for i, text in enumerate(texts)]
    questions = []
    for row in rows:
        query = workbench.add_query(row["question"])
        spans = [(0, answer["start_index"], answer["end_index"]) for answer in row["references"]]
        for _, start, end in spans:
            workbench.mark(query, numbers[0], start, end)
        questions.append((row["question"], spans))
    ours = workbench.measure(cf.SplitSettings(strategy, size=size, overlap=overlap), budget=budget)

    slow = independent.measure(
        texts,
        questions,
        [independent.recursive_chunks(text, boundary.count, size, overlap) for text in texts],
        boundary.count,
        independent.TableScorer(table, encoder(scoring_tokenizer)).scores,
        k=budget // size,
    )
    assert ours.n_chunks == slow.n
    assert ours.k == slow.k
    assert ours.tokens_to_embed == slow.tokens_to_embed
    assert [list(result.retrieved) for result in ours.queries] == slow.orders
    assert [list(result.found) for result in ours.queries] == slow.found
    assert [result.first_hit_rank for result in ours.queries] == slow.first_hit_ranks
    assert ours.chance_level == pytest.approx(slow.chance_level, rel=1e-9)
    assert ours.retrieved_tokens == pytest.approx(slow.retrieved_tokens)
    assert (ours.answers_found, ours.answers_asked) == (sum(map(sum, slow.found)), sum(map(len, slow.found)))
