"""Put a public static model into the site: both of its files, fetched from the model host at the pinned revision.

Where `pins.json` has a hash, no other bytes are taken. Where it has none, a file has to be whole, of at least the known
length and of the right kind, and what was fetched is told by its SHA-256, here and in the site's own lists.
"""

from __future__ import annotations

import http.client
import shutil
import sys
import urllib.request
from pathlib import Path

from tools.fetch import CHUNK, CONNECT_SECONDS, Fetcher, FetchError
from tools.pins import ModelFile, PublicModel
from tools.progress import Progress
from tools.store import Store, sha256_of

BEGINNINGS = {".onnx": b"\x08", ".json": b"{"}
INSTEAD = " Or build without --scorer: the page then offers the model as a download, or from two files on disk."


class WrongFile(Exception):
    """What came is not the file; the message says why."""


def add_public_model(fetcher: Fetcher, model: PublicModel, folder: Path) -> None:
    """Copy a model's files into a folder of the site, with a note on where they are from.

    Raises:
        FetchError: a file is not to be had, or is not the right one.
    """
    folder.mkdir(parents=True)
    lines = [f"{model.repository}, revision {model.revision}. Its licence is that of the repository.\n"]
    for file in model.files:
        kept = _kept(fetcher.store, model, file)
        line = f"{model.address(file)}\n    SHA-256 {sha256_of(kept)}"
        print(line, file=sys.stderr)
        lines.append(f"{line}\n")
        shutil.copyfile(kept, folder / file.name)
    (folder / "SOURCE.txt").write_text("".join(lines), encoding="utf-8")


def _kept(store: Store, model: PublicModel, file: ModelFile) -> Path:
    """Make sure of a file in the cache; tells where it is."""
    kept = store.folder / f"{model.name}-{model.revision}" / file.name
    address = model.address(file)
    try:
        if kept.is_file():
            _check(kept, file)
            return kept
        with store.scratch() as folder:
            fetched = _download(address, file, folder)
            _check(fetched, file)
            kept.parent.mkdir(parents=True, exist_ok=True)
            return fetched.replace(kept)
    except WrongFile as error:
        kept.unlink(missing_ok=True)
        raise FetchError(file.path, [(address, str(error))], store, instead=INSTEAD) from error
    except (OSError, http.client.HTTPException) as error:
        raise FetchError(file.path, [(address, str(error))], store, instead=INSTEAD) from error


def _download(address: str, file: ModelFile, folder: Path) -> Path:
    target = folder / file.name
    request = urllib.request.Request(address, headers={"User-Agent": "chunkforge-build"})  # noqa: S310 - from the pins
    with urllib.request.urlopen(request, timeout=CONNECT_SECONDS) as response:  # noqa: S310
        length = int(response.headers.get("Content-Length") or 0)
        with target.open("wb") as out, Progress(file.name, length or file.least_bytes) as progress:
            while block := response.read(CHUNK):
                out.write(block)
                progress.add(len(block))
    if length and target.stat().st_size != length:
        raise WrongFile(f"broke off after {target.stat().st_size} of {length} bytes")
    return target


def _check(path: Path, file: ModelFile) -> None:
    if file.sha256 and (found := sha256_of(path)) != file.sha256:
        raise WrongFile(f"SHA-256 is {found[:16]}…, pinned is {file.sha256[:16]}…")
    with path.open("rb") as stream:
        begins = stream.read(1) == BEGINNINGS[path.suffix]
    if not begins or path.stat().st_size < file.least_bytes:
        raise WrongFile(
            f"is not the file: {path.stat().st_size} bytes, at least {file.least_bytes} are known to be in it"
        )
