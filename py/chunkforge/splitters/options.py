"""What the options of the strategies are, so that a person can be asked for them.

Names, kinds and usual values are the libraries' own: `RecursiveCharacterTextSplitter` and `MarkdownHeaderTextSplitter`
of langchain-text-splitters 1.1.3, `SentenceSplitter` and `TokenTextSplitter` of llama-index-core 0.14.25,
`DocumentSplitter` of haystack-ai 3.4.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chunkforge.splitters.languages import SEPARATORS
from chunkforge.splitters.llamaindex import BACKUP_SEPARATORS, CHUNKING_REGEX, PARAGRAPH_SEPARATOR, SEPARATOR
from chunkforge.splitters.markdown_sections import DEFAULT_HEADERS
from chunkforge.splitters.separators import DEFAULT_SEPARATORS

Kind = Literal["flag", "choice", "list", "text", "number"]
Value = bool | int | str | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Option:
    """One option: a field of `SplitSettings`.

    `kind` is what it takes: true or false, one of `choices`, several strings, one string, or a whole number. `usual`
    is what is in force where it is not given; `None` for none. Separators that are kept (True) open the next piece.
    """

    id: str
    kind: Kind
    usual: Value
    choices: tuple[bool | str, ...] = ()


OPTIONS: dict[str, Option] = {
    option.id: option
    for option in (
        Option("separators", "list", DEFAULT_SEPARATORS),
        Option("is_separator_regex", "flag", usual=False),
        Option("keep_separator", "choice", usual=True, choices=(True, "end", False)),
        Option("strip_whitespace", "flag", usual=True),
        Option("language", "choice", None, tuple(SEPARATORS)),
        Option("keep_paragraphs", "flag", usual=False),
        Option("headers_to_split_on", "list", DEFAULT_HEADERS),
        Option("strip_headers", "flag", usual=True),
        Option("separator", "text", SEPARATOR),
        Option("paragraph_separator", "text", PARAGRAPH_SEPARATOR),
        Option("secondary_chunking_regex", "text", CHUNKING_REGEX),
        Option("backup_separators", "list", BACKUP_SEPARATORS),
        Option("keep_whitespaces", "flag", usual=False),
        Option("split_threshold", "number", 0),
    )
}
