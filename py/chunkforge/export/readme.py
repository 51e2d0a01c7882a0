"""What stands in each exported file, and in which unit."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from chunkforge.export.configurations import leaves_with_configuration
from chunkforge.export.configurations.heading import CONFIGURATION, SPLITTER
from chunkforge.export.excess import excess
from chunkforge.export.heading_files import HEADINGS
from chunkforge.export.naming import named
from chunkforge.export.outgoing import Outgoing
from chunkforge.export.slices import slices
from chunkforge.export.visible import visible
from chunkforge.export.words import setting

WIDTH, NAMES = 120, 16


def readme(outgoing: Outgoing, *, configurations: list[str]) -> str:
    """Describe an export.

    Args:
        outgoing: the session.
        configurations: file names of the splitter configurations in the export.

    Returns:
        The text of `README.txt`, in the language of the session.
    """
    say = outgoing.phrases.say
    files = [_entry(name, text) for name, text in _files(outgoing, configurations)]
    parts = [[say("readme.title")], [*_head(outgoing)], files, [say("report.made-from"), *made_from(outgoing)]]
    return "\n\n".join("\n".join(lines) for lines in parts) + "\n"


def made_from(outgoing: Outgoing) -> list[str]:
    """List what the figures depend on: our version, and each file with its SHA-256."""
    from chunkforge import __version__  # noqa: PLC0415 - the package is complete only when this is called

    phrases = outgoing.phrases
    files = [
        phrases.say(
            "notice.of",
            name=phrases.name("report.file", file.what, file.what),
            text=f"{visible(file.name)}, SHA-256 {file.sha256}",
        )
        for file in outgoing.files
    ]
    return [f"chunkforge {__version__}", *files]


def estimate_note(outgoing: Outgoing) -> str:
    """Say that counts are an estimate; empty where they are a model's own."""
    tokenizer, phrases = outgoing.tokenizer, outgoing.phrases
    if tokenizer.exact:
        return ""
    return phrases.say("tokenizer.estimate.note", estimate=phrases.name("estimate", tokenizer.name, tokenizer.name))


def quotes_note(outgoing: Outgoing) -> str:
    """Say whether the report quotes the documents."""
    return outgoing.phrases.say("report.quotes" if outgoing.with_text else "report.no-quotes")


def _head(outgoing: Outgoing) -> Iterator[str]:
    phrases, present = outgoing.phrases, outgoing.present
    for name, text in (
        ("compare.column.setting", setting(present.settings, phrases)),
        ("settings.tokenizer", named(outgoing.tokenizer.name, phrases)),
    ):
        yield phrases.say("notice.of", name=phrases.say(name), text=visible(text))
    yield from (_entry("", note) for note in (estimate_note(outgoing), excess(present, phrases)) if note)


def _files(outgoing: Outgoing, configurations: list[str]) -> Iterator[tuple[str, str]]:
    say, strategy = outgoing.phrases.say, outgoing.present.settings.strategy
    yield "report.html", f"{say('readme.report')} {quotes_note(outgoing)}"
    yield "comparison.csv", say("readme.comparison")
    yield "labels.jsonl", say("readme.labels")
    relation = slices(outgoing.corpus, strategy, outgoing.phrases)
    yield "chunks.jsonl", f"{say('readme.chunks')} {relation} {say('readme.tokens')}"
    yield "chunks.json", say("readme.array")
    for name in configurations:
        yield name, say("readme.splitter", file=CONFIGURATION) if name == SPLITTER else say("readme.configuration")
    if CONFIGURATION in configurations:
        yield HEADINGS, say("readme.headings")
        yield "texts/", say("readme.texts")
    if not configurations:
        yield "", say("readme.no-estimate" if leaves_with_configuration(strategy) else "readme.no-splitter")


def _entry(name: str, text: str) -> str:
    indent = " " * (NAMES + 1) if name else ""
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=f"{name:<{NAMES}} " if name else "",
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
