"""Markup by functions: whatever is not markup already is text, and is escaped."""

from __future__ import annotations

from html import escape

from chunkforge.export.visible import visible

_VOID = frozenset({"meta", "line", "circle"})


class Html(str):
    """Markup, as against text."""

    __slots__ = ()


def element(tag: str, /, *children: str, **attributes: str | float) -> Html:
    """Make an element.

    Args:
        tag: its name.
        *children: `Html` stands as it is, any other string is text.
        **attributes: values are text; `class_` is `class`, and other underscores are hyphens.

    Returns:
        Its markup.
    """
    given = "".join(f' {key.strip("_").replace("_", "-")}="{_text(str(value))}"' for key, value in attributes.items())
    if tag in _VOID:
        return Html(f"<{tag}{given}/>")
    return Html(f"<{tag}{given}>{joined(*children)}</{tag}>")


def joined(*children: str) -> Html:
    """Put markup and text one after the other."""
    return Html("".join(child if isinstance(child, Html) else _text(child) for child in children))


def quoted(text: str) -> Html:
    """Text of the user's, kept apart from the direction in which the text around it is written."""
    return element("bdi", text)


def _text(text: str) -> str:
    return escape(visible(text))
