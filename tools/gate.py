"""The gate that a built site passes before it exists: what it promises, checked over the files themselves.

It reads text, so it cannot prove that code is harmless; the policy in the page does that at run time. It makes sure
that nobody adds a way out, or a place to keep documents, by accident or without being seen: the modules that may use
such a thing are named here.
"""

from __future__ import annotations

import ast
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

from tools import bytecode, parts
from tools.fetch import Fetcher
from tools.store import sha256_of

POLICY = {
    "default-src": {"'none'"},
    "script-src": {"'self'", "blob:", "'wasm-unsafe-eval'"},
    "worker-src": {"'self'", "blob:"},
    "connect-src": {"'self'", "https://huggingface.co", "https://*.hf.co"},
    "style-src": {"'self'"},
    "img-src": {"'self'", "data:", "blob:"},
    "font-src": {"'self'"},
    "manifest-src": {"'self'"},
    "form-action": {"'none'"},
    "base-uri": {"'none'"},
    "require-trusted-types-for": {"'script'"},
    "trusted-types": {"chunkforge"},
}
REQUIRED = {"default-src", "script-src", "worker-src", "connect-src", "style-src", "form-action", "base-uri"}

# The service worker precaches what build.json lists; it cannot list itself, nor can build.json, and the manifest's
# pictures are for the browser that installs the site, not for the page.
NOT_LISTED = {"build.json", "sw.js", "SHA256SUMS", "screenshots/narrow.png", "screenshots/wide.png"}

NOWHERE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Rule:
    """Something that scripts of the site may not contain, and the files that may all the same."""

    what: str
    pattern: re.Pattern[str]
    allowed: frozenset[str] = NOWHERE


def _rule(what: str, pattern: str, *allowed: str) -> Rule:
    return Rule(what, re.compile(pattern), frozenset(allowed))


