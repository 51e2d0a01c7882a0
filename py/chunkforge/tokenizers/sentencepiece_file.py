"""The parts of a SentencePiece `.model` that tokens depend on; the file is one protocol-buffer message."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

Value = int | bytes

# Numbers of fields, in the message named before the point.
PIECES, TRAINER, NORMALIZER = 1, 2, 3
PIECE_TEXT, PIECE_SCORE, PIECE_KIND = 1, 2, 3
TRAINER_KIND, TRAINER_SUFFIX, TRAINER_BYTES = 3, 24, 35
CHARSMAP, DUMMY_PREFIX, EXTRA_SPACES, ESCAPED = 2, 3, 4, 5

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = 1, 2, 3, 4, 5, 6
"""Kinds of pieces."""

KINDS = {1: "Unigram", 2: "BPE", 3: "Word", 4: "Char"}
"""Kinds of models."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One entry of the vocabulary; its place is its id."""

    text: str
    score: float
    kind: int


@dataclass(frozen=True)
class ModelFile:
    """What the file says. `charsmap` is empty where characters stay as they are."""

    pieces: list[Piece]
    kind: str
    byte_fallback: bool
    space_as_suffix: bool
    charsmap: bytes
    dummy_prefix: bool
    remove_extra_spaces: bool
    escape_spaces: bool


def read_model_file(data: bytes) -> ModelFile:
    """Read the file.

    Args:
        data: its bytes.

    Returns:
        What it says.

    Raises:
        ValueError: it is no such message.
    """
    pieces: list[Piece] = []
    trainer: dict[int, Value] = {}
    normalizer: dict[int, Value] = {}
    for number, value in fields(data):
        if number == PIECES:
            pieces.append(_piece(_bytes(value)))
        elif number in {TRAINER, NORMALIZER}:
            (trainer if number == TRAINER else normalizer).update(fields(_bytes(value)))
    if not pieces:
        raise ValueError
    return ModelFile(
        pieces,
        KINDS.get(_whole(trainer.get(TRAINER_KIND, 1)), "an unknown kind"),
        bool(trainer.get(TRAINER_BYTES, 0)),
        bool(trainer.get(TRAINER_SUFFIX, 0)),
        _bytes(normalizer.get(CHARSMAP, b"")),
        bool(normalizer.get(DUMMY_PREFIX, 1)),
        bool(normalizer.get(EXTRA_SPACES, 1)),
        bool(normalizer.get(ESCAPED, 1)),
    )


def fields(message: bytes) -> Iterator[tuple[int, Value]]:
    """Give the fields of a message in order: number and value, which is bytes for all but whole numbers.

    Raises:
        ValueError: it is no message.
    """
    at = 0
    while at < len(message):
        tag, at = _varint(message, at)
        match tag & 7:
            case 0:
                value, at = _varint(message, at)
                yield tag >> 3, value
                continue
            case 1:
                size = 8
            case 2:
                size, at = _varint(message, at)
            case 5:
                size = 4
            case _:
                raise ValueError
        if at + size > len(message):
            raise ValueError
        yield tag >> 3, message[at : at + size]
        at += size


def _varint(message: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < len(message) and shift < 64:
        byte = message[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
    raise ValueError


def _piece(message: bytes) -> Piece:
    found = dict(fields(message))
    text = _bytes(found.get(PIECE_TEXT, b"")).decode("utf-8")
    score = _bytes(found.get(PIECE_SCORE, bytes(4)))
    if not text or "\0" in text or len(score) != 4:
        raise ValueError
    return Piece(text, struct.unpack("<f", score)[0], _whole(found.get(PIECE_KIND, NORMAL)))


def _bytes(value: Value) -> bytes:
    if isinstance(value, bytes):
        return value
    raise ValueError


def _whole(value: Value) -> int:
    if isinstance(value, int):
        return value
    raise ValueError
