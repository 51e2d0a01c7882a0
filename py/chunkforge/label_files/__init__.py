"""Questions with their answers as files: read, settled on the documents, written so that they come back identical."""

from __future__ import annotations

from chunkforge.label_files.reading import Answer, LabelRow, read_labels
from chunkforge.label_files.settling import Settled, Unsettled, settle
from chunkforge.label_files.writing import labels_jsonl

__all__ = ["Answer", "LabelRow", "Settled", "Unsettled", "labels_jsonl", "read_labels", "settle"]
