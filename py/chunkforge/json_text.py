"""JSON from outside, refused where it is nested too deeply.

Python's reader calls itself for every level. Natively that ends in a RecursionError; in the browser, whose stack is
smaller, it ends the interpreter.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np

MOST_NESTED = 500
_OTHERS = bytes(set(range(256)) - set(b'[]{}"'))


def read_json(text: str, *, parse_float: Callable[[str], Any] | None = None) -> Any:  # noqa: ANN401 - it may be anything
    """Read JSON.

    Args:
        text: what should be JSON.
        parse_float: makes numbers with a fraction.

    Returns:
        What it says.

    Raises:
        ValueError: it is no JSON.
        RecursionError: it is nested deeper than `MOST_NESTED`.
    """
    if text.count("[") + text.count("{") > MOST_NESTED and _depth(text) > MOST_NESTED:
        raise RecursionError
    return json.loads(text, parse_float=parse_float)


def _depth(text: str) -> int:
    """Count the levels of a text that is JSON as far as its deepest one."""
    # Escapes are dropped in pairs, as they are read, so that what quotes are left begin and end strings.
    data = text.encode("utf-8", "surrogatepass").replace(b"\\\\", b"").replace(b'\\"', b"")
    codes = np.frombuffer(data.translate(None, _OTHERS), np.uint8)
    outside = (codes == ord('"')).cumsum(dtype=np.int32) % 2 == 0
    kinds = (codes & ~np.uint8(0x20))[outside]  # which makes brackets of braces
    steps = (kinds == ord("[")).astype(np.int32) - (kinds == ord("]"))
    return int(steps.cumsum(dtype=np.int32).max(initial=0))
