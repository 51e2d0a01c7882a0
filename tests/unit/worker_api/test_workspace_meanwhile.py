"""A saved session that is opened while the boundary tokenizer changes, and the other way round: the new one counts."""

from __future__ import annotations

import pytest

from chunkforge.document import Document
from chunkforge.scoring import Bm25
from chunkforge.steps import finish
from chunkforge.tokenizers import ESTIMATES, estimate
from chunkforge.worker_api import Session
from chunkforge.workspace import write_workspace

OLD, NEW = list(ESTIMATES)[:2]
TEXT = "\u4e2d\u6587 and some words. " * 40
SAVED = write_workspace({n: Document(f"{n}.md", TEXT) for n in range(3)}, [], {}, [])
SETTINGS = {"strategy": "recursive", "size": 20, "overlap": 0}


def session() -> Session:
    begun = Session(estimate(OLD), (Bm25(),))
    begun.load_tokenizer("new", NEW)
    finish(begun.add_document("first.md", data=[TEXT.encode()]))
    return begun


def tokens(begun: Session) -> list[int]:
    """Count all chunks by the tokenizer in force."""
    return finish(begun.measure(SETTINGS, 60)).arrays["tokens"].tolist()


@pytest.mark.parametrize("place", range(1, 4))
def test_a_session_opened_while_the_tokenizer_changed_counts_by_the_new_one(place):
    begun = session()
    opening = begun.open_workspace("w", [SAVED])
    for _ in range(place):
        next(opening)
    finish(begun.set_tokenizer("new"))
    opened = finish(opening)
    expected = session()
    finish(expected.set_tokenizer("new"))
    afresh = finish(expected.open_workspace("w", [SAVED]))
    assert opened.values["documents"] == afresh.values["documents"]
    assert tokens(begun) == tokens(expected)


def test_a_tokenizer_that_changes_while_a_session_is_opened_counts_the_opened_documents():
    begun = session()
    changing = begun.set_tokenizer("new")
    next(changing)
    finish(begun.open_workspace("w", [SAVED]))
    told = finish(changing)
    assert told.values["name"] == NEW
    assert len(told.values["documents"]) == 3
    expected = session()
    finish(expected.set_tokenizer("new"))
    finish(expected.open_workspace("w", [SAVED]))
    assert tokens(begun) == tokens(expected)
