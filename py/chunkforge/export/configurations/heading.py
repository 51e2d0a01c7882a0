"""The heading-aware splitter as files: no stock splitter reproduces it, so the export ships one that does."""

from __future__ import annotations

import re
from importlib.resources import files
from textwrap import wrap

from chunkforge.export.configurations.locating import locating
from chunkforge.settings import SplitSettings
from chunkforge.splitters.visible_characters import TABLES
from chunkforge.tokenizers import Tokenizer
from chunkforge.tokenizers.unicode_data import RANGES

SPLITTER = "heading_splitter.py"
CONFIGURATION = "heading_configuration.py"
EXPORTED_MODULES = (
    "splitters/heading_reference.py",
    "splitters/sentences.py",
    "splitters/visible_characters.py",
)
"""Modules of the package whose source leaves in the zip, so it must be there wherever the core is installed."""

_OWN_IMPORT = re.compile(r"^(?:from __future__ import annotations|from chunkforge\.[^\n]+)\n+", re.MULTILINE)
_CONFIGURATION = '''# {settings}, counted by {tokenizer!r}.
# Needs: {package}, and {splitter} beside this file. No stock splitter gives these chunks.
# headings.json beside this file holds where the headings of the exported documents stand: a PDF, a Word file and HTML
# show none in their text. It is found by the SHA-256 of the text, so give split() the texts that were exported with it.
# In a text that is not in it, headings are looked for as Markdown writes them. Where you know yours, hand them to
# split_at_headings().

import hashlib
import json
from pathlib import Path

{imports}

from heading_splitter import split as split_at_headings
{setup}
table = Path(__file__).with_name("headings.json")
documents = json.loads(table.read_text("utf-8")) if table.exists() else []


def split(text: str, document: str | None = None) -> list[str]:
    """Give the chunks of a text, each with its trail of headings before it.

    Two documents may have one text and not the same headings: name the document to tell them apart.
    """
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    known = (one for one in documents if one["sha256"] == digest and document in (None, one["document"]))
    headings = next((one["headings"] for one in known), None)
    return split_at_headings(text, offsets, size={size}, overlap={overlap}, headings=headings)
'''


def heading_files(settings: SplitSettings, tokenizer: Tokenizer) -> dict[str, str]:
    """Write the splitter, which needs nothing but Python, and its configuration.

    Args:
        settings: the setting.
        tokenizer: the boundary tokenizer, an exact one.

    Returns:
        Python source by file name.
    """
    source = locating(tokenizer)
    configuration = _CONFIGURATION.format(
        settings=settings,
        tokenizer=tokenizer.name,
        package=source.package,
        splitter=SPLITTER,
        imports=source.imports,
        setup=source.setup,
        size=settings.size,
        overlap=settings.overlap,
    )
    return {SPLITTER: heading_splitter(), CONFIGURATION: configuration}


def heading_splitter() -> str:
    """Put the rules, their character tables and the plain heading splitter into one file without imports of ours."""
    package = files("chunkforge")
    parts = [package.joinpath(name).read_text("utf-8") for name in EXPORTED_MODULES]
    main, *rules = (_OWN_IMPORT.sub("", part) for part in parts)
    # The rules go behind the first docstring; their own docstrings stay there as remarks.
    end = main.index('"""\n', 3) + len('"""\n')
    return "\n".join([main[:end], "from __future__ import annotations\n", _tables(), *rules, main[end:]])


def _tables() -> str:
    """Write the character tables that the rules read."""
    entries = [
        f"    {name!r}: (\n" + "".join(f"        {line + ' '!r}\n" for line in wrap(RANGES[name], 100)) + "    ),\n"
        for name in TABLES
    ]
    return f"RANGES = {{\n{''.join(entries)}}}\n"
