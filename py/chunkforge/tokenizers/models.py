"""Embedding models in use: which tokenizer each has, how it is had, and how much of a chunk the model reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chunkforge.notice import Notice

How = Literal["built-in", "repository", "refused"]
"""Built in: `tokenizer` names a file of the site. Repository: its tokenizer.json. Refused: `reason` says why."""

Kind = Literal["WordPiece", "BPE", "SentencePiece BPE", "Unigram", ""]
"""How a tokenizer finds its tokens; empty where it is not known before the file is there."""

BUILT_IN = ("bert-base-uncased", "cl100k_base", "o200k_base")


@dataclass(frozen=True)
class EmbeddingModel:
    """One model of the list.

    `context` is the number of tokens that the model reads, special ones included. `tokenizer` is one of `BUILT_IN` or
    empty; `repository` a Hugging Face id or empty.
    """

    name: str
    context: int
    how: How
    tokenizer: str = ""
    repository: str = ""
    kind: Kind = ""
    reason: Notice | None = None


def _ranked(tokenizer: str, context: int, *names: str) -> tuple[EmbeddingModel, ...]:
    return tuple(EmbeddingModel(name, context, "built-in", tokenizer=tokenizer, kind="BPE") for name in names)


def _bert(context: int, *repositories: str) -> tuple[EmbeddingModel, ...]:
    return tuple(
        EmbeddingModel(
            _short(repository), context, "built-in", tokenizer=BUILT_IN[0], repository=repository, kind="WordPiece"
        )
        for repository in repositories
    )


def _fetched(context: int, kind: Kind, *repositories: str) -> tuple[EmbeddingModel, ...]:
    return tuple(
        EmbeddingModel(_short(repository), context, "repository", repository=repository, kind=kind)
        for repository in repositories
    )


def _closed(name: str, context: int) -> EmbeddingModel:
    reason = Notice(
        "tokenizer.closed",
        "The tokenizer of {name} is not public, so no count made here can be its own. Count with the provider's API, "
        "or use an estimate that says it is one.",
        name=name,
    )
    return EmbeddingModel(name, context, "refused", reason=reason)


def _gated(repository: str, context: int, kind: Kind) -> EmbeddingModel:
    reason = Notice(
        "tokenizer.gated",
        "{repository} gives its files only to those who have accepted its terms on Hugging Face. Accept them there, "
        "download tokenizer.json, and load it from disk.",
        repository=repository,
    )
    return EmbeddingModel(_short(repository), context, "refused", repository=repository, kind=kind, reason=reason)


def _no_json(name: str, context: int, kind: Kind) -> EmbeddingModel:
    reason = Notice(
        "tokenizer.no-json",
        "{name} has no public tokenizer.json of its own. Load the tokenizer.json that its provider names from disk, or "
        "use an estimate that says it is one.",
        name=name,
    )
    return EmbeddingModel(name, context, "refused", kind=kind, reason=reason)


def _short(repository: str) -> str:
    return repository.partition("/")[2]


MODELS: tuple[EmbeddingModel, ...] = (
    *_ranked("cl100k_base", 8192, "text-embedding-3-small", "text-embedding-3-large", "text-embedding-ada-002"),
    *_bert(512, "BAAI/bge-small-en-v1.5", "BAAI/bge-base-en-v1.5", "BAAI/bge-large-en-v1.5"),
    *_fetched(8192, "Unigram", "BAAI/bge-m3"),
    *_fetched(512, "WordPiece", "intfloat/e5-small-v2", "intfloat/e5-base-v2", "intfloat/e5-large-v2"),
    *_fetched(
        512,
        "Unigram",
        "intfloat/multilingual-e5-small",
        "intfloat/multilingual-e5-base",
        "intfloat/multilingual-e5-large",
        "intfloat/multilingual-e5-large-instruct",
    ),
    *_fetched(32768, "SentencePiece BPE", "intfloat/e5-mistral-7b-instruct"),
    *_fetched(8192, "WordPiece", "Alibaba-NLP/gte-base-en-v1.5", "Alibaba-NLP/gte-large-en-v1.5"),
    *_fetched(8192, "Unigram", "Alibaba-NLP/gte-multilingual-base"),
    *_fetched(
        8192,
        "BPE",
        "Alibaba-NLP/gte-modernbert-base",
        "nomic-ai/modernbert-embed-base",
        "lightonai/modernbert-embed-large",
    ),
    *_fetched(32768, "BPE", "Alibaba-NLP/gte-Qwen2-1.5B-instruct", "Alibaba-NLP/gte-Qwen2-7B-instruct"),
    *_bert(8192, "nomic-ai/nomic-embed-text-v1", "nomic-ai/nomic-embed-text-v1.5"),
    *_fetched(512, "Unigram", "nomic-ai/nomic-embed-text-v2-moe"),
    *_bert(512, "mixedbread-ai/mxbai-embed-large-v1"),
    *_bert(8192, "jinaai/jina-embeddings-v2-small-en", "jinaai/jina-embeddings-v2-base-en"),
    *_fetched(
        8192,
        "BPE",
        "jinaai/jina-embeddings-v2-base-code",
        "jinaai/jina-embeddings-v2-base-de",
        "jinaai/jina-embeddings-v2-base-es",
        "jinaai/jina-embeddings-v2-base-zh",
    ),
    *_fetched(8192, "Unigram", "jinaai/jina-embeddings-v3"),
    *_fetched(32768, "BPE", "jinaai/jina-embeddings-v4", "jinaai/jina-embeddings-v5-text-small"),
    *_fetched(8192, "BPE", "jinaai/jina-embeddings-v5-text-nano"),
    *_bert(
        512,
        "Snowflake/snowflake-arctic-embed-xs",
        "Snowflake/snowflake-arctic-embed-s",
        "Snowflake/snowflake-arctic-embed-m",
        "Snowflake/snowflake-arctic-embed-m-v1.5",
        "Snowflake/snowflake-arctic-embed-l",
    ),
    *_bert(8192, "Snowflake/snowflake-arctic-embed-m-long"),
    *_fetched(8192, "Unigram", "Snowflake/snowflake-arctic-embed-m-v2.0", "Snowflake/snowflake-arctic-embed-l-v2.0"),
    *_fetched(32768, "BPE", "Qwen/Qwen3-Embedding-0.6B", "Qwen/Qwen3-Embedding-4B", "Qwen/Qwen3-Embedding-8B"),
    _gated("google/embeddinggemma-300m", 2048, "SentencePiece BPE"),
    *_bert(256, "sentence-transformers/all-MiniLM-L6-v2"),
    *_bert(128, "sentence-transformers/all-MiniLM-L12-v2"),
    *_fetched(384, "WordPiece", "sentence-transformers/all-mpnet-base-v2"),
    *_fetched(512, "WordPiece", "sentence-transformers/multi-qa-mpnet-base-dot-v1"),
    *_fetched(
        128,
        "Unigram",
        "sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2",
        "sentence-transformers/paraphrase-multilingual-mpnet-base-v2",
    ),
    *_fetched(512, "WordPiece", "Cohere/Cohere-embed-english-v3.0", "Cohere/Cohere-embed-english-light-v3.0"),
    *_fetched(512, "Unigram", "Cohere/Cohere-embed-multilingual-v3.0", "Cohere/Cohere-embed-multilingual-light-v3.0"),
    _closed("Cohere embed-v4.0", 128_000),
    *_fetched(
        32_000,
        "BPE",
        "voyageai/voyage-3",
        "voyageai/voyage-3-large",
        "voyageai/voyage-3.5",
        "voyageai/voyage-4",
        "voyageai/voyage-code-3",
    ),
    *_fetched(512, "BPE", "ibm-granite/granite-embedding-30m-english", "ibm-granite/granite-embedding-125m-english"),
    *_fetched(
        8192, "BPE", "ibm-granite/granite-embedding-english-r2", "ibm-granite/granite-embedding-small-english-r2"
    ),
    *_fetched(
        512,
        "Unigram",
        "ibm-granite/granite-embedding-107m-multilingual",
        "ibm-granite/granite-embedding-278m-multilingual",
    ),
    *_fetched(
        32768,
        "",
        "ibm-granite/granite-embedding-97m-multilingual-r2",
        "ibm-granite/granite-embedding-311m-multilingual-r2",
    ),
    *_fetched(512, "WordPiece", "NovaSearch/stella_en_400M_v5"),
    *_fetched(512, "BPE", "NovaSearch/stella_en_1.5B_v5"),
    _closed("gemini-embedding-001", 2048),
    _closed("gemini-embedding-2", 8192),
    _closed("Amazon Titan Text Embeddings V2", 8192),
    _no_json("mistral-embed", 8192, "SentencePiece BPE"),
    *_fetched(
        32768,
        "SentencePiece BPE",
        "nvidia/NV-Embed-v2",
        "Linq-AI-Research/Linq-Embed-Mistral",
        "Salesforce/SFR-Embedding-Mistral",
    ),
    *_fetched(32768, "BPE", "nvidia/llama-embed-nemotron-8b"),
    *_fetched(8192, "BPE", "nvidia/llama-nemotron-embed-1b-v2"),
    *_fetched(32768, "SentencePiece BPE", "microsoft/harrier-oss-v1-270m", "microsoft/harrier-oss-v1-27b"),
    *_fetched(32768, "BPE", "microsoft/harrier-oss-v1-0.6b"),
)
"""Limits are those that the models' own pages state; where a page advises less, the larger one is given."""


def find_model(name: str) -> EmbeddingModel | None:
    """Find a model by its name or its repository, whatever the case; None where the list lacks it."""
    wanted = name.strip().casefold()
    return next((m for m in MODELS if wanted in {m.name.casefold(), m.repository.casefold()}), None)
