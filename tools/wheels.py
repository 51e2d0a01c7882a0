"""Wheels for the site: our own made from source, others without what the worker never reads. Same input, same bytes."""

from __future__ import annotations

import base64
import hashlib
import tomllib
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can say: a build depends on its input, not on the clock
Member = tuple[str, bytes]


def write_zip(target: Path, members: Iterable[Member], *, compression: int = zipfile.ZIP_DEFLATED) -> None:
    """Write a zip whose bytes follow from its members alone."""
    with zipfile.ZipFile(target, "w", compression, compresslevel=9) as archive:
        for name, data in members:
            info = zipfile.ZipInfo(name, EPOCH)
            info.external_attr = 0o644 << 16
            info.compress_type = compression
            archive.writestr(info, data)


def own_wheel(project: Path, folder: Path) -> Path:
    """Build the wheel of the package that `project/pyproject.toml` describes.

    A pure package needs no build backend: its files, and three of metadata.

    Args:
        project: the repository's root, with `py/` and `pyproject.toml`.
        folder: where the wheel is put.

    Returns:
        The wheel's path.
    """
    about = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name, version = about["name"], about["version"]
    info = f"{name}-{version}.dist-info"
    metadata = [
        "Metadata-Version: 2.4",
        f"Name: {name}",
        f"Version: {version}",
        f"Summary: {about['description']}",
        f"License-Expression: {about['license']}",
        "License-File: LICENSE",
        f"Requires-Python: {about['requires-python']}",
        *(f"Requires-Dist: {requirement}" for requirement in about["dependencies"]),
    ]
    tag = "Wheel-Version: 1.0\nGenerator: chunkforge build.py\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    members = [
        *_package_files(project / "py"),
        (f"{info}/METADATA", "\n".join([*metadata, ""]).encode()),
        (f"{info}/WHEEL", tag.encode()),
        (f"{info}/licenses/LICENSE", (project / "LICENSE").read_bytes()),
    ]
    target = folder / f"{name}-{version}-py3-none-any.whl"
    write_zip(target, [*members, _record(members, info)])
    return target


def trimmed_wheel(source: Path, folder: Path, drop: Callable[[str], bool], empty: frozenset[str] = frozenset()) -> Path:
    """Copy a wheel without some of its members; what stays keeps its bytes, and RECORD names what stayed.

    Args:
        source: the wheel as released.
        folder: where the copy is put, under the same name.
        drop: tells by a member's name whether it is left out.
        empty: members that have to be there, but need not hold anything.

    Returns:
        The copy's path.
    """
    with zipfile.ZipFile(source) as archive:
        names = sorted(name for name in archive.namelist() if not name.endswith("/") and not drop(name))
        record = next(name for name in names if name.endswith(".dist-info/RECORD"))
        members = [(name, b"" if name in empty else archive.read(name)) for name in names if name != record]
    target = folder / source.name
    write_zip(target, [*members, _record(members, record.rpartition("/")[0])])
    return target


def _package_files(root: Path) -> Iterator[Member]:
    for path in sorted(root.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and not any(p.endswith(".egg-info") for p in path.parts):
            yield path.relative_to(root).as_posix(), path.read_bytes()


def _record(members: Iterable[Member], info: str) -> Member:
    lines = []
    for name, data in members:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(data)}\n")
    return f"{info}/RECORD", "".join([*lines, f"{info}/RECORD,,\n"]).encode()
