"""The table of every promised ONNX form is read; everything else is refused with a sentence, soon and cheaply."""

import struct
import tracemalloc

import numpy as np
import onnx
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from onnx import TensorProto, helper, numpy_helper

from chunkforge.errors import TableError
from chunkforge.scoring import read_embedding_table
from unit.scoring.onnx_files import static_model

INT8 = np.random.default_rng(1).integers(-128, 128, (50, 12), dtype=np.int8)
UINT8 = INT8.view(np.uint8)


def varint(value: int) -> bytes:
    out = b""
    while value > 0x7F:
        out, value = out + bytes([value & 0x7F | 0x80]), value >> 7
    return out + bytes([value])


def field(number: int, payload: bytes) -> bytes:
    return varint(number << 3 | 2) + varint(len(payload)) + payload


@pytest.mark.parametrize(
    "form", [{}, {"int32_data": True}, {"constants": True}, {"look_up_last": True}, {"more_nodes": True}]
)
@pytest.mark.parametrize(("rows", "zero_point"), [(INT8, 0), (INT8, -5), (INT8, None), (UINT8, 131), (UINT8, None)])
def test_every_form_gives_the_same_table(rows, zero_point, form):
    table = read_embedding_table(static_model(rows, 0.25, zero_point, **form))
    values = (table.rows.astype(np.float64) - table.zero_point) * table.scale
    np.testing.assert_array_equal(values, (rows.astype(np.float64) - (zero_point or 0)) * 0.25)
    assert table.rows.dtype == np.int8


def test_a_table_of_the_reference_model_s_size_is_a_view_into_the_file():
    rows = np.random.default_rng(2).integers(-127, 128, (30522, 1024), dtype=np.int8)
    data = static_model(rows)
    tracemalloc.start()
    table = read_embedding_table(data)
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()
    assert len(table) == 30522
    assert table.dimensions == 1024
    np.testing.assert_array_equal(table.rows, rows)


@pytest.mark.parametrize("rows", [INT8, UINT8])
def test_a_large_table_of_varints_is_read_in_blocks(rows):
    large = np.tile(rows, (1000, 1))
    np.testing.assert_array_equal(
        read_embedding_table(static_model(large, int32_data=True)).rows, read_embedding_table(static_model(large)).rows
    )


def test_unknown_fields_are_skipped():
    noise = (
        field(99, b"?" * 40)
        + varint(98 << 3)
        + varint(1 << 63)
        + varint(97 << 3 | 5)
        + b"1234"
        + varint(96 << 3 | 1)
        + b"8" * 8
    )
    assert len(read_embedding_table(noise + static_model(INT8) + noise)) == 50


def refused(data: bytes) -> str:
    with pytest.raises(TableError) as caught:
        read_embedding_table(data)
    return caught.value.notice.code


def test_a_web_page_or_nothing_is_refused():
    assert refused(b"<!doctype html><title>Not found</title>") == "table.damaged"
    assert refused(b"") == "table.form"


def test_every_truncation_is_refused():
    data = static_model(INT8[:6])
    body = onnx.load_from_string(data)
    del body.metadata_props[:], body.opset_import[:]
    whole = body.SerializeToString()
    for length in range(len(whole)):
        refused(whole[:length])


def table_of(**changes: object) -> bytes:
    model = onnx.load_from_string(static_model(INT8))
    table = model.graph.initializer[0]
    for name, value in changes.items():
        if name in ("dims", "int32_data"):
            del getattr(table, name)[:]
            getattr(table, name).extend(value)
        elif name == "external_data":
            table.external_data.add(key="location", value="elsewhere")
            table.data_location = TensorProto.EXTERNAL
            table.ClearField("raw_data")
        else:
            setattr(table, name, value)
    return model.SerializeToString()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"dims": [50, 13]}, "table.damaged"),
        ({"dims": [1 << 40, 1 << 40]}, "table.damaged"),
        ({"dims": [-50, -12]}, "table.form"),
        ({"dims": [0, 12]}, "table.form"),
        ({"dims": [600]}, "table.form"),
        ({"dims": [1] * 17}, "table.damaged"),
        ({"dims": [1 << 62] * 4000}, "table.damaged"),
        ({"data_type": TensorProto.INT32}, "table.form"),
        ({"data_type": TensorProto.FLOAT}, "table.form"),
        ({"external_data": True}, "table.external"),
    ],
)
def test_a_table_that_is_not_what_it_says_is_refused(changes, code):
    assert refused(table_of(**changes)) == code


