"""ONNX files of static models, made by the `onnx` package in every form that is promised to be read."""

import numpy as np
from onnx import TensorProto, helper, numpy_helper


def static_model(
    rows: np.ndarray,
    scale: float | np.ndarray = 0.25,
    zero_point: int | None = 0,
    *,
    int32_data: bool = False,
    constants: bool = False,
    look_up_last: bool = False,
    more_nodes: bool = False,
) -> bytes:
    """The mean of looked-up rows.

    Args:
        rows: int8 or uint8 [V, D].
        scale: per tensor; an array stands for one that is not.
        zero_point: `None` leaves it out.
        int32_data: whether the table's bytes are written as varints.
        constants: whether scale and zero point come from `Constant` nodes.
        look_up_last: whether the table is dequantised before the look-up.
        more_nodes: whether harmless nodes stand between and around.
    """
    kind = TensorProto.INT8 if rows.dtype == np.int8 else TensorProto.UINT8
    if int32_data:
        table = helper.make_tensor("t", kind, rows.shape, rows.flatten().tolist())
    else:
        table = numpy_helper.from_array(rows, "t")
    stored = {"s": numpy_helper.from_array(np.asarray(scale, np.float32), "s")}
    if zero_point is not None:
        stored["z"] = numpy_helper.from_array(np.array(zero_point, rows.dtype), "z")
    nodes = [helper.make_node("Constant", [], [name], value=tensor) for name, tensor in stored.items() if constants]
    numbers = list(stored)
    if look_up_last:
        nodes += [
            helper.make_node("DequantizeLinear", ["t", *numbers], ["d"]),
            helper.make_node("Gather", ["d", "ids"], ["r"]),
        ]
    else:
        nodes += [
            helper.make_node("Gather", ["t", "ids"], ["g"]),
            helper.make_node("DequantizeLinear", ["g", *numbers], ["r"]),
        ]
    if more_nodes:
        nodes += [
            helper.make_node("Identity", ["r"], ["i"]),
            helper.make_node("ReduceMean", ["i"], ["m"], axes=[0], keepdims=0),
            helper.make_node("LpNormalization", ["m"], ["e"], axis=0),
        ]
    else:
        nodes.append(helper.make_node("ReduceMean", ["r"], ["e"], axes=[0], keepdims=0))
    graph = helper.make_graph(
        nodes,
        "static",
        [helper.make_tensor_value_info("ids", TensorProto.INT64, ["n"])],
        [helper.make_tensor_value_info("e", TensorProto.FLOAT, [rows.shape[1]])],
        [table, *([] if constants else stored.values())],
        doc_string="words that no reader needs",
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8, producer_name="tests")
    helper.set_model_props(model, {"a": "b"})
    return model.SerializeToString()
