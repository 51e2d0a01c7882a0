"""Characters that change how others are drawn, or draw nothing, made visible."""

from __future__ import annotations

import re

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    """Write every such character as its code, `invoice<U+202E>fdp.md`; tabs and line feeds stay."""
    return _UNSEEN.sub(lambda found: f"<U+{ord(found.group()):04X}>", text)
