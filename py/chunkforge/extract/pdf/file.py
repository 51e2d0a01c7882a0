"""A PDF file: its objects by number, whatever state its cross-references are in."""

from __future__ import annotations

import re
from typing import Any

from pdfminer.pdftypes import PDFObjRef, resolve1
from pdfminer.psparser import LIT

from chunkforge.extract.pdf import syntax, xref
from chunkforge.extract.pdf.budget import Budget
from chunkforge.extract.pdf.security import Decipher, decipher_for
from chunkforge.extract.pdf.streams import Stream
from chunkforge.extract.pdf.xref import Place

_HEAD = re.compile(rb"[\0\t\n\f\r ]*(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+obj")
_KEPT_BYTES = 64_000_000  # of unpacked object streams
_DEEPEST = 40  # objects that are read because another is being read
_LONGEST_CHAIN = 20  # references to references


class _ObjectStream:
    """An unpacked object stream: offsets of its objects, which are parsed on demand."""

    def __init__(self, stream: Stream) -> None:
        self.data = stream.get_data()
        first = int(resolve1(stream.attrs.get("First", 0)))
        header = [int(word) if word.isdigit() else -1 for word in self.data[:first].split()]
        count = min(int(resolve1(stream.attrs.get("N", 0))), len(header) // 2)
        self.offsets = [first + offset for offset in header[1 : 2 * count : 2]]
        self.by_number = dict(zip(reversed(header[0 : 2 * count : 2]), reversed(self.offsets), strict=True))


class PdfFile:
    """Random access to the objects of a file.

    `damaged` tells that cross-references were rebuilt. References resolve here, as pdfminer's do in its document.
    """

    def __init__(self, data: bytes, password: str, budget: Budget) -> None:
        """Read the cross-references and open the encryption.

        Raises:
            Locked: the password is missing or wrong.
            Unsupported: it is encrypted in an unknown way.
        """
        self.data = data
        self.budget = budget
        self.damaged = False
        self.decipher: Decipher | None = None
        self._password = password
        self._objects: dict[int, Any] = {}
        self._parsing: set[int] = set()
        self._streams: dict[int, _ObjectStream] = {}
        self._scanned: dict[int, Place] | None = None
        self._plain: set[int] = set()
        index = xref.read(self)
        self._places = index.places
        self.trailer = index.trailer
        self._unlock()
        self.catalog = self._catalog()
        if not index.complete or not self.catalog:
            self.rebuild()

    def getobj(self, objid: int) -> Any:  # noqa: ANN401 - any PDF object; the name is pdfminer's
        """Give an object by its number; `None` where there is none, never a reference."""
        if objid in self._objects:
            return self._objects[objid]
        if objid in self._parsing or len(self._parsing) >= _DEEPEST:
            return None
        self._parsing.add(objid)
        try:
            found = self._find(objid)
            for _ in range(_LONGEST_CHAIN):
                if not isinstance(found, PDFObjRef):
                    break
                found = self.getobj(found.objid)
            else:
                found = None
        except RecursionError:
            found = None
        finally:
            self._parsing.discard(objid)
        self._objects[objid] = found
        return found

    def object_at(self, offset: int) -> Any:  # noqa: ANN401 - any PDF object
        """Read the object whose `N G obj` stands at an offset, not deciphered, and without looking it up."""
        head = _HEAD.match(self.data, offset)
        if head is None:
            raise syntax.SyntaxFault("no object here")
        value, end = syntax.parse(self.data, head.end(), self)
        return self._with_stream(value, end, int(head[1]), int(head[2]))

    def rebuild(self) -> None:
        """Find the objects by scanning the file, and catalog and trailer among them."""
        self.damaged = True
        scanned = self._scan()
        self._objects.clear()
        self._streams.clear()
        for number, place in scanned.items():
            self._places[number] = place
        for trailer in xref.trailers(self):
            for key, value in trailer.items():
                self.trailer.setdefault(key, value)
        for place in scanned.values():
            self._read_in_passing(place)
        self._objects.clear()
        self._unlock()
        self._unpack_all(scanned)
        self.catalog = self._catalog() or self._search_catalog()

    def numbers(self) -> list[int]:
        """Numbers of all objects that are known."""
        return sorted(number for number, place in self._places.items() if place is not None)

    def _find(self, objid: int) -> Any:  # noqa: ANN401 - any PDF object
        place = self._places.get(objid)
        if place is not None:
            try:
                return self._read(objid, place)
            except (syntax.SyntaxFault, ValueError, TypeError, IndexError, AttributeError):
                pass
        elif not self.damaged:
            return None
        place = self._scan().get(objid)
        if place is None:
            return None
        try:
            return self._read(objid, place)
        except (syntax.SyntaxFault, ValueError, TypeError, IndexError, AttributeError):
            return None

    def _read(self, objid: int, place: Place) -> Any:  # noqa: ANN401 - any PDF object
        if place.stream is not None:
            return self._from_stream(objid, place.stream, place.offset)
        head = _HEAD.match(self.data, place.offset)
        if head is None or int(head[1]) != objid:
            raise syntax.SyntaxFault("another object stands there")
        value, end = syntax.parse(self.data, head.end(), self)
        if self.decipher is not None and objid not in self._plain:
            value = self._deciphered(value, objid, int(head[2]))
        return self._with_stream(value, end, objid, int(head[2]))

    def _with_stream(self, value: Any, end: int, objid: int, generation: int) -> Any:  # noqa: ANN401
        start = syntax.stream_start(self.data, end) if isinstance(value, dict) else None
        if start is None:
            return value
        length = resolve1(value.get("Length"))
        stop = syntax.stream_end(self.data, start, int(length) if isinstance(length, int | float) else None)
        stream = Stream(value, self.data[start:stop], self.decipher)
        stream.set_objid(objid, generation)
        stream.budget = self.budget
        return stream

    def _deciphered(self, value: Any, objid: int, generation: int, depth: int = 0) -> Any:  # noqa: ANN401
        if isinstance(value, bytes) and value and self.decipher is not None:
            return self.decipher(objid, generation, value)
        if depth < syntax.DEEPEST and isinstance(value, list):
            return [self._deciphered(entry, objid, generation, depth + 1) for entry in value]
        if depth < syntax.DEEPEST and isinstance(value, dict):
            return {key: self._deciphered(entry, objid, generation, depth + 1) for key, entry in value.items()}
        return value

    def _from_stream(self, objid: int, number: int, index: int) -> Any:  # noqa: ANN401 - any PDF object
        unpacked = self._streams.get(number)
        if unpacked is None:
            stream = self.getobj(number)
            if not isinstance(stream, Stream):
                raise syntax.SyntaxFault("no object stream")
            if sum(len(kept.data) for kept in self._streams.values()) > _KEPT_BYTES:
                self._streams.clear()
            unpacked = self._streams[number] = _ObjectStream(stream)
        offset = unpacked.by_number.get(objid)
        if offset is None:
            offset = unpacked.offsets[index]
        return syntax.parse(unpacked.data, offset, self)[0]

    def _scan(self) -> dict[int, Place]:
        if self._scanned is None:
            self._scanned = xref.scan(self.data)
        return self._scanned

    def _unlock(self) -> None:
        reference = self.trailer.get("Encrypt")
        if isinstance(reference, PDFObjRef):
            self._plain.add(reference.objid)
        self.decipher = None
        parameters = resolve1(reference)
        if isinstance(parameters, dict) and parameters:
            self.decipher = decipher_for(parameters, self.trailer.get("ID"), self._password)
            self._objects.clear()
            self._streams.clear()

    def _catalog(self) -> dict[str, Any]:
        root = resolve1(self.trailer.get("Root"))
        return root if isinstance(root, dict) and isinstance(resolve1(root.get("Pages")), dict) else {}

    def _search_catalog(self) -> dict[str, Any]:
        for number in reversed(self.numbers()):
            found = self.getobj(number)
            if isinstance(found, dict) and found.get("Type") is LIT("Catalog") and "Pages" in found:
                return found
        root = resolve1(self.trailer.get("Root"))
        return root if isinstance(root, dict) else {}

    def _read_in_passing(self, place: Place) -> None:
        """Take over the trailer that a cross-reference stream carries."""
        if b"/XRef" not in self.data[place.offset : place.offset + 400]:
            return
        try:
            stream = self.object_at(place.offset)
        except (syntax.SyntaxFault, ValueError, TypeError):
            return
        if isinstance(stream, Stream) and stream.attrs.get("Type") is LIT("XRef"):
            for key in ("Encrypt", "ID", "Root"):
                if key in stream.attrs:
                    self.trailer.setdefault(key, stream.attrs[key])

    def _unpack_all(self, scanned: dict[int, Place]) -> None:
        """Note what the object streams hold that stands nowhere else."""
        for number, place in scanned.items():
            if b"/ObjStm" not in self.data[place.offset : place.offset + 600]:
                continue
            stream = self.getobj(number)
            if not isinstance(stream, Stream):
                continue
            try:
                unpacked = _ObjectStream(stream)
            except (ValueError, TypeError):
                continue
            for index, inner in enumerate(unpacked.by_number):
                if inner not in scanned:
                    self._places[inner] = Place(index, 0, number)
