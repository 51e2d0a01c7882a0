"""Find a Chromium for the browser tests, or get one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# The last three keep the browser from asking its maker's hosts for anything while it is tested.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def installed() -> str | None:
    """The path of a Chromium on this machine; `CHUNKFORGE_CHROMIUM` names one that is elsewhere."""
    named = os.environ.get("CHUNKFORGE_CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


def ensure(python: Path) -> str | None:
    """Install a Chromium where there is none: with apt-get as root on Debian, else Playwright's own download.

    Args:
        python: the Python of an environment that holds Playwright.

    Returns:
        What to give to Playwright as the executable; `None` for its own download.

    Raises:
        SystemExit: none can be had; the message says what to do.
    """
    if found := installed():
        return found
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        print("Installing Chromium with apt-get", file=sys.stderr)
        subprocess.run(["apt-get", "update", "-q"], check=False, stdout=sys.stderr)
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        command = ["apt-get", "install", "-q", "-y", "--no-install-recommends", "chromium"]
        subprocess.run(command, check=False, stdout=sys.stderr, env=quiet)
        if found := installed():
            return found
    print("Installing Playwright's Chromium", file=sys.stderr)
    if subprocess.run([str(python), "-m", "playwright", "install", "chromium"], check=False).returncode == 0:
        return None
    raise SystemExit(
        "The browser tests need Chromium, and neither apt-get nor Playwright could install it.\n"
        "Install Chromium or Chrome yourself, or name one in CHUNKFORGE_CHROMIUM, and run the command again."
    )
