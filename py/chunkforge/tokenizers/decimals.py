"""Numbers with a fraction, read as the reference's JSON reader reads them.

That is not always the nearest double, and scores that differ in their last bit decide between equal spellings.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf
from operator import add, itemgetter, methodcaller

import numpy as np

Decimal = tuple[str, str, str]
"""A number as a file writes it, parted at its point: what stands before, the point or nothing, what stands after."""

read_decimal = methodcaller("partition", ".")
"""Parts a number at its point. Nothing else in JSON becomes a tuple, and no line of Python runs for each number."""

_SAFE = 18
"""So many digits always fit an int64."""
_LARGEST_POWER = 308
_POWERS = tuple(float(10**n) for n in range(_SAFE + 1))


def value(decimal: Decimal) -> float:
    """Give one number.

    Raises:
        ValueError: it is out of range.
    """
    number, _, power = "".join(decimal).lower().partition("e")
    whole, _, fraction = number.lstrip("-").partition(".")
    exponent = int(power or 0) - len(fraction)
    digits = int(whole + fraction)
    while digits >= 1 << 64:  # digits that no longer fit are dropped
        digits //= 10
        exponent += 1
    if not -_LARGEST_POWER <= exponent <= _LARGEST_POWER:
        raise ValueError
    found = digits * float(10**exponent) if exponent >= 0 else digits / float(10**-exponent)
    if isinf(found):
        raise ValueError
    return -found if number.startswith("-") else found


def values(decimals: Sequence[Decimal]) -> list[float]:
    """Give many numbers, each as `value` does.

    Raises:
        ValueError: one is out of range.
    """
    whole, fraction = (list(map(itemgetter(at), decimals)) for at in (0, 2))
    places = np.fromiter(map(len, fraction), np.intp, len(fraction))
    plain = np.fromiter(map(str.isdigit, fraction), np.bool_, len(fraction))
    plain &= places + np.fromiter(map(len, whole), np.intp, len(whole)) <= _SAFE
    if not plain.all():
        odd = {at: value(decimals[at]) for at in np.flatnonzero(~plain).tolist()}
        simple = iter(values([decimals[at] for at in np.flatnonzero(plain).tolist()]))
        return [odd[at] if at in odd else next(simple) for at in range(len(decimals))]
    digits = np.array(list(map(int, map(add, whole, fraction))), dtype=np.int64)
    found: list[float] = (digits.astype(np.float64) / np.array(_POWERS)[places]).tolist()
    return found
