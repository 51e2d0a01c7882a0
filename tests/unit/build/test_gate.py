"""A site that breaks a promise is not built."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from tools import gate
from tools.fetch import Fetcher
from tools.pins import ROOT
from tools.site import seal
from tools.wheels import write_zip

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self' blob: 'wasm-unsafe-eval'",
        "worker-src 'self' blob:",
        "connect-src 'self' https://huggingface.co https://*.hf.co",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "manifest-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
    ]
)
PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    '<meta http-equiv="Content-Security-Policy" content="{policy}"><title>x</title>'
    '<link rel="stylesheet" href="app.css"><script type="module" src="app.js"></script></head>{body}</html>'
)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A small site that keeps every promise."""
    site = tmp_path / "site"
    (site / "wheels").mkdir(parents=True)
    (site / "index.html").write_text(PAGE.format(policy=POLICY, body="<body><main></main></body>"))
    (site / "app.js").write_text('/* fetch and eval are words */\nexport const home = "./"; // innerHTML too\n')
    (site / "app.css").write_text("body { color: black }\n")
    (site / "sw.js").write_text('const BUILD = "@BUILD@";\n')
    write_zip(site / "wheels" / "chunkforge-1.0-py3-none-any.whl", [("chunkforge/__init__.py", b'"""Core."""\n')])
    seal(site, "1.0")
    return site


def problems(site: Path, fetcher: Fetcher) -> str:
    """What the gate says, the lists of hashes made anew so that only the change itself is seen."""
    for name in ("build.json", "SHA256SUMS"):
        (site / name).unlink(missing_ok=True)
    seal(site, "1.0")
    with pytest.raises(gate.GateError) as caught:
        gate.check(site, fetcher)
    return str(caught.value)


def test_a_site_that_keeps_its_promises_passes(small: Path, fetcher: Fetcher):
    gate.check(small, fetcher)


@pytest.mark.parametrize(
    "code",
    [
        'indexedDB.open("x")',
        'localStorage.setItem("x", text)',
        "sessionStorage.x = 1",
        'document.cookie = "x"',
        "const root = await navigator.storage.getDirectory()",
        'await caches.open("x")',
        'history.pushState({}, "", "?" + text)',
        'fetch("./x")',
        "const f = self.fetch;",
        'window["fetch"]("./x")',
        "new XMLHttpRequest()",
        'new WebSocket("ws:x")',
        'new EventSource("x")',
        'navigator.sendBeacon("x", text)',
        "new RTCPeerConnection()",
        'new Worker("x.js")',
        'importScripts("x.js")',
        'window.open("x")',
        'location.href = "x"',
        'location = "x"',
        'eval("1")',
        'new Function("return 1")',
        'setTimeout("run()", 1)',
        "element.innerHTML = text",
        "element.outerHTML = text",
        'element.insertAdjacentHTML("beforeend", text)',
        "document.write(text)",
        "frame.srcdoc = text",
        "element.setHTMLUnsafe(text)",
        'new DOMParser().parseFromString(text, "text/html")',
        'element.style.cssText = "x"',
        'const url = "https://example.org/collect"',
        "const url = `//example.org/`",
        'import("https://cdn.example.org/x.js")',
        "//# sourceMappingURL=app.js.map",
    ],
)
def test_a_script_may_not(small: Path, fetcher: Fetcher, code: str):
    (small / "app.js").write_text(f"export function run(element, frame, text) {{\n  {code}\n}}\n")
    assert "app.js: " in problems(small, fetcher)


def test_an_exception_holds_for_the_named_module_alone(small: Path, fetcher: Fetcher):
    code = 'export const theme = () => localStorage.getItem("theme");\n'
    (small / "preferences.js").write_text(code)
    (small / "other.js").write_text(code)
    said = problems(small, fetcher)
    assert "other.js: keeps data: localStorage" in said
    assert "preferences.js" not in said


@pytest.mark.parametrize(
    "body",
    [
        "<script>run()</script>",
        "<style>a { color: red }</style>",
        '<p style="color: red"></p>',
        '<button onclick="run()"></button>',
        '<img src="https://example.org/x.png">',
        '<script src="//example.org/x.js"></script>',
        '<link rel="preload" href="/absolute.js">',
        '<iframe src="x.html"></iframe>',
        '<form action="x"></form>',
        '<button formaction="x"></button>',
        '<base href="x">',
    ],
)
def test_a_page_may_not_hold(small: Path, fetcher: Fetcher, body: str):
    (small / "index.html").write_text(PAGE.format(policy=POLICY, body=f"<body>{body}</body>"))
    assert "index.html: " in problems(small, fetcher)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("default-src 'none'", "default-src 'self'"),
        ("default-src 'none'; ", ""),
        ("'wasm-unsafe-eval'", "'unsafe-eval'"),
        ("script-src 'self'", "script-src 'self' https://example.org"),
        ("connect-src 'self'", "connect-src 'self' *"),
        ("connect-src 'self' https://huggingface.co https://*.hf.co; ", ""),
        ("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
        ("form-action 'none'; ", ""),
        ("base-uri 'none'", "base-uri 'none'; frame-src 'self'"),
        ("base-uri 'none'", "base-uri 'none'; script-src *"),
    ],
)
def test_a_policy_may_not_be_wider_than_promised(small: Path, fetcher: Fetcher, old: str, new: str):
    assert old in POLICY
    page = PAGE.format(policy=POLICY.replace(old, new), body="<body></body>")
    (small / "index.html").write_text(page)
    assert "index.html: policy" in problems(small, fetcher)


