"""The cache outside the repository: files kept under their own SHA-256, so that no damaged one is taken."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.pins import File


def cache_root() -> Path:
    """The folder of everything fetched or made once: `CHUNKFORGE_CACHE`, or `chunkforge` in the user's cache folder."""
    named = os.environ.get("CHUNKFORGE_CACHE")
    if named:
        return Path(named).expanduser().resolve()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base).expanduser() if base else Path.home() / ".cache") / "chunkforge"


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, as hexadecimal digits."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


class WrongHash(Exception):
    """A file is not the one that was pinned."""

    def __init__(self, file: File, found: str) -> None:
        """Say what was expected and what came."""
        super().__init__(f"SHA-256 is {found[:16]}…, pinned is {file.sha256[:16]}…")


class Store:
    """Pinned files on disk. A file is in the store only under its right hash, and appears there in one step."""

    def __init__(self, root: Path) -> None:
        """Use `root/files`; nothing is created before the first file is added."""
        self.folder = root / "files"

    def path(self, file: File) -> Path:
        """Where a pinned file is, or would be. Its own name is kept, because pip and Python read meaning from it."""
        return self.folder / file.sha256[:16] / file.name

    def has(self, file: File) -> bool:
        """Whether the file is there and still has the pinned bytes (a half-written disk is worth one read)."""
        path = self.path(file)
        return path.is_file() and path.stat().st_size == file.bytes and sha256_of(path) == file.sha256

    def add(self, file: File, fetched: Path) -> Path:
        """Move a fetched file in.

        Raises:
            WrongHash: the bytes are not the pinned ones; `fetched` is left where it is.
        """
        found = sha256_of(fetched)
        if found != file.sha256:
            raise WrongHash(file, found)
        target = self.path(file)
        target.parent.mkdir(parents=True, exist_ok=True)
        fetched.replace(target)
        return target

    @contextmanager
    def scratch(self) -> Iterator[Path]:
        """A temporary folder on the store's own disk, so that adding is a rename."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".fetch-", dir=self.folder) as folder:
            yield Path(folder)
