"""Takes the table out of a static model's ONNX file: `Gather -> DequantizeLinear -> ReduceMean`.

No inference runtime and no schema: the few fields of `onnx.proto` that matter are read by number. The table is found by
following the nodes from the mean back to its data, so names do not matter. Both orders of look-up and dequantisation
are understood. What it does not do: run anything, read per-row scales, or read tables that are not int8 or uint8.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chunkforge.errors import TableError
from chunkforge.protobuf import BrokenMessage
from chunkforge.scoring.onnx_graph import FLOAT, INT8, UINT8, Graph, Node, Tensor, read_graph
from chunkforge.scoring.table import EmbeddingTable

PASSING = frozenset({"Identity", "Cast"})
"""Operators that hand values on unchanged, as far as a mean is concerned."""

MOST_HOPS = 16
"""Passing operators followed in a row, so that a ring of them ends."""


def read_embedding_table(onnx: bytes | memoryview) -> EmbeddingTable:
    """Read the embedding table of a static model.

    Args:
        onnx: the file's bytes; they must outlive the table, which looks into them where it can.

    Returns:
        The table, with uint8 rows moved to int8 (values and zero point less 128).

    Raises:
        TableError: the file is damaged, or its graph is no mean of an int8 or uint8 table's rows.
    """
    try:
        return _read(memoryview(onnx).cast("B"))
    except BrokenMessage as error:
        raise TableError(
            "table.damaged",
            "This is not a complete ONNX file ({detail}). Download it again, and check that it is not a web page.",
            detail=str(error),
        ) from error


def _read(onnx: memoryview) -> EmbeddingTable:
    graph = read_graph(onnx)
    table, scale, zero_point = _quantised(graph)
    rows = _rows(table)
    zero = 0 if zero_point is None else _zero(zero_point, table.kind)
    if table.kind == UINT8:
        rows, zero = (rows.view(np.uint8) ^ np.uint8(128)).view(np.int8), zero - 128
    return EmbeddingTable(rows, _scale(scale), zero)


def _no_table(reason: str) -> TableError:
    return TableError(
        "table.form",
        "This ONNX file is not a static embedding model that can be read here: {reason}. Use one that averages "
        "the rows of an int8 or uint8 table, such as onnx/model_int8.onnx of "
        "sentence-transformers/static-retrieval-mrl-en-v1.",
        reason=reason,
    )


@dataclass(frozen=True)
class _Maker:
    """Finds who made a value: a node or a stored tensor."""

    graph: Graph
    by_output: Mapping[str, Node]

    def node(self, value: str) -> Node | None:
        """The node that makes a value, seen through those that pass it on."""
        node = self.by_output.get(value)
        for _ in range(MOST_HOPS):
            if node is None or node.operator not in PASSING or not node.inputs:
                break
            node = self.by_output.get(node.inputs[0])
        return node

    def tensor(self, value: str) -> Tensor | None:
        """The stored tensor behind a value."""
        for _ in range(MOST_HOPS):
            if value in self.graph.tensors:
                return self.graph.tensors[value]
            node = self.by_output.get(value)
            if node is None:
                return None
            if node.operator == "Constant":
                return node.constant
            if node.operator != "Identity" or not node.inputs:
                return None
            value = node.inputs[0]
        return None


def _quantised(graph: Graph) -> tuple[Tensor, Tensor, Tensor | None]:
    """Follow the mean back to table, scale and zero point."""
    maker = _Maker(graph, {output: node for node in graph.nodes for output in node.outputs if output})
    reason = "nothing in it averages rows (ReduceMean)"
    for mean in graph.nodes:
        if mean.operator != "ReduceMean" or not mean.inputs:
            continue
        reason = "what it averages is not looked up in a quantised table (Gather, DequantizeLinear)"
        outer = maker.node(mean.inputs[0])
        inner = maker.node(outer.inputs[0]) if outer is not None and outer.inputs else None
        if outer is None:
            continue
        if outer.operator == "Gather" and (inner is None or inner.operator == "Constant"):
            table = maker.tensor(outer.inputs[0]) if outer.inputs else None
            if table is not None and table.kind == FLOAT:
                reason = "its table holds 32-bit floats; the int8 file of the same model is needed"
            continue
        if inner is None or {outer.operator, inner.operator} != {"Gather", "DequantizeLinear"}:
            continue
        dequantize = outer if outer.operator == "DequantizeLinear" else inner
        table = maker.tensor(inner.inputs[0]) if inner.inputs else None
        scale = maker.tensor(dequantize.inputs[1]) if len(dequantize.inputs) > 1 else None
        if table is None or scale is None:
            reason = "its table or scale is not stored in the file"
            continue
        zero_name = dequantize.inputs[2] if len(dequantize.inputs) > 2 else ""
        zero = maker.tensor(zero_name) if zero_name else None
        if zero_name and zero is None:
            reason = "its zero point is not stored in the file"
            continue
        return table, scale, zero
    raise _no_table(reason)


def _rows(table: Tensor) -> NDArray[np.int8]:
    if table.kind not in (INT8, UINT8):
        raise _no_table(f"its table has ONNX data type {table.kind}")
    if len(table.dims) != 2 or min(table.dims) < 1:
        raise _no_table(f"its table has the shape {list(table.dims)}")
    lowest = -128 if table.kind == INT8 else 0
    return table.bytes_between(lowest, lowest + 255).reshape(table.dims)


def _scale(tensor: Tensor) -> float:
    if tensor.kind != FLOAT or tensor.size != 1:
        raise _no_table("its scale is not one number for the whole table")
    scale = tensor.number()
    if not (math.isfinite(scale) and scale > 0):
        raise _no_table(f"its scale is {scale}")
    return scale


def _zero(tensor: Tensor, kind: int) -> int:
    if tensor.kind != kind or tensor.size != 1:
        raise _no_table("its zero point is not one number of the table's own type")
    lowest = -128 if kind == INT8 else 0
    value = tensor.bytes_between(lowest, lowest + 255)
    return int(value.view(np.uint8)[0]) if kind == UINT8 else int(value[0])
