"""What scorers keep of documents: each document is read once a scorer, whichever ranking it takes part in."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from chunkforge.scoring import AnyScorer, Fusion
from chunkforge.steps import Progress, Steps, reported


class Indexes:
    """Indexes of documents by id. A fusion has none of its own: it ranks by those of its scorers."""

    def __init__(self) -> None:
        """Begin with none."""
        self._made: dict[tuple[str, int], Any] = {}

    def of(self, scorer: AnyScorer, number: int) -> Any:  # noqa: ANN401 - each scorer's own affair
        """Give what a scorer keeps of a document, once it has read it."""
        if isinstance(scorer, Fusion):
            return tuple(self.of(part, number) for part in scorer.parts)
        return self._made[scorer.name, number]

    def reading(self, scorer: AnyScorer, text: str, number: int | None = None) -> Steps[dict[str, Any]]:
        """Let a scorer read a text, with progress in its characters.

        Args:
            scorer: all of its parts read, where it is a fusion.
            text: a document's.
            number: the document's id, so that what has been read of it is not read again.

        Returns:
            What `keep` takes.
        """
        parts = scorer.parts if isinstance(scorer, Fusion) else (scorer,)
        read: dict[str, Any] = {}
        for place, part in enumerate(parts):
            if (part.name, number) in self._made:
                continue
            read[part.name] = yield from reported(part.reading(text), partial(_share, place, len(parts)))
        return read

    def keep(self, number: int, read: dict[str, Any]) -> None:
        """Keep what scorers have read of a document."""
        self._made.update({(name, number): index for name, index in read.items()})

    def let_go(self, scorers: Iterable[AnyScorer]) -> None:
        """Keep what these scorers have read, and let go what others have."""
        parts = {part.name for one in scorers for part in (one.parts if isinstance(one, Fusion) else (one,))}
        self._made = {key: index for key, index in self._made.items() if key[0] in parts}

    def forget(self, number: int) -> None:
        """Forget a document."""
        self._made = {key: index for key, index in self._made.items() if key[1] != number}


def _share(place: int, parts: int, step: Progress) -> Progress:
    return Progress((place * step.total + step.done) // parts, step.total, step.unit)
