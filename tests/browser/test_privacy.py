"""Documents and queries stay in the tab: every way out is tried, every place where something could be kept looked at.

Each probe aims at a second host on this machine that allows every origin everything. To know that the probes could
succeed, they also run in a page that has no policy; there each of them arrives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bench import READY, Bench
from hosts import OpenHost, StaticHost
from playwright.sync_api import Browser, BrowserContext, Page, Worker, expect

pytestmark = pytest.mark.browser

SECRET = "Zwetschgenkuchen"

# Each is an async function of the foreign host's address. What it returns or throws does not count, what arrives does.
BOTH = {
    "fetch": "(to) => fetch(to + 'fetch')",
    "fetch without CORS": "(to) => fetch(to + 'no-cors', { mode: 'no-cors', method: 'POST', body: 'x' })",
    "fetch kept alive": "(to) => fetch(to + 'keepalive', { keepalive: true, method: 'POST', body: 'x' })",
    "XMLHttpRequest": """(to) => new Promise((resolve) => {
        const request = new XMLHttpRequest();
        request.open("GET", to + "xhr");
        request.onloadend = resolve;
        request.send();
    })""",
    "WebSocket": """(to) => new Promise((resolve) => {
        const socket = new WebSocket(to.replace("http", "ws") + "socket");
        socket.onerror = socket.onopen = resolve;
    })""",
    "EventSource": """(to) => new Promise((resolve) => {
        const source = new EventSource(to + "x.events");
        source.onerror = source.onopen = () => resolve(source.close());
    })""",
    "import()": "(to) => import(to + 'x.mjs')",
    "worker in a blob": """(to) => new Promise((resolve) => {
        const code = `fetch("${to}nested").then(() => postMessage("sent"), () => postMessage("refused"))`;
        const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
        worker.onmessage = worker.onerror = resolve;
    })""",
}
PAGE = BOTH | {
    "beacon": "(to) => navigator.sendBeacon(to + 'beacon', 'x')",
    "image": """(to) => new Promise((resolve) => {
        const image = new Image();
        image.onload = image.onerror = resolve;
        image.src = to + "x.png";
    })""",
    "script": """(to) => new Promise((resolve) => {
        const script = document.createElement("script");
        script.onload = script.onerror = resolve;
        script.src = to + "x.js";
        document.head.append(script);
    })""",
    "style sheet": """(to) => new Promise((resolve) => {
        const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: to + "x.css" });
        link.onload = link.onerror = resolve;
        document.head.append(link);
    })""",
    "font": "(to) => new FontFace('x', `url(${to}font)`).load()",
    "frame": """(to) => new Promise((resolve) => {
        const frame = document.createElement("iframe");
        frame.onload = resolve;
        frame.src = to + "frame";
        document.body.append(frame);
    })""",
    "video": """(to) => new Promise((resolve) => {
        const video = document.createElement("video");
        video.onerror = resolve;
        video.src = to + "video";
    })""",
    "form": """(to) => new Promise((resolve) => {
        const frame = Object.assign(document.createElement("iframe"), { name: "target" });
        const form = document.createElement("form");
        Object.assign(form, { method: "post", action: to + "form", target: "target" });
        document.body.append(frame, form);
        form.submit();
        setTimeout(resolve, 500);
    })""",
}
PYTHON = {
    "js.fetch": "from js import fetch\nawait fetch(to + 'js-fetch')",
    "pyodide.http.pyfetch": "from pyodide.http import pyfetch\nawait pyfetch(to + 'pyfetch')",
    "pyodide.http.open_url": "from pyodide.http import open_url\nopen_url(to + 'open-url')",
    "js.XMLHttpRequest": (
        "from js import XMLHttpRequest\n"
        "request = XMLHttpRequest.new()\nrequest.open('GET', to + 'py-xhr', False)\nrequest.send()"
    ),
    "js.WebSocket": (
        "import asyncio\nfrom js import WebSocket\n"
        "socket = WebSocket.new(to.replace('http', 'ws') + 'py-socket')\n"
        "while socket.readyState == 0:\n    await asyncio.sleep(0.01)"
    ),
    "urllib": "import urllib.request\nurllib.request.urlopen(to + 'urllib')",
    "run_js": 'from pyodide.code import run_js\nrun_js("fetch(\'" + to + "run-js\')")',
    "micropip-like import": 'from js import eval\neval("import(\'" + to + "py.mjs\')")',
}
TRY = """async ([source, to]) => {
    try { await Promise.race([(%s)(to), new Promise((resolve) => setTimeout(resolve, 3000))]); return "no error"; }
    catch (error) { return error.name; }
}"""
# The bytes of the kept picture of Python's memory, once it is there, and what it knows of the language.
PICTURE = """async () => {
    for (;;) {
        const name = (await caches.keys()).find((name) => name.startsWith("chunkforge-snapshot:"));
        const kept = name ? await (await caches.open(name)).matchAll() : [];
        const bytes = await Promise.all(kept.map((response) => response.arrayBuffer()));
        const memory = bytes[kept.findIndex((response) => response.headers.has("X-About"))];
        const size = bytes.reduce((sum, one) => sum + one.byteLength, 0);
        if (memory) return [size, new TextDecoder("latin1").decode(memory).match(/LANG=[A-Za-z_.0-9-]+/)?.[0]];
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
}"""
START_PYTHON = """async (runtime) => {
    const { loadPyodide } = await import(runtime + "pyodide.mjs");
    self.probePython = await loadPyodide({ indexURL: runtime });
}"""
RUN_PYTHON = """async ([code, to]) => {
    self.probePython.globals.set("to", to);
    try { await self.probePython.runPythonAsync(code); return "no error"; }
    catch (error) { return error.type ?? error.name; }
}"""


@pytest.fixture
def foreign() -> Iterator[OpenHost]:
    host = OpenHost()
    host.start()
    yield host
    host.stop()


def attempt(where: Page | Worker, probe: str, foreign: OpenHost) -> str:
    """Run a JavaScript probe; tell what it met. What it sent may still be under way: a beacon waits for nobody."""
    return where.evaluate(TRY % probe, ["", foreign.url])


def nothing_arrived(context: BrowserContext, foreign: OpenHost) -> None:
    """Whatever the browser sent before this has arrived before it: a tab opens the host's own address, last."""
    tab = context.new_page()
    tab.goto(f"{foreign.url}last")
    tab.close()
    assert [path for path in foreign.reached if path not in {"/last", "/favicon.ico"}] == []


@pytest.fixture
def ready_page(page: Page, site_url: str) -> Page:
    Bench(page, site_url).ready()
    return page


@pytest.fixture
def python_worker(ready_page: Page, site_url: str) -> Worker:
    """The site's own worker, with an interpreter beside the product's that a test can give code to."""
    worker = ready_page.workers[0]
    worker.evaluate(START_PYTHON, f"{site_url}runtime/")
    return worker


@pytest.fixture
def open_page(page: Page, serve: Callable[..., str], tmp_path: Path) -> Page:
    """A page without a policy: here each probe has to arrive, or it proves nothing."""
    (tmp_path / "index.html").write_text("<!doctype html><title>open</title><body></body>")
    page.goto(serve(tmp_path))
    return page


@pytest.mark.parametrize("name", PAGE)
def test_privacy_the_probes_would_arrive_without_a_policy(open_page: Page, foreign: OpenHost, name: str):
    attempt(open_page, PAGE[name], foreign)
    assert foreign.arrival.wait(10), f"{name} has to be able to leave a page without a policy"


def test_privacy_nothing_leaves_the_page(ready_page: Page, foreign: OpenHost, probed):
    for name, probe in PAGE.items():
        outcome = attempt(ready_page, probe, foreign)
        probed("page", name, foreign, outcome)
        assert foreign.reached == [], name
    nothing_arrived(ready_page.context, foreign)


def test_privacy_nothing_leaves_the_worker(ready_page: Page, foreign: OpenHost, probed):
    worker = ready_page.workers[0]
    for name, probe in BOTH.items():
        outcome = attempt(worker, probe, foreign)
        probed("worker", name, foreign, outcome)
        assert foreign.reached == [], name
    nothing_arrived(ready_page.context, foreign)


def test_privacy_nothing_leaves_python(python_worker: Worker, context: BrowserContext, foreign: OpenHost, probed):
    for name, code in PYTHON.items():
        outcome = python_worker.evaluate(RUN_PYTHON, [code, foreign.url])
        probed("Python in the worker", name, foreign, outcome)
        assert foreign.reached == [], name
    nothing_arrived(context, foreign)


def test_privacy_loading_and_working_asks_this_host_alone(context: BrowserContext, page: Page, site_url: str):
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    bench = Bench(page, site_url)
    bench.get("sample-button").click()
    expect(bench.get("query")).to_have_count(3, timeout=120_000)
    bench.ready()
    assert len(asked) > 10
    assert [url for url in asked if not url.startswith((site_url, "blob:", "data:"))] == []


def test_privacy_nothing_of_a_document_or_query_is_kept(context: BrowserContext, page: Page, site_url: str):
    bench = Bench(page, site_url)
    bench.paste(f"# Recipes\n\nThe {SECRET} of the canteen is made on Fridays.")
    bench.ask(f"When is {SECRET} made?")
    bench.ready()
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    assert page.evaluate("() => indexedDB.databases()") == []
    assert context.cookies() == []
    assert page.evaluate(
        """async () => {
            const names = [];
            for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
            return names;
        }"""
    ) == []  # fmt: skip
    assert page.evaluate("() => sessionStorage.length") == 0
    stored = page.evaluate("() => JSON.stringify(localStorage)")
    assert SECRET not in stored
    assert set(page.evaluate("() => Object.keys(localStorage)")) <= {"chunkforge.language", "chunkforge.theme"}
    assert SECRET not in page.url
    kept = page.evaluate(
        """async (secret) => {
            const found = [];
            for (const name of await caches.keys()) {
                const cache = await caches.open(name);
                for (const request of await cache.keys()) {
                    const text = new TextDecoder("latin1").decode(await (await cache.match(request)).arrayBuffer());
                    if (request.url.includes(secret) || text.includes(secret)) found.push(`${name} ${request.url}`);
                }
            }
            return found;
        }""",
        SECRET,
    )
    assert kept == []


def test_privacy_a_later_visit_asks_its_host_for_one_small_file(page: Page, host: StaticHost):
    Bench(page, host.url).ready()
    expect(page.locator("#offline-note:not([hidden])")).to_contain_text("Offline ready", timeout=READY)
    host.asked.clear()
    Bench(page, host.url).ready()
    page.evaluate("() => navigator.serviceWorker.ready.then((one) => one.update()).then(() => null)")
    assert set(host.asked) == {"sw.js"}


def test_privacy_the_picture_of_python_is_what_the_page_says(browser: Browser, site_url: str):
    context = browser.new_context(locale="fr-CA")
    page = context.new_page()
    Bench(page, site_url).ready()
    size, language = page.evaluate(PICTURE)
    assert 41e6 < size < 45e6, "the page and README say some 43 MB"
    assert language == "LANG=fr_CA.UTF-8", "the page and README name the language of the browser"
    context.close()


def test_privacy_markup_in_a_document_is_text(page: Page, site_url: str, foreign: OpenHost):
    bench = Bench(page, site_url)
    text = f'# <img src="{foreign.url}a">\n\n<script src="{foreign.url}b"></script> <b onclick="x()">bold</b> words'
    file = {"name": "<b>markup</b>.md", "mimeType": "text/markdown", "buffer": text.encode()}
    bench.get("file-input").set_input_files(file)
    expect(bench.get("document")).to_contain_text("<b>markup</b>.md", timeout=120_000)
    query = bench.ask(f"bold <img src='{foreign.url}c'>")
    expect(query.get_by_test_id("result").first).to_contain_text("<b onclick=")
    assert foreign.reached == []


def test_privacy_a_string_cannot_become_code_or_markup(ready_page: Page):
    sinks = {
        "innerHTML": "() => { document.body.innerHTML = '<p>x</p>'; }",
        "insertAdjacentHTML": "() => document.body.insertAdjacentHTML('beforeend', '<p>x</p>')",
        "eval": "() => window.eval('1')",
        "Function": "() => new Function('return 1')()",
        "another policy": "() => trustedTypes.createPolicy('other', { createHTML: (text) => text })",
    }
    # From a timer, because what a test runs directly is exempt from the policy on evaluation.
    caught = """() => new Promise((resolve) => setTimeout(() => {
        try { (%s)(); resolve("ran"); } catch (error) { resolve(error.name); }
    }))"""
    for name, sink in sinks.items():
        assert ready_page.evaluate(caught % sink) in {"TypeError", "EvalError"}, name


def test_privacy_holds_with_the_service_worker_too(browser: Browser, site_url: str, foreign: OpenHost):
    """The worker's script then comes from the cache, without any header of a host."""
    context = browser.new_context()
    page = context.new_page()
    Bench(page, site_url).ready()
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    Bench(page, site_url).ready()
    assert page.evaluate("() => Boolean(navigator.serviceWorker.controller)")
    worker = page.workers[0]
    for name, probe in BOTH.items():
        attempt(page, probe, foreign)
        attempt(worker, probe, foreign)
        assert foreign.reached == [], name
    nothing_arrived(context, foreign)
    context.close()
