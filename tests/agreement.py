"""How far two readings of a file agree: words, and pairs of neighbouring words."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from itertools import pairwise

_WORD = re.compile(
    r"[\u3000-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]|[^\W\u3000-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+"
)
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff]")


def words(text: str) -> list[str]:
    """The words of a text after NFKC and in lower case; every ideograph is one."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).lower())


def f1(first: Counter[object], second: Counter[object]) -> float:
    """Twice the common share; 1 where both are empty."""
    common = sum((first & second).values())
    total = sum(first.values()) + sum(second.values())
    return 2 * common / total if total else 1.0


def word_f1(first: str, second: str) -> float:
    """Agreement in words, whatever their order."""
    return f1(Counter(words(first)), Counter(words(second)))


def pair_f1(first: str, second: str) -> float:
    """Agreement in pairs of neighbouring words."""
    return f1(Counter(pairwise(words(first))), Counter(pairwise(words(second))))


def is_right_to_left(text: str) -> bool:
    """Whether Hebrew or Arabic letters stand in a text."""
    return _RIGHT_TO_LEFT.search(text) is not None
