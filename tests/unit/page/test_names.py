"""What the start page gives a role has a name from the first moment on."""

from __future__ import annotations

import re

from tools.pins import ROOT


def test_no_picture_of_the_start_page_is_without_a_name():
    page = (ROOT / "web" / "index.html").read_text(encoding="utf-8")
    pictures = [tag for tag in re.findall(r"<[^>]+>", page) if 'role="img"' in tag]
    assert [tag for tag in pictures if not re.search(r'aria-label(ledby)?="[^"]', tag)] == []
