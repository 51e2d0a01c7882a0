"""After one load the whole job works with the host gone, and where it does not the page says why; an update is offered
and loses no work.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import READY, Bench
from hosts import StaticHost, without_https
from playwright.sync_api import Browser, Dialog, Page, expect

from make_pdfs import MAKERS
from tools import chromium
from tools.pins import ROOT
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

# Tries an update until the service worker has said that it could not be had, and the page has heard it.
UPDATE_FAILED = """async () => {
  const container = navigator.serviceWorker;
  let heard = false;
  container.addEventListener("message", ({ data }) => (heard ||= data.type === "sw:failed"));
  const registration = await container.ready;
  for (const until = performance.now() + 60000; !heard && performance.now() < until; ) {
    await registration.update().catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await container.getRegistration(); // as the page does before it says anything
  return heard;
}"""
TAKEN_OVER = """async () => {
  const container = navigator.serviceWorker;
  for (const until = performance.now() + 60000; !container.controller && performance.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return container.controller !== null;
}"""
LOSE = """async (name) => {
  for (const key of await caches.keys()) await (await caches.open(key)).delete(new URL(name, location.href));
}"""


@pytest.fixture
def host(site: Path) -> Iterator[StaticHost]:
    """The site under a sub-path, as GitHub Pages serves a project."""
    host = StaticHost(site, "/chunkforge/")
    yield host
    host.stop()


def stored(page: Page) -> None:
    """Wait until the page says that it works offline."""
    expect(page.locator("#offline-note:not([hidden])")).to_contain_text("Offline ready", timeout=READY)


def visited_again(page: Page, host: StaticHost) -> Bench:
    """The page on its second visit, served by what the first one stored."""
    Bench(page, host.url).ready()
    stored(page)
    return Bench(page, host.url).ready()


def deploy(page: Page, host: StaticHost, folder: Path) -> None:
    """Put another version in the site's place, and have the browser find it."""
    host.folder = another_version(host.folder, folder)
    page.evaluate(LOOK_FOR_UPDATE)


def says_why(page: Page, why: str) -> None:
    """The bar says it in two words, their help in a sentence, which is spoken once; it is no message and no error."""
    expect(page.locator("#offline-note")).to_contain_text("Online only", timeout=READY)
    expect(page.locator("#live-polite")).to_contain_text(why)
    page.get_by_role("button", name="About offline use").click()
    expect(page.locator("#help-offline")).to_be_visible()
    expect(page.locator("#help-offline")).to_contain_text(why)
    expect(page.locator("#help-offline")).to_contain_text("needs a network to open")
    expect(page.locator(".toast")).to_have_count(0)
    page.keyboard.press("Escape")


def works(bench: Bench) -> None:
    bench.ready()
    bench.paste("# Leave\n\nParental leave lasts 26 weeks.")
    query = bench.ask("How long is parental leave?")
    expect(query.get_by_test_id("result").first).to_contain_text("Parental leave")


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
    bench = visited_again(page, host)
    bench.paste("# Leave\n\nParental leave lasts 26 weeks.")
    query = bench.ask("How long is parental leave?")
    query.get_by_test_id("result").first.get_by_test_id("mark-button").click()
    expect(bench.summary).to_contain_text("1 of 1 answer")
    deploy(page, host, tmp_path / "two")
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


def test_a_failed_update_leaves_what_is_kept_and_nothing_is_said(page: Page, host: StaticHost, tmp_path: Path):
    visited_again(page, host)
    host.broken = {"index.html"}
    host.folder = another_version(host.folder, tmp_path / "two")
    assert page.evaluate(UPDATE_FAILED)
    expect(page.locator("#offline-note")).to_contain_text("Offline ready")
    expect(page.locator("#update-button")).to_be_hidden()


def test_that_it_works_offline_is_said_once_and_not_after_a_reload_past_the_cache(page: Page, host: StaticHost):
    Bench(page, host.url).ready()
    said = page.locator(".toast", has_text="Ready to work offline")
    expect(said).to_have_count(1, timeout=READY)
    with page.expect_navigation():
        page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
    stored(page)
    assert page.evaluate("() => navigator.serviceWorker.controller") is None
    expect(said).to_have_count(0)


def test_an_update_asks_while_a_document_or_question_is_in_no_saved_file(page: Page, host: StaticHost, tmp_path: Path):
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    bench = visited_again(page, host)
    deploy(page, host, tmp_path / "two")
    button = page.locator("#update-button")
    expect(button).to_be_visible(timeout=READY)
    bench.paste("Parental leave lasts 26 weeks.")
    bench.measured_after(0)
    button.click()
    assert len(asked) == 1, "a document would be lost"
    save(bench)
    bench.ask("How long is it?")
    button.click()
    assert len(asked) == 2, "a question would be lost"
    save(bench)
    bench.paste("Travel is booked at the desk.")
    expect(bench.get("document")).to_have_count(2)
    button.click()
    assert len(asked) == 3, "another document would be lost"
    bench.ready()
    save(bench)
    bench.get("query-input").fill("And how")
    button.click()
    assert len(asked) == 4, "what is typed and not added yet would be lost"
    bench.get("query-input").fill("")
    with page.expect_navigation():
        button.click()
        assert len(asked) == 4, "a file holds it all"
    expect(page).to_have_title("chunkforge 2")
    assert all("documents, questions or marks that have not been saved" in question for question in asked)


def test_an_agreement_to_an_update_that_had_to_wait_does_not_hold_later(page: Page, host: StaticHost, tmp_path: Path):
    bench = Bench(page, host.url)
    bench.ready()
    stored(page)
    page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})  # leaves it without a controller
    bench.ready()
    other = page.context.new_page()
    Bench(other, host.url).ready()
    deploy(page, host, tmp_path / "two")
    page.locator("#update-button").click()
    expect(page.locator("#toasts")).to_contain_text("Close the other tab")
    bench.paste("Parental leave lasts 26 weeks.")
    expect(bench.get("document")).to_contain_text("tokens", timeout=READY)
    other.close()
    assert page.evaluate(TAKEN_OVER), "the other version serves this tab"
    bench.ask("How long is it?")
    expect(page).to_have_title("chunkforge")
    expect(bench.get("document")).to_have_count(1)


