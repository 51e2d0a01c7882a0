"""The part of a configuration that splits, one function a library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from chunkforge.export.configurations.counting import Counting
from chunkforge.settings import SplitSettings
from chunkforge.splitters.markdown_sections import DEFAULT_HEADERS


@dataclass(frozen=True, slots=True)
class Snippet:
    """Source in parts: imports, the splitter, the body of `split(text)`, remarks, and whether it uses `encode`."""

    imports: tuple[str, ...]
    splitter: str
    body: tuple[str, ...]
    notes: tuple[str, ...] = ()
    counts: bool = True


Write = Callable[[SplitSettings, Counting | None], Snippet]


def _call(name: str, arguments: dict[str, str]) -> str:
    return f"{name}(\n" + "".join(f"    {key}={value},\n" for key, value in arguments.items()) + ")"


def _options(settings: SplitSettings, *names: str) -> dict[str, str]:
    """Write the options that were set, tuples as the lists that libraries take."""
    given = settings.options()
    return {
        name: repr(list(value) if isinstance(value := given[name], tuple) else value) for name in names if name in given
    }


def _sizes(settings: SplitSettings) -> dict[str, str]:
    return {"chunk_size": str(settings.size), "chunk_overlap": str(settings.overlap)}


def _recursive_call(settings: SplitSettings, counter: Counting | None) -> str:
    length = {"length_function": "lambda text: len(encode(text))" if counter else "len"}
    names = ["keep_separator", "strip_whitespace"]
    maker = "RecursiveCharacterTextSplitter"
    if settings.language is None:
        names += ["separators", "is_separator_regex"]
        return _call(maker, {**_sizes(settings), **length, **_options(settings, *names)})
    language = {"language": f"Language({settings.language!r})"}
    return _call(f"{maker}.from_language", {**language, **_sizes(settings), **length, **_options(settings, *names)})


def _recursive(settings: SplitSettings, counter: Counting | None) -> Snippet:
    names = "Language, RecursiveCharacterTextSplitter" if settings.language else "RecursiveCharacterTextSplitter"
    return Snippet(
        (f"from langchain_text_splitters import {names}",),
        f"splitter = {_recursive_call(settings, counter)}\n",
        ("return splitter.split_text(text)",),
    )


def _markdown(settings: SplitSettings, counter: Counting | None) -> Snippet:
    recursive = _recursive(settings, counter)
    headers = [(mark, f"Header {mark.count('#')}") for mark in settings.headers_to_split_on or DEFAULT_HEADERS]
    sections = _call(
        "MarkdownHeaderTextSplitter", {"headers_to_split_on": repr(headers), **_options(settings, "strip_headers")}
    )
    imports = recursive.imports[0].replace("import ", "import MarkdownHeaderTextSplitter, ")
    return Snippet(
        (imports,),
        f"sections = {sections}\n{recursive.splitter}",
        ("return [chunk.page_content for chunk in splitter.split_documents(sections.split_text(text))]",),
    )


def _langchain_tokens(settings: SplitSettings, counter: Counting | None) -> Snippet:
    name = counter.encoding if counter else None
    arguments = {
        "encoding_name": repr(name),
        **_sizes(settings),
        "disallowed_special": "()",
    }
    return Snippet(
        ("from langchain_text_splitters import TokenTextSplitter",),
        f"splitter = {_call('TokenTextSplitter', arguments)}\n",
        ("return splitter.split_text(text)",),
        counts=False,
    )


def _llamaindex(settings: SplitSettings, _: Counting | None) -> Snippet:
    name = "SentenceSplitter" if settings.strategy == "llamaindex-sentence" else "TokenTextSplitter"
    options = _options(
        settings,
        *("separator", "paragraph_separator", "secondary_chunking_regex", "backup_separators", "keep_whitespaces"),
    )
    arguments = {**_sizes(settings), "tokenizer": "encode", **options}
    notes = [
        "get_nodes_from_documents() takes the tokens of a document's metadata off the size, split_text() does not."
    ]
    if name == "TokenTextSplitter":
        notes.append("It takes off two tokens more, metadata or not.")
    return Snippet(
        (f"from llama_index.core.node_parser import {name}",),
        f"splitter = {_call(name, arguments)}\n",
        ("return [chunk for chunk in splitter.split_text(text) if chunk]",),
        notes=tuple(notes),
    )


def _chonkie(settings: SplitSettings, counter: Counting | None) -> Snippet:
    name = {"chonkie-token": "TokenChunker", "chonkie-sentence": "SentenceChunker"}.get(
        settings.strategy, "RecursiveChunker"
    )
    arguments = {"tokenizer": counter.object if counter else '"character"', **_sizes(settings)}
    if name == "RecursiveChunker":
        del arguments["chunk_overlap"]
    warning = "With tiktoken it refuses a text that spells a special token."
    return Snippet(
        (f"from chonkie import {name}",),
        f"chunker = {_call(name, arguments)}\n",
        ("return [chunk.text for chunk in chunker.chunk(text)]",),
        notes=(warning,) if counter and counter.encoding else (),
    )


def _haystack(settings: SplitSettings, _: Counting | None) -> Snippet:
    arguments = {
        "split_by": repr(settings.strategy.removeprefix("haystack-")),
        "split_length": str(settings.size),
        "split_overlap": str(settings.overlap),
        **_options(settings, "split_threshold"),
    }
    return Snippet(
        ("from haystack import Document", "from haystack.components.preprocessors import DocumentSplitter"),
        f"splitter = {_call('DocumentSplitter', arguments)}\n",
        ('return [found.content for found in splitter.run([Document(content=text)])["documents"]]',),
    )


SPLITTERS: dict[str, Write] = {
    "recursive": _recursive,
    "langchain-markdown": _markdown,
    "langchain-token": _langchain_tokens,
    "llamaindex-sentence": _llamaindex,
    "llamaindex-token": _llamaindex,
    "chonkie-token": _chonkie,
    "chonkie-sentence": _chonkie,
    "chonkie-recursive": _chonkie,
    "haystack-word": _haystack,
    "haystack-passage": _haystack,
}
