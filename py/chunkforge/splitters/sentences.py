"""Where sentences end, by rules: terminators of several scripts, abbreviations, decimals, closing quotes."""

from __future__ import annotations

import re

_CLOSERS = "\"')\\]}\u00bb\u201d\u2019\u203a\u300d\u300f\uff09\u3011\u3009\u300b\u3015"
# These end a sentence whatever follows: CJK and half-width full stops, Devanagari danda, Arabic, Armenian,
# Ethiopic, Burmese, Khmer.
_FINAL = "\u3002\uff01\uff1f\uff61\u0964\u0965\u061f\u06d4\u0589\u1362\u1367\u1368\u104a\u104b\u17d4\u17d5"
# From the first stop of a row on: others of its stops would be tried in vain.
_END = re.compile(rf"[{_FINAL}][{_FINAL}.!?\u2026]*[{_CLOSERS}]*|(?<![.!?\u2026])[.!?\u2026]+[{_CLOSERS}]*(?=\s)")
_LAST_WORD = re.compile(r"[^\s(\[\"'\u201c\u2018\u00ab\u201e]*\Z")
_LONGEST_WORD = 24

# Titles; words that always have something after them; months and days; German, French, Spanish and Italian ones.
_SHORT_WORDS = """
mr mrs ms dr prof sr jr st rev hon gen col capt lt sgt gov sen rep pres messrs mme mlle sra srta ing dipl
vs cf e.g i.e eg ie viz al approx ca circa no nos nr fig figs eq eqs ref refs sec secs ch chap vol vols pp art arts
para paras ed eds trans resp incl excl est dept univ assn bros
jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thurs fri sat sun
z.b d.h u.a o.ä i.d.r v.a z.t bzw ggf evtl vgl abs bd hrsg str tel bspw sog u.u inkl zzgl p.ex env av
p.ej ud uds núm pág págs sig sigg dott
"""
_MONTHS_AND_SUCH = "januar februar märz april mai juni juli august september oktober november dezember jahrhundert"
_ABBREVIATIONS = frozenset(_SHORT_WORDS.split())
_ORDINAL_FOLLOWERS = frozenset(_MONTHS_AND_SUCH.split())


def sentence_starts(text: str) -> list[int]:
    """Find where sentences begin, other than the first.

    Args:
        text: the document.

    Returns:
        Offsets directly after the end of each sentence, before any white space, ascending.
    """
    return [match.end() for match in _END.finditer(text) if match[0][0] in _FINAL or _ends(text, match)]


def _ends(text: str, match: re.Match[str]) -> bool:
    """Tell whether full stops, exclamation or question marks before white space end a sentence."""
    follower = text[match.end() : match.end() + _LONGEST_WORD].split(maxsplit=1)
    following = follower[0] if follower else ""
    if following[:1].islower():
        return False
    if match[0][0] != "." or match[0].startswith(".."):
        return True
    before = _LAST_WORD.search(text, max(0, match.start() - _LONGEST_WORD), match.start())
    word = before[0] if before else ""
    if word.isdigit():
        return not (
            _opens_line(text, match.start() - len(word)) or following.rstrip(".,;").lower() in _ORDINAL_FOLLOWERS
        )
    initial = len(word) == 1 and word.isalpha() and word.isupper() and word != "I"
    return not initial and word.lower() not in _ABBREVIATIONS


def _opens_line(text: str, start: int) -> bool:
    line = text.rfind("\n", 0, start) + 1
    return not text[line:start].strip()
