"""276 real questions on three documents, 24 settings tried by the grid: every row equals a slow computation."""

from __future__ import annotations

import csv
import gzip
import io
import json
import zipfile
from functools import cache

import pytest
import tokenizers
from bench import READY, Bench
from playwright.sync_api import expect

import independent

pytestmark = pytest.mark.browser

CORPORA = ("state_of_the_union", "chatlogs", "wikitexts")
SIZES = (60, 80, 100, 128, 160, 200, 256, 300, 400, 512, 800, 1024)
OVERLAPS = (0, 20)
BUDGET = 4096


def test_every_row_of_a_grid_over_276_questions_equals_the_slow_computation(page, site_url, site, shared):
    folder = shared / "data" / "chroma"
    bench = Bench(page, site_url)
    bench.add_files(*(folder / f"{name}.md" for name in CORPORA))
    bench.measured_after(0)
    expect(bench.get("document")).to_have_count(len(CORPORA))
    before = bench.measurement()
    bench.get("labels-input").set_input_files(folder / "questions.jsonl")
    expect(page.locator("#toasts")).to_contain_text("276 questions read", timeout=READY)
    bench.measured_after(before)

    page.locator(".grid-strategies > summary").click()
    for strategy in ("fixed", "heading"):
        page.locator(f"#grid-strategies input[value={strategy}]").uncheck()
    page.locator("#grid-sizes").fill(", ".join(map(str, SIZES)))
    page.locator("#grid-overlaps").fill(", ".join(map(str, OVERLAPS)))
    expect(bench.get("compare-button")).to_have_text("Measure 24 settings")
    bench.get("compare-button").click()
    expect(page.locator("#grid-note")).to_contain_text("24 settings measured", timeout=READY)

    with page.expect_download(timeout=READY) as download:
        bench.get("export-button").click()
    with zipfile.ZipFile(download.value.path()) as archive:
        table = csv.DictReader(io.StringIO(archive.read("comparison.csv").decode()))
        ours = [row for row in table if (row["strategy"], row["scorer"]) == ("recursive", "static")]
        rows = {(int(row["size"]), int(row["overlap"])): row for row in ours}

    real = tokenizers.Tokenizer.from_file(str(site / "tokenizers" / "bert-base-uncased.json"))

    def encode(part: str) -> list[int]:
        return real.encode(part, add_special_tokens=False).ids

    count = cache(lambda part: len(encode(part)))
    scorer = independent.TableScorer(gzip.decompress((site / "scoring" / "model.onnx.gz").read_bytes()), encode)
    texts = [(folder / f"{name}.md").read_text(encoding="utf-8") for name in CORPORA]
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [
        (row["question"], [(CORPORA.index(row["corpus"]), a["start_index"], a["end_index"]) for a in row["references"]])
        for row in map(json.loads, lines)
    ]
    assert len(questions) == 276
    for size in SIZES:
        for overlap in OVERLAPS:
            spans = [independent.recursive_chunks(text, count, size, overlap) for text in texts]
            slow = independent.measure(texts, questions, spans, count, scorer.scores, BUDGET // size)
            found = [found for marks in slow.found for found in marks]
            figures = {
                "budget_tokens": str(BUDGET),
                "k": str(slow.k),
                "n_chunks": str(slow.n),
                "answers_found": str(sum(found)),
                "answers_asked": str(len(found)),
                "chance_level": f"{slow.chance_level:.6f}",
                "retrieved_tokens_a_query": f"{slow.retrieved_tokens:.2f}",
                "tokens_to_embed": str(slow.tokens_to_embed),
            }
            assert rows[size, overlap] | figures == rows[size, overlap], (size, overlap)