def test_an_update_asks_nothing_where_there_is_nothing_to_lose(page: Page, host: StaticHost, tmp_path: Path):
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    visited_again(page, host)
    deploy(page, host, tmp_path / "two")
    with page.expect_navigation():
        page.locator("#update-button").click()
    expect(page).to_have_title("chunkforge 2")
    assert asked == []


def save(bench: Bench) -> None:
    with bench.page.expect_download():
        bench.get("save-button").click()
    bench.ready()


def test_an_address_without_https_works_online_and_the_page_says_why(browser: Browser, host: StaticHost):
    with without_https(browser, host) as (page, address):
        bench = Bench(page, address)
        says_why(page, "browsers do that only at addresses that begin with https")
        works(bench)


def test_a_browser_that_blocks_site_data_works_online_and_the_page_says_why(
    browser: Browser, host: StaticHost, tmp_path: Path
):
    settings = tmp_path / "profile" / "Default" / "Preferences"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"profile": {"default_content_setting_values": {"cookies": 2}}}))
    context = browser.browser_type.launch_persistent_context(
        tmp_path / "profile", executable_path=chromium.installed(), args=list(chromium.FLAGS)
    )
    page = context.new_page()
    bench = Bench(page, host.url)
    says_why(page, "a private window or a setting that blocks site data can be the reason")
    works(bench)
    context.close()


def test_a_window_without_service_workers_works_online_and_the_page_says_why(page: Page, host: StaticHost):
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    bench = Bench(page, host.url)
    says_why(page, "a private window or a setting that blocks site data can be the reason")
    works(bench)


def test_a_service_worker_that_does_not_arrive_is_said_to_be_that(page: Page, host: StaticHost):
    page.context.route("**/sw.js", lambda route: route.fulfill(status=404))
    bench = Bench(page, host.url)
    says_why(page, "some of its files did not arrive")
    works(bench)


def test_without_room_for_it_the_page_works_online_and_says_why_in_every_language(page: Page, host: StaticHost):
    session = page.context.new_cdp_session(page)
    origin = re.match(r"http://[^/]+", host.url)[0]  # type: ignore[index]
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 5_000_000})
    bench = Bench(page, host.url)
    says_why(page, "the browser has no room left for it")
    works(bench)
    for path in sorted((ROOT / "web" / "locales").glob("*.json")):
        texts = json.loads(path.read_text(encoding="utf-8"))
        page.locator("#language-select").select_option(path.stem)
        expect(page.locator("#offline-state")).to_have_text(texts["offline.missing"])
        expect(page.locator("#help-offline")).to_have_text(texts["offline.missing.full"])
    page.locator("#language-select").select_option("en")
    # The language is chosen once its words are there.
    expect(page.locator("#offline-state")).to_have_text("Online only")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    Bench(page, host.url)
    stored(page)


def test_a_download_that_breaks_off_is_said_and_a_reload_fetches_the_rest(page: Page, host: StaticHost):
    host.broken = {"samples/handbook.pdf"}
    bench = Bench(page, host.url)
    says_why(page, "some of its files did not arrive")
    works(bench)
    host.broken = set()
    Bench(page, host.url)
    stored(page)


def test_what_was_lost_and_cannot_be_had_again_is_said(page: Page, host: StaticHost):
    Bench(page, host.url).ready()
    stored(page)
    page.evaluate(LOSE, "samples/handbook.pdf")
    host.broken = {"samples/handbook.pdf"}
    Bench(page, host.url)
    expect(page.locator("#offline-note")).to_contain_text("Online only", timeout=READY)
    expect(page.locator("#live-polite")).to_contain_text("Parts of the page are not stored")


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
