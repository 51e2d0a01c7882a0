"""The character tables that come with the code are what the references do with each character."""

from __future__ import annotations

import pytest

from tools import unicode_tables

pytestmark = pytest.mark.parity


def test_every_character_table_is_what_the_references_do():
    tables, lower = unicode_tables.measured()
    there, lower_there = unicode_tables.written()
    assert tables.keys() == there.keys()
    assert [name for name in tables if tables[name] != there[name]] == []
    assert lower == lower_there
