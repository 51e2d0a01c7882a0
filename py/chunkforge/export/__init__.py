"""What a session leaves behind: chunks, configurations, the comparison, labels and a report, in one zip."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from chunkforge.export.archive import archive
from chunkforge.export.chunk_records import as_json, as_jsonl, chunk_records
from chunkforge.export.comparison_csv import comparison_csv
from chunkforge.export.configurations import configurations
from chunkforge.export.configurations.heading import CONFIGURATION
from chunkforge.export.heading_files import heading_files
from chunkforge.export.naming import chunks_file_name
from chunkforge.export.outgoing import Outgoing, Pair, SourceFile
from chunkforge.export.phrases import IN_ENGLISH, Phrases
from chunkforge.export.readme import readme
from chunkforge.export.report import report
from chunkforge.label_files import labels_jsonl
from chunkforge.steps import Progress, Steps


def exporting(outgoing: Outgoing) -> Steps[bytes]:
    """Pack everything that leaves with the user, with progress in files.

    Args:
        outgoing: the session.

    Returns:
        The bytes of the zip.
    """
    tokenizer, settings = outgoing.tokenizer, outgoing.present.settings
    configured = configurations(settings, tokenizer)
    headings = heading_files(outgoing.corpus) if CONFIGURATION in configured else {}
    records = cache(lambda: list(chunk_records(outgoing.corpus, exact=tokenizer.exact)))
    makers: dict[str, Callable[[], str]] = {
        "report.html": lambda: report(outgoing),
        "comparison.csv": lambda: comparison_csv(outgoing.all_rows),
        "labels.jsonl": lambda: labels_jsonl(outgoing.queries, outgoing.documents),
        "chunks.jsonl": lambda: as_jsonl(records()),
        "chunks.json": lambda: as_json(records()),
        "README.txt": lambda: readme(outgoing, configurations=list(configured)),
    }
    files: dict[str, str] = {}
    for done, (name, make) in enumerate(makers.items()):
        yield Progress(done, len(makers) + 1, "files")
        files[name] = make()
    yield Progress(len(makers), len(makers) + 1, "files")
    return archive({**files, **configured, **headings})


__all__ = [
    "IN_ENGLISH",
    "Outgoing",
    "Pair",
    "Phrases",
    "SourceFile",
    "as_json",
    "as_jsonl",
    "chunk_records",
    "chunks_file_name",
    "comparison_csv",
    "configurations",
    "exporting",
]
