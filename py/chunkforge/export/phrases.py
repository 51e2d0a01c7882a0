"""The words of the report and of README.txt, in the language of whoever exports."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from chunkforge.export.english import ENGLISH
from chunkforge.export.numerals import NUMERALS, Numerals

Text: TypeAlias = str | Mapping[str, str]
"""A sentence with `{placeholders}`, or its plural forms by CLDR category."""

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Phrases:
    """A language, and its sentences by key. What it lacks is said in English."""

    language: str
    texts: Mapping[str, Text]

    @classmethod
    def given(cls, values: Mapping[str, object]) -> Phrases:
        """Take over what a page sends, as far as it is a known language and made of strings.

        Args:
            values: `language`, a tag such as `de`, and `texts`, sentences by key; whatever else is there is left out.

        Returns:
            The phrases; English where the language is not known.
        """
        language, texts = values.get("language"), values.get("texts")
        if not isinstance(language, str) or language not in NUMERALS or not isinstance(texts, Mapping):
            return IN_ENGLISH
        return cls(language, {key: text for key, text in texts.items() if isinstance(key, str) and _usable(text)})

    def say(self, key: str, /, **values: str | float) -> str:
        """Fill a sentence: numbers in the language's form, and the plural form that `count` takes, if there is one.

        Args:
            key: which sentence.
            **values: what its placeholders stand for; strings stand as they are.

        Returns:
            The sentence.
        """
        own = self.texts.get(key)
        text, numerals = (ENGLISH[key], NUMERALS["en"]) if own is None else (own, self._numerals)
        if not isinstance(text, str):
            form = numerals.form(int(values["count"])) if "count" in values else "other"
            text = text.get(form, text["other"])
        shown = {name: value if isinstance(value, str) else self.whole(value) for name, value in values.items()}
        return _PLACEHOLDER.sub(lambda found: shown.get(found[1], found[0]), text)

    def name(self, kind: str, key: str, otherwise: str) -> str:
        """Name something of the core's, such as a strategy; by `otherwise` where no language has a word for it."""
        known = f"{kind}.{key}"
        return self.say(known) if known in self.texts or known in ENGLISH else otherwise

    def whole(self, number: float) -> str:
        """3,724, in the language's form."""
        return self._numerals.whole(number)

    def percent(self, share: float) -> str:
        """29%, in the language's form."""
        return self._numerals.percent(share)

    @property
    def _numerals(self) -> Numerals:
        return NUMERALS[self.language]


def _usable(text: object) -> bool:
    if isinstance(text, Mapping):
        return "other" in text and all(isinstance(part, str) for form in text.items() for part in form)
    return isinstance(text, str)


IN_ENGLISH = Phrases("en", ENGLISH)
