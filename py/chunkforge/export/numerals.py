"""How each language of the page writes whole numbers and shares, and which plural form a number takes.

Source: Unicode CLDR 48, as `Intl.NumberFormat` and `Intl.PluralRules` give it in browsers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

_NO_BREAK, _NARROW = "\u00a0", "\u202f"


def _one_or_other(number: int) -> str:
    return "one" if number == 1 else "other"


def _french(number: int) -> str:
    return "one" if number in (0, 1) else "other"


def _polish(number: int) -> str:
    if number == 1:
        return "one"
    return "few" if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else "many"


@dataclass(frozen=True, slots=True)
class Numerals:
    """The forms of one language.

    `mark` stands between thousands in numbers from `marked_from` on, `sign` follows a share, and `form` names the
    plural category of a whole number. The form that French and Spanish have for whole millions is left to "other".
    """

    mark: str = ","
    sign: str = "%"
    marked_from: int = 1_000
    form: Callable[[int], str] = _one_or_other

    def whole(self, number: float) -> str:
        """Write a number without decimals, halves rounded up: 3,724."""
        rounded = int(Decimal(str(float(number))).quantize(Decimal(1), ROUND_HALF_UP))
        return f"{rounded:,}".replace(",", self.mark) if rounded >= self.marked_from else str(rounded)

    def percent(self, share: float) -> str:
        """Write a share from 0 to 1 without decimals, halves rounded up: 29%."""
        return self.whole(float(Decimal(str(float(share))).scaleb(2))) + self.sign


NUMERALS = {
    "de": Numerals(".", _NO_BREAK + "%"),
    "en": Numerals(),
    "es": Numerals(".", _NO_BREAK + "%", 10_000),
    "fr": Numerals(_NARROW, _NO_BREAK + "%", form=_french),
    "id": Numerals(".", form=lambda _: "other"),
    "pl": Numerals(_NO_BREAK, marked_from=10_000, form=_polish),
}
