"""Sentences for people: what happened, what it means, what to do next.

A sentence is written once, in English, where its cause is known. Its code is the key under which a locale
file may hold a translation; its values fill the placeholders of either.
"""

from __future__ import annotations

from typing import Self


def counted(number: int, one: str, many: str) -> str:
    """1 page, 2,000 pages: a number with its noun, for an English sentence; translations take `count` and their own."""
    return f"{number:,} {one if number == 1 else many}"


class Notice(str):
    """A plain English sentence that also knows its code and values.

    It is a `str`, so whoever only wants to print it can; the page looks the code up in its locale first.
    """

    __slots__ = ("code", "values")

    code: str
    values: dict[str, str | int | float]

    def __new__(cls, code: str, template: str, /, **values: str | float) -> Self:
        """Fill a template.

        Args:
            code: key of the sentence in the locale files, `stage.what`, such as `pdf.no-text`.
            template: the English sentence, placeholders in `str.format` form.
            **values: what the placeholders stand for.

        Returns:
            The filled sentence.
        """
        notice = super().__new__(cls, template.format(**values) if values else template)
        notice.code = code
        notice.values = values
        return notice

    @classmethod
    def rebuilt(cls, code: str, sentence: str, values: dict[str, str | int | float]) -> Self:
        """Make a notice again from its filled sentence, as a page or a file has kept it."""
        notice = super().__new__(cls, sentence)
        notice.code = code
        notice.values = values
        return notice
