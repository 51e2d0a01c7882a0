"""NLTK's Punkt sentence tokenizer without a trained model, which is how LlamaIndex uses it (nltk 3.10.4).

Without a model it knows no abbreviations: `Dr.` ends a sentence before a capital. It does spare initials, numbers
before a small letter, and ellipses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from unicodedata import category

# The white space of the regex module, which NLTK matches with: unlike re's, it leaves out U+001C to U+001F.
_W = "\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_BREAKS_WORDS = r"[)\";}\]*:@'({\[\u2018\u2019\u201c\u201d\xab\xbb?!]"
_MANY = rf"(?:-{{2,}}|\.{{2,}}|(?:\.[{_W}]){{2,}}\.)"
_END = re.compile(rf"[.?!](?=(?P<after>{_BREAKS_WORDS}|[{_W}]+(?P<next>[^{_W}]+)))")
_WORD = re.compile(
    rf"{_MANY}|(?=[^(\"`{{\[:;&#*@)}}\]\-,])[^{_W}]+?(?=[{_W}]|$|{_BREAKS_WORDS}|{_MANY}"
    rf"|,(?=$|[{_W}]|{_BREAKS_WORDS}|{_MANY}))|[^{_W}]"
)
_CLOSING = re.compile(rf"[\"')\]}}\u2018\u2019\u201c\u201d\xab\xbb]+?(?:[{_W}]+|(?=--)|$)", re.MULTILINE)
_NUMBER = re.compile(r"-?[.,]?\d[\d,.-]*\.?$")
_LETTERS = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Nl", "Mn", "Mc", "Me", "Pc"})

Span = tuple[int, int]


def punkt_sentences(text: str) -> list[Span]:
    """Find the sentences of a text.

    Args:
        text: any text.

    Returns:
        Start and end of each sentence, without the white space between them.
    """
    return list(_realigned(text, list(_slices(text))))


def _slices(text: str) -> Iterator[Span]:
    start = 0
    for match, context in _candidates(text):
        if _breaks(context):
            yield start, match.end()
            start = match.start("next") if match["next"] else match.end()
    yield start, len(text.rstrip())


def _candidates(text: str) -> Iterator[tuple[re.Match[str], str]]:
    """Give the last of each group of marks that share a word, with that word and what follows the mark."""
    previous: re.Match[str] | None = None
    word = 0, 0
    for match in _END.finditer(text):
        at = _last_space(text, word[1], match.start())
        # As in NLTK: a space at the very start of the stretch counts as none, and the word before is taken in.
        new_word = (at + 1 if at > word[1] else word[0]), match.start()
        if previous is not None and word[1] <= new_word[0]:
            yield previous, text[word[0] : word[1]] + previous[0] + previous["after"]
        previous, word = match, new_word
    if previous is not None:
        yield previous, text[word[0] : word[1]] + previous[0] + previous["after"]


def _last_space(text: str, start: int, end: int) -> int:
    return max(text.rfind(space, start, end) for space in " \t\n\r\x0b\x0c")


@lru_cache(maxsize=4096)
def _breaks(context: str) -> bool:
    """Tell whether a token of the context, other than the last, ends a sentence."""
    tokens = [token for line in context.split("\n") if line.strip() for token in _WORD.findall(line)]
    return any(_ends_sentence(token, follower) for token, follower in pairwise(tokens))


def _ends_sentence(token: str, follower: str) -> bool:
    if token in {"?", "!"}:
        return True
    if not token.endswith(".") or token.endswith(".."):
        return False
    initial = len(token) == 2 and category(token[0]) in _LETTERS
    if not initial and _NUMBER.match(token.lower()) is None:
        return True
    return not (follower in {*";:,.!?"} or follower[0].islower() or (initial and follower[0].isupper()))


def _realigned(text: str, slices: list[Span]) -> Iterator[Span]:
    """Give closing quotes and brackets to the sentence before them."""
    moved = 0
    for (start, end), following in zip(slices, [*slices[1:], None], strict=True):
        start += moved  # noqa: PLW2901 (the slice as the one before it left it)
        closing = None if following is None else _CLOSING.match(text, *following)
        moved = closing.end() - following[0] if closing is not None and following is not None else 0
        if closing is not None:
            yield start, closing.start() + len(closing[0].rstrip())
        elif start < end:
            yield start, end
