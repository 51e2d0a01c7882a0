"""What an export is made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from chunkforge.corpus import CorpusChunks
from chunkforge.document import Document
from chunkforge.labels import Query
from chunkforge.measurement import Measurement
from chunkforge.tokenizers import Tokenizer


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that figures depend on: what it is, such as `boundary tokenizer`, its name, and its SHA-256 in hex."""

    what: str
    name: str
    sha256: str


@dataclass(frozen=True, eq=False)
class Outgoing:
    """A session as it leaves.

    `corpus` are the documents under the exported setting, `present` is its measurement, `rows` the comparison,
    `tokenizer` the boundary tokenizer. `files` are what figures depend on, as far as it is known. `with_text` lets the
    report quote the documents.
    """

    corpus: CorpusChunks
    present: Measurement
    rows: Sequence[Measurement]
    queries: Sequence[Query]
    tokenizer: Tokenizer
    files: Sequence[SourceFile] = ()
    with_text: bool = False

    @cached_property
    def documents(self) -> Mapping[int, Document]:
        """The documents by id."""
        return {number: part.document for number, part in zip(self.corpus.documents, self.corpus.parts, strict=True)}
