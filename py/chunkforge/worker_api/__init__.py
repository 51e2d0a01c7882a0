"""The page's side door to the core: the only package that knows it is called from JavaScript.

A request is a number, a method, parameters as JSON and byte strings; its answer is JSON with typed arrays. Errors cross
as values with type, code and message. Offsets cross in UTF-16 units.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

from chunkforge.export import SourceFile
from chunkforge.scoring import Bm25, Fusion, StaticModel, read_embedding_table
from chunkforge.tokenizers import load_tokenizer
from chunkforge.worker_api.requests import Reply, Requests
from chunkforge.worker_api.session import LANES, Session
from chunkforge.worker_api.shelf import read_tokenizer

__all__ = ["LANES", "Requests", "Session", "start"]


def start(post: Any, tokenizer: str, data: Any) -> Requests:  # noqa: ANN401 - JavaScript's own objects
    """Start a session in the browser.

    Args:
        post: JavaScript function `(kind, request, json, arrays)`.
        tokenizer: name of the boundary tokenizer to begin with.
        data: ArrayBuffers of its file, of the scoring table and of the scoring tokenizer.

    Returns:
        What the worker calls for each message of the page.
    """
    boundary, table, scoring = (item.to_bytes() for item in data)
    first = read_tokenizer(tokenizer, boundary)
    known = first if scoring == boundary else load_tokenizer(scoring)
    static, bm25 = StaticModel(read_embedding_table(table), known), Bm25()

    @cache
    def files() -> tuple[SourceFile, ...]:
        return (
            SourceFile("scoring model", "model.onnx", hashlib.sha256(table).hexdigest()),
            SourceFile("scoring tokenizer", "tokenizer.json", hashlib.sha256(scoring).hexdigest()),
        )

    session = Session(first, (static, bm25, Fusion(static, bm25)), data=boundary, files=files)
    return Requests(session.handlers(), LANES, _posted(post))


def _posted(post: Any) -> Reply:  # noqa: ANN401 - JavaScript's own objects
    from js import Object  # type: ignore[import-not-found]  # noqa: PLC0415 - exists in the browser only
    from pyodide.ffi import to_js  # type: ignore[import-not-found]  # noqa: PLC0415 - exists in the browser only

    def reply(kind: str, request: int, values: str, arrays: Any, /) -> None:  # noqa: ANN401 - arrays of two types
        post(kind, request, values, to_js(dict(arrays), dict_converter=Object.fromEntries))

    return reply
