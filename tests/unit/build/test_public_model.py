"""A public static model gets into the site whole and named by its hash, or the build says what to do."""

from __future__ import annotations

import hashlib
import http.server
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from chunkforge.scoring import KNOWN_MODELS
from tools.fetch import Fetcher, FetchError
from tools.pins import ModelFile, PublicModel, project_pins
from tools.public_model import add_public_model
from tools.store import Store

TABLE, TOKENIZER = b"\x08" + bytes(5000), b'{"version": "1.0"}'


@dataclass
class Host:
    """A model host on this machine; the table is had by a redirect, as from the real one."""

    files: dict[str, bytes]
    truncated: bool = False
    asked: list[str] = field(default_factory=list)
    url: str = ""


@pytest.fixture
def host() -> Iterator[Host]:
    state = Host({"/store/table": TABLE, "/owner/model/resolve/abc/a/tokenizer.json": TOKENIZER})

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            state.asked.append(self.path)
            if self.path == "/owner/model/resolve/abc/onnx/table.onnx":
                self.send_response(302)
                self.send_header("Location", "/store/table")
                self.end_headers()
                return
            data = state.files.get(self.path)
            if data is None:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data[: len(data) // 2] if state.truncated else data)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    state.url = f"http://127.0.0.1:{server.server_address[1]}"
    yield state
    server.shutdown()
    server.server_close()


@pytest.fixture
def model(host: Host) -> PublicModel:
    files = (ModelFile("onnx/table.onnx", 5000), ModelFile("a/tokenizer.json", 2))
    return PublicModel("model", host.url, "owner/model", "abc", files)


@pytest.fixture
def fetcher(tmp_path: Path) -> Fetcher:
    return Fetcher(Store(tmp_path / "cache"), project_pins())


def test_both_files_are_there_once_and_named_by_their_hashes(host, model, fetcher, tmp_path, capsys):
    for name in ("one", "two"):
        add_public_model(fetcher, model, tmp_path / name)
        assert (tmp_path / name / "table.onnx").read_bytes() == TABLE
        assert (tmp_path / name / "tokenizer.json").read_bytes() == TOKENIZER
        for data in (TABLE, TOKENIZER):
            assert hashlib.sha256(data).hexdigest() in (tmp_path / name / "SOURCE.txt").read_text()
    told = capsys.readouterr().err
    assert told.count(hashlib.sha256(TABLE).hexdigest()) == 2
    assert len(host.asked) == 3  # one of them redirected, and nothing the second time


def refusal(fetcher: Fetcher, model: PublicModel, folder: Path) -> str:
    with pytest.raises(FetchError) as caught:
        add_public_model(fetcher, model, folder)
    return str(caught.value)


def test_a_host_that_is_not_reached_is_named_with_the_file_and_what_to_do(fetcher, model, tmp_path):
    told = refusal(fetcher, replace(model, host="http://127.0.0.1:1"), tmp_path / "site")
    assert told.startswith("onnx/table.onnx could not be fetched")
    assert "http://127.0.0.1:1/owner/model/resolve/abc/onnx/table.onnx" in told
    assert "check the network" in told
    assert "build without --scorer" in told


def test_what_breaks_off_or_is_another_file_is_not_kept(host, model, fetcher, tmp_path):
    host.truncated = True
    assert "broke off after 2500 of 5001 bytes" in refusal(fetcher, model, tmp_path / "broken")
    host.truncated = False
    host.files["/store/table"] = b"<!doctype html>" + bytes(6000)
    assert "is not the file" in refusal(fetcher, model, tmp_path / "page")
    host.files["/store/table"] = TABLE[:4000]
    assert "4000 bytes, at least 5000" in refusal(fetcher, model, tmp_path / "short")
    host.files["/store/table"] = TABLE
    add_public_model(fetcher, model, tmp_path / "right")


def test_a_hash_in_the_pins_is_enforced_for_what_is_fetched_and_for_what_is_kept(model, fetcher, tmp_path):
    def pinned(digest: str) -> PublicModel:
        return replace(model, files=(replace(model.files[0], sha256=digest), model.files[1]))

    assert "pinned is 0000" in refusal(fetcher, pinned("0" * 64), tmp_path / "one")
    add_public_model(fetcher, pinned(hashlib.sha256(TABLE).hexdigest()), tmp_path / "two")
    assert "pinned is 0000" in refusal(fetcher, pinned("0" * 64), tmp_path / "three")


def test_the_build_and_the_page_speak_of_the_same_files():
    for model, known in zip(project_pins().static_models, KNOWN_MODELS, strict=True):
        assert (model.name, model.repository, model.revision) == (known.name, known.repository, known.revision)
        assert [file.path for file in model.files] == [known.table, known.tokenizer]
        assert model.files[0].least_bytes == known.rows * known.dimensions
