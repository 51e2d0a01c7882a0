"""The site's own parts: made from their sources alone, the same each time, and what others expect of them."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import threading
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import docx
import pytest

from tools import parts
from tools.fetch import Fetcher
from tools.icons import ROUNDED, png
from tools.pins import ROOT, project_pins
from tools.server import address, make_server
from tools.site import build_site, offline_zip
from tools.wheels import own_wheel, trimmed_wheel

IMPORT_ALL = """
import importlib, pkgutil, sys
import chunkforge
for module in pkgutil.walk_packages(chunkforge.__path__, "chunkforge."):
    importlib.import_module(module.name)
for module in list(sys.modules.values()):
    path = (getattr(module, "__file__", None) or "").replace("\\\\", "/")
    if "/numpy/" in path:
        print("numpy/" + path.rpartition("/numpy/")[2])
"""


def test_our_wheel_holds_the_package_and_can_be_installed(tmp_path: Path):
    wheel = own_wheel(ROOT, tmp_path)
    target = tmp_path / "installed"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", target, wheel]
    subprocess.run(install, check=True)
    sources = {path.relative_to(ROOT / "py") for path in (ROOT / "py" / "chunkforge").rglob("*.py")}
    assert sources <= {path.relative_to(target) for path in target.rglob("*.py")}
    assert (target / "chunkforge" / "py.typed").is_file()


def test_our_wheel_lists_its_members_by_their_hashes(tmp_path: Path):
    with zipfile.ZipFile(own_wheel(ROOT, tmp_path)) as wheel:
        record = next(name for name in wheel.namelist() if name.endswith("RECORD"))
        lines = [line.rsplit(",", 2) for line in wheel.read(record).decode().splitlines()]
        assert {name for name, _, _ in lines} == set(wheel.namelist())
        assert all(int(size) == len(wheel.read(name)) for name, _, size in lines if size)


def test_the_same_sources_give_the_same_bytes(tmp_path: Path, fetcher: Fetcher):
    def made(folder: Path) -> list[str]:
        folder.mkdir()
        source = fetcher.archive("markdown-it-py")
        wheels = [own_wheel(ROOT, folder), trimmed_wheel(source, folder, parts.keep_all)]
        return [hashlib.sha256(wheel.read_bytes()).hexdigest() for wheel in wheels]

    assert made(tmp_path / "one") == made(tmp_path / "two")


def test_a_second_build_is_the_same_site(fetcher: Fetcher, tmp_path: Path):
    builds = [build_site(fetcher, tmp_path / name / "dist") for name in ("one", "two")]
    sums = [(tmp_path / name / "dist" / "SHA256SUMS").read_text() for name in ("one", "two")]
    assert sums[0] == sums[1]
    assert builds[0] == builds[1]


def test_the_lock_file_names_the_wheels_as_they_are(site: Path):
    lock = json.loads((site / "runtime" / "pyodide-lock.json").read_text())
    for name, entry in lock["packages"].items():
        wheel = site / "runtime" / entry["file_name"]
        assert hashlib.sha256(wheel.read_bytes()).hexdigest() == entry["sha256"], name
        assert set(entry["depends"]) <= set(lock["packages"])
    assert {path.name for path in (site / "wheels").iterdir()} == {
        Path(entry["file_name"]).name for entry in lock["packages"].values()
    }


def test_the_versions_in_the_site_are_those_that_are_tested():
    pinned = {archive.name: archive.version for archive in project_pins().used_for("site")}
    tested = dict(
        line.split("==")
        for line in (ROOT / "requirements" / "test.txt").read_text().splitlines()
        if "==" in line and not line.startswith("#")
    )
    for name in ("pdfminer.six", "markdown-it-py", "python-docx"):
        assert tested[name] == pinned[name]


def test_the_bert_tokenizer_neither_cuts_nor_pads_and_has_the_published_flags(site: Path):
    data = json.loads((site / "tokenizers" / "bert-base-uncased.json").read_text(encoding="utf-8"))
    assert data["truncation"] is None
    assert data["padding"] is None
    assert len(data["model"]["vocab"]) == 30522
    for token in data["added_tokens"]:
        assert token["special"]
        assert not any(token[flag] for flag in ("single_word", "lstrip", "rstrip", "normalized"))


def test_the_offline_zip_holds_the_whole_site(site: Path, tmp_path: Path):
    archive = offline_zip(site, tmp_path)
    with zipfile.ZipFile(archive) as packed:
        names = {name.removeprefix("chunkforge/") for name in packed.namelist()}
    assert names == {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}


def test_the_icons_have_the_sizes_that_the_manifest_says():
    manifest = json.loads((ROOT / "web" / "manifest.webmanifest").read_text())
    for icon in manifest["icons"]:
        data = (ROOT / "web" / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            size = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
            assert icon["sizes"] == "{}x{}".format(*size)


def test_the_manifest_has_the_browser_put_nothing_of_a_user_into_a_request():
    manifest = json.loads((ROOT / "web" / "manifest.webmanifest").read_text())
    assert "share_target" not in manifest
    assert "protocol_handlers" not in manifest
    assert {handler["action"] for handler in manifest["file_handlers"]} == {manifest["start_url"]} == {"./"}


def test_an_icon_is_opaque_in_the_middle_and_clear_at_its_round_corner():
    data = png(ROUNDED, 16)
    assert data.startswith(b"\x89PNG")
    assert png(ROUNDED, 16) == data


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("start")
    (tmp_path / "module.mjs").write_text("export default 1")
    (tmp_path / "code.wasm").write_bytes(b"\0asm")
    (tmp_path / "sub").mkdir()
    return tmp_path


@pytest.fixture(params=["/", "/chunkforge/"])
def url(request: pytest.FixtureRequest, folder: Path) -> Iterator[str]:
    server = make_server(folder, port=0, base=request.param)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield address(server, request.param)
    server.shutdown()
    server.server_close()


def test_the_server_gives_modules_and_webassembly_their_types(url: str):
    for name, kind in (("module.mjs", "text/javascript"), ("code.wasm", "application/wasm"), ("", "text/html")):
        with urllib.request.urlopen(url + name) as response:
            assert response.headers["Content-Type"].startswith(kind)
            assert response.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("name", ["sub/", "missing", "../secret", "%2e%2e/secret"])
def test_the_server_gives_nothing_but_files_of_its_folder(url: str, name: str):
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(url + name)
    assert caught.value.code == 404


def test_the_server_takes_any_free_port_where_its_own_is_taken(folder: Path):
    first = make_server(folder)
    second = make_server(folder)
    assert first.server_address[1] != second.server_address[1]
    with pytest.raises(OSError, match=r"(?i)in use"):
        make_server(folder, port=second.server_address[1])
    first.server_close()
    second.server_close()


def test_numpy_without_what_is_left_out_is_all_that_the_core_imports():
    modules = subprocess.run([sys.executable, "-c", IMPORT_ALL], cwd=ROOT / "py", capture_output=True, check=True)
    names = modules.stdout.decode().split()
    assert "numpy/_core/multiarray.py" in names
    assert [name for name in names if parts.drop_from_numpy(name)] == []


def test_word_files_are_read_with_what_is_left_of_their_packages(site: Path, tmp_path: Path):
    names = set()
    for wheel in (site / "wheels").glob("python_docx-*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(tmp_path)
    for wheel in (site / "wheels").glob("lxml-*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            names = {name.partition(".")[0] for name in archive.namelist() if ".dist-info/" not in name}
    assert names == {"lxml/__init__", "lxml/etree", "lxml/_elementpath"}
    file = docx.Document()
    file.add_heading("Leave", 1)
    file.save(tmp_path / "leave.docx")
    script = (
        "import docx, sys; d = docx.Document('leave.docx'); print(docx.__file__, *(p.style.name for p in d.paragraphs))"
    )
    read = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, check=True, text=True)
    assert read.stdout.split(maxsplit=1) == [str(tmp_path / "docx" / "__init__.py"), "Heading 1\n"]
