"""A user's own Markdown file, five real questions: the page's figures are those of a slow computation."""

from __future__ import annotations

import gzip
import json
import re

import pytest
import tokenizers
from bench import Bench
from playwright.sync_api import expect

import independent

pytestmark = pytest.mark.browser


def figure(bench: Bench, name: str) -> str:
    return bench.summary.locator(f"[data-figure={name}]").inner_text()


def whole(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def test_five_questions_on_a_real_speech_score_as_computed_by_hand(page, site_url, site, shared):
    folder = shared / "data" / "chroma"
    text = (folder / "state_of_the_union.md").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row["corpus"] == "state_of_the_union"][:5]

    bench = Bench(page, site_url)
    bench.add_files(folder / "state_of_the_union.md")
    for row in rows:
        bench.ask(row["question"])
        for reference in row["references"]:
            bench.mark_quote(reference["content"])
    bench.set_budget(2000)

    real = tokenizers.Tokenizer.from_file(str(site / "tokenizers" / "bert-base-uncased.json"))

    def encode(part: str) -> list[int]:
        return real.encode(part, add_special_tokens=False).ids

    def count(part: str) -> int:
        return len(encode(part))

    scorer = independent.TableScorer(gzip.decompress((site / "scoring" / "model.onnx.gz").read_bytes()), encode)
    questions = [
        (row["question"], [(0, answer["start_index"], answer["end_index"]) for answer in row["references"]])
        for row in rows
    ]
    for size in (200, 400):
        bench.set_size(size, 0)
        spans = independent.recursive_chunks(text, count, size, 0)
        expected = independent.measure([text], questions, [spans], count, scorer.scores, 2000 // size)
        found = [found for marks in expected.found for found in marks]
        assert figure(bench, "answers") == f"{sum(found)} of {len(found)} answers"
        assert figure(bench, "chance") == f"chance {round(100 * expected.chance_level)}%"
        assert whole(figure(bench, "retrieved")) == round(expected.retrieved_tokens)
        assert whole(figure(bench, "chunks")) == expected.n
        assert whole(figure(bench, "embed")) == expected.tokens_to_embed
        for query, rank in zip(bench.get("query").all(), expected.first_hit_ranks, strict=True):
            expect(query.locator(".query-state")).to_contain_text(f"rank {rank} of {expected.n}")
        first = bench.get("query").first
        bench.choose(first)
        order = [int(result.get_attribute("data-chunk") or -1) for result in first.get_by_test_id("result").all()]
        assert order == expected.orders[0]
