"""AES in cipher block chaining, as encrypted PDFs need it: no padding, no other mode.

Decryption runs over all blocks at once in numpy; encryption, whose blocks depend on each other, only serves the
password check of revision 6.
"""

from __future__ import annotations

import struct

import numpy as np

BLOCK = 16
_WORD = 0xFFFFFFFF


def _product(a: int, b: int) -> int:
    """Multiply in GF(2^8) modulo x^8 + x^4 + x^3 + x + 1."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a = (a << 1) ^ (0x11B if a & 0x80 else 0)
        b >>= 1
    return product


def _substitution() -> bytes:
    """The S-box: the inverse in GF(2^8), then an affine map."""
    inverse, power, reciprocal = [0] * 256, 1, 1
    for _ in range(255):  # 3 generates the field and 0xF6 is its inverse
        inverse[power] = reciprocal
        power, reciprocal = _product(power, 3), _product(reciprocal, 0xF6)
    box = bytearray()
    for value in inverse:
        doubled = value << 8 | value
        rotations = doubled ^ doubled >> 7 ^ doubled >> 6 ^ doubled >> 5 ^ doubled >> 4
        box.append((rotations & 0xFF) ^ 0x63)
    return bytes(box)


def _rotated(column: list[int]) -> list[list[int]]:
    """A table of words and its three rotations by a byte."""
    return [[(word >> 8 * k | word << 32 - 8 * k) & _WORD for word in column] for k in range(4)]


_BOX = _substitution()
_INVERSE = bytes(_BOX.index(value) for value in range(256))
_MIX = _rotated([_product(s, 2) << 24 | s << 16 | s << 8 | _product(s, 3) for s in _BOX])
_UNMIX = _rotated(
    [_product(s, 14) << 24 | _product(s, 9) << 16 | _product(s, 13) << 8 | _product(s, 11) for s in _INVERSE]
)


def _schedule(key: bytes) -> list[int]:
    """Expand a key of 16 or 32 bytes into the words of its round keys."""
    if len(key) not in {16, 32}:
        raise ValueError(f"an AES key of {len(key)} bytes")
    length = len(key) // 4
    words = list(struct.unpack(f">{length}L", key))
    constant = 1
    for i in range(length, 4 * (length + 7)):
        word = words[-1]
        if i % length == 0:
            word = _substitute((word << 8 | word >> 24) & _WORD) ^ constant << 24
            constant = _product(constant, 2)
        elif length > 6 and i % length == 4:
            word = _substitute(word)
        words.append(words[i - length] ^ word)
    return words


def _substitute(word: int) -> int:
    return int.from_bytes(bytes(_BOX[byte] for byte in word.to_bytes(4, "big")), "big")


def encrypt(key: bytes, vector: bytes, data: bytes) -> bytes:
    """Encrypt whole blocks.

    Args:
        key: 16 or 32 bytes.
        vector: the initialisation vector, 16 bytes.
        data: a multiple of 16 bytes.

    Returns:
        As many bytes.
    """
    keys = _schedule(key)
    last = len(keys) - 4
    m0, m1, m2, m3 = _MIX
    box = _BOX
    out = bytearray()
    chain = struct.unpack(">4L", vector)
    for block in struct.iter_unpack(">4L", data):
        a, b, c, d = (word ^ before ^ key for word, before, key in zip(block, chain, keys, strict=False))
        for k in range(4, last, 4):
            a, b, c, d = (
                m0[a >> 24] ^ m1[b >> 16 & 255] ^ m2[c >> 8 & 255] ^ m3[d & 255] ^ keys[k],
                m0[b >> 24] ^ m1[c >> 16 & 255] ^ m2[d >> 8 & 255] ^ m3[a & 255] ^ keys[k + 1],
                m0[c >> 24] ^ m1[d >> 16 & 255] ^ m2[a >> 8 & 255] ^ m3[b & 255] ^ keys[k + 2],
                m0[d >> 24] ^ m1[a >> 16 & 255] ^ m2[b >> 8 & 255] ^ m3[c & 255] ^ keys[k + 3],
            )
        chain = (
            (box[a >> 24] << 24 | box[b >> 16 & 255] << 16 | box[c >> 8 & 255] << 8 | box[d & 255]) ^ keys[last],
            (box[b >> 24] << 24 | box[c >> 16 & 255] << 16 | box[d >> 8 & 255] << 8 | box[a & 255]) ^ keys[last + 1],
            (box[c >> 24] << 24 | box[d >> 16 & 255] << 16 | box[a >> 8 & 255] << 8 | box[b & 255]) ^ keys[last + 2],
            (box[d >> 24] << 24 | box[a >> 16 & 255] << 16 | box[b >> 8 & 255] << 8 | box[c & 255]) ^ keys[last + 3],
        )
        out += struct.pack(">4L", *chain)
    return bytes(out)


def decrypt(key: bytes, vector: bytes, data: bytes) -> bytes:
    """Decrypt whole blocks; bytes after the last whole block are left out.

    Args:
        key: 16 or 32 bytes.
        vector: the initialisation vector, 16 bytes.
        data: what `encrypt` made.

    Returns:
        The plain bytes, padding included.
    """
    blocks = len(data) // BLOCK
    if not blocks or len(vector) != BLOCK:
        return b""
    keys = np.array(_schedule(key), np.uint32)
    last = len(keys) - 4
    unmix = np.array(_UNMIX, np.uint32)
    box = np.frombuffer(_BOX, np.uint8)
    inverse = np.frombuffer(_INVERSE, np.uint8)
    for k in range(4, last):  # round keys for the order in which this loop mixes
        keys[k] = np.bitwise_xor.reduce([unmix[i, box[keys[k] >> 24 - 8 * i & 255]] for i in range(4)])
    cipher = np.frombuffer(data, ">u4", count=4 * blocks).reshape(-1, 4).T.astype(np.uint32)
    state = [cipher[i] ^ keys[last + i] for i in range(4)]
    for k in range(last - 4, 0, -4):
        mixed = [[unmix[j][state[i - j & 3] >> 24 - 8 * j & 255] for j in range(4)] for i in range(4)]
        state = [column[0] ^ column[1] ^ column[2] ^ column[3] ^ keys[k + i] for i, column in enumerate(mixed)]
    plain = np.empty((blocks, 4), np.uint32)
    for i in range(4):
        column = np.zeros(blocks, np.uint32)
        for j in range(4):
            column |= inverse[state[i - j & 3] >> 24 - 8 * j & 255].astype(np.uint32) << np.uint32(24 - 8 * j)
        plain[:, i] = column ^ keys[i]
    plain[0] ^= np.frombuffer(vector, ">u4")
    plain[1:] ^= cipher.T[:-1]
    return plain.astype(">u4").tobytes()
