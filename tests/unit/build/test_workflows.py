"""What runs when the site is published is named by its content, not by a tag that can be moved."""

from __future__ import annotations

import re

import pytest

from tools.pins import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").iterdir())
USES = re.compile(r"^\s*(?:- )?uses:(.*)$", re.MULTILINE)
PINNED = re.compile(r" [\w-]+/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_action_of_a_workflow_is_pinned_by_its_commit_with_the_version_beside_it(path):
    used = USES.findall(path.read_text())
    assert used
    assert [action for action in used if not PINNED.fullmatch(action)] == []
