"""What many tests need: the shared data, pinned files of others, the built site, a browser."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tools import chromium
from tools.fetch import Fetcher
from tools.pins import ROOT, project_pins
from tools.server import address, make_server
from tools.site import build_site
from tools.store import Store, cache_root

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


settings.register_profile("untimed", deadline=None)  # a busy machine is no fault of the code
settings.load_profile("untimed")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of data that lies beside the checkout of those who have it; elsewhere the test is skipped."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("needs the shared data beside the checkout")
    return folder


@pytest.fixture(scope="session")
def fetcher() -> Fetcher:
    """Pinned files of others: `fetcher.archive("skeletoken")` is the path of that release, fetched at most once."""
    return Fetcher(Store(cache_root()), project_pins())


@pytest.fixture(scope="session")
def site(fetcher: Fetcher, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site: the one that `build.py test` has just made, else one made for this run."""
    built = os.environ.get("CHUNKFORGE_DIST")
    if built:
        return Path(built)
    folder = tmp_path_factory.mktemp("site") / "dist"
    build_site(fetcher, folder)
    return folder


@pytest.fixture(scope="session")
def serve() -> Iterator[Callable[..., str]]:
    """A function that serves a folder until the session ends: `serve(folder, base="/")` returns the address."""
    servers = []

    def start(folder: Path, base: str = "/") -> str:
        server = make_server(folder, port=0, base=base)
        servers.append(server)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        return address(server, base)

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def site_url(site: Path, serve: Callable[..., str]) -> str:
    """The address of the built site's start page."""
    return serve(site)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for the session."""
    from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415 - most tests need no browser

    expect.set_options(timeout=30_000)  # a busy machine is no failure
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.installed(), args=list(chromium.FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser profile of one test's own: no storage, no service worker, no cache from any other."""
    context = browser.new_context()
    context.set_default_timeout(60_000)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """An empty tab; whatever it writes to its console is shown when the test fails."""
    page = context.new_page()
    page.on("console", lambda message: sys.stderr.write(f"console {message.type}: {message.text}\n"))
    page.on("pageerror", lambda error: sys.stderr.write(f"page error: {error}\n"))
    return page
