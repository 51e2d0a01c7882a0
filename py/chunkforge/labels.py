"""Queries and the spans marked as their answers, with undo; the removal of a document is a step among theirs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from chunkforge.errors import WorkbenchError

HISTORY = 200  # steps that can be undone; a step shares all it did not change with its neighbours


BLANK = "A query needs at least one character. Type what people ask."


@dataclass(frozen=True, slots=True, order=True)
class Mark:
    """A span of a document, in code points, that should have been retrieved."""

    document: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Query:
    """A query and its marked answers, in the order they were marked."""

    id: int
    text: str
    marks: tuple[Mark, ...] = ()


Queries = dict[int, Query]


@dataclass(frozen=True, slots=True)
class _State:
    """Where a step ended: the queries, and the documents that had been removed by then."""

    queries: Queries
    removed: frozenset[int]


def _unknown_query(query: int) -> WorkbenchError:
    return WorkbenchError("labels.no-query", "There is no query number {query} (any more).", query=query)


def _tidy(query: Query) -> Query:
    """Drop white space around a query's text, and marks that it has twice; refuse a blank one."""
    if not query.text.strip():
        raise WorkbenchError("labels.blank-query", BLANK)
    return replace(query, text=query.text.strip(), marks=tuple(dict.fromkeys(query.marks)))


