"""How well the scorers retrieve on questions with marked answers: `python -m tools.retrieval --data FOLDER`.

The folder is one of Chroma's "Evaluating Chunking Strategies for Retrieval" set: `questions.jsonl`, a question a line
with the spans that answer it, beside the corpora they lie in. Every corpus is split by LangChain's recursive rule at
several sizes. For each question: whether one of its answers overlaps the first five chunks (hit@5), what share of them
does (recall@5), and the reciprocal of the first such chunk's place (MRR); averaged over questions, then sizes, then
corpora.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "py"))  # runs without an installation

from chunkforge import Bm25, Document, SplitSettings, StaticModel, load_tiktoken, load_tokenizer, read_embedding_table
from chunkforge.scoring import AnyScorer, Fusion, ranking
from chunkforge.splitters import Source, split_source
from chunkforge.steps import finish
from chunkforge.tokenizers import Tokenizer
from tools import parts
from tools.fetch import Fetcher
from tools.model import scoring_model
from tools.pins import project_pins
from tools.store import Store, cache_root

SIZES = (200, 400, 800)
FIRST = 5


class Figures(NamedTuple):
    """Means over questions, sizes and corpora."""

    hit: float
    recall: float
    mrr: float


def scorers(fetcher: Fetcher) -> dict[str, AnyScorer]:
    """The scorers that the site offers, with the scoring model it ships, and the boundary tokenizer's ranks."""
    with TemporaryDirectory() as folder:
        parts.add_tokenizers(fetcher, Path(folder))
        bert = load_tokenizer((Path(folder) / "tokenizers" / "bert-base-uncased.json").read_bytes())
    model = StaticModel(read_embedding_table(gzip.decompress(scoring_model(fetcher).read_bytes())), bert)
    words = Bm25()
    return {scorer.name: scorer for scorer in (model, words, Fusion(model, words))}


def boundary_tokenizer(fetcher: Fetcher) -> Tokenizer:
    """The tokenizer that sizes are counted in, cl100k_base."""
    with TemporaryDirectory() as folder:
        parts.add_tokenizers(fetcher, Path(folder))
        return load_tiktoken("cl100k_base", (Path(folder) / "tokenizers" / "cl100k_base.tiktoken").read_bytes())


def retrieval(scorer: AnyScorer, tokenizer: Tokenizer, data: Path, sizes: tuple[int, ...] = SIZES) -> Figures:
    """Measure one scorer.

    Args:
        scorer: ranks the chunks.
        tokenizer: counts the sizes.
        data: folder with `questions.jsonl` and the corpora.
        sizes: chunk sizes in tokens.

    Returns:
        The three means.
    """
    asked: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in (data / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        question = json.loads(line)
        asked[question["corpus"]].append(question)
    means = []
    for corpus, questions in asked.items():
        text = (data / f"{corpus}.md").read_bytes().decode("utf-8")
        source = Source(Document(corpus, text), tokenizer)
        index = finish(scorer.reading(text))
        for size in sizes:
            chunks = split_source(source, SplitSettings("recursive", size))
            scores = finish(scorer.scoring([(index, chunks)], [question["question"] for question in questions]))
            figures = []
            for question, order in zip(questions, ranking(scores), strict=True):
                hits = np.array([
                    (chunks.starts < answer["end_index"]) & (chunks.ends > answer["start_index"])
                    for answer in question["references"]
                ])[:, order]  # fmt: skip
                found = hits[:, :FIRST].any(axis=1)
                figures.append((found.any(), found.mean(), 1 / (1 + hits.any(axis=0).argmax())))
            means.append(np.mean(figures, axis=0))
    return Figures(*np.mean(means, axis=0).tolist())


def main() -> int:
    """Print the figures of every scorer."""
    parser = argparse.ArgumentParser(prog="python -m tools.retrieval", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with questions.jsonl and the corpora")
    options = parser.parse_args()
    fetcher = Fetcher(Store(cache_root()), project_pins())
    tokenizer = boundary_tokenizer(fetcher)
    print(f"{'scorer':8} {'hit@5':>7} {'recall@5':>9} {'MRR':>7}")
    for name, scorer in scorers(fetcher).items():
        figures = retrieval(scorer, tokenizer, options.data)
        print(f"{name:8} {figures.hit:7.4f} {figures.recall:9.4f} {figures.mrr:7.4f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
