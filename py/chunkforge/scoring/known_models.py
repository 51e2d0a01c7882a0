"""Static models whose files can be asked for by name: where each is, and what is known of it before it is read.

No hash of these files is known here. What is: the revision, which names one state of the repository, and the size of
the table. `pins.json` says the same to the build.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KnownModel:
    """One model: its name, its repository at one revision, its two files, and the size of its table."""

    name: str
    repository: str
    revision: str
    table: str
    tokenizer: str
    rows: int
    dimensions: int


KNOWN_MODELS = (
    KnownModel(
        name="static-retrieval-mrl-en-v1",
        repository="sentence-transformers/static-retrieval-mrl-en-v1",
        revision="f60985c",
        table="onnx/model_int8.onnx",
        tokenizer="0_StaticEmbedding/tokenizer.json",
        rows=30522,
        dimensions=1024,
    ),
)
