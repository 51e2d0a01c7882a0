"""What the page, the export and the advice need to know of a strategy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from chunkforge.chunks import Chunks
from chunkforge.settings import SplitSettings
from chunkforge.splitters.source import Source


@dataclass(frozen=True, slots=True)
class Strategy:
    """One way to split.

    `library` names the package and version whose chunks it reproduces; empty for our own strategies, which keep the
    limit always. `size` and `overlap` are the defaults, the library's where it has some. `options` are the fields
    of `SplitSettings` it takes beside those. `unit` is what `size` counts, where `length` is not among the options.
    """

    id: str
    label: str
    split: Callable[[Source, SplitSettings], Chunks]
    size: int
    overlap: int
    library: str = ""
    options: tuple[str, ...] = ()
    unit: str = "tokens"
