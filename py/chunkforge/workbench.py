"""One session: documents, queries, marks and settings in, measurements out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from chunkforge.corpus import CorpusChunks
from chunkforge.document import Document
from chunkforge.errors import SettingsError, WorkbenchError
from chunkforge.evaluate import evaluating
from chunkforge.export import IN_ENGLISH, Outgoing, Pair, Phrases, SourceFile, exporting
from chunkforge.labels import Labels, Mark
from chunkforge.library import Library
from chunkforge.measure import Lean, leaning
from chunkforge.measurement import Measurement, RowKey
from chunkforge.moving import Moves
from chunkforge.scoring import AnyScorer
from chunkforge.settings import SplitSettings
from chunkforge.splitters.source import Source
from chunkforge.steps import Progress, Steps, finish, reported
from chunkforge.tokenizers import Tokenizer
from chunkforge.tried import Ground, Standing, Tried

T = TypeVar("T")
Refused = Callable[[SplitSettings, SettingsError], object]


class Workbench:
    """The state of one session. Whatever a change of state leaves valid is kept, so that only the rest is made anew."""

    def __init__(self, tokenizer: Tokenizer, scorer: AnyScorer, *others: AnyScorer) -> None:
        """Start with no documents and no queries.

        Args:
            tokenizer: the boundary tokenizer, that of the user's own embedding model.
            scorer: ranks chunks for queries.
            *others: scorers that a setting is held against as well where scorers stand side by side.
        """
        self._library = Library(tokenizer)
        self._scorer = scorer
        self._scorers = {one.name: one for one in (scorer, *others)}
        self.labels = Labels()
        self._removed: dict[int, Document] = {}  # what undo can bring back
        self._tried = Tried()

    # Documents

    @property
    def documents(self) -> dict[int, Document]:
        """The documents by id; never changed in place, so that a measurement under way goes on with its own."""
        return self._library.documents

    def add(self, document: Document) -> int:
        """Add a document; it is tokenised and indexed when something is first measured.

        Returns:
            Its id.
        """
        return self._library.add(document)

    def adding(self, document: Document, number: int | None = None) -> Steps[int]:
        """Tokenise and index a document, then add it: as `add`, but nothing sees it before it is ready.

        Args:
            document: the document.
            number: the id that it had in an earlier session; a new one without.

        Returns:
            Its id.
        """
        scorer = self._scorer
        reading = yield from self._library.reading(document, scorer)
        number = self._library.add(document, number)
        self._library.keep(number, reading, indexed=self._offers(scorer))
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
        scorer = self._scorer
        reading = yield from self._library.reading(document, scorer)
        moves = Moves(self.document(number).text, document.text)
        self._library.replace(number, document)
        self._library.keep(number, reading, indexed=self._offers(scorer))

        def move(mark: Mark) -> Mark | None:
            span = moves(mark.start, mark.end)
            return None if span is None else Mark(number, *span)

        return self.labels.move_marks(number, move)

    def document(self, number: int) -> Document:
        """Give a document.

        Raises:
            WorkbenchError: there is none of that id.
        """
        return self._library.document(number)

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
        self._removed = {number: known[number] for number in sorted(self.labels.recoverable)}
        self._library.hold({number: known[number] for number in sorted(known.keys() - self.labels.removed)})
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
        return self._library.tokenizer

    @tokenizer.setter
    def tokenizer(self, tokenizer: Tokenizer) -> None:
        self._library.tokenizer = tokenizer

    def changing_tokenizer(self, tokenizer: Tokenizer) -> Steps[None]:
        """Tokenise every document anew, then change the boundary tokenizer.

        Until all is ready, and where that fails, the old one stays with all that was made by it.
        """
        return self._library.changing_tokenizer(tokenizer)

    @property
    def scorer(self) -> AnyScorer:
        """The scorer in use; what others have indexed is kept."""
        return self._scorer

    @scorer.setter
    def scorer(self, scorer: AnyScorer) -> None:
        self._scorer = scorer
        self._scorers[scorer.name] = scorer

    def offer(self, *scorers: AnyScorer) -> None:
        """Change which scorers stand side by side, the one in use among them; what others have indexed is let go."""
        self._scorers = {one.name: one for one in scorers}
        self._library.let_go(scorers)

    def _offers(self, scorer: AnyScorer) -> bool:
        """Tell whether a scorer still stands among those on offer."""
        return self._scorers.get(scorer.name) is scorer

    # Measuring

    def preparing(self, scorer: AnyScorer | None = None) -> Steps[None]:
        """Tokenise and index what has not been yet, for the scorer in use or another, with progress in characters."""
        return self._library.preparing(scorer or self._scorer)

    def source(self, number: int) -> Source:
        """Give a document with its boundary tokens, tokenising it if it has not been yet."""
        return self._library.source(number)

    def splitting(self, settings: SplitSettings) -> Steps[CorpusChunks]:
        """Split every document, with progress in documents; the last few splits are kept."""
        return self._library.splitting(settings)

    def split(self, settings: SplitSettings) -> CorpusChunks:
        """Split every document."""
        return finish(self.splitting(settings))

    def measuring(
        self, settings: SplitSettings, budget: int, *, tried: bool = True, scorer: AnyScorer | None = None
    ) -> Steps[Measurement]:
        """Measure one setting step by step, by the scorer in use or another; see `measure`.

        Without `tried` it becomes no row of the comparison.
        """
        scorer = scorer or self._scorer
        tokenizer = self.tokenizer
        key = RowKey(settings, scorer.name, budget, tokenizer.name)
        standing = self._tried.standing(key, self._ground())
        measured = standing.measured if standing.comparable else None
        if measured is None:
            documents: dict[int, Document] | None = None
            while documents is not self.documents:
                documents = self.documents
                yield from self.preparing(scorer)
                corpus = yield from self.splitting(settings)
            if tokenizer is not self.tokenizer:  # it was changed meanwhile, and the row with it
                return (yield from self.measuring(settings, budget, tried=tried, scorer=scorer))
            ground = self._ground()
            indexes = self._library.indexes(scorer, corpus.documents)
            measured = yield from evaluating(key, scorer, corpus, indexes, list(ground.queries.values()))
            self._tried.keep(measured, ground)
        if tried:
            self._tried.add([key])
        return measured

    def measure(self, settings: SplitSettings, budget: int) -> Measurement:
        """Split, rank and score the present documents under one setting.

        Args:
            settings: how to split.
            budget: boundary tokens that retrieval may spend on a query; k follows from it.

        Returns:
            The measurement; without marks it ranks and claims nothing.
        """
        return finish(self.measuring(settings, budget))

    def viewing(self, settings: SplitSettings, budget: int) -> Steps[tuple[Measurement, CorpusChunks]]:
        """Measure one setting step by step; gives its chunks as well, both of one state. It becomes no row."""

        def gathering() -> Steps[tuple[Measurement, CorpusChunks]]:
            measured = yield from self.measuring(settings, budget, tried=False)
            return measured, (yield from self.splitting(settings))

        return self._steady(gathering)

    def _steady(self, gathering: Callable[[], Steps[T]]) -> Steps[T]:
        """Gather what belongs together, again where something that it rests on was changed meanwhile."""
        while True:
            ground = self._ground()
            gathered = yield from gathering()
            if ground == self._ground():
                return gathered

    # Comparing

    @property
    def rows(self) -> list[Measurement]:
        """Every setting tried whose figures can be compared: they hold for the present state, whatever their budget."""
        return [row.measured for row in self.standings if row.comparable and row.measured]

    @property
    def stale(self) -> list[RowKey]:
        """The settings tried that were measured on something else, or not at all."""
        return [row.key for row in self.standings if not row.comparable]

    @property
    def standings(self) -> list[Standing]:
        """How every setting tried stands, in the order tried."""
        return self._tried.standings(self._ground())

    @property
    def tried(self) -> list[RowKey]:
        """Every setting tried, measured or not, in the order tried."""
        return self._tried.keys

    def remember(self, keys: Iterable[RowKey]) -> None:
        """Take settings up as tried, such as those of an earlier session; they are stale until they are measured."""
        self._tried.add(keys)

    def forget(self, key: RowKey) -> None:
        """Take a row out of the comparison."""
        self._tried.forget(key)

    def missing(self, budget: int) -> list[RowKey]:
        """Tell which of the settings tried have no figures for the present state and this budget."""
        return [key for key in self._tried.missing(self._ground(), budget) if key.scorer in self._scorers]

    def measuring_again(self, budget: int, refused: Refused | None = None) -> Steps[int]:
        """Measure what is `missing`; each takes the place of the rows of its setting that do not hold any more.

        Args:
            budget: as for `measure`.
            refused: called with a setting that cannot be measured, which is left out; else its error ends the run.

        Returns:
            How many were measured.
        """
        missing = self.missing(budget)
        measured = 0
        for done, key in enumerate(missing):
            measuring = self.measuring(key.settings, budget, tried=False, scorer=self._scorers[key.scorer])
            here = Progress(done, len(missing), "settings", str(key.settings))
            if (yield from _as_one(measuring, here, key.settings, refused)) is not None:
                self._tried.renew(key, self._ground())
                measured += 1
        yield Progress(len(missing), len(missing), "settings")
        return measured

    def scorers_apart(self, settings: SplitSettings, budget: int) -> Steps[list[Measurement]]:
        """Measure one setting by every scorer, over the same chunks; they become no rows of the comparison."""
        rows = []
        for scorer in self._scorers.values():
            measured = yield from self.measuring(settings, budget, tried=False, scorer=scorer)
            rows.append(measured)
        return rows

    def leaning(self, first: RowKey, second: RowKey) -> Steps[list[Lean]]:
        """Tell by every scorer on how many queries one of two settings found more than the other."""
        leans = []
        for scorer in self._scorers.values():
            one = yield from self.measuring(first.settings, first.budget, tried=False, scorer=scorer)
            other = yield from self.measuring(second.settings, second.budget, tried=False, scorer=scorer)
            leans.append(leaning(one, other))
        return leans

    def comparing(
        self, grid: Iterable[SplitSettings], budget: int, refused: Refused | None = None
    ) -> Steps[list[Measurement]]:
        """Measure a grid of settings step by step; `rows` grows as they are done. See `compare`.

        `refused` is called with a setting that cannot be measured, which is left out; else its error ends the run.
        """
        settings = list(dict.fromkeys(grid))
        rows = []
        for done, one in enumerate(settings):
            here = Progress(done, len(settings), "settings", str(one))
            rows.append((yield from _as_one(self.measuring(one, budget), here, one, refused)))
        yield Progress(len(settings), len(settings), "settings")
        return [row for row in rows if row is not None]

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

        Raises:
            SettingsError: a setting cannot be measured.
        """
        return finish(self.comparing(grid, budget), progress)

    # Leaving

    def exporting(  # noqa: PLR0913 - an export has this many parts
        self,
        settings: SplitSettings,
        budget: int,
        *,
        pair: tuple[RowKey, RowKey] | None = None,
        with_text: bool = False,
        files: Sequence[SourceFile] = (),
        phrases: Phrases = IN_ENGLISH,
    ) -> Steps[bytes]:
        """Pack everything step by step, with progress in files; see `export`."""

        def gathering() -> Steps[Outgoing]:
            if not self.documents:
                raise WorkbenchError("workbench.nothing", "There is nothing to export yet. Add a document first.")
            present = yield from self.measuring(settings, budget)
            apart = yield from self.scorers_apart(settings, budget)
            corpus = yield from self.splitting(settings)
            queries = list(self.labels.queries.values())
            parted = None if pair is None else (yield from self._parting(*pair))
            return Outgoing(
                corpus, present, self.standings, apart, queries, self.tokenizer, files, parted, with_text, phrases
            )

        return (yield from exporting((yield from self._steady(gathering))))

    def export(  # noqa: PLR0913 - an export has this many parts
        self,
        settings: SplitSettings,
        budget: int,
        *,
        pair: tuple[RowKey, RowKey] | None = None,
        with_text: bool = False,
        files: Sequence[SourceFile] = (),
        phrases: Phrases = IN_ENGLISH,
    ) -> bytes:
        """Pack chunks, configurations, the comparison, labels and a report into one zip.

        Args:
            settings: the setting whose chunks are exported; it is measured if it has not been yet.
            budget: boundary tokens that retrieval may spend on a query.
            pair: two rows whose disagreement the report tells by every scorer.
            with_text: whether the report quotes marked passages and retrieved chunks.
            files: what the figures depend on, with hashes, as far as it is known.
            phrases: the language of the report and of README.txt.

        Returns:
            The bytes of the zip.

        Raises:
            WorkbenchError: there is no document to export.
        """
        return finish(self.exporting(settings, budget, pair=pair, with_text=with_text, files=files, phrases=phrases))

    def _parting(self, first: RowKey, second: RowKey) -> Steps[Pair | None]:
        rows = {row.key: row for row in self.rows}
        if first not in rows or second not in rows:
            return None
        return Pair(rows[first], rows[second], (yield from self.leaning(first, second)))

    def _ground(self) -> Ground:
        return Ground.of(self.tokenizer, self.documents, self.labels.queries)


def _as_one(
    measuring: Steps[Measurement], here: Progress, settings: SplitSettings, refused: Refused | None
) -> Steps[Measurement | None]:
    """Measure one of several settings; all of its steps say that it is under way. None where it was refused."""
    yield here
    try:
        return (yield from reported(measuring, lambda _: here))
    except SettingsError as error:
        if refused is None:
            raise
        refused(settings, error)
        return None
