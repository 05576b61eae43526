"""Each change of `python -m bench.changes` fits the code and touches few files. That it works is shown there."""

from __future__ import annotations

import pytest

from bench.changes.catalog import MOST_FILES, Change, read_changes
from testing import PROJECT

CHANGES = read_changes()


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.name)
def test_what_it_replaces_stands_once_in_its_file(change: Change) -> None:
    for edit in change.edits:
        assert (PROJECT / edit.file).read_text(encoding="utf-8").count(edit.before) == 1, edit


def test_five_changes_touch_eight_files_at_most() -> None:
    assert len(CHANGES) == 5
    assert {change.name: change.files for change in CHANGES if len(change.files) > MOST_FILES} == {}
