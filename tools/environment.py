"""The project's own virtual environments: one a requirements file, cached under the hash of what is in it."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import sysconfig
import venv
from pathlib import Path

from tools.pins import ROOT
from tools.pip import python_in, run_pip
from tools.store import cache_root

REQUIREMENTS = ROOT / "requirements"
CONSTRAINTS = REQUIREMENTS / "constraints.txt"


def environment(name: str) -> Path:
    """Make sure that the environment of `requirements/<name>.txt` exists.

    Returns:
        Its Python. Once it exists this takes no time and no network.

    Raises:
        PipError: pip could not install something.
    """
    folder = _folder(name)
    if is_ready(name):
        return python_in(folder)
    requirements = REQUIREMENTS / f"{name}.txt"
    shutil.rmtree(folder, ignore_errors=True)
    print(f"Installing {requirements.name} into {folder}", file=sys.stderr)
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    run_pip(
        ["install", "--only-binary=:all:", "--requirement", str(requirements), "--constraint", str(CONSTRAINTS)],
        python=python_in(folder),
    )
    (folder / "complete").touch()
    return python_in(folder)


def is_ready(name: str) -> bool:
    """Whether an environment exists already."""
    return (_folder(name) / "complete").is_file()


def _folder(name: str) -> Path:
    """Where an environment is kept: under what decides its content, this Python and every requirement."""
    digest = hashlib.sha256(f"{sys.version} {sysconfig.get_platform()}".encode())
    for path in sorted(REQUIREMENTS.glob("*.txt")):
        digest.update(path.read_bytes())
    return cache_root() / f"venv-{name}-{digest.hexdigest()[:16]}"
