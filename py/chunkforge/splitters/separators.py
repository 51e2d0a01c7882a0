"""What a setting's separators mean to LangChain: patterns, what stands between joined pieces, and its length."""

from __future__ import annotations

import re

from chunkforge.chunks import Cut
from chunkforge.errors import SettingsError
from chunkforge.settings import SplitSettings
from chunkforge.splitters.languages import separators_of
from chunkforge.splitters.pieces import Keep, Separator
from chunkforge.splitters.source import Source

DEFAULT_SEPARATORS = ("\n\n", "\n", " ", "")
_SENTENCE_ENDS = frozenset(".!?\u2026\u3002\uff01\uff1f\u061f\u0964")
_PLAIN = re.compile(r"(?:[^\\^$.|?*+()\[\]{}]|\\[^a-zA-Z0-9])*")


def separators(settings: SplitSettings) -> tuple[tuple[str, ...], bool]:
    """Tell the separators of a setting, and whether they are regular expressions, as a language's are."""
    if settings.language is None:
        return settings.separators or DEFAULT_SEPARATORS, bool(settings.is_separator_regex)
    if settings.separators is not None or settings.is_separator_regex is False:
        raise SettingsError(
            "settings.language-separators",
            "A language brings its own separators, which are regular expressions. Leave out either language={language} "
            "or the other options.",
            language=settings.language,
        )
    return separators_of(settings.language), True


def keep_of(settings: SplitSettings) -> Keep:
    """Tell where a separator goes: to the piece after it, to the piece before it, or nowhere."""
    keep = settings.keep_separator
    if keep is None or keep is True:
        return "start"
    return keep


def separator(source: Source, text: str, settings: SplitSettings, *, regex: bool, keep: Keep) -> Separator:
    """Prepare one separator.

    Raises:
        SettingsError: it is no pattern, or one on which the library scrambles its text.
    """
    try:
        pattern = re.compile(text if regex else re.escape(text))
    except re.error as error:
        raise SettingsError(
            "settings.separator",
            "The separator {separator} is no valid pattern: {error}. Correct it, or turn regular expressions off.",
            separator=repr(text),
            error=str(error),
        ) from error
    if pattern.groups:
        raise SettingsError(
            "settings.separator-groups",
            "The separator {separator} has a capturing group, with which the library repeats pieces of text. "
            "Write (?:...) instead.",
            separator=repr(text),
        )
    literal = text if not regex else (re.sub(r"\\(.)", r"\1", text) if _PLAIN.fullmatch(text) else None)
    joint = "" if keep else text
    joint_length = source.tokenizer.count(joint) if settings.length == "tokens" else len(joint)
    return Separator(pattern, literal, joint, joint_length, _cut(literal))


def _cut(literal: str | None) -> Cut:
    if literal is None:
        return Cut.SEPARATOR
    names = {"\n\n": Cut.BLANK_LINE, "\n": Cut.LINE, " ": Cut.SPACE, "": Cut.HARD}
    if literal.strip()[:1] in _SENTENCE_ENDS and literal.strip():
        return Cut.SENTENCE
    return names.get(literal, Cut.SEPARATOR)