# Each exception is a promise about one module. preferences.js keeps language and theme. downloads.js and worker.js
# fetch the site's own files, model_files.js what the user asked of the model host, and keeps that. sw.js keeps the
# site, snapshot.js Python as it is right after its start. starting.js starts the worker. settings_link.js puts settings
# into the address.
SCRIPT_RULES = (
    _rule("keeps data: IndexedDB", r"\bindexedDB\b"),
    _rule("keeps data: localStorage", r"\blocalStorage\b", "preferences.js"),
    _rule("keeps data: sessionStorage", r"\bsessionStorage\b"),
    _rule("keeps data: cookies", r"\bdocument\s*\.\s*cookie\b|\bcookieStore\b"),
    _rule(
        "keeps data: private file system", r"\bgetDirectory\b|\bwebkitRequestFileSystem\b|\bcreateSyncAccessHandle\b"
    ),
    _rule("keeps data: Cache API", r"\bcaches\b", "sw.js", "model_files.js", "snapshot.js"),
    _rule("keeps data: browser history", r"\b(push|replace)State\b", "settings_link.js"),
    _rule("reaches out: fetch", r"\bfetch\b", "sw.js", "worker.js", "downloads.js", "model_files.js", "snapshot.js"),
    _rule("reaches out: XMLHttpRequest", r"\bXMLHttpRequest\b"),
    _rule("reaches out: WebSocket", r"\bWebSocket(Stream)?\b"),
    _rule("reaches out: EventSource", r"\bEventSource\b"),
    _rule("reaches out: beacon", r"\bsendBeacon\b"),
    _rule("reaches out: WebRTC or WebTransport", r"\bRTC\w+|\bWebTransport\b"),
    _rule("reaches out: another window", r"\bwindow\s*\.\s*open\b"),
    _rule("reaches out: another place", r"\blocation\s*(=(?!=)|\.\s*(assign|replace|href\s*=))"),
    _rule("starts code: worker", r"\b(Shared)?Worker\s*\(|\bimportScripts\b", "starting.js"),
    _rule("starts code: eval", r"\beval\s*\("),
    _rule("starts code: Function", r"\bFunction\s*\("),
    _rule("starts code: timer with a string", r"\bset(Timeout|Interval)\s*\(\s*[\"'`]"),
    _rule("makes HTML: innerHTML or outerHTML", r"\b(inner|outer)HTML\b"),
    _rule("makes HTML: insertAdjacentHTML", r"\binsertAdjacentHTML\b"),
    _rule("makes HTML: document.write", r"\bdocument\s*\.\s*write"),
    _rule(
        "makes HTML: other sinks", r"\bsetHTML\w*|\bsrcdoc\b|\bcreateContextualFragment\b|\bDOMParser\b|\bparseHTML\w*"
    ),
    _rule("makes style from text", r"\.\s*cssText\b|\binsertRule\b|\breplaceSync\b"),
)
# The core runs in the worker with the browser one import away; only the seam may take it.
SEAM = "chunkforge/worker_api/"
BROWSER_MODULES = {"js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core"}
NETWORK_MODULES = {"urllib.request", "http", "socket", "ssl", "requests", "httpx", "ftplib", "smtplib", "xmlrpc"}
CODE_CALLS = {"eval", "exec", "compile", "__import__"}
FILE_CALLS = {"open", "write_text", "write_bytes"}
LEFTOVER = re.compile(
    r"(\.map|\.ts|\.orig|\.rej|~|\.swp)$|(^|/)(\.|node_modules/|__pycache__/)|(^|/)(test_|conftest)|[._-](test|spec)\.m?js$"
)
FOREIGN = re.compile(r"""["'`(]\s*(?:https?:|wss?:)?//[\w*.-]+""")
# The model host, and the one name that SVG elements are made under.
FOREIGN_ALLOWED = re.compile(r"""["'`(]\s*(https://huggingface\.co|http://www\.w3\.org)$""")
MAP_COMMENT = re.compile(r"[#@]\s*sourceMappingURL")
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`\\/])//[^\n]*", re.DOTALL)


class GateError(Exception):
    """The site breaks promises; each line of the message names a file and what is wrong with it."""

    def __init__(self, problems: list[str]) -> None:
        """Put the problems under one heading."""
        super().__init__("\n  ".join(["The built site does not pass its gate:", *problems]))


def check(site: Path, fetcher: Fetcher) -> None:
    """Check a built site.

    Raises:
        GateError: something is wrong; the message lists everything that is.
    """
    problems = [
        *_listed(site),
        *_leftovers(site),
        *_third_party(site, fetcher),
        *_scripts(site),
        *_pages(site),
        *_python(site),
    ]
    if problems:
        raise GateError(problems)


def _names(site: Path, *suffixes: str) -> Iterator[str]:
    for path in sorted(site.rglob("*")):
        if path.is_file() and (not suffixes or path.suffix in suffixes):
            yield path.relative_to(site).as_posix()


def _listed(site: Path) -> Iterator[str]:
    """What is served is what the two lists of hashes name, and nothing else."""
    files = json.loads((site / "build.json").read_text(encoding="utf-8"))["files"]
    sums = {}
    for line in (site / "SHA256SUMS").read_text(encoding="utf-8").splitlines():
        digest, name = line.split("  ", 1)
        sums[name] = digest
    for name in _names(site):
        if name == "SHA256SUMS":
            continue
        digest = sha256_of(site / name)
        if sums.get(name) != digest:
            yield f"{name}: not as SHA256SUMS lists it"
        if name not in NOT_LISTED and files.get(name, {}).get("sha256") != digest:
            yield f"{name}: not as build.json lists it"
    for name in sorted({*files, *sums}):
        if not (site / name).is_file():
            yield f"{name}: listed, but not there"


def _leftovers(site: Path) -> Iterator[str]:
    for name in _names(site):
        if LEFTOVER.search(name):
            yield f"{name}: belongs to development"
    for name in _own_scripts(site):
        if MAP_COMMENT.search((site / name).read_text(encoding="utf-8")):
            yield f"{name}: names a source map"


def _own_scripts(site: Path) -> Iterator[str]:
    return (name for name in _names(site, ".js", ".mjs") if not name.startswith("runtime/"))


def _scripts(site: Path) -> Iterator[str]:
    for name in _own_scripts(site):
        code = COMMENT.sub(" ", (site / name).read_text(encoding="utf-8"))
        base = name.rpartition("/")[2]
        for rule in SCRIPT_RULES:
            if base not in rule.allowed and (found := rule.pattern.search(code)):
                yield f"{name}: {rule.what} ({found.group().strip()})"
        for found in FOREIGN.finditer(code):
            if not FOREIGN_ALLOWED.match(found.group()):
                yield f"{name}: names another site ({found.group()[1:]})"


def _third_party(site: Path, fetcher: Fetcher) -> Iterator[str]:
    """Every byte from others is a byte that was pinned: whole files by hash, parts of archives by comparison."""
    hashes = {f"runtime/{file.name}": {file.sha256} for file in fetcher.pins.runtime.files}
    hashes |= {f"tokenizers/{name}": {digest} for name, digest in parts.TOKENIZER_HASHES.items()}
    hashes.setdefault(f"runtime/{bytecode.LIBRARY}", set()).add(bytecode.COMPILED)
    for folder in ("runtime", "tokenizers"):
        for name in _names(site / folder):
            path = f"{folder}/{name}"
            if path != "runtime/pyodide-lock.json" and sha256_of(site / path) not in hashes.get(path, ()):
                yield f"{path}: not a pinned file"
    wheels = {parts.source_of(package, fetcher): package.empty for package in parts.PACKAGES}
    sources = {path.name: path for path in wheels}
    for name in _names(site / "wheels"):
        if name in sources:
            source = sources[name]
            yield from _only_members_of(site / "wheels" / name, source, wheels[source], f"wheels/{name}")
        elif not name.startswith("chunkforge-"):
            yield f"wheels/{name}: not a pinned file"
    with zipfile.ZipFile(fetcher.archive("pdfminer.six")) as archive:
        for name in _names(site / "cmaps"):
            if (site / "cmaps" / name).read_bytes() != archive.read(parts.CMAP_FOLDER + name):
                yield f"cmaps/{name}: not a pinned file"


def _only_members_of(copy: Path, source: Path, empty: frozenset[str], shown: str) -> Iterator[str]:
    with zipfile.ZipFile(copy) as ours, zipfile.ZipFile(source) as theirs:
        released = {info.filename: info.CRC for info in theirs.infolist()}
        for info in ours.infolist():
            if info.filename.endswith(".dist-info/RECORD"):
                continue
            if info.filename in empty and not ours.read(info):
                continue
            if info.filename not in released or ours.read(info) != theirs.read(info.filename):
                yield f"{shown}: {info.filename} is not as released"


def _python(site: Path) -> Iterator[str]:
    for wheel in (site / "wheels").glob("chunkforge-*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if name.endswith(".py"):
                    seam = name.startswith(SEAM)
                    yield from (
                        f"{wheel.name}: {name} {what}" for what in python_problems(archive.read(name), seam=seam)
                    )


def python_problems(code: bytes, *, seam: bool) -> Iterator[str]:
    """What a module of the core does that it may not; the seam to the page may know the browser."""
    for node in ast.walk(ast.parse(code)):
        modules: list[str] = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for module in modules:
            if module.partition(".")[0] in BROWSER_MODULES and not seam:
                yield f"knows the browser ({module})"
            if module in NETWORK_MODULES or module.partition(".")[0] in NETWORK_MODULES:
                yield f"reaches out ({module})"
        if isinstance(node, ast.Call):
            # A method of any name may be called; of functions, and of methods that write, these may not.
            called = node.func.id if isinstance(node.func, ast.Name) else ""
            method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            if called in CODE_CALLS:
                yield f"starts code ({called})"
            if called in FILE_CALLS or method in FILE_CALLS - {"open"}:
                yield f"uses files ({called or method})"


class _Page(HTMLParser):
    """Collects what a page loads, and what it may not contain."""

    def __init__(self) -> None:
        super().__init__()
        self.policies: list[str] = []
        self.problems: list[str] = []
        self.loaded_before_policy = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at one element."""
        values = {name: value or "" for name, value in attrs}
        if tag == "meta" and values.get("http-equiv", "").lower() == "content-security-policy":
            self.policies.append(values.get("content", ""))
        elif tag in {"script", "link", "style", "img", "iframe"} and not self.policies:
            self.loaded_before_policy = True
        if tag == "style" or (tag == "script" and "src" not in values):
            self.problems.append(f"inline <{tag}>")
        if tag in {"iframe", "frame", "object", "embed", "base"} or "action" in values or "formaction" in values:
            self.problems.append(f"<{tag}>")
        for name, value in values.items():
            if name == "style" or name.startswith("on"):
                self.problems.append(f"inline {name} attribute")
            loads = name in {"src", "srcset", "poster", "data"} or (name == "href" and tag in {"link", "use", "image"})
            if loads and re.match(r"(?i)\s*([a-z][a-z+.-]*:)?//|\s*/", value):
                self.problems.append(f"<{tag} {name}> is not an address within the site ({value})")


def _pages(site: Path) -> Iterator[str]:
    for name in _names(site, ".html"):
        page = _Page()
        page.feed((site / name).read_text(encoding="utf-8"))
        yield from (f"{name}: {problem}" for problem in page.problems)
        if len(page.policies) != 1:
            yield f"{name}: has {len(page.policies)} Content-Security-Policy metas, not one"
            continue
        if page.loaded_before_policy:
            yield f"{name}: loads something before its policy is known"
        yield from (f"{name}: {problem}" for problem in policy_problems(page.policies[0]))
    for name in _names(site, ".css"):
        for found in re.finditer(
            r"@import|url\(\s*[\"']?\s*(?!data:)((https?:)?//)", (site / name).read_text(encoding="utf-8")
        ):
            yield f"{name}: loads from elsewhere ({found.group()})"


def policy_problems(policy: str) -> Iterator[str]:
    """Compare a policy with the one that the site promises: nothing wider, nothing missing."""
    given: dict[str, set[str]] = {}
    for directive in filter(None, (part.split() for part in policy.split(";"))):
        if directive[0].lower() in given:
            yield f"policy names {directive[0]} twice, and only the first counts"
        given.setdefault(directive[0].lower(), set(directive[1:]))
    for name in sorted(REQUIRED - set(given)):
        yield f"policy lacks {name}"
    for name, sources in given.items():
        if wider := sources - POLICY.get(name, set()):
            yield f"policy's {name} is wider than promised ({' '.join(sorted(wider))})"
        elif name not in POLICY:
            yield f"policy has an unknown {name}"
