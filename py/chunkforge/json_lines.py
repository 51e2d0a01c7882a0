"""JSON of one line that every reader of text files sees as one line, and that can always be encoded."""

from __future__ import annotations

import json
import re

_FRAGILE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff]")


def one_line(value: object) -> str:
    """Write a value as JSON, with escapes for what readers of text change, break lines at, or cannot encode."""
    return _FRAGILE.sub(lambda found: f"\\u{ord(found.group()):04x}", json.dumps(value, ensure_ascii=False))
