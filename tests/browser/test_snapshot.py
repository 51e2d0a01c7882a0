"""The second visit starts from a snapshot, which holds nothing of the user, and which may be lost or damaged."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from bench import Bench
from hosts import StaticHost, without_https
from playwright.sync_api import Browser, Page, expect

from chunkforge import SplitSettings, extract, load_tokenizer, split
from chunkforge.errors import ChunkforgeError
from chunkforge.export.configurations import configurations
from chunkforge.splitters import STRATEGIES

pytestmark = pytest.mark.browser

SECRET = "Zwetschgenkuchen"
TEXT = f"# Recipes\n\nThe {SECRET} of the canteen is made on Fridays."
UNTIL_KEPT = """async () => {
    for (;;) {
        for (const name of (await caches.keys()).filter((name) => name.startsWith("chunkforge-snapshot:"))) {
            for (const request of await (await caches.open(name)).keys()) {
                if (request.url.endsWith("/snapshot/memory")) return name;
            }
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
}"""
FROM_SNAPSHOT = "() => performance.getEntriesByName('chunkforge:from-snapshot').length"

# Turns a bit of a part of the snapshot over, or says something else of it.
DAMAGE = """async ({ part, about }) => {
    const name = (await caches.keys()).find((name) => name.startsWith("chunkforge-snapshot:"));
    const cache = await caches.open(name);
    const request = (await cache.keys()).find((request) => request.url.endsWith(part));
    const kept = await cache.match(request);
    const bytes = new Uint8Array(await kept.arrayBuffer());
    if (!about) bytes[(bytes.length * 3) >> 2] ^= 1;
    await cache.put(request, new Response(bytes, { headers: about ? { "X-About": about } : kept.headers }));
}"""


def started_from_snapshot(page: Page) -> bool:
    return bool(page.workers[0].evaluate(FROM_SNAPSHOT))


def work(page: Page, site_url: str) -> Bench:
    """Use the page as somebody with a secret would."""
    bench = Bench(page, site_url)
    bench.paste(TEXT)
    query = bench.ask(f"When is {SECRET} made?")
    expect(query.get_by_test_id("result").first).to_contain_text("canteen")
    return bench


@pytest.fixture
def visited(page: Page, site_url: str) -> Page:
    """A page that was used once, and had the time to keep a snapshot."""
    work(page, site_url)
    assert not started_from_snapshot(page)
    page.evaluate(UNTIL_KEPT)
    return page


def is_dropped_and_made_anew(visited: Page, site_url: str) -> None:
    Bench(visited, site_url).ready()
    assert not started_from_snapshot(visited)
    visited.evaluate(UNTIL_KEPT)


def holder(page: Page) -> str | list[int]:
    """The part of the snapshot that holds the secret; else the sizes of all parts."""
    return page.evaluate(
        """async (secret) => {
            const name = (await caches.keys()).find((name) => name.startsWith("chunkforge-snapshot:"));
            const cache = await caches.open(name);
            const sizes = [];
            for (const request of await cache.keys()) {
                const bytes = await (await cache.match(request)).arrayBuffer();
                for (const encoding of ["latin1", "utf-16le"]) {
                    if (new TextDecoder(encoding).decode(bytes).includes(secret)) return request.url;
                }
                sizes.push(bytes.byteLength);
            }
            return sizes;
        }""",
        SECRET,
    )


def test_the_second_visit_starts_from_a_snapshot_that_holds_nothing_of_the_user(visited: Page, site_url: str):
    found = holder(visited)
    assert isinstance(found, list), f"{SECRET} is in {found}"
    assert max(found) > 15_000_000, "the memory is there"
    Bench(visited, site_url).ready()
    assert started_from_snapshot(visited)
    work(visited, site_url)
    bench = Bench(visited, site_url)
    bench.get("sample-button").click()  # a PDF, whose reader is no part of the snapshot
    expect(bench.get("query")).to_have_count(3, timeout=120_000)


def test_every_strategy_is_exported_from_a_snapshot_as_it_is_natively(visited: Page, site: Path, site_url: str):
    bench = work(visited, site_url)
    assert started_from_snapshot(visited)
    tokenizer = load_tokenizer((site / "tokenizers" / "bert-base-uncased.json").read_bytes(), "bert-base-uncased")
    configured = 0
    for name in STRATEGIES:
        bench.get("strategy-select").select_option(name)
        bench.ready()
        size, overlap = (int(bench.get(field).input_value()) for field in ("size-input", "overlap-input"))
        settings = SplitSettings(name, size, overlap)
        try:
            split(extract("text.md", TEXT.encode()), tokenizer, settings)
        except ChunkforgeError:  # it cannot cut by this tokenizer
            continue
        with visited.expect_download() as download:
            bench.get("export-button").click()
        expected = configurations(settings, tokenizer)
        with zipfile.ZipFile(download.value.path()) as archive:
            assert "chunks.jsonl" in archive.namelist()
            assert {file: archive.read(file).decode() for file in expected} == expected
        configured += bool(expected)
    assert configured > 8


def test_a_snapshot_with_a_single_wrong_byte_is_dropped_and_made_anew(visited: Page, site_url: str):
    for part in ("memory", "model", "files", "index"):
        visited.evaluate(DAMAGE, {"part": part})
        is_dropped_and_made_anew(visited, site_url)
    Bench(visited, site_url).ready()
    assert started_from_snapshot(visited)


def test_a_snapshot_of_which_nothing_can_be_told_is_dropped_and_made_anew(visited: Page, site_url: str):
    visited.evaluate(DAMAGE, {"part": "memory", "about": "{broken"})
    is_dropped_and_made_anew(visited, site_url)
    Bench(visited, site_url).ready()
    assert started_from_snapshot(visited)


def test_a_start_from_the_snapshot_speaks_of_nothing_to_load(visited: Page, site_url: str):
    visited.add_init_script(
        """globalThis.said = new Set();
        new MutationObserver(() => said.add(document.getElementById("status-text")?.textContent))
            .observe(document, { childList: true, subtree: true, characterData: true });"""
    )
    Bench(visited, site_url).ready()
    assert started_from_snapshot(visited)
    said = visited.evaluate("() => [...said].filter(Boolean)")
    assert "Starting Python" in said
    assert not [text for text in said if "MB" in text]


def test_where_there_is_no_room_no_part_of_one_is_left_and_it_is_not_tried_again(visited: Page, site_url: str):
    visited.evaluate(
        "async () => { for (const name of await caches.keys()) if (/snapshot/.test(name)) await caches.delete(name); }"
    )
    session = visited.context.new_cdp_session(visited)
    quota = {"origin": site_url.rstrip("/"), "quotaSize": 50_000_000}  # the site itself takes 40 MB of it
    session.send("Storage.overrideQuotaForOrigin", quota)
    tried = visited.evaluate(
        """async () => {
            const { isSettled, makeSnapshot } = await import("./snapshot.js");
            const { loadPyodide } = await import("./runtime/pyodide.mjs");
            const before = await isSettled();
            const making = makeSnapshot(loadPyodide, new URL("runtime/", location.href).href);
            const failed = await making.catch(({ name }) => name);
            const name = (await caches.keys()).find((name) => name.startsWith("chunkforge-snapshot:"));
            const left = (await (await caches.open(name)).keys()).map(({ url }) => url.split("/").at(-1));
            return { before, failed, left, after: await isSettled() };
        }"""
    )
    assert tried == {"before": False, "failed": "QuotaExceededError", "left": ["none"], "after": True}
    Bench(visited, site_url).ready()
    assert not started_from_snapshot(visited)


def test_on_a_plain_http_address_python_starts_without_one(browser: Browser, host: StaticHost):
    with without_https(browser, host) as (page, address):
        work(page, address)
        assert page.evaluate("() => [isSecureContext, typeof caches]") == [False, "undefined"]


def test_a_snapshot_of_another_build_is_not_used(visited: Page, site_url: str):
    visited.evaluate(
        """async () => {
            const name = (await caches.keys()).find((name) => name.startsWith("chunkforge-snapshot:"));
            const [from, to] = [await caches.open(name), await caches.open(`${name.slice(0, -4)}0000`)];
            for (const request of await from.keys()) {
                const { headers, body } = await from.match(request);
                const about = JSON.parse(headers.get("X-About"));
                const other = about ? { "X-About": JSON.stringify({ ...about, build: "other" }) } : {};
                await to.put(request, new Response(body, { headers: other }));
            }
            await caches.delete(name);
        }"""
    )
    Bench(visited, site_url).ready()
    assert not started_from_snapshot(visited)


def test_without_a_service_worker_no_snapshot_is_kept(browser: Browser, site_url: str):
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    work(page, site_url)
    assert page.evaluate("() => caches.keys()") == []
    context.close()
