"""One session: documents, queries, marks and settings in, measurements out."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from chunkforge.corpus import CorpusChunks
from chunkforge.document import Document
from chunkforge.errors import WorkbenchError
from chunkforge.export import export_zip
from chunkforge.labels import Labels, Mark
from chunkforge.measure import chance_of_hit, chunks_in_budget
from chunkforge.measurement import Measurement, QueryResult
from chunkforge.scoring import AnyScorer, rank_of, ranking
from chunkforge.settings import SplitSettings
from chunkforge.splitters import split_source
from chunkforge.splitters.source import Source
from chunkforge.steps import Progress, Steps, finish, reported
from chunkforge.tokenizers import Tokenizer

SPLITS_KEPT = 32
SCORES_AT_ONCE = 4_000_000  # float64 [queries, chunks] of one block of queries: 32 MB

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RowKey:
    """What names a comparison row."""

    settings: SplitSettings
    scorer: str
    budget: int


class Workbench:
    """The state of one session. Whatever a change of state leaves valid is kept, so that only the rest is made anew."""

    def __init__(self, tokenizer: Tokenizer, scorer: AnyScorer) -> None:
        """Start with no documents and no queries.

        Args:
            tokenizer: the boundary tokenizer, that of the user's own embedding model.
            scorer: ranks chunks for queries.
        """
        self._tokenizer = tokenizer
        self._scorer = scorer
        self.documents: dict[int, Document] = {}
        self.labels = Labels()
        self._next_document = 1
        self._sources: dict[int, Source] = {}
        self._indexes: dict[tuple[str, int], Any] = {}
        self._splits: OrderedDict[SplitSettings, CorpusChunks] = OrderedDict()
        self._measured: dict[RowKey, Measurement] = {}
        self._tried: dict[RowKey, None] = {}

    # Documents

    def add(self, document: Document) -> int:
        """Add a document; it is tokenised and indexed when something is first measured.

        Returns:
            Its id.
        """
        number = self._next_document
        self._next_document += 1
        self.documents[number] = document
        self._forget_splits()
        return number

    def document(self, number: int) -> Document:
        """Give a document.

        Raises:
            WorkbenchError: there is none of that id.
        """
        if number not in self.documents:
            raise WorkbenchError(
                "workbench.no-document", "There is no document number {number} (any more).", number=number
            )
        return self.documents[number]

    def remove(self, number: int) -> None:
        """Remove a document and every mark in it.

        Raises:
            WorkbenchError: there is no such document.
        """
        self.document(number)
        del self.documents[number]
        self._sources.pop(number, None)
        self._indexes = {key: index for key, index in self._indexes.items() if key[1] != number}
        self.labels.forget_document(number)
        self._forget_splits()

    # Queries and marks

    def add_query(self, text: str) -> int:
        """Add a query.

        Returns:
            Its id.
        """
        return self.add_queries([text])[0]

    def add_queries(self, texts: Sequence[str]) -> list[int]:
        """Add queries as one step that can be undone; returns their ids."""
        ids = self.labels.add(list(texts))
        self._measured.clear()
        return ids

    def edit_query(self, query: int, text: str) -> None:
        """Change the text of a query."""
        self.labels.edit(query, text)
        self._measured.clear()

    def remove_query(self, query: int) -> None:
        """Remove a query and its marks."""
        self.labels.remove(query)
        self._measured.clear()

    def mark(self, query: int, document: int, start: int, end: int) -> Mark:
        """Mark a span that a query should have returned.

        Args:
            query: the query's id.
            document: the document's id.
            start: first code point.
            end: one past the last; white space at either end is left out of the mark.

        Returns:
            The mark as it was kept.

        Raises:
            WorkbenchError: no such query or document, or nothing but white space in the span.
        """
        text = self.document(document).text[max(start, 0) : max(end, 0)]
        if not text.strip():
            raise WorkbenchError("workbench.blank-mark", "There is no text in that span. Mark at least one character.")
        first = max(start, 0) + len(text) - len(text.lstrip())
        mark = Mark(document, first, first + len(text.strip()))
        self.labels.mark(query, [mark])
        self._measured.clear()
        return mark

    def unmark(self, query: int, mark: Mark) -> None:
        """Take a mark off a query."""
        self.labels.unmark(query, mark)
        self._measured.clear()

    def undo(self) -> bool:
        """Take back the last change to queries or marks; False where there is none."""
        self._measured.clear()
        return self.labels.undo()

    def redo(self) -> bool:
        """Take the last undone change again; False where there is none."""
        self._measured.clear()
        return self.labels.redo()

    # Settings

    @property
    def tokenizer(self) -> Tokenizer:
        """The boundary tokenizer."""
        return self._tokenizer

    @tokenizer.setter
    def tokenizer(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._sources.clear()
        self._tried.clear()  # "512 tokens" means something else now
        self._forget_splits()

    @property
    def scorer(self) -> AnyScorer:
        """The scorer in use; what others have indexed is kept."""
        return self._scorer

    @scorer.setter
    def scorer(self, scorer: AnyScorer) -> None:
        self._scorer = scorer

    # Measuring

    def preparing(self) -> Steps[None]:
        """Tokenise and index what has not been yet, with progress in characters."""
        total = sum(len(document.text) for document in self.documents.values())
        done = 0
        for number, document in self.documents.items():
            if number not in self._sources:
                tokenized = yield from _half_of(self._tokenizer.reading(document.text), done, total)
                self._sources[number] = Source(document, self._tokenizer, tokenized)
            key = (self._scorer.name, number)
            if key not in self._indexes:
                halfway = done + len(document.text) // 2
                self._indexes[key] = yield from _half_of(self._scorer.reading(document.text), halfway, total)
            done += len(document.text)

    def source(self, number: int) -> Source:
        """Give a document with its boundary tokens, tokenising it if it has not been yet."""
        document = self.document(number)
        if number not in self._sources:
            self._sources[number] = Source(document, self._tokenizer)
        return self._sources[number]

    def splitting(self, settings: SplitSettings) -> Steps[CorpusChunks]:
        """Split every document, with progress in documents; the last few splits are kept."""
        kept = self._splits.get(settings)
        if kept is not None:
            self._splits.move_to_end(settings)
            return kept
        parts = {}
        for done, number in enumerate(self.documents):
            parts[number] = split_source(self.source(number), settings)
            yield Progress(done + 1, len(self.documents), "documents")
        corpus = CorpusChunks.of(parts)
        self._splits[settings] = corpus
        if len(self._splits) > SPLITS_KEPT:
            self._splits.popitem(last=False)
        return corpus

    def split(self, settings: SplitSettings) -> CorpusChunks:
        """Split every document."""
        return finish(self.splitting(settings))

    def measuring(self, settings: SplitSettings, budget: int) -> Steps[Measurement]:
        """Measure one setting step by step; see `measure`."""
        key = RowKey(settings, self._scorer.name, budget)
        if key not in self._measured:
            yield from self.preparing()
            corpus = yield from self.splitting(settings)
            self._measured[key] = yield from self._measurement(key, corpus)
        self._tried[key] = None
        return self._measured[key]

    def measure(self, settings: SplitSettings, budget: int) -> Measurement:
        """Split, rank and score the present documents under one setting.

        Args:
            settings: how to split.
            budget: boundary tokens that retrieval may spend on a query; k follows from it.

        Returns:
            The measurement; without marks it ranks and claims nothing.
        """
        return finish(self.measuring(settings, budget))

    def _measurement(self, key: RowKey, corpus: CorpusChunks) -> Steps[Measurement]:
        tokens = corpus.tokens
        k = chunks_in_budget(key.budget, _tokens_a_chunk(key.settings, corpus))
        indexed = [
            (self._indexes[key.scorer, number], chunks)
            for number, chunks in zip(corpus.documents, corpus.parts, strict=True)
        ]
        results: list[QueryResult] = []
        chances: list[float] = []
        queries = list(self.labels.queries.values())
        at_once = max(1, SCORES_AT_ONCE // max(1, len(corpus)))
        for first in range(0, len(queries), at_once):
            block = queries[first : first + at_once]
            scores = yield from self._scorer.scoring(indexed, [query.text for query in block])
            for query, row in zip(block, scores, strict=True):
                best = ranking(row)[:k]
                hits = [corpus.hits(mark) for mark in query.marks]
                chances += [chance_of_hit(len(corpus), len(hit), k) for hit in hits]
                results.append(
                    QueryResult(
                        query=query.id,
                        retrieved=tuple(best.tolist()),
                        scores=tuple(row[best].tolist()),
                        found=tuple(bool(np.isin(hit, best).any()) for hit in hits),
                        first_hit_rank=_first_hit_rank(row, hits),
                        retrieved_tokens=int(tokens[best].sum()),
                    )
                )
            yield Progress(len(results), len(queries), "queries")
        return Measurement(
            settings=key.settings,
            scorer=key.scorer,
            budget=key.budget,
            k=k,
            n_chunks=len(corpus),
            answers_found=sum(sum(result.found) for result in results),
            answers_asked=len(chances),
            chance_level=float(np.mean(chances)) if chances else None,
            retrieved_tokens=float(np.mean([result.retrieved_tokens for result in results])) if results else 0.0,
            tokens_to_embed=int(tokens.sum()),
            queries=tuple(results),
        )

    # Comparing

    @property
    def rows(self) -> list[Measurement]:
        """Every setting tried and still measured on the present documents, queries and marks, in the order tried."""
        return [self._measured[key] for key in self._tried if key in self._measured]

    @property
    def stale(self) -> list[RowKey]:
        """The settings tried whose measurement a later change of documents, queries or marks has undone."""
        return [key for key in self._tried if key not in self._measured]

    def forget(self, key: RowKey) -> None:
        """Take a row out of the comparison."""
        self._tried.pop(key, None)

    def comparing(self, grid: Iterable[SplitSettings], budget: int) -> Steps[list[Measurement]]:
        """Measure a grid of settings step by step; `rows` grows as they are done. See `compare`."""
        settings = list(dict.fromkeys(grid))
        rows = []
        for done, one in enumerate(settings):
            here = Progress(done, len(settings), "settings", str(one))
            yield here
            rows.append((yield from reported(self.measuring(one, budget), lambda _, here=here: here)))
        yield Progress(len(settings), len(settings), "settings")
        return rows

    def compare(
        self, grid: Iterable[SplitSettings], budget: int, progress: Callable[[Progress], object] | None = None
    ) -> list[Measurement]:
        """Measure a grid of settings.

        Args:
            grid: the settings; doubles are measured once.
            budget: as for `measure`.
            progress: called with a `Progress` in settings as they are done.

        Returns:
            One measurement a setting, in the grid's order.
        """
        return finish(self.comparing(grid, budget), progress)

    # Leaving

    def export(self, settings: SplitSettings, budget: int) -> bytes:
        """Pack chunks, configurations and the comparison into one zip.

        Args:
            settings: the setting whose chunks are exported; it is measured if it has not been yet.
            budget: boundary tokens that retrieval may spend on a query.

        Returns:
            The bytes of the zip.

        Raises:
            WorkbenchError: there is no document to export.
        """
        if not self.documents:
            raise WorkbenchError("workbench.nothing", "There is nothing to export yet. Add a document first.")
        self.measure(settings, budget)
        return export_zip(self.split(settings), settings, self._tokenizer, self.rows)

    def _forget_splits(self) -> None:
        self._splits.clear()
        self._measured.clear()


def _half_of(steps: Steps[T], done: int, total: int) -> Steps[T]:
    """Count a document's characters half for tokenising it and half for indexing it."""
    return reported(steps, lambda step: Progress(done + step.done // 2, total, "characters"))


def _tokens_a_chunk(settings: SplitSettings, corpus: CorpusChunks) -> float:
    """What k divides the budget by: the size, or where that is in other units, the mean tokens of a chunk."""
    if settings.length == "tokens":
        return settings.size
    tokens = corpus.tokens
    return float(tokens.mean()) if len(tokens) else 1.0


def _first_hit_rank(scores: NDArray[np.float64], hits: Sequence[NDArray[np.int64]]) -> int | None:
    """Rank of the best hit among all chunks, 1-based; `None` where nothing is marked or no chunk overlaps a mark."""
    numbers = np.concatenate(hits) if hits else np.empty(0, np.int64)
    if not len(numbers):
        return None
    numbers = np.unique(numbers)
    return rank_of(scores, int(numbers[np.argmax(scores[numbers])]))
