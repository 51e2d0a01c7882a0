"""What the page says it reads is what is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

from chunkforge.extract.kinds import Kind

NAMES = {
    "pdf": "PDF",
    "markdown": "Markdown",
    "html": "HTML",
    "docx": "Word",
    "table": "CSV",
    "records": "JSON",
    "json": "JSON",
    "plain": "text",
}


def test_the_drop_hint_names_every_kind_of_file_that_is_read():
    assert set(NAMES) == set(get_args(Kind))
    words = json.loads((Path(__file__).parents[3] / "web" / "locales" / "en.json").read_text("utf-8"))
    assert [name for name in NAMES.values() if name not in words["documents.drop"]] == []
