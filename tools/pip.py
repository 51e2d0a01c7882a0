"""One way to call pip, whether or not this Python can make virtual environments with a pip of their own."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import venv
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from tools.store import cache_root

NO_PIP = (
    "This Python ({python}) has neither pip nor ensurepip, so nothing can be installed or fetched with it.\n"
    "Install one of them (Debian and Ubuntu: apt-get install python3-pip), then run the command again."
)


class PipError(Exception):
    """pip could not do what was asked; the message holds its last lines."""


@cache
def pip_command() -> tuple[str, ...]:
    """The words that start pip: this Python's own, else one bootstrapped into the cache.

    Raises:
        PipError: there is no pip and no way to get one.
    """
    if importlib.util.find_spec("pip"):
        return (sys.executable, "-m", "pip")
    if not importlib.util.find_spec("ensurepip"):
        raise PipError(NO_PIP.format(python=sys.executable))
    folder = cache_root() / f"pip-{sys.version_info.major}.{sys.version_info.minor}"
    if not (folder / "pyvenv.cfg").is_file():
        venv.create(folder, with_pip=True)
    return (str(python_in(folder)), "-m", "pip")


def python_in(folder: Path) -> Path:
    """The interpreter of a virtual environment."""
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def run_pip(arguments: Sequence[str], *, python: Path | None = None) -> None:
    """Run pip and show its progress.

    Args:
        arguments: what follows `pip` on the command line.
        python: the interpreter to install into; pip's own where there is none.

    Raises:
        PipError: pip failed; the message holds the last lines of what it said.
    """
    target = () if python is None else ("--python", str(python))
    command = [*pip_command(), *target, "--disable-pip-version-check", "--no-input", *arguments]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, errors="replace")
    said: list[str] = []
    assert process.stderr is not None  # noqa: S101 - for the type checker: it was asked for above
    for line in process.stderr:
        said.append(line.rstrip())
        if line.startswith("ERROR"):
            sys.stderr.write(line)
    if process.wait() != 0:
        errors = [line for line in said if line.startswith("ERROR")] or said
        raise PipError("\n".join(errors[-6:]))
