"""The compiled standard library is the pinned one, holds every module once, and is only served where it is right."""

import zipfile

import pytest

from tools import bytecode
from tools.store import sha256_of


def test_the_library_holds_the_modules_of_the_released_one(site, fetcher):
    (released,) = (fetcher.store.path(file) for file in fetcher.pins.runtime.files if file.name == bytecode.LIBRARY)
    served = site / "runtime" / bytecode.LIBRARY
    if sha256_of(served) == sha256_of(released):
        return  # built where there is no Node
    assert sha256_of(served) == bytecode.COMPILED
    with zipfile.ZipFile(released) as theirs, zipfile.ZipFile(served) as ours:
        names = {name for name in theirs.namelist() if not name.endswith("/")}
        assert {name.removesuffix("c") if name.endswith(".pyc") else name for name in ours.namelist()} == names
        assert all(ours.read(name) == theirs.read(name) for name in ours.namelist() if not name.endswith(".pyc"))
        assert sum(name.endswith(".pyc") for name in ours.namelist()) > 100


@pytest.mark.parametrize("node", [None, "false"])
def test_without_node_the_released_library_stays(tmp_path, monkeypatch, node):
    monkeypatch.setenv("CHUNKFORGE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(bytecode.shutil, "which", lambda _: node)
    library = tmp_path / bytecode.LIBRARY
    library.write_bytes(b"released")
    assert not bytecode.compile_library(tmp_path)
    assert library.read_bytes() == b"released"
