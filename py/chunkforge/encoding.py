"""Token ids with the characters they came from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Encoding:
    """The tokens of one text: three int32 arrays of one length.

    `starts[i]:ends[i]` is the half-open code-point range of token `i` in the original text, as the reference
    library reports it. Tokens that come from one character share its range. Special tokens are never added.
    """

    ids: NDArray[np.int32]
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]

    def __len__(self) -> int:
        """Number of tokens."""
        return len(self.ids)


@dataclass(frozen=True, eq=False)
class SliceTokens:
    """What each of n slices of a text is made of once it is tokenised alone.

    Slice `i` holds the tokens `first[i]:last[i]` of the whole text's encoding (empty where `first == last`) and,
    where its edges cut through words, the tokens `edge_ids[edge_slice == i]`, re-made from the fragments.
    All arrays are int32; `edge_slice` is sorted. The order within a slice is not kept: counts and sums need none.
    """

    first: NDArray[np.int32]
    last: NDArray[np.int32]
    edge_ids: NDArray[np.int32]
    edge_slice: NDArray[np.int32]

    def counts(self) -> NDArray[np.int32]:
        """Tokens of each slice (int32)."""
        edges = np.bincount(self.edge_slice, minlength=len(self.first))
        return (self.last - self.first + edges).astype(np.int32)
