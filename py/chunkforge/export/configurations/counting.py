"""The part of a configuration that counts tokens."""

from __future__ import annotations

from dataclasses import dataclass

from chunkforge.tokenizers import Tokenizer
from chunkforge.tokenizers.base import ByteTokens
from chunkforge.tokenizers.sentencepiece import SentencePiecePipeline


@dataclass(frozen=True, slots=True)
class Counting:
    """Source that defines `encode(text)`, a list of token ids, and the object behind it.

    `object` is the name of that object, or of a function that counts; `encoding` the name of OpenAI's ranks, where it
    is such.
    """

    package: str
    imports: str
    setup: str
    object: str
    encoding: str | None = None


_RANKS = '''
encoding = tiktoken.get_encoding({name!r})


def encode(text: str) -> list[int]:
    """Tokenise a text; one that spells a special token is ordinary text."""
    return encoding.encode(text, disallowed_special=())

'''
_FILE = '''
tokenizer = Tokenizer.{load}({name!r})
tokenizer.no_truncation()  # the file's own limits would make every count wrong
tokenizer.no_padding()


def encode(text: str) -> list[int]:
    """Tokenise a text without the tokens that the model gets around it."""
    return tokenizer.encode(text, add_special_tokens=False).ids

'''

_MODEL = '''
processor = sentencepiece.SentencePieceProcessor(model_file={name!r})


def encode(text: str) -> list[int]:
    """Tokenise a text without the tokens that the model gets around it."""
    return processor.encode(text)


def count(text: str) -> int:
    """Count the tokens of a text."""
    return len(encode(text))

'''


def counting(tokenizer: Tokenizer) -> Counting:
    """Write the source that counts as a tokenizer does.

    Args:
        tokenizer: an exact one: OpenAI's ranks, a SentencePiece model, or a tokenizer.json by the name of its file or
            of its model.

    Returns:
        The source.
    """
    name = tokenizer.name
    if isinstance(tokenizer, ByteTokens):
        return Counting("tiktoken", "import tiktoken", _RANKS.format(name=name), "encoding", name)
    if isinstance(tokenizer, SentencePiecePipeline):
        return Counting("sentencepiece", "import sentencepiece", _MODEL.format(name=name), "count")
    load = "from_file" if name.endswith(".json") else "from_pretrained"
    return Counting("tokenizers", "from tokenizers import Tokenizer", _FILE.format(load=load, name=name), "tokenizer")
