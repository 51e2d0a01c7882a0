"""Bytes of a text file to canonical text: one line end, no byte-order mark, no control characters.

No language is guessed and no text is repaired beyond that: what cannot be decoded is said in a notice.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chunkforge.errors import ExtractionError
from chunkforge.notice import Notice

_MARKS = (  # UTF-32 first: its little-endian mark begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROLS = re.compile("[\0-\x08\x0b\x0e-\x1f\x7f\x80-\x84\x86-\x9f]")
_SAMPLE = 200_000  # bytes that the encoding is guessed from
_WITHIN = bytes(range(0x30, 0x100))  # what characters of several bytes are made of
_FEW = 16  # bytes beyond ASCII below which statistics say nothing


@dataclass(frozen=True, eq=False)
class Decoded:
    """Canonical text, the starts of its pages (int32, empty without form feeds) and what was done to get there."""

    text: str
    page_starts: NDArray[np.int32]
    notices: tuple[Notice, ...]


def decode(data: bytes, declared: str = "", *, name: str = "This") -> Decoded:
    """Decode a text file.

    Args:
        data: the bytes of the file.
        declared: the encoding that the file names for itself, believed where the bytes are not UTF-8.
        name: the file's name, for messages.

    Returns:
        Its text with line feeds only.

    Raises:
        ExtractionError: the bytes are no text.
    """
    text, notices = _characters(data, declared)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        notices.append(
            Notice(
                "text.line-ends",
                "The file's line ends were read as single line feeds; offsets count the text as it is shown here.",
            )
        )
    text, removed = _CONTROLS.subn("", text)
    if removed > 0.1 * (len(text) + removed):
        raise ExtractionError(
            "text.binary",
            "{name} is not a text file. Drop a PDF, Markdown, HTML, Word (.docx), CSV, JSON or plain text file.",
            name=name,
        )
    if removed:
        notices.append(
            Notice(
                "text.controls",
                "Control characters, which cannot be seen, were left out of the text ({count}).",
                count=removed,
            )
        )
    text, page_starts = _pages(text)
    return Decoded(text, page_starts, tuple(notices))


def _characters(data: bytes, declared: str) -> tuple[str, list[Notice]]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _replacing(data[len(mark) :], encoding, [])
    encoding = _unmarked_utf16(data[:4000])
    if encoding:
        return _replacing(data, encoding, [_guessed(encoding)])
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError:
        try:
            text = data.decode(declared or "utf-8")
            text.encode("utf-8")  # Python knows codecs that are no encoding of texts, and give lone surrogates
        except (LookupError, UnicodeError):
            return _not_utf8(data)
        return text, []


def _replacing(data: bytes, encoding: str, notices: list[Notice]) -> tuple[str, list[Notice]]:
    try:
        return data.decode(encoding), notices
    except UnicodeDecodeError:
        text = data.decode(encoding, "replace")
        return text, [*notices, _broken(text.count("\ufffd"), encoding)]


def _broken(count: int, encoding: str) -> Notice:
    return Notice(
        "text.broken-bytes",
        "What could not be decoded as {encoding} shows as \ufffd ({count}). If that is often, save the file as UTF-8.",
        count=count,
        encoding=encoding.upper(),
    )


def _guessed(encoding: str) -> Notice:
    return Notice(
        "text.guessed-encoding",
        "The file is not UTF-8 and does not name its encoding; it was read as {encoding}. Check that accents look "
        "right, or save it as UTF-8.",
        encoding=encoding,
    )


def _unmarked_utf16(head: bytes) -> str:
    """Recognise UTF-16 by its zeros: Latin text has them in every other byte."""
    if len(head) < 4:
        return ""
    even, odd = head[0::2].count(0) / len(head[0::2]), head[1::2].count(0) / len(head[1::2])
    if odd > 0.3 and even < 0.05:
        return "utf-16-le"
    return "utf-16-be" if even > 0.3 and odd < 0.05 else ""


def _not_utf8(data: bytes) -> tuple[str, list[Notice]]:
    text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    beyond_ascii = sum(character > "\x7f" for character in text)
    if broken <= 0.02 * beyond_ascii:  # UTF-8 with a few damaged places
        return text, [_broken(broken, "utf-8")]
    encoding = _statistics(data) or "cp1252"
    text = data.decode(encoding, "replace")
    notices = [_guessed(encoding)]
    if "\ufffd" in text:
        notices.append(_broken(text.count("\ufffd"), encoding))
    return text, notices


def _statistics(data: bytes) -> str:
    sample = _sample(data)
    if len(sample.translate(None, bytes(range(128)))) < _FEW:
        return ""
    from charset_normalizer import from_bytes  # noqa: PLC0415 - a slow import that few files need

    best = from_bytes(sample).best()
    return best.encoding if best is not None else ""


def _sample(data: bytes) -> bytes:
    """The beginning of a file, cut where no character of several bytes can be cut with it."""
    if len(data) <= _SAMPLE:
        return data
    sample = data[:_SAMPLE]  # a whole number of characters of two or four bytes, which have zeros
    return sample if 0 in sample else sample.rstrip(_WITHIN) or sample


def _pages(text: str) -> tuple[str, NDArray[np.int32]]:
    """Take form feeds out as page breaks; a page begins on a line of its own."""
    if "\f" not in text:
        return text, np.empty(0, np.int32)
    pages = text.split("\f")
    whole = [page if page.endswith("\n") or not page else page + "\n" for page in pages[:-1]]
    whole.append(pages[-1])
    starts = np.cumsum([0, *(len(page) for page in whole[:-1])])
    return "".join(whole), starts.astype(np.int32)
