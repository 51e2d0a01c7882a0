"""The parts of an ONNX file that a static model needs: nodes, and stored tensors still undecoded.

Field numbers are those of `onnx.proto` (Model.graph 7; Graph.node 1, .initializer 5; Node.input 1, .output 2, .op_type
4, .attribute 5; Attribute.t 5; Tensor.dims 1, .data_type 2, .float_data 4, .int32_data 5, .name 8, .raw_data 9,
.external_data 13, .data_location 14).
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from chunkforge.errors import TableError
from chunkforge.protobuf import Allowance, BrokenMessage, fields, int64, packed_varints

FLOAT, UINT8, INT8 = 1, 2, 3
"""ONNX data types."""

MOST_FIELDS = 20_000
"""Fields one file may hold outside packed arrays; a table's graph has dozens."""

MOST_DIMS = 16
"""Dimensions of a tensor; models have at most six."""

DECODE_AT_ONCE = 1 << 20
"""Bytes of a packed array decoded together, which bounds the memory beside the table itself."""


@dataclass(slots=True)
class Tensor:
    """A stored tensor: shape and type decoded, data still as it lies in the file."""

    name: str = ""
    dims: tuple[int, ...] = ()
    kind: int = 0
    raw: memoryview | None = None
    floats: list[memoryview] = field(default_factory=list)
    int32s: list[memoryview | int] = field(default_factory=list)
    external: bool = False

    @property
    def size(self) -> int:
        """Number of elements its shape promises; 1 for a scalar."""
        return math.prod(self.dims)

    def bytes_between(self, lowest: int, highest: int) -> NDArray[np.int8]:
        """Decode one-byte elements.

        Args:
            lowest: smallest value the type allows, -128 or 0.
            highest: largest.

        Returns:
            int8 [size], the two's complement bytes; a view into the file where it holds them so.
        """
        self._refuse_external()
        if self.raw is not None:
            if len(self.raw) != self.size:
                raise BrokenMessage(f"{self.size} elements promised, {len(self.raw)} there")
            return np.frombuffer(self.raw, np.int8)
        available = sum(1 if isinstance(part, int) else len(part) for part in self.int32s)
        if self.size > available:  # each element takes a byte at least
            raise BrokenMessage(f"{self.size} elements promised, at most {available} there")
        out = np.empty(self.size, np.int8)
        filled = 0
        for part in self.int32s:
            for values in self._decoded(part, self.size):
                narrow = values.astype(np.int32)  # an int32 keeps the low 32 bits, as protobuf does
                inside = lowest <= narrow.min(initial=highest) and narrow.max(initial=lowest) <= highest
                if not inside or len(narrow) > self.size - filled:
                    raise BrokenMessage("numbers that do not fit the table")
                out[filled : filled + len(narrow)] = narrow.astype(np.int8)
                filled += len(narrow)
        if filled != self.size:
            raise BrokenMessage(f"{self.size} elements promised, {filled} there")
        return out

    def number(self) -> float:
        """Decode the one 32-bit float of a scalar."""
        self._refuse_external()
        data = b"".join(self.floats) if self.raw is None else bytes(self.raw[:5])
        if len(data) != 4:
            raise BrokenMessage("a number is missing")
        return float(struct.unpack("<f", data)[0])

    @staticmethod
    def _decoded(part: memoryview | int, most: int) -> Iterator[NDArray[np.int64]]:
        if isinstance(part, int):
            yield np.array([int64(part)], np.int64)
            return
        at = 0
        while at < len(part):
            stop = min(at + DECODE_AT_ONCE, len(part))
            if stop < len(part):  # end behind a whole number
                tail = np.frombuffer(part[max(at, stop - 16) : stop], np.uint8)
                whole = np.flatnonzero(tail < 0x80)
                if not len(whole):
                    raise BrokenMessage("a number never ends")
                stop -= len(tail) - 1 - int(whole[-1])
            yield packed_varints(part[at:stop], most)
            at = stop

    def _refuse_external(self) -> None:
        if self.external:
            raise TableError(
                "table.external",
                "This ONNX file keeps its table in a second file. Use a variant that is one file: model_int8.onnx.",
            )


@dataclass(frozen=True, slots=True)
class Node:
    """One operation: its name, what it reads and makes, and the tensor of a `Constant`."""

    operator: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    constant: Tensor | None = None


@dataclass(frozen=True, slots=True)
class Graph:
    """The nodes in file order and the stored tensors by name."""

    nodes: tuple[Node, ...]
    tensors: dict[str, Tensor]


def read_graph(view: memoryview) -> Graph:
    """Read nodes and stored tensors of an ONNX file; everything else is skipped.

    Args:
        view: the file's bytes.

    Returns:
        The graph, with tensors that look into `view`.

    Raises:
        BrokenMessage: the bytes are not a complete ONNX file.
    """
    allowance = Allowance(MOST_FIELDS)
    nodes: list[Node] = []
    tensors: dict[str, Tensor] = {}
    for number, graph in fields(view, allowance):
        if number != 7 or isinstance(graph, int):
            continue
        for part, value in fields(graph, allowance):
            if isinstance(value, int):
                continue
            if part == 1:
                nodes.append(_node(value, allowance))
            elif part == 5:
                tensor = _tensor(value, allowance)
                tensors[tensor.name] = tensor
    return Graph(tuple(nodes), tensors)


def _text(value: memoryview) -> str:
    return bytes(value).decode("utf-8", "replace")


def _node(view: memoryview, allowance: Allowance) -> Node:
    operator, constant = "", None
    inputs: list[str] = []
    outputs: list[str] = []
    for number, value in fields(view, allowance):
        if isinstance(value, int):
            continue
        if number == 1:
            inputs.append(_text(value))
        elif number == 2:
            outputs.append(_text(value))
        elif number == 4:
            operator = _text(value)
        elif number == 5:
            for part, inner in fields(value, allowance):
                if part == 5 and not isinstance(inner, int):
                    constant = _tensor(inner, allowance)
    return Node(operator, tuple(inputs), tuple(outputs), constant)


def _tensor(view: memoryview, allowance: Allowance) -> Tensor:
    tensor = Tensor()
    for number, value in fields(view, allowance):
        if number == 5:
            tensor.int32s.append(value)
        elif number == 1:
            more = [int64(value)] if isinstance(value, int) else packed_varints(value, MOST_DIMS).tolist()
            tensor.dims = (*tensor.dims, *more)
            if len(tensor.dims) > MOST_DIMS:
                raise BrokenMessage(f"a tensor of more than {MOST_DIMS} dimensions")
        elif isinstance(value, int):
            tensor.kind = value if number == 2 else tensor.kind
            tensor.external |= number == 14 and value == 1
        else:
            tensor.floats += [value] * (number == 4)
            tensor.name = _text(value) if number == 8 else tensor.name
            tensor.raw = value if number == 9 else tensor.raw
            tensor.external |= number == 13
    return tensor