def test_a_page_needs_its_policy_first(small: Path, fetcher: Fetcher):
    (small / "index.html").write_text('<!doctype html><link rel="icon" href="x.svg"><p>no policy</p>')
    assert "0 Content-Security-Policy metas" in problems(small, fetcher)
    late = PAGE.format(policy=POLICY, body="").replace("<head>", '<head><script src="early.js"></script>')
    (small / "index.html").write_text(late)
    assert "loads something before its policy" in problems(small, fetcher)


@pytest.mark.parametrize("rule", ['@import "x.css";', "a { background: url(https://example.org/x.png) }"])
def test_a_style_sheet_loads_nothing_from_elsewhere(small: Path, fetcher: Fetcher, rule: str):
    (small / "app.css").write_text(rule)
    assert "app.css: loads from elsewhere" in problems(small, fetcher)


@pytest.mark.parametrize(
    "name", ["app.js.map", "app.test.js", "test_x.py", ".DS_Store", "node_modules/x.js", "types.d.ts"]
)
def test_files_of_development_stay_out(small: Path, fetcher: Fetcher, name: str):
    (small / name).parent.mkdir(exist_ok=True)
    (small / name).write_text("{}")
    assert f"{name}: belongs to development" in problems(small, fetcher)


@pytest.mark.parametrize(
    "code",
    [
        "import js",
        "from pyodide.http import pyfetch",
        "import urllib.request",
        "import socket",
        "x = eval(text)",
        "__import__(name)",
        "open(name, 'w').write(text)",
    ],
)
def test_the_core_may_not(small: Path, fetcher: Fetcher, code: str):
    wheel = small / "wheels" / "chunkforge-1.0-py3-none-any.whl"
    write_zip(wheel, [("chunkforge/measure.py", f"def run(text, name):\n    {code}\n".encode())])
    assert "chunkforge/measure.py" in problems(small, fetcher)


def test_only_the_seam_knows_the_browser(small: Path, fetcher: Fetcher):
    wheel = small / "wheels" / "chunkforge-1.0-py3-none-any.whl"
    write_zip(wheel, [("chunkforge/worker_api/__init__.py", b"from pyodide.ffi import to_js\n")])
    seal(small, "1.0")
    gate.check(small, fetcher)


@pytest.mark.parametrize(
    "name", ["runtime/pyodide.mjs", "runtime/extra.mjs", "tokenizers/cl100k_base.tiktoken", "wheels/requests-2.0.whl"]
)
def test_what_others_made_is_what_was_pinned(small: Path, fetcher: Fetcher, name: str):
    (small / name).parent.mkdir(exist_ok=True)
    (small / name).write_text("changed")
    assert f"{name}: not a pinned file" in problems(small, fetcher)


def test_a_trimmed_wheel_holds_only_bytes_of_the_released_one(site: Path, fetcher: Fetcher, small: Path):
    (wheel,) = (site / "wheels").glob("mdurl-*.whl")
    copy = small / "wheels" / wheel.name
    shutil.copy(wheel, copy)
    seal(small, "1.0")
    gate.check(small, fetcher)
    write_zip(copy, [("mdurl/__init__.py", b"import js\n")])
    assert "mdurl/__init__.py is not as released" in problems(small, fetcher)
    write_zip(copy, [("mdurl/__init__.py", b"")])
    assert "mdurl/__init__.py is not as released" in problems(small, fetcher), "only what is named may be emptied"


def test_what_is_served_is_what_the_lists_name(small: Path, fetcher: Fetcher):
    (small / "app.css").write_text("body { color: red }\n")
    (small / "extra.txt").write_text("not listed")
    (small / "app.js").unlink()
    with pytest.raises(gate.GateError) as caught:
        gate.check(small, fetcher)
    for expected in ("app.css: not as SHA256SUMS", "app.css: not as build.json", "extra.txt: not as", "app.js: listed"):
        assert expected in str(caught.value)


def test_the_lists_of_the_built_site_are_true(site: Path):
    listed = json.loads((site / "build.json").read_text())["files"]
    for name, entry in listed.items():
        data = (site / name).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (entry["bytes"], entry["sha256"]), name
    there = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    pictures = {"screenshots/narrow.png", "screenshots/wide.png"}
    assert there - set(listed) == {"build.json", "sw.js", "SHA256SUMS"} | pictures


def test_the_notices_are_those_of_the_pins(fetcher: Fetcher):
    from tools import notices  # noqa: PLC0415 - beside its only use

    fetcher.runtime()
    fetcher.archives(fetcher.pins.used_for("site", "model"))
    assert (ROOT / "THIRD-PARTY-NOTICES.md").read_text(encoding="utf-8") == notices.text(fetcher)
