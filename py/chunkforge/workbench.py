"""One session: documents, queries, marks and settings in, measurements out."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeVar

from chunkforge.corpus import CorpusChunks
from chunkforge.document import Document
from chunkforge.errors import WorkbenchError
from chunkforge.evaluate import evaluating
from chunkforge.export import Outgoing, SourceFile, exporting
from chunkforge.labels import Labels, Mark
from chunkforge.measurement import Measurement, RowKey
from chunkforge.moving import Moves
from chunkforge.scoring import AnyScorer
from chunkforge.settings import SplitSettings
from chunkforge.splitters import split_source
from chunkforge.splitters.source import Source
from chunkforge.steps import Progress, Steps, finish, reported
from chunkforge.tokenizers import Tokenizer

SPLITS_KEPT = 32

T = TypeVar("T")


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
        self.documents: dict[int, Document] = {}  # never changed in place: a measurement under way goes on with its own
        self.labels = Labels()
        self._removed: dict[int, Document] = {}  # what undo can bring back
        self._next_document = 1
        self._sources: dict[int, Source] = {}
        self._indexes: dict[tuple[str, int], Any] = {}
        self._splits: OrderedDict[SplitSettings, CorpusChunks] = OrderedDict()
        self._measured: dict[RowKey, Measurement] = {}
        self._measured_for = self.labels.queries
        self._tried: dict[RowKey, None] = {}

    # Documents

    def add(self, document: Document) -> int:
        """Add a document; it is tokenised and indexed when something is first measured.

        Returns:
            Its id.
        """
        number = self._next_document
        self._next_document += 1
        self.documents = {**self.documents, number: document}
        self._forget_splits()
        return number

    def adding(self, document: Document) -> Steps[int]:
        """Tokenise and index a document, then add it: as `add`, but nothing sees it before it is ready."""
        keep = yield from self._making_ready(document)
        number = self.add(document)
        keep(number)
        return number

    def replacing(self, number: int, document: Document) -> Steps[int]:
        """Put another reading of the same source in a document's place, once it is tokenised and indexed.

        Args:
            number: the id of the document, which it keeps.
            document: what takes its place. Marks go where their text stands in it.

        Returns:
            How many marks were dropped, since their text is not in it.

        Raises:
            WorkbenchError: there is no such document.
        """
        self.document(number)
        keep = yield from self._making_ready(document)
        moves = Moves(self.document(number).text, document.text)
        self.documents = {**self.documents, number: document}
        self._forget_made(number)
        keep(number)

        def move(mark: Mark) -> Mark | None:
            span = moves(mark.start, mark.end)
            return None if span is None else Mark(number, *span)

        return self.labels.move_marks(number, move)

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

    def remove(self, number: int) -> int:
        """Remove a document and every mark in it; `undo` brings back both.

        Returns:
            How many marks went with it.

        Raises:
            WorkbenchError: there is no such document.
        """
        self.document(number)
        marks = self.labels.remove_document(number)
        self._follow_labels()
        return marks

    def undo(self) -> bool:
        """Take back the last change of queries and marks, or the removal of a document; False where there is none."""
        return self.labels.undo() and self._follow_labels()

    def redo(self) -> bool:
        """Take the last undone step again; False where there is none."""
        return self.labels.redo() and self._follow_labels()

    def _follow_labels(self) -> bool:
        """Hold the documents that the labels' history holds now; those that no step brings back are let go."""
        known = {**self.documents, **self._removed}
        gone = self.labels.removed
        self._removed = {number: known[number] for number in sorted(self.labels.recoverable)}
        for number in gone & self.documents.keys():
            self._forget_made(number)
        present = {number: known[number] for number in sorted(known.keys() - gone)}
        if present.keys() != self.documents.keys():
            self.documents = present
            self._forget_splits()
        return True

    # Queries and marks; `labels` itself edits and removes

    def add_query(self, text: str) -> int:
        """Add a query; returns its id."""
        return self.labels.add([text])[0]

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
        return mark

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

    def changing_tokenizer(self, tokenizer: Tokenizer) -> Steps[None]:
        """Tokenise every document anew, then change the boundary tokenizer.

        Until all is ready, and where that fails, the old one stays with all that was made by it.
        """
        if tokenizer is self._tokenizer:
            return
        total = sum(len(document.text) for document in self.documents.values())
        done = 0
        made: dict[int, Source] = {}
        for number, document in list(self.documents.items()):
            steps = tokenizer.reading(document.text)
            tokenized = yield from reported(steps, partial(_shifted, done, total))
            made[number] = Source(document, tokenizer, tokenized)
            done += len(document.text)
        self.tokenizer = tokenizer
        self._sources = {number: source for number, source in made.items() if number in self.documents}

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
        documents = self.documents
        for done, number in enumerate(documents):
            parts[number] = split_source(self.source(number), settings)
            yield Progress(done + 1, len(documents), "documents")
            if documents is not self.documents:
                return (yield from self.splitting(settings))
        corpus = CorpusChunks.of(parts)
        self._splits[settings] = corpus
        if len(self._splits) > SPLITS_KEPT:
            self._splits.popitem(last=False)
        return corpus

    def split(self, settings: SplitSettings) -> CorpusChunks:
        """Split every document."""
        return finish(self.splitting(settings))

    def measuring(self, settings: SplitSettings, budget: int, *, tried: bool = True) -> Steps[Measurement]:
        """Measure one setting step by step; see `measure`. Without `tried` it becomes no row of the comparison."""
        key = RowKey(settings, self._scorer.name, budget)
        measured = self._valid()
        if key not in measured:
            documents: dict[int, Document] | None = None
            while documents is not self.documents:
                documents = self.documents
                yield from self.preparing()
                corpus = yield from self.splitting(settings)
            indexes = [self._indexes[key.scorer, number] for number in corpus.documents]
            queries = list(self.labels.queries.values())
            measured[key] = yield from evaluating(key, self._scorer, corpus, indexes, queries)
        if tried:
            self._tried[key] = None
        return measured[key]

    def measure(self, settings: SplitSettings, budget: int) -> Measurement:
        """Split, rank and score the present documents under one setting.

        Args:
            settings: how to split.
            budget: boundary tokens that retrieval may spend on a query; k follows from it.

        Returns:
            The measurement; without marks it ranks and claims nothing.
        """
        return finish(self.measuring(settings, budget))

    # Comparing

    @property
    def rows(self) -> list[Measurement]:
        """Every setting tried and still measured on the present documents, queries and marks, in the order tried."""
        measured = self._valid()
        return [measured[key] for key in self._tried if key in measured]

    @property
    def stale(self) -> list[RowKey]:
        """The settings tried whose measurement a later change of documents, queries or marks has undone."""
        measured = self._valid()
        return [key for key in self._tried if key not in measured]

    @property
    def tried(self) -> list[RowKey]:
        """Every setting tried, measured or not, in the order tried."""
        return list(self._tried)

    def remember(self, keys: Iterable[RowKey]) -> None:
        """Take settings up as tried, such as those of an earlier session; they are stale until they are measured."""
        self._tried.update(dict.fromkeys(keys))

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
            rows.append((yield from reported(self.measuring(one, budget), partial(_always, here))))
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

    def exporting(
        self, settings: SplitSettings, budget: int, *, with_text: bool = False, files: Sequence[SourceFile] = ()
    ) -> Steps[bytes]:
        """Pack everything step by step, with progress in files; see `export`."""
        if not self.documents:
            raise WorkbenchError("workbench.nothing", "There is nothing to export yet. Add a document first.")
        present = yield from self.measuring(settings, budget)
        corpus = yield from self.splitting(settings)
        queries = list(self.labels.queries.values())
        return (yield from exporting(Outgoing(corpus, present, self.rows, queries, self._tokenizer, files, with_text)))

    def export(
        self, settings: SplitSettings, budget: int, *, with_text: bool = False, files: Sequence[SourceFile] = ()
    ) -> bytes:
        """Pack chunks, configurations, the comparison, labels and a report into one zip.

        Args:
            settings: the setting whose chunks are exported; it is measured if it has not been yet.
            budget: boundary tokens that retrieval may spend on a query.
            with_text: whether the report quotes marked passages and retrieved chunks.
            files: what the figures depend on, with hashes, as far as it is known.

        Returns:
            The bytes of the zip.

        Raises:
            WorkbenchError: there is no document to export.
        """
        return finish(self.exporting(settings, budget, with_text=with_text, files=files))

    def _valid(self) -> dict[RowKey, Measurement]:
        """The measurements of the present queries and marks; every change of those makes a new `labels.queries`."""
        if self._measured_for is not self.labels.queries:
            self._measured = {}  # a measurement under way keeps the old one
            self._measured_for = self.labels.queries
        return self._measured

    def _making_ready(self, document: Document) -> Steps[Callable[[int], None]]:
        """Tokenise and index a document; returns what keeps both under an id."""
        tokenizer, scorer, total = self._tokenizer, self._scorer, len(document.text)
        tokenized = yield from _half_of(tokenizer.reading(document.text), 0, total)
        index = yield from _half_of(scorer.reading(document.text), total // 2, total)

        def keep(number: int) -> None:
            if tokenizer is self._tokenizer:
                self._sources[number] = Source(document, tokenizer, tokenized)
            self._indexes[scorer.name, number] = index

        return keep

    def _forget_made(self, number: int) -> None:
        """Forget all that was made of a document."""
        self._sources.pop(number, None)
        self._indexes = {key: index for key, index in self._indexes.items() if key[1] != number}
        self._forget_splits()

    def _forget_splits(self) -> None:
        self._splits.clear()
        self._measured = {}


def _always(progress: Progress, _: Progress) -> Progress:
    return progress


def _shifted(done: int, total: int, progress: Progress) -> Progress:
    return Progress(done + progress.done, total, progress.unit)


def _half_of(steps: Steps[T], done: int, total: int) -> Steps[T]:
    """Count a document's characters half for tokenising it and half for indexing it."""
    return reported(steps, lambda step: Progress(done + step.done // 2, total, "characters"))
