"""Opening encrypted files: pdfminer's handlers, with our own AES and with the dictionaries that producers write."""

from __future__ import annotations

import struct
from hashlib import md5
from typing import TYPE_CHECKING, Any, Protocol

from pdfminer.pdftypes import resolve1, str_value
from pdfminer.psparser import LIT, literal_name

from chunkforge.extract.pdf import aes
from chunkforge.extract.pdf.standin import cryptography_optional

with cryptography_optional():
    from pdfminer.pdfdocument import (
        PDFEncryptionError,
        PDFPasswordIncorrect,
        PDFStandardSecurityHandler,
        PDFStandardSecurityHandlerV4,
        PDFStandardSecurityHandlerV5,
    )

if TYPE_CHECKING:
    from collections.abc import Callable

ZERO_VECTOR = bytes(aes.BLOCK)


class Decipher(Protocol):
    """Undoes the encryption of one string or stream."""

    def __call__(self, objid: int, genno: int, data: bytes, attrs: dict[str, Any] | None = None) -> bytes:
        """Decipher what object `objid`, generation `genno` holds; `attrs` is the dictionary of a stream."""


class _Filtered(PDFStandardSecurityHandlerV4):
    """Version 4: RC4 or AES-128 by crypt filters, which strings and streams may have different ones of."""

    key_bits = 128

    def init_params(self) -> None:
        PDFStandardSecurityHandler.init_params(self)
        self.length = self.key_bits
        self.stmf, self.strf = (_literal(self.param.get(key)) for key in ("StmF", "StrF"))
        self.encrypt_metadata = bool(self.param.get("EncryptMetadata", True))
        self.cfm = {"Identity": self.decrypt_identity}
        for name, entry in self.param.get("CF", {}).items():
            self.cfm[name] = self.get_cfm(_literal(entry.get("CFM"))) or self.decrypt_identity

    def get_cfm(self, name: str) -> Callable[[int, int, bytes], bytes] | None:
        return self.decrypt_aes256 if name == "AESV3" else super().get_cfm(name)

    def decrypt(
        self, objid: int, genno: int, data: bytes, attrs: dict[str, Any] | None = None, name: str | None = None
    ) -> bytes:
        if name is None:
            name = self.strf if attrs is None else self.stmf
        if attrs is not None and attrs.get("Type") is LIT("XRef"):
            return data
        if name not in self.cfm:
            return data
        return super().decrypt(objid, genno, data, attrs, name)

    def decrypt_aes128(self, objid: int, genno: int, data: bytes) -> bytes:
        return _without_padding(aes.decrypt(self.object_key(objid, genno), data[:16], data[16:]))

    def decrypt_aes256(self, objid: int, genno: int, data: bytes) -> bytes:  # noqa: ARG002 - one key for all objects
        return _without_padding(aes.decrypt(self.key or b"", data[:16], data[16:]))

    def object_key(self, objid: int, genno: int) -> bytes:
        """Derive the AES key of one object."""
        salted = (self.key or b"") + objid.to_bytes(4, "little")[:3] + genno.to_bytes(4, "little")[:2] + b"sAlT"
        return md5(salted, usedforsecurity=False).digest()[: min(len(self.key or b"") + 5, 16)]


class _Aes256(_Filtered, PDFStandardSecurityHandlerV5):
    """Version 5, revisions 5 and 6."""

    key_bits = 256
    supported_revisions = (5, 6)

    def init_params(self) -> None:
        super().init_params()
        self.oe, self.ue = str_value(self.param["OE"])[:32], str_value(self.param["UE"])[:32]
        self.o, self.u = self.o[:48], self.u[:48]
        self.o_hash, self.o_validation_salt, self.o_key_salt = self.o[:32], self.o[32:40], self.o[40:]
        self.u_hash, self.u_validation_salt, self.u_key_salt = self.u[:32], self.u[32:40], self.u[40:]

    def authenticate(self, password: str) -> bytes | None:
        secret = self._normalize_password(password)
        if self._password_hash(secret, self.u_validation_salt) == self.u_hash:
            return aes.decrypt(self._password_hash(secret, self.u_key_salt), ZERO_VECTOR, self.ue)
        if self._password_hash(secret, self.o_validation_salt, self.u) == self.o_hash:
            return aes.decrypt(self._password_hash(secret, self.o_key_salt, self.u), ZERO_VECTOR, self.oe)
        return None

    def _aes_cbc_encrypt(self, key: bytes, iv: bytes, data: bytes) -> bytes:
        return aes.encrypt(key, iv, data)


_HANDLERS: dict[int, type[PDFStandardSecurityHandler]] = {
    1: PDFStandardSecurityHandler,
    2: PDFStandardSecurityHandler,
    3: PDFStandardSecurityHandler,
    4: _Filtered,
    5: _Aes256,
}


class Locked(Exception):
    """The password is missing or wrong."""


class Unsupported(Exception):
    """The file is encrypted in a way that is not read."""


def decipher_for(parameters: dict[str, Any], identity: object, password: str) -> Decipher | None:
    """Find the key of an encrypted file.

    Args:
        parameters: the `Encrypt` dictionary.
        identity: the `ID` of the trailer; many files have none.
        password: as typed; tried as the user's and as the owner's.

    Returns:
        What deciphers strings and streams; `None` where nothing but attachments is encrypted.

    Raises:
        Locked: the password is missing or wrong.
        Unsupported: the encryption is none of PDF's own.
    """
    try:
        return _decipher(_resolved(parameters), identity, password)
    except (PDFPasswordIncorrect, UnicodeEncodeError, ValueError) as fault:
        raise Locked from fault
    except (PDFEncryptionError, KeyError, TypeError, IndexError, AttributeError, struct.error) as fault:
        raise Unsupported from fault


def _decipher(parameters: dict[str, Any], identity: object, password: str) -> Decipher | None:
    version = parameters.get("V", 0)
    if version in {4, 5} and all(_literal(parameters.get(key)) == "Identity" for key in ("StmF", "StrF")):
        return None
    parts = resolve1(identity)
    parts = [part for part in map(resolve1, parts) if isinstance(part, bytes)] if isinstance(parts, list) else []
    handler = _HANDLERS.get(version)
    if handler is None or _literal(parameters.get("Filter"), "Standard") != "Standard":
        raise Unsupported
    return handler(parts or [b"", b""], parameters, password).decrypt


def _without_padding(data: bytes) -> bytes:
    return data[: -data[-1]] if data and 1 <= data[-1] <= aes.BLOCK else data


def _literal(value: object, default: str = "Identity") -> str:
    return default if value is None else literal_name(value)


def _resolved(value: Any, depth: int = 0) -> Any:  # noqa: ANN401 - any PDF object
    """Replace the references inside a small dictionary."""
    value = resolve1(value)
    if depth < 4 and isinstance(value, dict):
        return {key: _resolved(entry, depth + 1) for key, entry in value.items()}
    return value
