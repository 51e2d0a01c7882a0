"""A plain, slow measurement that shares no code with the package: the reference of the end-to-end tests.

Chunks come from LangChain's own splitter, token counts from the tokenizers and tiktoken packages, the table from the
onnx package, the ranking from float64 numpy, the chance level from exact integers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb

import numpy as np
import onnx
from langchain_text_splitters import RecursiveCharacterTextSplitter
from onnx import numpy_helper


@dataclass(frozen=True)
class Outcome:
    """What the page must show for one setting."""

    n: int
    k: int
    found: list[list[bool]]
    first_hit_ranks: list[int | None]
    chance_level: float
    retrieved_tokens: float
    tokens_to_embed: int
    orders: list[list[int]]
    gaps: list[float]


def recursive_chunks(text: str, length: Callable[[str], int], size: int, overlap: int) -> list[tuple[int, int]]:
    """Spans of LangChain's chunks; each is looked for behind the start of the one before it."""
    splitter = RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=overlap, length_function=length)
    spans: list[tuple[int, int]] = []
    start, end = -1, 0
    for chunk in splitter.split_text(text):
        start = text.index(chunk, max(start + 1, end - max(overlap * 20, 0) if overlap else end))
        end = start + len(chunk)
        spans.append((start, end))
    return spans


class TableScorer:
    """Mean of table rows, compared by cosine, in float64 and one text at a time."""

    def __init__(self, model: bytes, encode: Callable[[str], Sequence[int]]) -> None:
        arrays = {
            tensor.name: numpy_helper.to_array(tensor) for tensor in onnx.load_from_string(model).graph.initializer
        }
        table = next(array for array in arrays.values() if array.ndim == 2)
        self.table = table.astype(np.float64)
        self.encode = encode
        self.matrix = cache(lambda chunks: np.array([self.vector(chunk) for chunk in chunks]))

    def vector(self, text: str) -> np.ndarray:
        ids = list(self.encode(text))
        if not ids:
            return np.zeros(self.table.shape[1])
        mean = self.table[ids].mean(axis=0)
        norm = np.linalg.norm(mean)
        return mean / norm if norm else mean

    def scores(self, query: str, chunks: Sequence[str]) -> np.ndarray:
        return self.matrix(tuple(chunks)) @ self.vector(query)


def chance(n: int, h: int, k: int) -> Fraction:
    """1 - C(n-h, k) / C(n, k), exactly."""
    return 1 - Fraction(comb(n - h, k), comb(n, k)) if k <= n else Fraction(min(h, 1))


def measure(
    texts: Sequence[str],
    questions: Sequence[tuple[str, Sequence[tuple[int, int, int]]]],
    spans: Sequence[Sequence[tuple[int, int]]],
    count: Callable[[str], int],
    score: Callable[[str, Sequence[str]], np.ndarray],
    k: int,
) -> Outcome:
    """Measure one split.

    Args:
        texts: the documents.
        questions: each with its answers as (document index, start, end).
        spans: of each document, its chunks as (start, end).
        count: boundary tokens of a text.
        score: scores of chunk texts for a query.
        k: chunks retrieved.
    """
    chunks = [(d, a, b) for d, part in enumerate(spans) for a, b in part]
    cut = [texts[d][a:b] for d, a, b in chunks]
    tokens = [count(text) for text in cut]
    found, ranks, chances, spent, orders, gaps = [], [], [], [], [], []
    for question, answers in questions:
        scores = score(question, cut)
        order = sorted(range(len(cut)), key=lambda i: (-scores[i], i))
        ordered = [scores[i] for i in order]
        gaps.append(min((abs(a - b) for a, b in pairwise(ordered)), default=1.0))
        marks = []
        places = []
        for d, start, end in answers:
            hits = [i for i, (e, a, b) in enumerate(chunks) if e == d and max(a, start) < min(b, end)]
            chances.append(chance(len(cut), len(hits), k))
            marks.append(any(i in order[:k] for i in hits))
            places += [order.index(i) + 1 for i in hits]
        found.append(marks)
        ranks.append(min(places, default=None))
        spent.append(sum(tokens[i] for i in order[:k]))
        orders.append(order[:k])
    return Outcome(
        n=len(cut),
        k=k,
        found=found,
        first_hit_ranks=ranks,
        chance_level=float(sum(chances) / len(chances)) if chances else 0.0,
        retrieved_tokens=sum(spent) / len(spent) if spent else 0.0,
        tokens_to_embed=sum(tokens),
        orders=orders,
        gaps=gaps,
    )
