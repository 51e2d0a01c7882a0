"""AES in cipher block chaining, as encrypted PDFs need it: no padding, no other mode.

Decryption runs over all blocks at once in numpy. Encryption, whose blocks depend on each other, only serves the
password check of revision 6; its rounds gather bytes with `bytes.translate` and fold them as one large integer, which
is three times faster than tables of words.
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
_DOUBLE = bytes(_product(value, 2) for value in _BOX)
_TRIPLE = bytes(_product(value, 3) for value in _BOX)
_UNMIX = _rotated(
    [_product(s, 14) << 24 | _product(s, 9) << 16 | _product(s, 13) << 8 | _product(s, 11) for s in _INVERSE]
)


def _shifted(row: int, column: int) -> int:
    """Where the byte that a round moves to this row and column comes from."""
    return row + 4 * ((column + row) % 4)


# Of the boxed, doubled and tripled state in a row, which bytes make up a round's result, and which the last round's.
_PLACES = [(row, column) for column in range(4) for row in range(4)]
_GATHER = bytes(
    offset + _shifted((row + step) % 4, column) for step, offset in enumerate((16, 32, 0, 0)) for row, column in _PLACES
)
_SHIFTED = bytes(_shifted(row, column) for row, column in _PLACES)
_REST, _REST_LAST = bytes(256 - 3 * BLOCK), bytes(256 - BLOCK)
_WHOLE = (1 << 128) - 1


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
    words = _schedule(key)
    keys = [int.from_bytes(struct.pack(">4L", *words[i : i + 4]), "big") for i in range(0, len(words), 4)]
    first, inner, last = keys[0], keys[1:-1], keys[-1]
    chain = int.from_bytes(vector, "big")
    out = bytearray()
    for start in range(0, len(data), BLOCK):
        block = int.from_bytes(data[start : start + BLOCK], "big") ^ chain ^ first
        for round_key in inner:
            state = block.to_bytes(BLOCK, "big")
            terms = state.translate(_BOX) + state.translate(_DOUBLE) + state.translate(_TRIPLE) + _REST
            folded = int.from_bytes(_GATHER.translate(terms), "big")
            folded ^= folded >> 256
            block = (folded ^ folded >> 128) & _WHOLE ^ round_key
        state = block.to_bytes(BLOCK, "big").translate(_BOX)
        chain = int.from_bytes(_SHIFTED.translate(state + _REST_LAST), "big") ^ last
        out += chain.to_bytes(BLOCK, "big")
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
