"""Queries and marks: what is added can be taken back, and nothing else changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkforge.errors import WorkbenchError
from chunkforge.labels import HISTORY, Labels, Mark


def test_undo_and_redo_restore_every_state_in_order():
    labels = Labels()
    states = [labels.queries]
    [q] = labels.add(["how many days?"])
    states.append(labels.queries)
    labels.mark(q, [Mark(1, 3, 9), Mark(1, 20, 30)])
    states.append(labels.queries)
    labels.unmark(q, Mark(1, 3, 9))
    states.append(labels.queries)
    labels.edit(q, "how many weeks?")
    states.append(labels.queries)
    labels.remove(q)
    states.append(labels.queries)
    for state in reversed(states[:-1]):
        assert labels.undo()
        assert labels.queries == state
    assert not labels.undo()
    for state in states[1:]:
        assert labels.redo()
        assert labels.queries == state
    assert not labels.redo()


def test_a_change_after_an_undo_leaves_nothing_to_redo():
    labels = Labels()
    labels.add(["a"])
    labels.undo()
    labels.add(["b"])
    assert not labels.can_redo


def test_ids_are_never_used_twice():
    labels = Labels()
    [first] = labels.add(["a"])
    labels.remove(first)
    [second] = labels.add(["b"])
    assert first != second


def test_the_same_mark_twice_is_one_mark_and_no_step():
    labels = Labels()
    [q] = labels.add(["a"])
    labels.mark(q, [Mark(1, 0, 5)])
    labels.mark(q, [Mark(1, 0, 5)])
    assert labels.get(q).marks == (Mark(1, 0, 5),)
    labels.undo()
    assert labels.get(q).marks == ()


def test_removing_a_document_is_one_step_that_brings_its_marks_back():
    labels = Labels()
    [q] = labels.add(["a"])
    labels.mark(q, [Mark(1, 0, 5), Mark(2, 0, 5), Mark(2, 9, 12)])
    before = labels.queries
    assert labels.remove_document(2) == 2
    assert labels.get(q).marks == (Mark(1, 0, 5),)
    assert labels.recoverable == {2}
    assert labels.undo()
    assert (labels.queries, labels.removed) == (before, frozenset())
    assert labels.redo()
    assert (labels.get(q).marks, labels.removed) == ((Mark(1, 0, 5),), {2})


def test_removing_a_document_without_marks_is_a_step_too():
    labels = Labels()
    labels.add(["a"])
    assert labels.remove_document(1) == 0
    assert labels.undo()
    assert labels.removed == frozenset()
    assert len(labels.queries) == 1


def test_a_removed_document_is_out_of_reach_once_the_step_is_too_long_ago():
    labels = Labels()
    labels.remove_document(1)
    for _ in range(HISTORY - 1):
        labels.add(["a"])
    assert labels.recoverable == {1}
    labels.add(["a"])
    assert labels.recoverable == frozenset()


@pytest.mark.parametrize("text", ["", "  \n"])
def test_a_blank_query_is_refused_in_a_sentence(text):
    with pytest.raises(WorkbenchError, match="at least one character"):
        Labels().add([text])


def test_an_unknown_query_is_named():
    with pytest.raises(WorkbenchError, match="no query number 7"):
        Labels().mark(7, [Mark(1, 0, 1)])


@given(st.lists(st.integers(0, 4), max_size=40))
def test_any_sequence_of_changes_can_be_undone_to_the_beginning(actions):
    labels = Labels()
    for action in actions:
        ids = list(labels.queries)
        if action == 0 or not ids:
            labels.add(["q"])
        elif action == 1:
            labels.mark(ids[0], [Mark(1, len(labels.queries), 90)])
        elif action == 2:
            labels.remove(ids[-1])
        elif action == 3:
            labels.undo()
        else:
            labels.redo()
    while labels.undo():
        pass
    assert labels.queries == {}
