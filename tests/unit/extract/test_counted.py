"""A sentence about one page does not speak of pages."""

from __future__ import annotations

import pytest

import make_pdfs
from chunkforge.errors import ExtractionError
from chunkforge.extract import extract
from chunkforge.notice import counted


@pytest.mark.parametrize(("number", "said"), [(0, "0 pages"), (1, "1 page"), (2, "2 pages"), (2000, "2,000 pages")])
def test_a_number_comes_with_its_noun(number, said):
    assert counted(number, "page", "pages") == said


def test_a_page_without_text_is_one_page():
    with pytest.raises(ExtractionError, match=r"cover\.pdf has 1 page but no text layer"):
        extract("cover.pdf", make_pdfs.one_page(b""))
