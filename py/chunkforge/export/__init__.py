"""What a session leaves behind: chunks, configurations and the comparison, in one zip."""

from __future__ import annotations

from collections.abc import Sequence

from chunkforge.corpus import CorpusChunks
from chunkforge.export.archive import archive
from chunkforge.export.chunk_records import as_json, as_jsonl, chunk_records
from chunkforge.export.comparison_csv import comparison_csv
from chunkforge.export.configurations import configurations
from chunkforge.export.naming import chunks_file_name, named
from chunkforge.export.readme import readme
from chunkforge.measurement import Measurement
from chunkforge.settings import SplitSettings
from chunkforge.tokenizers import Tokenizer


def export_zip(
    corpus: CorpusChunks, settings: SplitSettings, tokenizer: Tokenizer, rows: Sequence[Measurement]
) -> bytes:
    """Pack everything that leaves with the user.

    Args:
        corpus: the documents under the exported setting.
        settings: that setting.
        tokenizer: the boundary tokenizer.
        rows: the comparison.

    Returns:
        The bytes of the zip.
    """
    configured = configurations(settings, tokenizer)
    return archive(
        {
            "chunks.jsonl": as_jsonl(chunk_records(corpus, exact=tokenizer.exact)),
            **configured,
            "comparison.csv": comparison_csv(rows, named(tokenizer)),
            "README.txt": readme(settings, tokenizer, configurations=list(configured)),
        }
    )


__all__ = ["as_json", "as_jsonl", "chunk_records", "chunks_file_name", "comparison_csv", "configurations", "export_zip"]
