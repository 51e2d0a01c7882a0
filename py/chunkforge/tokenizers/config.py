"""Reads the parts of a tokenizer.json strictly: what is missing, ill-typed or unknown is refused, never guessed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import NoReturn, cast

from chunkforge.errors import UnsupportedTokenizer
from chunkforge.tokenizers.decimals import Decimal, read_decimal, values

NEXT_STEP = "Choose another tokenizer, or an estimate that says it is one."


class Part:
    """One JSON object of the file. Every key must be asked for, or `close` refuses the rest."""

    def __init__(self, file: str, place: str, value: object) -> None:
        """Take an object.

        Args:
            file: the file's name, for messages.
            place: where in the file the object stands, such as `pre_tokenizer`.
            value: the object.

        Raises:
            UnsupportedTokenizer: it is no object.
        """
        self.file = file
        self.place = place
        if not isinstance(value, dict):
            self.damaged(place or "its outermost object")
        self._left: dict[str, object] = dict(value)

    def damaged(self, what: str) -> NoReturn:
        """Refuse the file because a value makes no sense."""
        raise UnsupportedTokenizer(
            "tokenizer.damaged",
            "{file} is not a usable tokenizer.json: {what} is missing or makes no sense. Download it again, or choose "
            "another tokenizer.",
            file=self.file,
            what=what,
        )

    def refuse(self, what: str) -> NoReturn:
        """Refuse the file because it uses something that is not reproduced exactly."""
        raise UnsupportedTokenizer(
            "tokenizer.component",
            "{file} uses {what} (in {place}), which is not reproduced exactly here, so its counts would not be the "
            "model's own. {next}",
            file=self.file,
            what=what,
            place=self.place,
            next=NEXT_STEP,
        )

    def _take(self, key: str) -> object:
        return self._left.pop(key, None)

    def _wrong(self, key: str) -> NoReturn:
        self.damaged(f"{self.place}.{key}")

    def has(self, key: str) -> bool:
        """Tell whether a key is there and not null."""
        return self._left.get(key) is not None

    def skip(self, *keys: str) -> None:
        """Accept keys whatever they hold, because they do not matter to tokens and offsets."""
        for key in keys:
            self._left.pop(key, None)

    def text(self, key: str, default: str | None = None) -> str:
        """Read a string; a missing one is the default, where there is one."""
        value = self._take(key)
        if value is None and default is not None:
            return default
        return value if type(value) is str else self._wrong(key)

    def flag(self, key: str, *, default: bool | None = None) -> bool:
        """Read a bool; a missing one is the default, where there is one."""
        value = self._take(key)
        if value is None and default is not None:
            return default
        return value if isinstance(value, bool) else self._wrong(key)

    def optional_flag(self, key: str) -> bool | None:
        """Read a bool that may be null."""
        value = self._take(key)
        return value if value is None or isinstance(value, bool) else self._wrong(key)

    def whole(self, key: str) -> int:
        """Read a number that is not negative."""
        value = self._take(key)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31:
            return value
        return self._wrong(key)

    def number(self, key: str) -> float:
        """Read a number."""
        found = self._take(key)
        match found:
            case (str() as whole, str() as point, str() as fraction):
                return self._values(key, [(whole, point, fraction)])[0]
            case int() if not isinstance(found, bool):
                return float(found)
        return self._wrong(key)

    def _values(self, key: str, decimals: Sequence[Decimal]) -> list[float]:
        try:
            return values(decimals)
        except ValueError:
            return self._wrong(key)

    def items(self, key: str) -> list[object]:
        """Read a list."""
        value = self._take(key)
        return value if isinstance(value, list) else self._wrong(key)

    def parts(self, key: str) -> Iterator[Part]:
        """Read a list of objects."""
        return (Part(self.file, f"{self.place}.{key}", item) for item in self.items(key))

    def part(self, key: str, *, keep: bool = False) -> Part:
        """Read an object. `keep`: it will be read again."""
        value = self._left.get(key) if keep else self._take(key)
        return Part(self.file, f"{self.place}.{key}" if self.place else key, value)

    def vocabulary(self, key: str) -> dict[str, int]:
        """Read ids by token."""
        value = self._take(key)
        if not isinstance(value, dict) or not all(type(i) is int and 0 <= i < 2**31 for i in value.values()):
            self._wrong(key)
        return value

    def scores(self, key: str) -> tuple[list[str], list[float]]:
        """Read a list of pairs of a string and a number."""
        items = self.items(key)
        pairs = cast("list[tuple[str, Decimal]]", items)
        if not (set(map(type, items)) <= {list} and set(map(len, pairs)) <= {2}):
            self._wrong(key)
        pieces = list(map(itemgetter(0), pairs))
        numbers = list(map(itemgetter(1), pairs))
        if not set(map(type, pieces)) <= {str} or not set(map(type, numbers)) <= {tuple, int}:
            self._wrong(key)
        if int in set(map(type, numbers)):
            numbers = [number if type(number) is tuple else read_decimal(str(number)) for number in numbers]
        return pieces, self._values(key, numbers)

    def close(self) -> None:
        """Refuse what was not asked for, unless it is null."""
        for key, value in self._left.items():
            if value is not None:
                self.refuse(f"the option {key} = {str(value)[:60]}")
