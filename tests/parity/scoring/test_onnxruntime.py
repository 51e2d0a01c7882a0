"""Tables, and embeddings made from them, against running the ONNX file itself."""

import gzip

import numpy as np
import onnxruntime
import pytest

from chunkforge.scoring import StaticModel, read_embedding_table
from tools.model import scoring_model
from unit.scoring.onnx_files import static_model
from unit.scoring.slow_scoring import PieceTokenizer

pytestmark = pytest.mark.parity

ROWS = np.random.default_rng(3).integers(-128, 128, (200, 32), dtype=np.int8)
TEXT = "some words, cut into pieces of three characters each"


def run(data: bytes, ids: np.ndarray) -> np.ndarray:
    session = onnxruntime.InferenceSession(data, providers=["CPUExecutionProvider"])
    return session.run(None, {session.get_inputs()[0].name: ids.astype(np.int64)})[0]


@pytest.mark.parametrize("form", [{}, {"int32_data": True}, {"constants": True}, {"look_up_last": True}])
@pytest.mark.parametrize(("rows", "zero_point"), [(ROWS, 0), (ROWS, -7), (ROWS.view(np.uint8), 120)])
def test_an_embedding_equals_the_runtime_s(rows, zero_point, form):
    data = static_model(rows, 0.031, zero_point, **form)
    tokenizer = PieceTokenizer(len(rows))
    model = StaticModel(read_embedding_table(data), tokenizer)
    np.testing.assert_allclose(model.embed(TEXT), run(data, tokenizer.encode(TEXT).ids), atol=1e-5)


def test_an_embedding_of_the_site_s_own_model_equals_the_runtime_s(fetcher):
    data = gzip.decompress(scoring_model(fetcher).read_bytes())
    table = read_embedding_table(data)
    assert table.rows.shape == (30522, 512)
    tokenizer = PieceTokenizer(len(table))
    model = StaticModel(table, tokenizer)
    np.testing.assert_allclose(model.embed(TEXT), run(data, tokenizer.encode(TEXT).ids), atol=1e-5)
