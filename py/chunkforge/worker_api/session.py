"""The handlers: each turns one request of the page into calls of the workbench, and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from chunkforge.chunk_detail import chunk_detail
from chunkforge.corpus import CorpusChunks
from chunkforge.document import Document
from chunkforge.export import Phrases, SourceFile, as_json, as_jsonl, chunk_records, chunks_file_name
from chunkforge.extract import add_cmap, extracting
from chunkforge.label_files import labels_jsonl, read_labels, settle
from chunkforge.labels import Mark, Query
from chunkforge.overview import overview
from chunkforge.scoring import AnyScorer, kind_of
from chunkforge.splitters import STRATEGIES
from chunkforge.steps import Steps, reported
from chunkforge.tokenizers import Tokenizer
from chunkforge.workbench import Workbench
from chunkforge.worker_api.answers import (
    Answer,
    Values,
    document_answer,
    key_values,
    measurement_answer,
    query_values,
    row_key,
    split_settings,
    strategy_values,
    unsettled_values,
)
from chunkforge.worker_api.arrivals import Arrivals, Arrived, distinct_name
from chunkforge.worker_api.comparing import Comparing, checked_budget
from chunkforge.worker_api.offsets import Utf16Offsets
from chunkforge.worker_api.restored import restored_document
from chunkforge.worker_api.scorers import Scorers, known_values
from chunkforge.worker_api.shelf import Shelf, catalogue, tokenizer_values, unseen_values
from chunkforge.worker_api.split_answers import chunk_answer, overview_answer
from chunkforge.workspace import read_workspace, write_workspace

LANES = {
    "add_document": "reading",
    "reread_document": "reading",
    "restore_document": "reading",
    "open_workspace": "reading",
    "set_tokenizer": "measuring",
    "load_model": "measuring",
    "set_scorer": "measuring",
    "count": "measuring",
    "measure": "measuring",
    "overview": "measuring",
    "chunk": "measuring",
    "export_chunks": "measuring",
    "compare": "measuring",
    "measure_again": "measuring",
    "scorers": "measuring",
    "compare_scorers": "measuring",
    "export": "measuring",
}


class Session(Comparing):
    """One page's workbench. Public methods are the page's requests; offsets in and out are UTF-16 units."""

    def __init__(
        self,
        tokenizer: Tokenizer,
        scorers: Sequence[AnyScorer],
        *,
        data: bytes = b"",
        files: Callable[[], Sequence[SourceFile]] = tuple,
    ) -> None:
        """Set up an empty workbench.

        Args:
            tokenizer: the boundary tokenizer to begin with.
            scorers: those on offer, the one to begin with first.
            data: the bytes of that tokenizer's file.
            files: hashes the files of the scorers; called when something is exported.
        """
        self._shelf = Shelf(tokenizer, data)
        self._scorers = Scorers(scorers, files)
        self._workbench = Workbench(tokenizer, *scorers)
        self._offsets: dict[int, Utf16Offsets] = {}
        self._arrivals = Arrivals()

    def handlers(self) -> dict[str, Any]:
        """Every request by name."""
        return {name: getattr(self, name) for name in dir(self) if not name.startswith("_") and name != "handlers"}

    def describe(self) -> Answer:
        """Tell what the page can offer: strategies, scorers, and static models that can be asked for by name."""
        strategies = [strategy_values(strategy) for strategy in STRATEGIES.values()]
        scorers = {"scorers": list(self._scorers.offered), "own": self._scorers.own}
        return Answer({"strategies": strategies, **scorers, "models": known_values()})

    # Documents

    def add_document(self, name: str, password: str = "", *, data: list[bytes]) -> Steps[Answer]:
        """Read a file, tokenise and index it, and add it; cancelled, a PDF keeps the pages read.

        Where the same file is there already, `same` is its document and nothing is added; where another has its name,
        it gets one of its own.
        """
        file = Arrived.of(name, data[0])
        same = self._arrivals.same_file(file, self._workbench.documents)
        if same is not None:
            return Answer({"same": same})
        document = yield from extracting(name, data[0], password=password)
        same = self._arrivals.same_text(document, self._workbench.documents)
        if same is not None:
            return Answer({"same": same})
        taken = [one.name for one in self._workbench.documents.values()]
        answer = yield from self._adding(replace(document, name=distinct_name(name, taken)))
        self._arrivals.note(answer.values["id"], file)
        return answer

    def reread_document(self, document: int, off: list[str], password: str = "", *, data: list[bytes]) -> Steps[Answer]:
        """Read a document's file again with some rules off; `lost` marks had text that is not there any more."""
        name = self._workbench.document(document).name
        # Through `reported`, nothing thrown in reaches the reader: cancelled, the document stays as it was.
        new = yield from reported(extracting(name, data[0], password=password, off=off), lambda step: step)
        lost = yield from self._workbench.replacing(document, new)
        self._offsets[document] = Utf16Offsets(new.text)
        answer = document_answer(document, new, self._counts(document), self._offsets[document])
        return Answer({**answer.values, **self.labels().values, "lost": lost}, answer.arrays)

    def restore_document(self, document: Values) -> Steps[Answer]:
        """Add a document as an earlier worker described it, under the id that it had."""
        return (yield from self._adding(restored_document(document), document["id"]))

    def add_cmap(self, name: str, data: list[bytes] | None = None) -> Answer:
        """Take a character map that a PDF named; without a file, fonts that name it stay undecodable."""
        add_cmap(name, data[0] if data else b"")
        return Answer({})

    def remove_document(self, document: int) -> Answer:
        """Remove a document and the `marks` in it; undo brings back both."""
        marks = self._workbench.remove(document)
        return Answer({**self._stepped().values, "marks": marks})

    def count(self) -> Steps[Answer]:
        """Count the tokens of every document, such as of one that undo brought back."""
        yield from self._workbench.preparing()
        return Answer({"documents": {number: self._counts(number) for number in self._workbench.documents}})

    # The whole session

    def save_workspace(self, settings: Values, pinned: Sequence[Values] = ()) -> Answer:
        """Write everything into one file; `settings` are the page's own, `pinned` the rows that it keeps on top."""
        workbench = self._workbench
        on_top = {self._key(row) for row in pinned}
        tried = [key_values(key) | ({"pinned": True} if key in on_top else {}) for key in workbench.tried]
        data = write_workspace(workbench.documents, workbench.labels.queries.values(), settings, tried)
        return Answer({"name": "workspace.chunkforge.json"}, {"file": np.frombuffer(data, np.uint8)})

    def open_workspace(self, name: str, data: list[bytes]) -> Steps[Answer]:
        """Put a saved session in the place of this one; until it is read, this one stays."""
        saved = read_workspace(name, data[0])
        fresh = Workbench(self._workbench.tokenizer, *self._scorers.offered.values())
        fresh.scorer = self._workbench.scorer
        for document in saved.documents:
            yield from fresh.adding(document)
        while fresh.tokenizer is not self._workbench.tokenizer:  # it was changed while the documents were read
            yield from fresh.changing_tokenizer(self._workbench.tokenizer)
        numbers = list(fresh.documents)
        queries = [
            Query(place, text, tuple(Mark(numbers[mark.document], mark.start, mark.end) for mark in marks))
            for place, (text, marks) in enumerate(saved.queries, 1)
        ]
        fresh.labels.restore(queries)
        tried = [(row_key(dict(key), fresh.tokenizer.name), key.get("pinned") is True) for key in saved.tried]
        fresh.remember(key for key, _ in tried)
        fresh.offer(*self._scorers.offered.values())  # they may have changed while the documents were read
        fresh.scorer = self._workbench.scorer
        self._workbench = fresh
        self._arrivals = Arrivals()
        self._offsets = {number: Utf16Offsets(document.text) for number, document in fresh.documents.items()}
        answers = [
            document_answer(number, fresh.documents[number], self._counts(number), self._offsets[number])
            for number in numbers
        ]
        arrays = {f"{place}.{key}": array for place, one in enumerate(answers) for key, array in one.arrays.items()}
        values = {"documents": [one.values for one in answers], "settings": dict(saved.settings)}
        values["pinned"] = [key_values(key) for key, pinned in tried if pinned]
        return Answer({**values, **self.labels().values}, arrays)

    # Queries and marks

    def labels(self) -> Answer:
        """Tell every query with its marks."""
        return self._changed(list(self._workbench.labels.queries))

    def add_queries(self, texts: list[str]) -> Answer:
        """Add queries as one step."""
        return self._changed(self._workbench.labels.add(texts))

    def add_labelled(self, queries: list[Values]) -> Answer:
        """Add queries with their marks as one step; a query there is already gains the marks instead of a double."""
        labelled = [(query["text"], [self._mark(mark) for mark in query["marks"]]) for query in queries]
        return self._changed(list(dict.fromkeys(self._workbench.labels.merge(labelled))))

    def restore_labelled(self, queries: list[Values]) -> Answer:
        """Begin with queries and marks that an earlier worker had, ids included; there is nothing to undo."""
        self._workbench.labels.restore(
            [Query(one["id"], one["text"], tuple(self._mark(mark) for mark in one["marks"])) for one in queries]
        )
        return self.labels()

    def import_labels(self, name: str, data: list[bytes]) -> Answer:
        """Add the questions of a file; answers that are not clear come back as `unsettled`, for a person to settle."""
        rows = read_labels(name, data[0])
        settled = settle(rows, self._workbench.documents)
        labelled = [(row.question, list(marks)) for row, marks in zip(rows, settled.marks, strict=True)]
        ids = self._workbench.labels.merge(labelled)
        changed = self._changed(list(dict.fromkeys(ids)))
        unsettled = [unsettled_values(one, ids[one.row], self._offsets) for one in settled.unsettled]
        return Answer({**changed.values, "unsettled": unsettled})

    def export_labels(self) -> Answer:
        """Write all queries and marks as JSONL."""
        text = labels_jsonl(self._workbench.labels.queries.values(), self._workbench.documents)
        return Answer({"name": "labels.jsonl"}, {"file": np.frombuffer(text.encode(), np.uint8)})

    def edit_query(self, query: int, text: str) -> Answer:
        """Change a query's text."""
        self._workbench.labels.edit(query, text)
        return self._changed([query])

    def remove_query(self, query: int) -> Answer:
        """Remove a query and its marks."""
        self._workbench.labels.remove(query)
        return self._changed([])

    def mark(self, query: int, document: int, start: int, end: int) -> Answer:
        """Mark a span."""
        first, last = self._span(document, start, end)
        self._workbench.mark(query, document, first, last)
        return self._changed([query])

    def unmark(self, query: int, document: int, start: int, end: int) -> Answer:
        """Take a mark off."""
        first, last = self._span(document, start, end)
        self._workbench.labels.unmark(query, Mark(document, first, last))
        return self._changed([query])

    def undo(self) -> Answer:
        """Take the last change of queries or marks back, or the removal of a document."""
        self._workbench.undo()
        return self._stepped()

    def redo(self) -> Answer:
        """Take an undone change again."""
        self._workbench.redo()
        return self._stepped()

    # Settings

    def tokenizers(self) -> Answer:
        """Tell which boundary tokenizers can be had."""
        return Answer(catalogue())

    def load_tokenizer(self, key: str, name: str, data: list[bytes] | None = None) -> Answer:
        """Read a tokenizer's file, or make an estimate; `loaded` are the keys of all that are at hand."""
        tokenizer = self._shelf.put(key, name, data[0] if data else None)
        return Answer({**tokenizer_values(tokenizer), "loaded": list(self._shelf)})

    def set_tokenizer(self, key: str) -> Steps[Answer]:
        """Change the boundary tokenizer to one that is loaded; until all is counted anew, the old one stays.

        `sha256` is that of its file, and tells a saved session's tokenizer from another of its name.
        """
        tokenizer = self._shelf.get(key)
        workbench = None
        while workbench is not self._workbench:  # a saved session may have been opened meanwhile
            workbench = self._workbench
            yield from workbench.changing_tokenizer(tokenizer)
        counts = {number: self._counts(number) for number in self._workbench.documents}
        told = {**tokenizer_values(tokenizer), "sha256": self._shelf.sha256_of(tokenizer)}
        return Answer({**told, "documents": counts})

    def model_file(self, name: str, data: list[bytes]) -> Answer:
        """Tell from its first bytes which file of a static model one is: "table" or "tokenizer"."""
        return Answer({"kind": kind_of(name, data[0])})

    def load_model(self, name: str, files: list[str], data: list[bytes], wanted: Values | None = None) -> Answer:
        """Put a static model in the place of the one in use, once its ONNX file and its tokenizer.json are read.

        `name` is a known model's, empty for another; `wanted` is what an earlier answer said of the one looked for.
        """
        model = self._scorers.load(name, files, data, wanted)
        return self._using(model.name, model._asdict())

    def set_scorer(self, name: str) -> Answer:
        """Change what ranks the chunks; a scorer of the site's own may let a chosen model go."""
        return self._using(name, {"name": name})

    # Measuring

    def measure(self, settings: Values, budget: int) -> Steps[Answer]:
        """Measure one setting and tell everything the page shows of it; `record` makes it a row of the comparison."""
        split = split_settings(settings)
        measurement, corpus = yield from self._workbench.viewing(split, checked_budget(budget))
        return measurement_answer(measurement, corpus, self._offsets)

    # The split itself

    def overview(self, settings: Values) -> Steps[Answer]:
        """Tell how long the chunks of a setting are, why they end, what they cost, and what to know of them."""
        split = split_settings(settings)
        corpus = yield from self._workbench.splitting(split)
        own = sum(len(self._workbench.source(number).tokenized.encoding) for number in corpus.documents)
        return overview_answer(overview(split, corpus, own))

    def chunk(self, settings: Values, number: int) -> Steps[Answer]:
        """Tell exactly what the model gets of one chunk, and how it came about."""
        corpus = yield from self._workbench.splitting(split_settings(settings))
        document, place = corpus.locate(number)
        chunks = corpus.chunks_of(document)
        detail = chunk_detail(self._workbench.source(document), chunks, place)
        return chunk_answer(document, place, len(chunks), detail)

    def export_chunks(self, settings: Values, document: int, form: str) -> Steps[Answer]:
        """Write the chunks of one document; `form` is "jsonl" or "json"."""
        workbench = self._workbench
        corpus = yield from workbench.splitting(split_settings(settings))
        alone = CorpusChunks.of({document: corpus.chunks_of(document)})
        records = chunk_records(alone, exact=workbench.tokenizer.exact)
        text = as_json(records) if form == "json" else as_jsonl(records)
        name = chunks_file_name(workbench.document(document).name, form)
        return Answer({"name": name}, {"file": np.frombuffer(text.encode(), np.uint8)})

    def export(
        self,
        settings: Values,
        budget: int,
        *,
        pair: Sequence[Values] = (),
        text: bool = False,
        phrases: Values | None = None,
    ) -> Steps[Answer]:
        """Pack the zip; its report tells where the `pair` of rows parts, and with `text` quotes marks and chunks.

        Report and README.txt are in the language of `phrases`: its tag, and its sentences as `texts` by key.
        """
        hashed = self._shelf.sha256_of(self._workbench.tokenizer)
        files = [SourceFile("boundary tokenizer", self._workbench.tokenizer.name, hashed)] if hashed else []
        split = split_settings(settings)
        data = yield from self._workbench.exporting(
            split,
            checked_budget(budget),
            pair=(self._key(pair[0]), self._key(pair[1])) if pair else None,
            with_text=text,
            files=[*files, *self._scorers.files],
            phrases=Phrases.given(phrases or {}),
        )
        return Answer({"name": "chunkforge.zip"}, {"zip": np.frombuffer(data, np.uint8)})

    # Private

    def _using(self, name: str, told: Values) -> Answer:
        self._workbench.scorer = self._scorers.use(name)
        self._workbench.offer(*self._scorers.offered.values())
        return Answer({**told, "scorers": list(self._scorers.offered)})

    def _adding(self, document: Document, known_as: int | None = None) -> Steps[Answer]:
        number = yield from self._workbench.adding(document, known_as)
        self._offsets[number] = Utf16Offsets(document.text)
        return document_answer(number, document, self._counts(number), self._offsets[number])

    def _counts(self, document: int) -> Values:
        """Count a document's tokens, and the words that the model does not see."""
        source = self._workbench.source(document)
        text, encoding = source.document.text, source.tokenized.encoding
        return {"tokens": len(encoding), "unseen": unseen_values(source.tokenizer, text, encoding)}

    def _mark(self, values: Values) -> Mark:
        first, last = self._span(values["document"], values["start"], values["end"])
        return Mark(values["document"], first, last)

    def _span(self, document: int, start: int, end: int) -> tuple[int, int]:
        self._workbench.document(document)
        first, last = self._offsets[document].to_points([start, end]).tolist()
        return first, last

    def _stepped(self) -> Answer:
        """Tell every query after a step that may have taken documents away or brought them back."""
        documents = self._workbench.documents
        self._offsets = {
            number: self._offsets.get(number) or Utf16Offsets(document.text) for number, document in documents.items()
        }
        return self.labels()

    def _changed(self, queries: list[int]) -> Answer:
        """Tell queries; `present` are the documents there are, `removed` those that undo or redo can bring back."""
        labels = self._workbench.labels
        return Answer(
            {
                "present": list(self._workbench.documents),
                "removed": sorted(labels.recoverable),
                "queries": [query_values(labels.queries[query], self._offsets) for query in queries],
                "order": list(labels.queries),
                "canUndo": labels.can_undo,
                "canRedo": labels.can_redo,
            }
        )
