"""The parts of a SentencePiece `.model` that tokens depend on; the file is one protocol-buffer message."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from chunkforge.protobuf import Allowance, fields

Value = int | memoryview

# Numbers of fields, in the message named before the point.
PIECES, TRAINER, NORMALIZER = 1, 2, 3
PIECE_TEXT, PIECE_SCORE, PIECE_KIND = 1, 2, 3
TRAINER_KIND, TRAINER_SUFFIX, TRAINER_BYTES = 3, 24, 35
CHARSMAP, DUMMY_PREFIX, EXTRA_SPACES, ESCAPED = 2, 3, 4, 5

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = 1, 2, 3, 4, 5, 6
"""Kinds of pieces."""

NOTHING, ZERO = memoryview(b""), memoryview(bytes(4))

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
    allowance = Allowance(len(data))  # as many as the file can hold: it is all pieces
    for number, value in fields(memoryview(data), allowance):
        if number == PIECES:
            pieces.append(_piece(_payload(value), allowance))
        elif number in {TRAINER, NORMALIZER}:
            (trainer if number == TRAINER else normalizer).update(fields(_payload(value), allowance))
    if not pieces:
        raise ValueError
    return ModelFile(
        pieces,
        KINDS.get(_whole(trainer.get(TRAINER_KIND, 1)), "an unknown kind"),
        bool(trainer.get(TRAINER_BYTES, 0)),
        bool(trainer.get(TRAINER_SUFFIX, 0)),
        bytes(_payload(normalizer.get(CHARSMAP, NOTHING))),
        bool(normalizer.get(DUMMY_PREFIX, 1)),
        bool(normalizer.get(EXTRA_SPACES, 1)),
        bool(normalizer.get(ESCAPED, 1)),
    )


def _piece(message: memoryview, allowance: Allowance) -> Piece:
    found = dict(fields(message, allowance))
    text = bytes(_payload(found.get(PIECE_TEXT, NOTHING))).decode("utf-8")
    score = _payload(found.get(PIECE_SCORE, ZERO))
    if not text or "\0" in text or len(score) != 4:
        raise ValueError
    return Piece(text, struct.unpack("<f", score)[0], _whole(found.get(PIECE_KIND, NORMAL)))


def _payload(value: Value) -> memoryview:
    if isinstance(value, memoryview):
        return value
    raise ValueError


def _whole(value: Value) -> int:
    if isinstance(value, int):
        return value
    raise ValueError
