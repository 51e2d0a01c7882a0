"""What a file may need before it can be read: each is an error that the caller can put right, and then read again."""

from __future__ import annotations

from collections.abc import Iterable

from chunkforge.errors import ExtractionError


class NeedsCMaps(ExtractionError):
    """A PDF names character maps that are not there; `names` are to be handed to `add_cmap`."""

    def __init__(self, names: Iterable[str]) -> None:
        """Ask for these."""
        self.names = tuple(sorted(names))
        super().__init__(
            "pdf.needs-cmaps",
            "The fonts of this PDF need character maps that are not at hand ({names}). Connect to the network once and "
            "drop the file again.",
            names=", ".join(self.names),
        )


class NeedsPackages(ExtractionError):
    """A format is read by packages that are not installed; `names` are theirs in the package registry."""

    def __init__(self, *names: str) -> None:
        """Ask for these."""
        self.names = names
        super().__init__(
            "extract.needs-packages",
            "This kind of file is read by packages that are not installed: {names}. Install them and read it again.",
            names=", ".join(names),
        )
