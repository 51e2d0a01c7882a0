"""After one load the whole job works with the host gone; an update is offered and loses no work."""

from __future__ import annotations

import json
import os
import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import Bench
from hosts import StaticHost
from playwright.sync_api import Browser, Dialog, Page, expect

from make_pdfs import MAKERS
from tools.site import seal

pytestmark = pytest.mark.browser

SIZE_OF = """async (address) => {
  const { width, height } = await createImageBitmap(await (await fetch(address)).blob());
  return `${width}x${height}`;
}"""

LOOK_FOR_UPDATE = """async () => {
  const registration = await navigator.serviceWorker.ready;
  // A look that joins one of the browser's own, under way since before the deployment, finds what that one found.
  for (const until = performance.now() + 60000; !registration.waiting && performance.now() < until; ) {
    await registration.update().catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
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


def test_with_the_host_gone_the_sample_and_a_new_document_can_be_measured(page: Page, host: StaticHost, tmp_path: Path):
    Bench(page, host.url).ready()
    stored(page)
    host.stop()
    bench = Bench(page, host.url)
    bench.get("sample-button").click()
    expect(bench.get("query")).to_have_count(3, timeout=120_000)
    bench.ready()
    expect(bench.summary).to_contain_text(re.compile(r"\d of 4 answers"))
    bench.get("compare-button").click()
    expect(page.locator("#grid-note")).to_contain_text("settings measured", timeout=120_000)
    with page.expect_download() as download:
        bench.get("export-button").click()
    with zipfile.ZipFile(download.value.path()) as archive:
        assert {"chunks.jsonl", "comparison.csv", "report.html"} <= set(archive.namelist())

    new = tmp_path / "report.pdf"
    new.write_bytes(MAKERS["two_columns"]())
    bench.get("file-input").set_input_files(new)
    expect(bench.get("document").nth(1)).to_contain_text(re.compile(r"\d+ pages, [\d,]+ tokens"), timeout=120_000)
    query = bench.ask("two columns of text")
    query.get_by_test_id("result").first.get_by_test_id("mark-button").click()
    expect(bench.summary).to_contain_text(re.compile(r"\d of 5 answers"))
    for option in ("cl100k_base", "o200k_base"):
        before = bench.measurement()
        bench.get("tokenizer-select").select_option(option)
        bench.measured_after(before)
        bench.ready()
    expect(bench.summary).to_contain_text(re.compile(r"[\d,]+ tokens a query"))
    host.start()


def test_looking_for_an_update_with_the_host_gone_changes_nothing(page: Page, host: StaticHost):
    bench = Bench(page, host.url)
    bench.ready()
    stored(page)
    host.stop()
    asked = "() => navigator.serviceWorker.ready.then((one) => one.update()).then(() => 'had', () => 'failed')"
    assert page.evaluate(asked) == "failed"
    expect(page.locator("#update-button")).to_be_hidden()
    bench.paste("# Leave\n\nParental leave lasts 26 weeks.")
    expect(bench.ask("How long is it?").get_by_test_id("result").first).to_contain_text("26 weeks")
    Bench(page, host.url).ready()
    host.start()


def test_an_update_is_offered_and_loses_no_work(page: Page, host: StaticHost, tmp_path: Path):
    bench = Bench(page, host.url)
    bench.ready()
    stored(page)
    Bench(page, host.url).ready()
    bench.paste("# Leave\n\nParental leave lasts 26 weeks.")
    query = bench.ask("How long is parental leave?")
    query.get_by_test_id("result").first.get_by_test_id("mark-button").click()
    expect(bench.summary).to_contain_text("1 of 1 answer")
    host.folder = another_version(host.folder, tmp_path / "two")
    page.evaluate(LOOK_FOR_UPDATE)
    button = page.locator("#update-button")
    expect(button).to_be_visible(timeout=60_000)
    expect(bench.get("document")).to_have_count(1)
    expect(bench.get("query")).to_have_count(1)
    expect(page).to_have_title("chunkforge")
    asked: list[str] = []
    answers = iter([False, True])

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.accept() if next(answers) else dialog.dismiss()

    page.on("dialog", answer)
    button.click()
    expect(bench.summary).to_contain_text("1 of 1 answer")
    expect(page).to_have_title("chunkforge")
    with page.expect_navigation():
        button.click()
    expect(page).to_have_title("chunkforge 2")
    assert len(asked) == 2, "once for each press, and never by the browser beside"
    assert all("not been saved" in question for question in asked)


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
