"""The two files of a static model of the user's choice: told apart by content, read, and held against each other."""

from __future__ import annotations

from typing import Literal

from chunkforge.errors import TableError
from chunkforge.scoring.known_models import KnownModel
from chunkforge.scoring.onnx_table import read_embedding_table
from chunkforge.scoring.static_model import StaticModel
from chunkforge.tokenizers import load_tokenizer

IR_VERSION = b"\x08"  # what writes ONNX files begins with this field
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def kind_of(name: str, head: bytes) -> Literal["table", "tokenizer"]:
    """Tell which of the two files one is.

    Args:
        name: the file's name, for messages.
        head: its first bytes.

    Raises:
        TableError: it is neither.
    """
    if head.startswith(IR_VERSION):
        return "table"
    if head.removeprefix(BYTE_ORDER_MARK).lstrip().startswith(b"{"):
        return "tokenizer"
    raise TableError(
        "model.neither",
        "{file} is neither an ONNX file nor a tokenizer.json. Choose these two files of a static model.",
        file=name,
    )


def read_static_model(
    name: str, table: tuple[str, bytes], tokenizer: tuple[str, bytes], known: KnownModel | None = None
) -> StaticModel:
    """Read both files and make sure that they belong together.

    Args:
        name: what the scorer is to be called.
        table: name and bytes of the ONNX file; the model looks into the bytes, so they are held once.
        tokenizer: name and bytes of the tokenizer.json.
        known: the model that they have to be, if it is one that is known.

    Raises:
        TableError: the ONNX file has no such table, or the files do not fit each other or what is known.
        UnsupportedTokenizer: the tokenizer cannot be read, or is not reproduced exactly.
    """
    rows = read_embedding_table(table[1])
    if known is not None and rows.rows.shape != (known.rows, known.dimensions):
        raise TableError(
            "model.shape",
            "{file} has a table of {rows} × {columns}, and that of {model} has {known_rows} × {known_columns}. It is "  # noqa: RUF001 - a table's size
            "not the model's file; remove it, and send the requests again.",
            file=table[0],
            rows=len(rows),
            columns=rows.dimensions,
            model=known.name,
            known_rows=known.rows,
            known_columns=known.dimensions,
        )
    read = load_tokenizer(tokenizer[1], tokenizer[0])
    if read.size > len(rows):
        raise TableError(
            "model.apart",
            "{tokenizer} knows {tokens} tokens, and the table in {file} has rows for {rows}. Choose the tokenizer.json "
            "that belongs to the model.",
            tokenizer=tokenizer[0],
            tokens=read.size,
            file=table[0],
            rows=len(rows),
        )
    return StaticModel(rows, read, name=name)
