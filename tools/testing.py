"""`build.py test`: everything that has to hold before a change may go in."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

from tools import chromium
from tools.environment import environment
from tools.fetch import Fetcher
from tools.pins import ROOT
from tools.site import build_site

LINT = (("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",))


def run(fetcher: Fetcher, arguments: list[str], *, built: bool = False) -> int:
    """Install what the tests need, build the site, and run the checkers and the tests.

    With arguments, which go to pytest, only the tests run: somebody looks at one thing. pytest's summary line is
    the last line printed, whatever failed.

    Args:
        fetcher: where pinned files come from.
        arguments: for pytest.
        built: test `dist/` as it is.

    Returns:
        The exit code: pytest's, or 1 where only a checker found something.
    """
    python = environment("test")
    fetcher.archives(fetcher.pins.used_for("tests"))
    browser = chromium.ensure(python)
    site = ROOT / "dist"
    if not built:
        build_site(fetcher, site)
    lint = 0 if arguments else sum(_check(python, words) for words in LINT)
    variables = os.environ | {"CHUNKFORGE_DIST": str(site)} | ({"CHUNKFORGE_CHROMIUM": browser} if browser else {})
    if lint:
        print("A checker found something (above); the tests run all the same.", flush=True)
    words = arguments or ["-n", str(min(os.cpu_count() or 1, 4))]
    code = subprocess.run([str(python), "-m", "pytest", *words], cwd=ROOT, env=variables, check=False).returncode
    return code or min(lint, 1)


def _check(python: Path, words: tuple[str, ...]) -> int:
    started = time.monotonic()
    code = subprocess.run([str(python), "-m", *words], cwd=ROOT, check=False).returncode
    print(f"{' '.join(words)}: {'ok' if code == 0 else 'FAILED'} ({time.monotonic() - started:.0f} s)", flush=True)
    return min(code, 1)
