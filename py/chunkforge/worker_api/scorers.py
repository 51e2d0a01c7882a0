"""The scorers at hand: the site's own, or the same with a chosen static model in the place of the site's."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import NamedTuple

from chunkforge.errors import WorkbenchError
from chunkforge.export import SourceFile
from chunkforge.scoring import KNOWN_MODELS, AnyScorer, Fusion, read_static_model
from chunkforge.worker_api.answers import Values

SHORT = 8  # digits of a hash that tell two files of one name apart


class Model(NamedTuple):
    """Which static model a scorer is: its name, and the SHA-256 of its two files."""

    name: str
    table: str
    tokenizer: str


class Scorers:
    """At most one chosen model is held; choosing a scorer of the site's own lets it go."""

    def __init__(self, own: Sequence[AnyScorer], files: Callable[[], Sequence[SourceFile]]) -> None:
        """Begin with the site's own.

        Args:
            own: the one whose place a chosen model takes comes first.
            files: hashes the files of the site's own.
        """
        self._own = {scorer.name: scorer for scorer in own}
        self._own_files = files
        self._chosen_files: dict[str, tuple[SourceFile, ...]] = {}
        self.offered = self._own

    @property
    def own(self) -> list[str]:
        """The names of the site's own scorers."""
        return list(self._own)

    @property
    def files(self) -> list[SourceFile]:
        """The files that figures of this session may stand on; a model that was let go may have left rows."""
        return [*self._own_files(), *(file for files in self._chosen_files.values() for file in files)]

    def load(self, name: str, files: Sequence[str], data: Sequence[bytes], wanted: Values | None = None) -> Model:
        """Read a static model and put it in the place of the site's own.

        Args:
            name: a known model's; empty for any other, which is then named after its file and the hash of both.
            files: the names of the ONNX file and of the tokenizer.json.
            data: their bytes.
            wanted: a `Model` as values; files of its hashes get its name.

        Raises:
            TableError: the files are no static model, or not that one.
            UnsupportedTokenizer: its tokenizer cannot be read, or is not reproduced exactly.
        """
        table, tokenizer = (hashlib.sha256(one).hexdigest() for one in data)
        called = name
        if not name and wanted and [wanted["table"], wanted["tokenizer"]] == [table, tokenizer]:
            called = wanted["name"]
        both = hashlib.sha256(f"{table}{tokenizer}".encode()).hexdigest()
        called = called or f"{files[0]} ({both[:SHORT]})"
        known = next((model for model in KNOWN_MODELS if model.name == name), None)
        model = read_static_model(called, (files[0], data[0]), (files[1], data[1]), known)
        self.offered = {one.name: one for one in _in_place(model, tuple(self._own.values()))}
        self._chosen_files[called] = (
            SourceFile("scoring model", f"{called}, {files[0]}", table),
            SourceFile("scoring tokenizer", f"{called}, {files[1]}", tokenizer),
        )
        return Model(called, table, tokenizer)

    def use(self, name: str) -> AnyScorer:
        """Give a scorer that is offered; one of the site's own that is not takes the chosen model's place again.

        Raises:
            WorkbenchError: there is none of that name.
        """
        if name not in self.offered:
            if name not in self._own:
                raise WorkbenchError(
                    "workbench.no-scorer",
                    "The scorer {scorer} is not loaded (any more). Choose its files again.",
                    scorer=name,
                )
            self.offered = self._own
        return self.offered[name]


def _in_place(model: AnyScorer, own: Sequence[AnyScorer]) -> list[AnyScorer]:
    """Put a model in the place of the first scorer, in every fusion, too."""
    first = own[0]

    def swapped(scorer: AnyScorer) -> AnyScorer:
        if isinstance(scorer, Fusion):
            name = " + ".join([model.name, *(part.name.upper() for part in scorer.parts if part is not first)])
            return Fusion(*map(swapped, scorer.parts), name=name)
        return model if scorer is first else scorer

    return [swapped(scorer) for scorer in own]


def known_values() -> list[Values]:
    """Tell which static models can be asked for by name."""
    return [
        {
            "name": model.name,
            "repository": model.repository,
            "revision": model.revision,
            "paths": [model.table, model.tokenizer],
            "rows": model.rows,
            "dimensions": model.dimensions,
        }
        for model in KNOWN_MODELS
    ]
