"""Which rules of the PDF reader are on, and how much it may take."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from chunkforge.extract.pdf.budget import Limits
from chunkforge.extract.switches import SWITCHES


@dataclass(frozen=True, slots=True)
class Rules:
    """Each rule can be switched off; what it removed or changed is told in the document's `changes` while it is on.

    `crop` drops text outside the visible page, `artifacts` decorations of tagged files, `invisible` hidden text under
    visible text, `overprints` text drawn twice, `furniture` running heads and page numbers, `hyphens` joins words
    divided at line ends, `columns` reorders pages drawn row by row across columns, `forms` adds form values.
    """

    crop: bool = True
    artifacts: bool = True
    invisible: bool = True
    overprints: bool = True
    furniture: bool = True
    hyphens: bool = True
    columns: bool = True
    forms: bool = True
    limits: Limits = field(default_factory=Limits)

    @classmethod
    def without(cls, off: Collection[str]) -> Rules:
        """All rules but some.

        Args:
            off: names of `SWITCHES`.

        Raises:
            ValueError: there is no such switch.
        """
        if unknown := set(off) - set(SWITCHES):
            raise ValueError(f"no such rule: {', '.join(sorted(unknown))}")
        return cls(**dict.fromkeys(off, False))  # type: ignore[arg-type]  # every switch is a bool
