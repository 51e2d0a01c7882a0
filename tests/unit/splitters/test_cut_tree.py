"""A text that is taken apart again and again ends in parts, or in a sentence."""

from __future__ import annotations

import pytest

from chunkforge.document import Document
from chunkforge.errors import SettingsError
from chunkforge.settings import SplitSettings
from chunkforge.splitters import split
from unit.splitters.oracles import SmallTokenizer

SETTINGS = SplitSettings("llamaindex-sentence", size=64)


@pytest.mark.parametrize("row", ["!", "?'"])
def test_a_row_of_marks_that_the_library_cannot_take_apart_is_refused_in_a_sentence(row):
    with pytest.raises(SettingsError, match="takes parts of this text apart again more than 200 times"):
        split(Document("x.txt", row * 1000 + "x"), SmallTokenizer(), SETTINGS)


def test_a_row_that_it_can_take_apart_is_split():
    text = "!" * 200 + "x"
    assert split(Document("x.txt", text), SmallTokenizer(), SETTINGS).text(0).startswith("!")
