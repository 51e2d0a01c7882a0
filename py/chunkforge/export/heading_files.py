"""The documents' texts and where their headings stand, for the exported heading-aware splitter.

A PDF, a Word file and HTML give up their headings when they are read: their text does not show them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from chunkforge.corpus import CorpusChunks
from chunkforge.document import Document
from chunkforge.export.naming import labels, text_file_name
from chunkforge.json_lines import one_line

HEADINGS = "headings.json"


def heading_files(corpus: CorpusChunks) -> dict[str, str]:
    """Write the texts, and one table of their headings.

    Args:
        corpus: the exported documents.

    Returns:
        Text by file name; `headings.json` lists per document its name, the file of its text, the SHA-256 of that
        text, and its headings as start, end (code points), level and title.
    """
    documents = [chunks.document for chunks in corpus.parts]
    names = labels(documents)
    paths = [text_file_name(place, name) for place, name in enumerate(names, 1)]
    entries = [one_line(_entry(*one)) for one in zip(names, paths, documents, strict=True)]
    texts = {path: document.text for path, document in zip(paths, documents, strict=True)}
    return {HEADINGS: "[\n" + ",\n".join(entries) + "\n]\n", **texts}


def _entry(name: str, path: str, document: Document) -> dict[str, object]:
    headings: Sequence[object] = [
        (block.start, block.end, block.level, document.title(block))
        for block in document.blocks
        if block.kind == "heading"
    ]
    digest = hashlib.sha256(document.text.encode("utf-8", "surrogatepass")).hexdigest()
    return {"document": name, "file": path, "sha256": digest, "headings": headings}
