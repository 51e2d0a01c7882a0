"""The part of a configuration that tells on which characters each token lies."""

from __future__ import annotations

from dataclasses import dataclass

from chunkforge.export.configurations.counting import counting
from chunkforge.tokenizers import Tokenizer
from chunkforge.tokenizers.base import ByteTokens
from chunkforge.tokenizers.sentencepiece import SentencePiecePipeline


@dataclass(frozen=True, slots=True)
class Locating:
    """Source that defines `offsets(text)`, the start and end of every token in characters."""

    package: str
    imports: str
    setup: str


_RANKS = '''
def offsets(text: str) -> list[tuple[int, int]]:
    """Give the characters that each token lies on."""
    holders = [i for i, character in enumerate(text) for _ in character.encode()]
    spans, at = [], 0
    for token in encode(text):
        length = len(encoding.decode_single_token_bytes(token))
        spans.append((holders[at], holders[at + length - 1] + 1))
        at += length
    return spans
'''
_FILE = '''
def offsets(text: str) -> list[tuple[int, int]]:
    """Give the characters that each token lies on."""
    return tokenizer.encode(text, add_special_tokens=False).offsets
'''
# Its releases name the ranges differently; all of them write this message, which counts bytes.
_MODEL = '''
def offsets(text: str) -> list[tuple[int, int]]:
    """Give the characters that each token lies on."""
    holders = [i for i, character in enumerate(text) for _ in character.encode()] + [len(text)]
    tokens = SentencePieceText.FromString(processor.encode(text, out_type="serialized_proto")).pieces
    return [(holders[token.begin], holders[token.end]) for token in tokens]
'''
_MESSAGE = "from sentencepiece.sentencepiece_pb2 import SentencePieceText"


def locating(tokenizer: Tokenizer) -> Locating:
    """Write the source that places tokens as a tokenizer does.

    Args:
        tokenizer: an exact one; see `counting`.

    Returns:
        The source, that of `counting` included.
    """
    counter = counting(tokenizer)
    package, imports = counter.package, counter.imports
    if isinstance(tokenizer, ByteTokens):
        return Locating(package, imports, counter.setup + _RANKS)
    if isinstance(tokenizer, SentencePiecePipeline):
        return Locating(f"{package}, protobuf", f"{imports}\n{_MESSAGE}", counter.setup + _MODEL)
    return Locating(package, imports, counter.setup + _FILE)