@pytest.mark.parametrize("numbers", [[300] * 600, [-129] * 600, [0] * 599, [0] * 601, [1 << 31 - 1] * 600])
def test_varints_that_do_not_fit_the_table_are_refused(numbers):
    model = onnx.load_from_string(static_model(INT8, int32_data=True))
    del model.graph.initializer[0].int32_data[:]
    model.graph.initializer[0].int32_data.extend(numbers)
    assert refused(model.SerializeToString()) == "table.damaged"


@pytest.mark.parametrize("scale", [0.0, -1.0, float("nan"), float("inf"), np.ones(50), np.ones(12), np.ones(0)])
def test_a_scale_that_is_no_positive_number_for_the_whole_table_is_refused(scale):
    assert refused(static_model(INT8, scale)) == "table.form"


def test_graphs_of_another_form_are_refused_by_what_they_lack():
    data = static_model(INT8)
    for operator in ("Gather", "DequantizeLinear", "ReduceMean"):
        assert refused(data.replace(operator.encode(), b"x" * len(operator))) == "table.form"
    floats = helper.make_graph(
        [helper.make_node("Gather", ["t", "ids"], ["r"]), helper.make_node("ReduceMean", ["r"], ["e"])],
        "floats", [], [], [numpy_helper.from_array(INT8.astype(np.float32), "t")],
    )  # fmt: skip
    with pytest.raises(TableError, match="32-bit floats; the int8 file"):
        read_embedding_table(helper.make_model(floats).SerializeToString())


def test_nodes_that_go_round_in_a_ring_are_refused():
    ring = [helper.make_node("Identity", [f"n{i}"], [f"n{(i + 1) % 500}"]) for i in range(500)]
    means = [helper.make_node("ReduceMean", [f"n{i}"], [f"m{i}"]) for i in range(500)]
    tied = [helper.make_node("DequantizeLinear", ["d", "d", "d"], ["d"]), helper.make_node("ReduceMean", ["d"], ["x"])]
    graph = helper.make_graph([*ring, *means, *tied], "ring", [], [])
    assert refused(helper.make_model(graph).SerializeToString()) == "table.form"


@pytest.mark.parametrize(
    "data",
    [
        b"\xff" * 1_000_000,  # a varint that never ends
        b"\x3a" + b"\xff" * 9 + b"\x01" + b"x" * 100,  # a length of 2^64 - 1
        field(7, b"\x0b" * 1_000_000),  # groups in groups
        field(7, field(5, field(5, b"\x80" * 5_000_000))),  # packed numbers without an end
        field(7, b"\x0a\x00" * 5_000_000),  # ten million empty nodes
        field(7, field(5, b"\x28\x01" * 5_000_000)),  # numbers that could have been packed
        b"\x00\x00",  # field number 0
    ],
)
def test_hostile_bytes_are_refused_without_much_memory(data):
    tracemalloc.start()
    refused(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000_000


def test_messages_nested_a_million_deep_cost_nothing():
    deep = b""
    for _ in range(2000):
        deep = field(7, deep)
    assert refused(deep) == "table.form"


WHOLE = static_model(INT8[:4, :3], int32_data=True)


@settings(max_examples=400, deadline=None)
@given(
    changes=st.lists(st.tuples(st.integers(0, len(WHOLE) - 1), st.integers(0, 255)), min_size=1, max_size=4),
    varints=st.booleans(),
)
@example(changes=[(0, 0xFF)], varints=True)
def test_changed_bytes_give_a_table_or_a_sentence(changes, varints):
    data = bytearray(WHOLE if varints else static_model(INT8[:4, :3]))
    for at, value in changes:
        data[at % len(data)] = value
    try:
        table = read_embedding_table(bytes(data))
    except TableError:
        return
    assert table.rows.size <= len(data)
    assert table.scale > 0
    assert struct.pack("<f", table.scale)
