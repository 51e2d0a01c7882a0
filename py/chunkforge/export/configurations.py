"""Splitter configurations to paste into a pipeline, the session's numbers filled in."""

from __future__ import annotations

from chunkforge.settings import SplitSettings
from chunkforge.tokenizers import Tokenizer

_TIKTOKEN = '''"""{settings}, counted by {tokenizer}. Needs: langchain-text-splitters=={version}, tiktoken."""

from langchain_text_splitters import RecursiveCharacterTextSplitter

splitter = RecursiveCharacterTextSplitter.from_tiktoken_encoder(
    encoding_name="{tokenizer}",
    chunk_size={size},
    chunk_overlap={overlap},
    separators={separators!r},
    disallowed_special=(),  # text that spells a special token is ordinary text
)
'''

_TOKENIZER_JSON = '''"""{settings}, counted by {tokenizer}. Needs: langchain-text-splitters=={version}, tokenizers."""

from langchain_text_splitters import RecursiveCharacterTextSplitter
from tokenizers import Tokenizer

tokenizer = Tokenizer.from_pretrained("{tokenizer}")
tokenizer.no_truncation()  # the file's own limits would make every count wrong
tokenizer.no_padding()

splitter = RecursiveCharacterTextSplitter(
    chunk_size={size},
    chunk_overlap={overlap},
    separators={separators!r},
    length_function=lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids),
)
'''

LANGCHAIN = "1.1.3"
TIKTOKEN_NAMES = ("cl100k_base", "o200k_base")
DEFAULT_SEPARATORS = ("\n\n", "\n", " ", "")


def configurations(settings: SplitSettings, tokenizer: Tokenizer) -> dict[str, str]:
    """Write the configurations of the libraries that reproduce a setting.

    Args:
        settings: the setting.
        tokenizer: the boundary tokenizer it was measured with.

    Returns:
        Python source by file name; empty where no stock splitter reproduces the setting.
    """
    if settings.strategy != "recursive" or not tokenizer.exact:
        return {}
    template = _TIKTOKEN if tokenizer.name in TIKTOKEN_NAMES else _TOKENIZER_JSON
    source = template.format(
        settings=settings,
        tokenizer=tokenizer.name,
        version=LANGCHAIN,
        size=settings.size,
        overlap=settings.overlap,
        separators=list(settings.separators or DEFAULT_SEPARATORS),
    )
    return {"langchain_splitter.py": source}
