"""The documents of a session and what is made of them: tokens, indexes and splits, each kept as long as it holds."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from chunkforge.corpus import CorpusChunks
from chunkforge.document import Document
from chunkforge.errors import WorkbenchError
from chunkforge.indexes import Indexes
from chunkforge.scoring import AnyScorer
from chunkforge.settings import SplitSettings
from chunkforge.splitters import split_source
from chunkforge.splitters.source import Source
from chunkforge.steps import Progress, Steps, reported
from chunkforge.tokenizers import Tokenizer

SPLITS_KEPT = 32

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Reading:
    """A document that is tokenised, and read by a scorer, before it has an id; `indexes` are its indexes by scorer."""

    source: Source
    indexes: dict[str, Any]


class Library:
    """Documents by id under one boundary tokenizer."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        """Begin with no documents."""
        self.documents: dict[int, Document] = {}  # never changed in place: work under way goes on with its own
        self._tokenizer = tokenizer
        self._next = 1
        self._sources: dict[int, Source] = {}
        self._indexes = Indexes()
        self._splits: OrderedDict[SplitSettings, CorpusChunks] = OrderedDict()

    @property
    def tokenizer(self) -> Tokenizer:
        """The boundary tokenizer."""
        return self._tokenizer

    @tokenizer.setter
    def tokenizer(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._sources.clear()
        self._splits.clear()

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

    def add(self, document: Document, number: int | None = None) -> int:
        """Add a document under its id of an earlier session, or a new one; returns it."""
        number = self._next if number is None else number
        self._next = max(self._next, number + 1)
        self.documents = {**self.documents, number: document}
        self._splits.clear()
        return number

    def replace(self, number: int, document: Document) -> None:
        """Put another document in the place of one."""
        self.documents = {**self.documents, number: document}
        self._forget_made(number)

    def hold(self, documents: dict[int, Document]) -> None:
        """Hold these documents and no others."""
        for number in self.documents.keys() - documents.keys():
            self._forget_made(number)
        if documents.keys() != self.documents.keys():
            self.documents = documents
            self._splits.clear()

    def _holds(self, number: int, document: Document) -> bool:
        """Tell whether a document still stands under its id; another reading of it may have come meanwhile."""
        return self.documents.get(number) is document

    def _forget_made(self, number: int) -> None:
        self._sources.pop(number, None)
        self._indexes.forget(number)
        self._splits.clear()

    # Tokens and indexes

    def reading(self, document: Document, scorer: AnyScorer) -> Steps[Reading]:
        """Tokenise a document and let a scorer read it, with progress in characters; see `keep`."""
        tokenizer, total = self._tokenizer, len(document.text)
        tokenized = yield from _half_of(tokenizer.reading(document.text), 0, total)
        read = yield from _half_of(self._indexes.reading(scorer, document.text), total // 2, total)
        return Reading(Source(document, tokenizer, tokenized), read)

    def keep(self, number: int, reading: Reading, *, indexed: bool) -> None:
        """Keep what was read of a document under its id: tokens that still hold, and, where wanted, the indexes."""
        if reading.source.tokenizer is self._tokenizer:
            self._sources[number] = reading.source
        if indexed:
            self._indexes.keep(number, reading.indexes)

    def preparing(self, scorer: AnyScorer) -> Steps[None]:
        """Tokenise and index what has not been yet, with progress in characters."""
        total = sum(len(document.text) for document in self.documents.values())
        done = 0
        for number, document in self.documents.items():
            if number not in self._sources:
                tokenizer = self._tokenizer
                tokenized = yield from _half_of(tokenizer.reading(document.text), done, total)
                if tokenizer is self._tokenizer and self._holds(number, document):
                    self._sources[number] = Source(document, tokenizer, tokenized)
            halfway = done + len(document.text) // 2
            read = yield from _half_of(self._indexes.reading(scorer, document.text, number), halfway, total)
            if self._holds(number, document):
                self._indexes.keep(number, read)
            done += len(document.text)

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
        self._sources = {number: source for number, source in made.items() if self._holds(number, source.document)}

    def source(self, number: int) -> Source:
        """Give a document with its boundary tokens, tokenising it if it has not been yet."""
        document = self.document(number)
        if number not in self._sources:
            self._sources[number] = Source(document, self._tokenizer)
        return self._sources[number]

    def indexes(self, scorer: AnyScorer, numbers: Iterable[int]) -> list[Any]:
        """Give what a scorer keeps of some documents, once it has read them."""
        return [self._indexes.of(scorer, number) for number in numbers]

    def let_go(self, scorers: Iterable[AnyScorer]) -> None:
        """Keep the indexes of these scorers, and let go those of others."""
        self._indexes.let_go(scorers)

    # Splits

    def splitting(self, settings: SplitSettings) -> Steps[CorpusChunks]:
        """Split every document, with progress in documents; the last few splits are kept."""
        kept = self._splits.get(settings)
        if kept is not None:
            self._splits.move_to_end(settings)
            return kept
        parts = {}
        documents, tokenizer = self.documents, self._tokenizer
        for done, number in enumerate(documents):
            parts[number] = split_source(self.source(number), settings)
            yield Progress(done + 1, len(documents), "documents")
            if documents is not self.documents or tokenizer is not self._tokenizer:
                return (yield from self.splitting(settings))
        corpus = CorpusChunks.of(parts)
        self._splits[settings] = corpus
        if len(self._splits) > SPLITS_KEPT:
            self._splits.popitem(last=False)
        return corpus


def _shifted(done: int, total: int, progress: Progress) -> Progress:
    return Progress(done + progress.done, total, progress.unit)


def _half_of(steps: Steps[T], done: int, total: int) -> Steps[T]:
    """Count a document's characters half for tokenising it and half for indexing it."""
    return reported(steps, lambda step: Progress(done + step.done // 2, total, "characters"))
