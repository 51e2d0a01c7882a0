"""What browser tests share: a host that can go away, and the table of every way out that was tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hosts import StaticHost

if TYPE_CHECKING:
    from hosts import OpenHost

PROBE = "way out"


@pytest.fixture
def host(site: Path) -> Iterator[StaticHost]:
    """The site at an address that can go away."""
    host = StaticHost(site)
    yield host
    host.stop()


@pytest.fixture
def probed(record_property) -> Callable[[str, str, OpenHost, str], None]:
    """Notes a row of the table: from where, by what, whether it arrived at the host, what it met."""

    def note(where: str, name: str, host: OpenHost, outcome: str) -> None:
        met = f"ARRIVED {host.reached}" if host.reached else f"refused ({outcome})"
        record_property(PROBE, f"{where:<22} {name:<24} {met}")

    return note


def pytest_terminal_summary(terminalreporter):
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, [])]
    rows = [text for report in reports for name, text in report.user_properties if name == PROBE]
    if rows:
        terminalreporter.section("ways out that were tried")
        for row in sorted(set(rows)):
            terminalreporter.write_line(row)
