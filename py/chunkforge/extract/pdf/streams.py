"""Streams: their filters undone, within bounds, and never an exception for damaged bytes.

A damaged stream gives what could be decoded before the damage. Pictures are not decoded.
"""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
from pdfminer.ascii85 import ascii85decode
from pdfminer.pdftypes import PDFStream, resolve1
from pdfminer.psexceptions import PSException
from pdfminer.psparser import PSLiteral
from pdfminer.utils import apply_png_predictor, apply_tiff_predictor

from chunkforge.extract.pdf.budget import Budget
from chunkforge.extract.pdf.syntax import hexadecimal

_MOST_FILTERS = 8
_ABBREVIATED = {
    "Fl": "FlateDecode",
    "LZW": "LZWDecode",
    "A85": "ASCII85Decode",
    "AHx": "ASCIIHexDecode",
    "RL": "RunLengthDecode",
}


class Stream(PDFStream):
    """A stream of the file; `get_data` decodes it anew each time, so that large ones are not kept."""

    budget: Budget

    @property
    def whole(self) -> bool:
        """Whether there are as many bytes as its length says, where that is told."""
        length = resolve1(self.attrs.get("Length"))
        return not isinstance(length, int | float) or len(self.rawdata or b"") >= length

    def get_data(self) -> bytes:
        """Undo encryption and filters.

        Returns:
            The decoded bytes; empty for pictures and where nothing could be decoded.

        Raises:
            OverBudget: all streams together unpack to more than a file may.
        """
        data = self.rawdata or b""
        if self.decipher is not None and self.objid is not None:
            data = self.decipher(self.objid, self.genno or 0, data, self.attrs)
        for filter_name, parameters in self._filters():
            decoded = self._undo(filter_name, data, parameters)
            if decoded is None:
                return b""
            data = _unpredicted(decoded, parameters)
        return data

    def _filters(self) -> list[tuple[str, dict[str, Any]]]:
        names = resolve1(self.get_any(("F", "Filter")))
        parameters = resolve1(self.get_any(("DP", "DecodeParms", "FDecodeParms")))
        names = names if isinstance(names, list) else [names]
        parameters = parameters if isinstance(parameters, list) else [parameters] * len(names)
        parameters += [None] * (len(names) - len(parameters))
        filters = []
        for entry, given in zip(names[:_MOST_FILTERS], parameters, strict=False):
            literal, settings = resolve1(entry), resolve1(given)
            if isinstance(literal, PSLiteral):
                full = _ABBREVIATED.get(str(literal.name), str(literal.name))
                filters.append((full, settings if isinstance(settings, dict) else {}))
        return filters

    def _undo(self, filter_name: str, data: bytes, parameters: dict[str, Any]) -> bytes | None:
        """Undo one filter; `None` where it is a picture's or unknown."""
        try:
            if filter_name == "FlateDecode":
                decoded = inflate(data, self.budget.limits.stream_bytes)
            elif filter_name == "LZWDecode":
                decoded = unlzw(
                    data, self.budget.limits.stream_bytes, early=resolve1(parameters.get("EarlyChange")) != 0
                )
            elif filter_name == "ASCII85Decode":
                decoded = ascii85decode(data[: 2 * self.budget.limits.stream_bytes])
            elif filter_name == "ASCIIHexDecode":
                decoded = hexadecimal(data.partition(b">")[0])
            elif filter_name == "RunLengthDecode":
                decoded = unrun(data, self.budget.limits.stream_bytes)
            elif filter_name == "Crypt":
                return data
            else:
                return None
        except (ValueError, TypeError, IndexError, PSException):
            return b""
        if len(decoded) >= self.budget.limits.stream_bytes:
            self.budget.cut_streams += 1
        self.budget.take(len(decoded))
        return decoded


