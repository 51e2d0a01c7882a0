"""The errors that reach a person, each with a message they can act on."""

from __future__ import annotations

from chunkforge.notice import Notice


class ChunkforgeError(Exception):
    """Base of every error of the package; `notice` is its sentence, with code and values."""

    def __init__(self, code: str, template: str, /, **values: str | float) -> None:
        """Take the sentence apart as `Notice` does: code, English template, values."""
        self.notice = Notice(code, template, **values)
        super().__init__(str(self.notice))


class ExtractionError(ChunkforgeError):
    """A file could not be read; the message says what is wrong with it."""


class PasswordRequired(ExtractionError):
    """The file opens only with a password that was not given, or the given one is wrong."""


class UnsupportedTokenizer(ChunkforgeError):
    """A tokenizer has a component that is not reproduced exactly; the message names it."""


class TableError(ChunkforgeError):
    """An ONNX file does not hold a readable embedding table."""


class SettingsError(ChunkforgeError):
    """Split settings or a measurement's parameters make no sense together."""


class WorkbenchError(ChunkforgeError):
    """A document, query or mark that was named does not exist, or cannot be changed so."""


class Cancelled(ChunkforgeError):
    """A long step was stopped on request; what was complete before it stays."""

    def __init__(self) -> None:
        """The one sentence of a cancelled step."""
        super().__init__("cancelled", "Stopped. What was finished before is kept.")
