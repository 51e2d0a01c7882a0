"""Files as they come in: the same one is taken once, and another of the same name gets a name of its own."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import NamedTuple

from chunkforge.document import Document


class Arrived(NamedTuple):
    """What tells two files apart."""

    name: str
    sha256: str

    @classmethod
    def of(cls, name: str, data: bytes) -> Arrived:
        """Take a file's name and the hash of its bytes."""
        return cls(name, hashlib.sha256(data).hexdigest())


class Arrivals:
    """Which file each document came from, as far as this worker has seen it come."""

    def __init__(self) -> None:
        """Begin with none."""
        self._files: dict[int, Arrived] = {}

    def note(self, document: int, file: Arrived) -> None:
        """Remember which file a document came from."""
        self._files[document] = file

    def same_file(self, file: Arrived, documents: Collection[int]) -> int | None:
        """Give the document that came from the same bytes under the same name, if one of those did."""
        return next((number for number in documents if self._files.get(number) == file), None)

    def same_text(self, new: Document, documents: Mapping[int, Document]) -> int | None:
        """Give the document of the same name and text, if there is one, such as one out of a saved workspace."""
        alike = (number for number, one in documents.items() if (one.name, one.text) == (new.name, new.text))
        return next(alike, None)


def distinct_name(name: str, taken: Collection[str]) -> str:
    """Give a name that is not taken: `rules (2).md` where there is a `rules.md`.

    Args:
        name: the file's own name.
        taken: the names in use.
    """
    stem, dot, ending = name.rpartition(".")
    if not stem:
        stem, dot, ending = name, "", ""
    number, distinct = 1, name
    while distinct in taken:
        number += 1
        distinct = f"{stem} ({number}){dot}{ending}"
    return distinct
