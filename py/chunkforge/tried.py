"""The settings tried: what each scored, and what has changed since it was measured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, Self
from weakref import ref

from chunkforge.document import Document
from chunkforge.labels import Queries
from chunkforge.measurement import Measurement, RowKey
from chunkforge.tokenizers import Tokenizer

Change = Literal["documents", "queries", "marks", "tokenizer", "unmeasured"]


@dataclass(frozen=True)
class Ground:
    """What figures hold for, beside what their key names. Texts and vocabularies are not kept alive by it."""

    name: str
    tokenizer: ref[Tokenizer]
    documents: Mapping[int, ref[Document]]
    queries: Queries

    @classmethod
    def of(cls, tokenizer: Tokenizer, documents: Mapping[int, Document], queries: Queries) -> Self:
        """Take down the present state; `queries` is never changed in place."""
        return cls(tokenizer.name, ref(tokenizer), {number: ref(one) for number, one in documents.items()}, queries)

    def changed(self, now: Ground) -> tuple[Change, ...]:
        """Tell what is different by now, the tokenizer left aside."""
        changes: list[Change] = []
        if self.documents != now.documents:
            changes.append("documents")
        if self.queries is not now.queries:
            if {i: query.text for i, query in self.queries.items()} != {i: q.text for i, q in now.queries.items()}:
                changes.append("queries")
            if any(query.marks != self.queries[i].marks for i, query in now.queries.items() if i in self.queries):
                changes.append("marks")
        return tuple(changes)


@dataclass(frozen=True, slots=True)
class Standing:
    """A setting tried. `measured` is `None` where figures do not hold any more, and `changed` tells why.

    Figures by another tokenizer hold for that tokenizer: such a row has both, and is not to be compared with others.
    """

    key: RowKey
    measured: Measurement | None
    changed: tuple[Change, ...]

    @property
    def comparable(self) -> bool:
        """Whether it stands on the present documents, queries, marks and tokenizer."""
        return not self.changed


class Tried:
    """Measurements by their keys, and which of them are rows of the comparison."""

    def __init__(self) -> None:
        """Begin with none."""
        self._rows: dict[RowKey, None] = {}
        self._measured: dict[RowKey, tuple[Measurement, Ground]] = {}
        self._ground: Ground | None = None

    @property
    def keys(self) -> list[RowKey]:
        """Every setting tried, in the order tried."""
        return list(self._rows)

    def add(self, keys: Iterable[RowKey]) -> None:
        """Make rows of settings."""
        self._rows.update(dict.fromkeys(keys))

    def forget(self, key: RowKey) -> None:
        """Take a row out."""
        self._rows.pop(key, None)

    def keep(self, measured: Measurement, ground: Ground) -> None:
        """Keep a measurement; what was only passed through is let go once it stands on something else."""
        if ground != self._ground:
            self._measured = {key: kept for key, kept in self._measured.items() if key in self._rows}
            self._ground = ground
        self._measured[measured.key] = measured, ground

    def standing(self, key: RowKey, now: Ground) -> Standing:
        """Tell how a setting stands, whether it is a row or not."""
        if key not in self._measured:
            return Standing(key, None, ("unmeasured",) if key.tokenizer == now.name else ("unmeasured", "tokenizer"))
        measured, ground = self._measured[key]
        changed = ground.changed(now)
        holds = not changed and (key.tokenizer != now.name or ground.tokenizer == now.tokenizer)
        if key.tokenizer != now.name or ground.tokenizer != now.tokenizer:
            changed = (*changed, "tokenizer")
        return Standing(key, measured if holds else None, changed)

    def standings(self, now: Ground) -> list[Standing]:
        """Tell how every row stands, in the order tried."""
        return [self.standing(key, now) for key in self._rows]

    def missing(self, now: Ground, budget: int) -> list[RowKey]:
        """Tell what the rows' settings lack on the present state and with one budget.

        A setting that has its measurement there is among them while a row of it that does not hold any more is left.
        """
        wanted = dict.fromkeys(replace(key, budget=budget, tokenizer=now.name) for key in self._rows)
        outlived = {(row.key.settings, row.key.scorer) for row in self.standings(now) if row.measured is None}
        return [k for k in wanted if (k.settings, k.scorer) in outlived or not self.standing(k, now).comparable]

    def renew(self, key: RowKey, now: Ground) -> None:
        """Make a row, in the place of those of its setting and scorer whose figures do not hold any more."""
        same = (row for row in self._rows if (row.settings, row.scorer) == (key.settings, key.scorer))
        outlived = {row for row in same if self.standing(row, now).measured is None}
        self._rows = dict.fromkeys([*(key if row in outlived else row for row in self._rows), key])
