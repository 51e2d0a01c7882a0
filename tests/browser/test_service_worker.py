"""The service worker keeps one complete version, replaces it only by a complete one, and touches nothing else.

These tests run it over a site of a few small files, so that every way a download can go wrong can be tried.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hosts import StaticHost
from playwright.sync_api import BrowserContext, Error, Page

from tools.pins import ROOT
from tools.site import seal

pytestmark = pytest.mark.browser

SCRIPT = """
window.seen = [];
navigator.serviceWorker.addEventListener("message", ({ data }) => seen.push(data));
window.until = (type) => new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error(`no ${type}, but ${JSON.stringify(seen)}`)), 30000);
  const look = () => {
    const found = seen.find((message) => message.type === type);
    if (found) resolve(found); else setTimeout(look, 10);
  };
  look();
});
window.updated = async (type) => {
  const registration = await navigator.serviceWorker.ready;
  let over = false;
  const outcome = until(type).finally(() => (over = true));
  while (!over) {
    // The browser looks by itself after a visit, and a look that joins one under way finds what that one found.
    await registration.update().catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return outcome;
};
if (!location.search) navigator.serviceWorker.register("sw.js");
"""


def make_site(folder: Path, version: str, **files: str) -> Path:
    """Write a site of a page, a script, a file that never changes and a file that does."""
    folder.mkdir()
    page = f'<!doctype html><title>x</title><p id="version">{version}</p><script src="page.js"></script>'
    contents = {
        "index.html": page,
        "page.js": SCRIPT,
        "same.bin": "same" * 9000,
        "changing.bin": version * 9000,
    } | files
    for name, text in contents.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    shutil.copy(ROOT / "web" / "sw.js", folder / "sw.js")
    seal(folder, version)
    return folder


@pytest.fixture(params=["/", "/chunkforge/"])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[StaticHost]:
    host = StaticHost(make_site(tmp_path / "one", "1"), request.param)
    yield host
    host.stop()


def until(page: Page, message: str) -> dict[str, Any]:
    return page.evaluate("(type) => until(type)", message)


def shown(page: Page) -> str:
    return page.locator("#version").inner_text()


def caches_of(page: Page) -> list[str]:
    return page.evaluate("() => caches.keys()")


def update(page: Page, outcome: str) -> dict[str, Any]:
    """Have the browser look for a new version, and wait for what comes of it, or came of a look of its own."""
    return page.evaluate("(type) => updated(type)", outcome)


def tell_waiting(page: Page) -> None:
    page.evaluate(
        "() => navigator.serviceWorker.getRegistration().then((r) => r.waiting.postMessage({ type: 'sw:activate' }))"
    )


def ready(page: Page, host: StaticHost) -> None:
    page.goto(host.url)
    until(page, "sw:offline-ready")


def test_after_one_visit_every_file_is_there_without_the_host(page: Page, host: StaticHost):
    ready(page, host)
    host.stop()
    page.goto(host.url)
    assert shown(page) == "1"
    for name in ("same.bin", "changing.bin", "index.html"):
        text = page.evaluate("(name) => fetch(name).then((response) => response.text())", name)
        assert text == (host.folder / name).read_text()
    assert page.evaluate("() => fetch('build.json').then((r) => r.json()).then((list) => list.version)") == "1"
    host.start()


def test_an_update_waits_until_the_user_agrees(page: Page, host: StaticHost, tmp_path: Path):
    ready(page, host)
    host.folder = make_site(tmp_path / "two", "2")
    assert update(page, "sw:update-ready")["version"] == "2"
    page.reload()
    assert shown(page) == "1", "a reload by itself changes nothing"
    with page.expect_navigation():
        page.evaluate("() => navigator.serviceWorker.addEventListener('controllerchange', () => location.reload())")
        tell_waiting(page)
    assert shown(page) == "2"
    assert len(caches_of(page)) == 1, "the old version is gone"


def test_an_update_downloads_only_what_changed(page: Page, host: StaticHost, tmp_path: Path):
    ready(page, host)
    two = make_site(tmp_path / "two", "2")
    host.asked.clear()
    host.folder = two
    update(page, "sw:update-ready")
    assert "changing.bin" in host.asked
    assert "same.bin" not in host.asked


def test_a_download_that_breaks_off_leaves_the_old_version_and_is_resumed(page: Page, host: StaticHost, tmp_path: Path):
    ready(page, host)
    two = make_site(tmp_path / "two", "2", **{"new.bin": "new" * 9000})
    host.broken, host.late = {"changing.bin"}, {"new.bin"}
    host.folder = two
    update(page, "sw:failed")
    host.stop()
    page.reload()
    assert shown(page) == "1"
    assert page.evaluate("() => fetch('changing.bin').then((r) => r.text())") == "1" * 9000
    host.broken = set()
    host.asked.clear()
    host.start()
    update(page, "sw:update-ready")
    assert "changing.bin" in host.asked
    assert "new.bin" not in host.asked, "what had arrived whole is kept"


def test_a_host_between_two_deployments_is_not_believed(page: Page, host: StaticHost, tmp_path: Path):
    ready(page, host)
    two = make_site(tmp_path / "two", "2")
    shutil.copy(host.folder / "build.json", two / "build.json")
    host.folder = two
    assert "another version" in update(page, "sw:failed")["reason"]
    host.stop()
    page.reload()
    assert shown(page) == "1"
    host.start()


def test_a_file_that_is_not_the_listed_one_is_never_kept(page: Page, host: StaticHost, tmp_path: Path):
    ready(page, host)
    two = make_site(tmp_path / "two", "2")
    (two / "changing.bin").write_text("tampered" * 1000)
    host.folder = two
    assert "changing.bin: not the bytes" in update(page, "sw:failed")["reason"]
    page.reload()
    assert shown(page) == "1"


def test_files_that_were_lost_are_brought_back(page: Page, host: StaticHost):
    ready(page, host)
    lose = """async () => {
        seen.length = 0;
        const cache = await caches.open((await caches.keys())[0]);
        for (const request of await cache.keys()) {
            if (/(changing|same)\\.bin$/.test(request.url)) await cache.delete(request);
        }
        navigator.serviceWorker.controller.postMessage({ type: "sw:status" });
    }"""
    host.stop()
    page.evaluate(lose)
    assert until(page, "sw:incomplete")["missing"] == 2
    host.start()
    page.evaluate(lose)
    until(page, "sw:offline-ready")
    host.stop()
    assert page.evaluate("() => fetch('changing.bin').then((r) => r.text())") == "1" * 9000
    host.start()


def test_storage_cleared_in_mid_session_leaves_the_page_working(page: Page, host: StaticHost):
    ready(page, host)
    page.evaluate("async () => { for (const name of await caches.keys()) await caches.delete(name); }")
    page.reload()
    assert shown(page) == "1"
    page.evaluate("() => navigator.serviceWorker.controller.postMessage({ type: 'sw:status' })")
    until(page, "sw:offline-ready")
    host.stop()
    page.reload()
    assert shown(page) == "1"
    host.start()


def test_an_update_is_not_forced_on_work_in_another_tab(
    page: Page, context: BrowserContext, host: StaticHost, tmp_path: Path
):
    ready(page, host)
    other = context.new_page()
    other.goto(host.url)
    host.folder = make_site(tmp_path / "two", "2")
    update(page, "sw:update-ready")
    tell_waiting(page)
    assert until(page, "sw:update-blocked")["tabs"] == 2
    other.reload()
    assert shown(other) == "1"


def test_a_part_of_a_file_can_be_asked_for(page: Page, host: StaticHost):
    ready(page, host)
    host.stop()
    page.reload()
    part = page.evaluate(
        """async () => {
            const response = await fetch("same.bin", { headers: { Range: "bytes=4-9" } });
            return [response.status, response.headers.get("Content-Range"), await response.text()];
        }"""
    )
    assert part == [206, "bytes 4-9/36000", "samesa"]
    host.start()


def test_only_old_versions_of_this_site_are_removed(page: Page, host: StaticHost, tmp_path: Path):
    ready(page, host)
    others = ["chunkforge-site:/elsewhere/:1", "somebody-else", "chunkforge-models"]
    page.evaluate(
        "(names) => Promise.all(names.map((name) => caches.open(name)))",
        [*others, f"chunkforge-snapshot:{host.base}:1"],
    )
    host.folder = make_site(tmp_path / "two", "2")
    update(page, "sw:update-ready")
    with page.expect_navigation():
        page.evaluate("() => navigator.serviceWorker.addEventListener('controllerchange', () => location.reload())")
        tell_waiting(page)
    left = caches_of(page)
    assert set(others) < set(left)
    assert len(left) == len(others) + 1


def test_it_answers_for_nothing_but_this_sites_files(page: Page, host: StaticHost):
    ready(page, host)
    page.reload()
    host.asked.clear()
    assert page.evaluate("() => fetch('missing.txt').then((r) => r.status)") == 404
    assert host.asked == ["missing.txt"]
    posted = page.evaluate("() => fetch('index.html', { method: 'POST', body: 'x' }).then((r) => r.status)")
    assert posted == 501, "a POST goes to the host, which refuses it"
    host.stop()
    with pytest.raises(Error, match="Failed to fetch"):
        page.evaluate("() => fetch('missing.txt')")
    host.start()


def test_a_query_in_the_address_opens_the_page_too(page: Page, host: StaticHost):
    ready(page, host)
    host.stop()
    page.goto(host.url + "?lang=de")
    assert shown(page) == "1"
    host.start()
