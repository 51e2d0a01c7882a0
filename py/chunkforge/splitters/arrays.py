"""The array type that splitters hand each other.

It is written as a string: while the core is imported, nothing is asked of numpy, so that the page can keep a picture of
the imported core without numpy's compiled parts.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = "NDArray[np.int32]"
"""Offsets, counts or places (int32[n])."""
