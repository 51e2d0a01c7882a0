"""What happens to a whole text's offsets at the end: some post-processors trim the white space off a token's range."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from chunkforge.tokenizers.unicode_tables import table

_BYTE_SPACE = "\u0120"


class Finish(Protocol):
    """Changes the ranges of tokens."""

    def apply(
        self, text: str, ids: NDArray[np.int32], starts: NDArray[np.int32], ends: NDArray[np.int32]
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Tell the ranges of a whole text's tokens.

        Args:
            text: the text.
            ids: token ids (int32[n]).
            starts: first characters (int32[n]).
            ends: characters past the last (int32[n]).

        Returns:
            New starts and ends.
        """


@dataclass
class Trim:
    """Narrows ranges by the white space that tokens begin and end with, as byte-level post-processors do."""

    spellings: dict[int, str]
    prefix_space: bool
    _sides: dict[int, tuple[int, int]] = field(default_factory=dict)

    def apply(
        self,
        text: str,  # noqa: ARG002 - others look at it
        ids: NDArray[np.int32],
        starts: NDArray[np.int32],
        ends: NDArray[np.int32],
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Trim the ranges; see `Finish.apply`."""
        if not len(ids):
            return starts, ends
        distinct, where = np.unique(ids, return_inverse=True)
        sides = np.array([self._spaces(i) for i in distinct.tolist()], dtype=np.int32)[where]
        leading, trailing = sides[:, 0], sides[:, 1]
        if self.prefix_space:  # a single first space was put in, and has no character of its own
            first = starts == 0
            first[0] = True
            leading = np.where(first & (leading == 1), 0, leading)
        starts = np.where(sides[:, 0] > 0, np.minimum(starts + leading, ends), starts)
        trimmed = (trailing > 0) & (ends >= trailing)
        return starts, np.where(trimmed, np.maximum(ends - trailing, starts), ends)

    def _spaces(self, token: int) -> tuple[int, int]:
        if token not in self._sides:
            space = table("white_space")
            text = self.spellings.get(token, "")
            flags = [c == _BYTE_SPACE or c in space for c in text]
            leading = flags.index(False) if False in flags else len(flags)
            trailing = flags[::-1].index(False) if False in flags else len(flags)
            self._sides[token] = leading, trailing
        return self._sides[token]