@dataclass
class Labels:
    """All queries of a session. Marks live in documents, not in chunks, so no setting touches them.

    `removed` are the documents that were taken out of the session, which undo can bring back with their marks.
    """

    queries: Queries = field(default_factory=dict)
    removed: frozenset[int] = frozenset()
    _past: list[_State] = field(default_factory=list)
    _future: list[_State] = field(default_factory=list)
    _next_id: int = 1

    @property
    def _state(self) -> _State:
        return _State(self.queries, self.removed)

    def _change(self, queries: Queries, removed: frozenset[int] | None = None) -> None:
        state = _State(queries, self.removed if removed is None else removed)
        if state == self._state:
            return
        self._past = [*self._past[1 - HISTORY :], self._state]
        self._future.clear()
        self._take(state)

    def _take(self, state: _State) -> None:
        self.queries, self.removed = state.queries, state.removed

    def add(self, texts: list[str]) -> list[int]:
        """Add queries as one step.

        Args:
            texts: the queries; surrounding white space is dropped.

        Returns:
            Their new ids, in order.

        Raises:
            WorkbenchError: one of them is blank.
        """
        return self.add_labelled([(text, []) for text in texts])

    def add_labelled(self, labelled: list[tuple[str, list[Mark]]]) -> list[int]:
        """Add queries with their marks as one step; as `add` otherwise."""
        new = {i: _tidy(Query(i, text, tuple(marks))) for i, (text, marks) in enumerate(labelled, self._next_id)}
        self._next_id += len(new)
        self._change({**self.queries, **new})
        return list(new)

    def restore(self, queries: list[Query]) -> None:
        """Begin with queries of an earlier session, under their ids; there is nothing to undo.

        Raises:
            WorkbenchError: one of them is blank.
        """
        self.queries = {query.id: _tidy(query) for query in queries}
        self._next_id = max(self.queries, default=0) + 1
        self._past.clear()

    def merge(self, labelled: list[tuple[str, list[Mark]]]) -> list[int]:
        """Add queries with their marks as one step; a query there is already gains the marks instead of a double.

        Args:
            labelled: texts and marks, such as those of a file.

        Returns:
            The ids of the queries, in order.

        Raises:
            WorkbenchError: one of the texts is blank.
        """
        queries = dict(self.queries)
        ids = {query.text: query.id for query in queries.values()}
        next_id = self._next_id
        for text, marks in labelled:
            stripped = text.strip()
            if not stripped:
                raise WorkbenchError("labels.blank-query", BLANK)
            if stripped not in ids:
                ids[stripped] = next_id
                next_id += 1
            query = queries.get(ids[stripped], Query(ids[stripped], stripped))
            queries[query.id] = replace(query, marks=tuple(dict.fromkeys((*query.marks, *marks))))
        self._next_id = next_id
        self._change(queries)
        return [ids[text.strip()] for text, _ in labelled]

    def get(self, query: int) -> Query:
        """Give a query.

        Raises:
            WorkbenchError: there is none of that id.
        """
        if query not in self.queries:
            raise _unknown_query(query)
        return self.queries[query]

    def edit(self, query: int, text: str) -> None:
        """Change a query's text; its marks stay.

        Raises:
            WorkbenchError: there is no such query, or the text is blank.
        """
        if not text.strip():
            raise WorkbenchError("labels.blank-query", BLANK)
        self._change({**self.queries, query: replace(self.get(query), text=text.strip())})

    def remove(self, query: int) -> None:
        """Remove a query and its marks.

        Raises:
            WorkbenchError: there is no such query.
        """
        self.get(query)
        self._change({i: kept for i, kept in self.queries.items() if i != query})

    def mark(self, query: int, marks: list[Mark]) -> None:
        """Add marks to a query as one step; those it has already are not doubled.

        Raises:
            WorkbenchError: there is no such query.
        """
        marked = self.get(query)
        new = dict.fromkeys((*marked.marks, *marks))
        self._change({**self.queries, query: replace(marked, marks=tuple(new))})

    def unmark(self, query: int, mark: Mark) -> None:
        """Take a mark off a query.

        Raises:
            WorkbenchError: there is no such query.
        """
        marked = self.get(query)
        self._change({**self.queries, query: replace(marked, marks=tuple(m for m in marked.marks if m != mark))})

    def remove_document(self, document: int) -> int:
        """Remove a document's marks, and note that it is gone; undone, both are back.

        Returns:
            How many marks went.
        """
        marks = sum(mark.document == document for query in self.queries.values() for mark in query.marks)
        queries = _moved(self.queries, lambda mark: None if mark.document == document else mark)
        self._change(queries, self.removed | {document})
        return marks

    @property
    def recoverable(self) -> frozenset[int]:
        """The removed documents that steps back or ahead bring back."""
        states = (*self._past, *self._future)
        return frozenset(number for number in self.removed if any(number not in state.removed for state in states))

    def move_marks(self, document: int, move: Callable[[Mark], Mark | None]) -> int:
        """Move every mark in a document, in the past and the future too; this is no step of its own.

        Args:
            document: its id.
            move: gives the mark's new place, or `None` to drop it.

        Returns:
            How many of the present marks were dropped.
        """
        known: dict[Mark, Mark | None] = {}

        def moved(mark: Mark) -> Mark | None:
            if mark.document != document:
                return mark
            if mark not in known:
                known[mark] = move(mark)
            return known[mark]

        dropped = sum(moved(mark) is None for query in self.queries.values() for mark in query.marks)
        self.queries = _moved(self.queries, moved)
        for states in (self._past, self._future):
            states[:] = [replace(state, queries=_moved(state.queries, moved)) for state in states]
        return dropped

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to take again."""
        return bool(self._future)

    def undo(self) -> bool:
        """Take the last step back; False where there is none."""
        return self._step(self._past, self._future)

    def redo(self) -> bool:
        """Take the last undone step again; False where there is none."""
        return self._step(self._future, self._past)

    def _step(self, source: list[_State], target: list[_State]) -> bool:
        while source:
            target.append(self._state)
            self._take(source.pop())
            if self._state != target[-1]:  # equal where a document read anew took the whole step with it
                return True
            target.pop()
        return False


def _moved(queries: Queries, move: Callable[[Mark], Mark | None]) -> Queries:
    """Move every mark; those that have no new place are dropped."""
    places = {i: [place for mark in query.marks if (place := move(mark))] for i, query in queries.items()}
    return {i: replace(query, marks=tuple(dict.fromkeys(places[i]))) for i, query in queries.items()}
