"""After one load the whole job works with the host gone; an update is offered and loses no work."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import Bench
from hosts import StaticHost
from playwright.sync_api import Browser, Page, expect

from tools.site import seal

pytestmark = pytest.mark.browser

SIZE_OF = """async (address) => {
  const { width, height } = await createImageBitmap(await (await fetch(address)).blob());
  return `${width}x${height}`;
}"""


@pytest.fixture
def host(site: Path) -> Iterator[StaticHost]:
    """The site under a sub-path, as GitHub Pages serves a project."""
    host = StaticHost(site, "/chunkforge/")
    yield host
    host.stop()


def stored(page: Page) -> None:
    """Wait until the page says that it works offline."""
    expect(page.locator("#offline-note")).to_be_visible(timeout=120_000)


def another_version(site: Path, folder: Path) -> Path:
    """The same site with another version number and title; what does not change is linked, not copied."""
    shutil.copytree(site, folder, copy_function=os.link)
    for name in ("index.html", "sw.js", "build.json", "SHA256SUMS"):
        data = (site / name).read_bytes()
        (folder / name).unlink()
        (folder / name).write_bytes(data)
    page = folder / "index.html"
    page.write_text(page.read_text().replace("<title>chunkforge</title>", "<title>chunkforge 2</title>"))
    worker = folder / "sw.js"
    build = json.loads((site / "build.json").read_text())["hash"]
    worker.write_text(worker.read_text().replace(build, "@BUILD@"))
    seal(folder, "2")
    return folder


def test_with_the_host_gone_a_new_document_can_be_measured(page: Page, host: StaticHost):
    Bench(page, host.url).ready()
    stored(page)
    host.stop()
    bench = Bench(page, host.url)
    bench.get("file-input").set_input_files(host.folder / "samples" / "handbook.pdf")
    expect(bench.get("document")).to_contain_text(re.compile(r"\d+ pages, [\d,]+ tokens"), timeout=120_000)
    query = bench.ask("how many days of parental leave?")
    expect(query.get_by_test_id("result").first).to_be_visible()
    query.get_by_test_id("result").first.get_by_test_id("mark-button").click()
    expect(bench.summary).to_contain_text("1 of 1 answer")
    bench.get("tokenizer-select").select_option(index=1)
    bench.ready()
    expect(bench.summary).to_contain_text(re.compile(r"[\d,]+ tokens a query"))
    host.start()


def test_an_update_is_offered_and_loses_no_work(page: Page, host: StaticHost, tmp_path: Path):
    bench = Bench(page, host.url)
    bench.ready()
    stored(page)
    Bench(page, host.url).ready()
    bench.paste("# Leave\n\nParental leave lasts 26 weeks.")
    bench.ask("How long is parental leave?")
    host.folder = another_version(host.folder, tmp_path / "two")
    page.evaluate("() => navigator.serviceWorker.ready.then((registration) => registration.update()).then(() => true)")
    button = page.locator("#update-button")
    expect(button).to_be_visible(timeout=60_000)
    expect(bench.get("document")).to_have_count(1)
    expect(bench.get("query")).to_have_count(1)
    expect(page).to_have_title("chunkforge")
    with page.expect_navigation():
        button.click()
    expect(page).to_have_title("chunkforge 2")


def test_without_a_service_worker_the_page_works_online(browser: Browser, host: StaticHost):
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    bench = Bench(page, host.url)
    bench.ready()
    bench.paste("# Leave\n\nParental leave lasts 26 weeks.")
    query = bench.ask("How long is parental leave?")
    expect(query.get_by_test_id("result").first).to_contain_text("Parental leave")
    expect(page.locator("#offline-note")).to_be_hidden()
    context.close()


def test_the_browser_finds_nothing_that_keeps_it_from_installing_the_app(page: Page, host: StaticHost):
    Bench(page, host.url).ready()
    session = page.context.new_cdp_session(page)
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A test's profile is a private window to the browser, where nothing can be installed.
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []
    manifest = json.loads(session.send("Page.getAppManifest")["data"])
    assert {"any", "maskable"} == {icon["purpose"] for icon in manifest["icons"]}
    for shot in manifest["screenshots"]:
        assert page.evaluate(SIZE_OF, shot["src"]) == shot["sizes"]
    accepted = {end for handler in manifest["file_handlers"] for ends in handler["accept"].values() for end in ends}
    assert {".pdf", ".md", ".txt", ".docx", ".html"} <= accepted
