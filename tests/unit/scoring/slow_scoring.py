"""The slow, obvious twins of the scorers, and a small tokenizer that cuts words into pieces."""

import math
import re
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import itemgetter

import numpy as np

from chunkforge.chunks import Chunks
from chunkforge.document import Document
from chunkforge.encoding import Encoding, SliceTokens
from chunkforge.scoring import EmbeddingTable
from chunkforge.scoring.terms import terms
from chunkforge.steps import Progress, Steps

PIECE = 3


class PieceText:
    """A text under `PieceTokenizer`, sliced by tokenising the cut words at its edges again."""

    def __init__(self, tokenizer: "PieceTokenizer", text: str) -> None:
        self.tokenizer = tokenizer
        self.text = text
        self.encoding = tokenizer.encode(text)
        self.words = [match.span() for match in re.finditer(tokenizer.word, text)]

    def slice_tokens(self, starts: np.ndarray, ends: np.ndarray) -> SliceTokens:
        first, last, edge_ids, edge_slice = [], [], [], []
        for number, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
            touched = self.words[bisect_right(self.words, start, key=itemgetter(1)) :]
            touched = touched[: bisect_left(touched, end, key=itemgetter(0))] if start < end else []
            whole = [(a, b) for a, b in touched if start <= a and b <= end]
            low, high = (whole[0][0], whole[-1][1]) if whole else (start, start)
            first.append(bisect_left(self.encoding.starts, low))
            last.append(bisect_right(self.encoding.ends, high) if whole else first[-1])
            for a, b in touched:
                if (a, b) not in whole:
                    ids = self.tokenizer.encode(self.text[max(a, start) : min(b, end)]).ids
                    edge_ids.extend(ids)
                    edge_slice.extend([number] * len(ids))
        return SliceTokens(*(np.array(part, np.int32) for part in (first, last, edge_ids, edge_slice)))

    def counts(self, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
        return self.slice_tokens(starts, ends).counts()


class PieceTokenizer:
    """Words into pieces of three characters from their start, so that a cut word has other tokens than a whole one."""

    name = "pieces"
    exact = True

    def __init__(self, rows: int, *, leading_space: bool = False) -> None:
        """With `leading_space` a word takes the space before it along, as byte-level BPE does."""
        self.rows = rows
        self.word = r"\s?\S+|\s" if leading_space else r"\S+"

    def encode(self, text: str) -> Encoding:
        spans = [
            (at, min(at + PIECE, match.end()))
            for match in re.finditer(self.word, text)
            for at in range(match.start(), match.end(), PIECE)
        ]
        ids = [zlib.crc32(text[a:b].encode()) % self.rows for a, b in spans]
        return Encoding(np.array(ids, np.int32), *np.array(spans, np.int32).reshape(-1, 2).T)

    def count(self, text: str, *, continued: bool = False) -> int:  # noqa: ARG002 - white space begins a piece anywhere
        return len(self.encode(text))

    def reading(self, text: str) -> Steps[PieceText]:
        yield Progress(len(text), len(text), "characters")
        return PieceText(self, text)


def split(
    text: str,
    spans: Sequence[tuple[int, int]],
    *,
    prefixes: Sequence[str] = (),
    prefix_of: Sequence[int] | None = None,
    replaced: dict[int, str] | None = None,
) -> Chunks:
    """Chunks at given spans."""
    places = np.array(spans, np.int32).reshape(-1, 2)
    none = np.zeros(len(places), np.int32)
    return Chunks(
        document=Document("a document", text),
        starts=places[:, 0],
        ends=places[:, 1],
        tokens=none,
        overlaps=none,
        cuts=none.astype(np.uint8),
        over_limit=none.astype(np.bool_),
        prefix_of=none - 1 if prefix_of is None else np.array(prefix_of, np.int32),
        prefixes=tuple(prefixes),
        replaced=replaced or {},
    )


def cosines(
    table: EmbeddingTable, tokenizer: PieceTokenizer, texts: Sequence[str], queries: Sequence[str]
) -> np.ndarray:
    """Tokenise every text alone, average its rows, take the cosine."""

    def embed(text: str) -> np.ndarray:
        rows = (table.rows[tokenizer.encode(text).ids].astype(np.float64) - table.zero_point) * table.scale
        return rows.mean(axis=0) if len(rows) else np.zeros(table.dimensions)

    def cosine(a: np.ndarray, b: np.ndarray) -> float:
        lengths = math.sqrt(a @ a) * math.sqrt(b @ b)
        return float(a @ b) / lengths if lengths else 0.0

    return np.array([[cosine(embed(query), embed(text)) for text in texts] for query in queries]).reshape(
        len(queries), len(texts)
    )


def bm25(texts: Sequence[str], queries: Sequence[str], k1: float = 1.2, b: float = 0.75) -> np.ndarray:
    """Okapi BM25 by its formula, term by term."""
    bags = [terms(text) for text in texts]
    mean = sum(map(len, bags)) / max(1, len(bags))
    scores = np.zeros((len(queries), len(texts)))
    for q, query in enumerate(queries):
        for term in terms(query):
            holding = sum(term in bag for bag in bags)
            idf = math.log(1 + (len(bags) - holding + 0.5) / (holding + 0.5))
            for c, bag in enumerate(bags):
                tf = bag.count(term)
                if tf:
                    scores[q, c] += idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * len(bag) / mean))
    return scores