def inflate(data: bytes, limit: int) -> bytes:
    """Decompress, giving what comes before damage; without its header where that is what is damaged.

    Args:
        data: zlib data.
        limit: the most bytes to give.
    """
    decoded = _inflated(data, zlib.MAX_WBITS, limit)
    if decoded:
        return decoded
    headless = (_inflated(data[start:], -zlib.MAX_WBITS, limit) for start in (2, 0))
    return max(headless, key=len)


def _inflated(data: bytes, window: int, limit: int) -> bytes:
    decompressor = zlib.decompressobj(window)
    parts, size = [], 0
    step = 16384  # bytes fed at once: what damage inside them costs is found again below
    position = 0
    while position < len(data) and not decompressor.eof and size < limit:
        before = decompressor.copy() if step > 1 else None
        try:
            part = decompressor.decompress(data[position : position + step], limit - size)
        except zlib.error:
            if before is None:
                break
            decompressor, step = before, step // 16 or 1
            continue
        parts.append(part)
        size += len(part)
        position += step
    return b"".join(parts)


def unlzw(data: bytes, limit: int, *, early: bool = True) -> bytes:
    """Undo LZW; damage ends the text.

    Args:
        data: the codes.
        limit: the most bytes to give.
        early: whether codes grow one entry before they must, which is the default of PDF.
    """
    clear, end = 256, 257
    table = [bytes((value,)) for value in range(256)] + [b"", b""]
    out, size, before = [], 0, b""
    waiting, bits, width = 0, 0, 9
    for byte in data:
        waiting = (waiting << 8 | byte) & 0xFFFFFF
        bits += 8
        if bits < width:
            continue
        bits -= width
        code = waiting >> bits & (1 << width) - 1
        if code == clear:
            del table[258:]
            before, width = b"", 9
            continue
        if code == end or code > len(table) or (code == len(table) and not before):
            break
        entry = table[code] if code < len(table) else before + before[:1]
        if before and len(table) < 4096:
            table.append(before + entry[:1])
        out.append(entry)
        size += len(entry)
        if size >= limit:
            break
        before = entry
        width = min(12, max(9, (len(table) + early).bit_length()))
    return b"".join(out)[:limit]


def unrun(data: bytes, limit: int) -> bytes:
    """Undo run lengths; damage ends the text.

    Args:
        data: the runs.
        limit: the most bytes to give.
    """
    out = bytearray()
    i = 0
    while i < len(data) and data[i] != 128 and len(out) < limit:
        length = data[i]
        if length < 128:
            out += data[i + 1 : i + 2 + length]
            i += length + 2
        else:
            out += data[i + 1 : i + 2] * (257 - length)
            i += 2
    return bytes(out[:limit])


def _unpredicted(data: bytes, parameters: dict[str, Any]) -> bytes:
    """Undo a predictor; damaged parameters leave the data as it is."""
    try:
        kind, colors, columns, bits = (
            int(resolve1(parameters.get(key, default)))
            for key, default in (("Predictor", 1), ("Colors", 1), ("Columns", 1), ("BitsPerComponent", 8))
        )
        if kind >= 10:
            return (
                _up(data, columns * colors)
                if bits == 8 and _only_up(data, columns * colors)
                else apply_png_predictor(kind, colors, columns, bits, data)
            )
        return bytes(apply_tiff_predictor(colors, columns, bits, data)) if kind == 2 else data
    except (ValueError, TypeError, IndexError, ArithmeticError, PSException):
        return data


def _only_up(data: bytes, width: int) -> bool:
    """Tell whether every row takes the difference to the row above, as those of cross-reference streams do."""
    return 0 < width < len(data) and set(data[:: width + 1]) == {2}


def _up(data: bytes, width: int) -> bytes:
    rows = len(data) // (width + 1)
    differences = np.frombuffer(data, np.uint8, rows * (width + 1)).reshape(rows, width + 1)[:, 1:]
    return np.cumsum(differences, axis=0, dtype=np.uint8).tobytes()
