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
    requirements = REQUIREMENTS / f"{name}.txt"
    folder = cache_root() / f"venv-{name}-{_key(requirements)}"
    if (folder / "complete").is_file():
        return python_in(folder)
    shutil.rmtree(folder, ignore_errors=True)
    print(f"Installing {requirements.name} into {folder}", file=sys.stderr)
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    run_pip(
        ["install", "--only-binary=:all:", "--requirement", str(requirements), "--constraint", str(CONSTRAINTS)],
        python=python_in(folder),
    )
    (folder / "complete").touch()
    return python_in(folder)


def _key(requirements: Path) -> str:
    """What decides an environment's content: this Python and every requirement and constraint."""
    digest = hashlib.sha256(f"{sys.version} {sysconfig.get_platform()}".encode())
    for path in sorted({requirements, CONSTRAINTS, *REQUIREMENTS.glob("*.txt")}):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
