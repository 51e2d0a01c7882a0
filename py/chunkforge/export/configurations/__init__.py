"""Splitter configurations to paste into a pipeline, the session's numbers filled in."""

from __future__ import annotations

from chunkforge.export.configurations.counting import counting
from chunkforge.export.configurations.heading import heading_files
from chunkforge.export.configurations.libraries import SPLITTERS
from chunkforge.settings import SplitSettings
from chunkforge.splitters import STRATEGIES, unit_of
from chunkforge.tokenizers import Tokenizer

__all__ = ["configurations", "leaves_with_configuration"]

_FILE = '''# {settings}, counted by {counted_by}.
# Needs: {needs}.
# Give it text with line feeds only and without a byte-order mark, as chunkforge reads it.
{notes}
{imports}{setup}{splitter}

def split(text: str) -> list[str]:
    """Give the chunks of a text."""
{body}'''


def leaves_with_configuration(strategy: str) -> bool:
    """Tell whether a strategy is exported with a configuration where an exact tokenizer counts, or with chunks only."""
    return strategy == "heading" or strategy in SPLITTERS


def configurations(settings: SplitSettings, tokenizer: Tokenizer) -> dict[str, str]:
    """Write the configurations of the libraries that reproduce a setting.

    Args:
        settings: the setting.
        tokenizer: the boundary tokenizer it was measured with.

    Returns:
        Python source by file name; empty where neither a stock splitter nor a file of ours reproduces the setting.
    """
    if settings.strategy == "heading" and tokenizer.exact:
        return heading_files(settings, tokenizer)
    write = SPLITTERS.get(settings.strategy)
    if write is None:
        return {}
    strategy = STRATEGIES[settings.strategy]
    unit = unit_of(settings)
    if unit == "tokens" and not tokenizer.exact:
        return {}
    counter = counting(tokenizer) if unit == "tokens" else None
    snippet = write(settings, counter)
    needed = strategy.library.replace(" ", "==")
    uses = counter if snippet.counts else None
    imports = [*snippet.imports, *([uses.imports] if uses else [])]
    source = _FILE.format(
        settings=settings,
        counted_by=repr(tokenizer.name) if counter else unit,
        needs=f"{needed}, {counter.package}" if counter else needed,
        notes="".join(f"# {note}\n" for note in snippet.notes),
        imports="\n".join(sorted(imports, key=lambda line: line.startswith("from"))) + "\n",
        setup=f"{uses.setup}\n" if uses else "\n",
        splitter=snippet.splitter,
        body="".join(f"    {line}\n" for line in snippet.body),
    )
    return {f"{settings.strategy.replace('-', '_')}_splitter.py": source}
