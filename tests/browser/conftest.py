"""What the browser tests leave for the person who runs them: the table of every way out that was tried."""

from __future__ import annotations

import pytest

PROBES = pytest.StashKey[list[tuple[str, str, str]]]()


def pytest_configure(config: pytest.Config):
    config.stash[PROBES] = []


@pytest.fixture
def probed(request: pytest.FixtureRequest) -> list[tuple[str, str, str]]:
    """Rows of the table: from where, by what, what came of it."""
    return request.config.stash[PROBES]


def pytest_terminal_summary(terminalreporter, config: pytest.Config):
    rows = config.stash[PROBES]
    if not rows:
        return
    terminalreporter.section("ways out that were tried")
    for row in sorted(set(rows)):
        terminalreporter.write_line("{:<22} {:<28} {}".format(*row))
