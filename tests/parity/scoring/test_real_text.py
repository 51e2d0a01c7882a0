"""Scores of a real text under the site's own model against the real tokenizer and plain float64 arithmetic."""

import gzip

import numpy as np
import pytest
from tokenizers import Tokenizer

from chunkforge.scoring import StaticModel, ranking, read_embedding_table
from chunkforge.steps import finish
from chunkforge.tokenizers import load_tokenizer
from tools import parts
from tools.model import scoring_model
from unit.scoring.slow_scoring import split

pytestmark = pytest.mark.parity

QUERIES = ("What did he say about insulin prices?", "junk fees", "naïve café — 猫", "")


@pytest.fixture(scope="module")
def tokenizer_json(fetcher, tmp_path_factory):
    folder = tmp_path_factory.mktemp("tokenizers")
    parts.add_tokenizers(fetcher, folder)
    return (folder / "tokenizers" / "bert-base-uncased.json").read_bytes()


@pytest.mark.parametrize("prefix", ["", "State of the Union > Health\n\n", "no white space at the end:"])
@pytest.mark.parametrize(("size", "step"), [(400, 400), (333, 250), (3000, 2900), (7, 61)])
def test_scores_equal_the_real_tokenizer_and_float64(shared, fetcher, tokenizer_json, size, step, prefix):
    table = read_embedding_table(gzip.decompress(scoring_model(fetcher).read_bytes()))
    model = StaticModel(table, load_tokenizer(tokenizer_json))
    text = (shared / "data" / "chroma" / "state_of_the_union.md").read_text(encoding="utf-8")
    spans = [(at, min(at + size, len(text))) for at in range(0, len(text), step)]
    chunks = split(text, spans, prefixes=[prefix], prefix_of=[0] * len(spans))
    scores = finish(model.scoring([(finish(model.reading(text)), chunks)], QUERIES))

    real = Tokenizer.from_str(tokenizer_json.decode())
    real.no_truncation()
    real.no_padding()
    rows = table.rows.astype(np.float64) * table.scale

    def embed(texts):
        encodings = real.encode_batch(list(texts), add_special_tokens=False)
        means = np.array([rows[encoding.ids].mean(axis=0) if encoding.ids else 0 * rows[0] for encoding in encodings])
        lengths = np.linalg.norm(means, axis=1, keepdims=True)
        return means / np.where(lengths, lengths, 1)

    expected = embed(QUERIES) @ embed(chunks.text(i) for i in range(len(chunks))).T
    np.testing.assert_allclose(scores, expected, atol=1e-5)
    # Two chunks of the same words tie exactly in ours; float64 means of them differ in the last bits.
    np.testing.assert_array_equal(ranking(scores), ranking(expected.round(12)))
