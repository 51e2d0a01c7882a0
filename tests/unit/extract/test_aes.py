"""Our AES against vectors of the standard, and against cryptography's."""

from __future__ import annotations

import sys

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from hypothesis import given
from hypothesis import strategies as st

from chunkforge.extract.pdf import aes
from chunkforge.extract.pdf.standin import cryptography_optional

KEYS = st.one_of(st.binary(min_size=16, max_size=16), st.binary(min_size=32, max_size=32))
VECTORS = st.binary(min_size=16, max_size=16)


@pytest.mark.parametrize(
    ("key", "expected"),
    [  # FIPS 197, appendix C
        ("000102030405060708090a0b0c0d0e0f", "69c4e0d86a7b0430d8cdb78070b4c55a"),
        ("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "8ea2b7ca516745bfeafc49904b496089"),
    ],
)
def test_vectors_of_the_standard(key: str, expected: str):
    plain = bytes.fromhex("00112233445566778899aabbccddeeff")
    assert aes.encrypt(bytes.fromhex(key), bytes(16), plain).hex() == expected
    assert aes.decrypt(bytes.fromhex(key), bytes(16), bytes.fromhex(expected)) == plain


@given(KEYS, VECTORS, st.binary(max_size=200))
def test_agrees_with_cryptography(key: bytes, vector: bytes, data: bytes):
    data = data[: len(data) // 16 * 16]
    encryptor = Cipher(algorithms.AES(key), modes.CBC(vector)).encryptor()
    encrypted = encryptor.update(data) + encryptor.finalize()
    assert aes.encrypt(key, vector, data) == encrypted
    assert aes.decrypt(key, vector, encrypted) == data


@given(st.binary(max_size=40))
def test_cut_off_data_decrypts_as_far_as_it_goes(data: bytes):
    assert len(aes.decrypt(bytes(16), bytes(16), data)) == len(data) // 16 * 16


def test_a_key_of_another_length_is_refused():
    with pytest.raises(ValueError, match="24 bytes"):
        aes.encrypt(bytes(24), bytes(16), bytes(16))


def test_pdfminer_is_imported_without_cryptography(monkeypatch: pytest.MonkeyPatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "cryptography"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with cryptography_optional():
        from cryptography.hazmat.primitives.ciphers import Cipher as stand_in  # noqa: N813, PLC0415 - the stand-in's

        assert stand_in is None
    assert "cryptography" not in sys.modules
