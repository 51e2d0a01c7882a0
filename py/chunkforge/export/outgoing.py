"""What an export is made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from chunkforge.corpus import CorpusChunks
from chunkforge.document import Document
from chunkforge.export.phrases import IN_ENGLISH, Phrases
from chunkforge.labels import Query
from chunkforge.measure import Lean
from chunkforge.measurement import Measurement
from chunkforge.tokenizers import Tokenizer
from chunkforge.tried import Standing


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that figures depend on: what it is, such as `boundary tokenizer`, its name, and its SHA-256 in hex."""

    what: str
    name: str
    sha256: str


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """Two settings that were set side by side, and how they part under each scorer."""

    first: Measurement
    second: Measurement
    leans: Sequence[Lean]


@dataclass(frozen=True, eq=False)
class Outgoing:
    """A session as it leaves.

    `corpus` are the documents under the exported setting, `present` is its measurement, `apart` that by every scorer,
    `tried` the comparison, `tokenizer` the boundary tokenizer. `files` are what figures depend on, as far as it is
    known. `pair` are two settings held against each other. `with_text` lets the report quote the documents. `phrases`
    is the language of the report and of README.txt.
    """

    corpus: CorpusChunks
    present: Measurement
    tried: Sequence[Standing]
    apart: Sequence[Measurement]
    queries: Sequence[Query]
    tokenizer: Tokenizer
    files: Sequence[SourceFile] = ()
    pair: Pair | None = None
    with_text: bool = False
    phrases: Phrases = IN_ENGLISH

    @property
    def rows(self) -> list[Measurement]:
        """The settings tried whose figures can be compared."""
        return [row.measured for row in self.tried if row.comparable and row.measured]

    @property
    def all_rows(self) -> list[Measurement]:
        """Everything that has figures, those by other tokenizers and the exported setting by every scorer included."""
        tried = [row.measured for row in self.tried if row.measured]
        return list({row.key: row for row in (*tried, *self.apart)}.values())

    @cached_property
    def documents(self) -> Mapping[int, Document]:
        """The documents by id."""
        return {number: part.document for number, part in zip(self.corpus.documents, self.corpus.parts, strict=True)}
