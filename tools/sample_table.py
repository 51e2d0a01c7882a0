"""Measure the sample handbook and write the table into README.md: `python -m tools.sample_table [--site dist]`.

Uses what the built site serves: its tokenizer, its scoring model, its sample.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.pins import ROOT

sys.path.insert(0, str(ROOT / "py"))  # runs without an installation

import chunkforge as cf

README = ROOT / "README.md"
BEGIN, END = "<!-- sample-table -->", "<!-- /sample-table -->"

BUDGET = 4096
SETTINGS = (
    cf.SplitSettings("recursive", 1024, 200),
    cf.SplitSettings("recursive", 512, 50),
    cf.SplitSettings("recursive", 256, 25),
    cf.SplitSettings("recursive", 128),
    cf.SplitSettings("fixed", 512),
    cf.SplitSettings("fixed", 96),
    cf.SplitSettings("heading", 1024),
    cf.SplitSettings("heading", 512),
    cf.SplitSettings("heading", 256),
)
HEAD = (
    "| setting | k of n chunks | chance level | static: found | tokens a query | BM25: found | tokens a query |",
    "|---|---:|---:|---:|---:|---:|---:|",
)


def measure(site: Path, settings: Sequence[cf.SplitSettings] = SETTINGS) -> dict[str, list[cf.Measurement]]:
    """Measure settings on the sample, under both scorers.

    Args:
        site: a built site.
        settings: the rows.

    Returns:
        By scorer, a measurement a setting.
    """
    samples = site / "samples"
    sample = json.loads((samples / "handbook.json").read_text(encoding="utf-8"))
    bert = cf.load_tokenizer((site / "tokenizers" / "bert-base-uncased.json").read_bytes(), "bert-base-uncased")
    model = gzip.decompress((site / "scoring" / "model.onnx.gz").read_bytes())
    static = cf.StaticModel(cf.read_embedding_table(model), bert)
    bench = cf.Workbench(tokenizer=bert, scorer=static)
    document = bench.add(cf.extract(sample["document"], (samples / sample["document"]).read_bytes()))
    for query in sample["queries"]:
        number = bench.add_query(query["question"])
        for answer in query["references"]:
            bench.mark(number, document, answer["start_index"], answer["end_index"])
    rows = {static.name: bench.compare(settings, BUDGET)}
    bench.scorer = cf.Bm25()
    return rows | {bench.scorer.name: bench.compare(settings, BUDGET)}


def table(measured: dict[str, list[cf.Measurement]]) -> str:
    """Write measurements as a Markdown table.

    Args:
        measured: what `measure` gives: two scorers, the same settings under each.

    Returns:
        The table's lines.
    """
    lines = []
    for one, other in zip(*measured.values(), strict=True):
        cells = [str(one.settings), f"{one.k} of {one.n_chunks}", f"{100 * (one.chance_level or 0):.0f}%"]
        for row in (one, other):
            cells += [f"{row.answers_found} of {row.answers_asked}", f"{row.retrieved_tokens:,.0f}"]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join((*HEAD, *lines))


def with_table(readme: str, new: str) -> str:
    """Put a table where README keeps it.

    Args:
        readme: the whole text.
        new: the table.

    Returns:
        The text with the new table in place of the old one.
    """
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{new}\n{END}{after}"


def main() -> int:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(prog="python -m tools.sample_table", description=__doc__)
    parser.add_argument("--site", type=Path, default=ROOT / "dist", help="a built site (default: dist)")
    new = table(measure(parser.parse_args().site))
    print(new)
    README.write_text(with_table(README.read_text(encoding="utf-8"), new), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
