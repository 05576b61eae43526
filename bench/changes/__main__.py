"""Make five changes of features in copies of the project, run the test of each, and list the files that it touches.

    python -m bench.changes

A field at check-in, a rule of the waiting list, an event of webhooks, a setting of a series, a limit of vacations. The
test of each must fail before the change and pass after it. The exit code is 1 where one does not, or touches too many.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.changes.catalog import MOST_FILES, Change, read_changes
from bench.mutations.__main__ import ALL_PASSED, copy_project, run_tests
from testing import PROJECT

TEST = "tests/test_change.py"


def main(_arguments: Sequence[str] = ()) -> int:
    """Try each change; the exit code."""
    return max([_try(change) for change in read_changes()])


def _try(change: Change) -> int:
    with tempfile.TemporaryDirectory(prefix="gipfel-change-") as folder:
        copy = copy_project(Path(folder) / "gipfel")
        (copy / "docs").unlink()  # a link, and a change may touch a page
        shutil.copytree(PROJECT / "docs", copy / "docs")
        (copy / TEST).write_text(change.test, encoding="utf-8")
        before, _failed, _said = run_tests(copy, [TEST])
        for edit in change.edits:
            edit.apply(copy)
        after, _failed, said = run_tests(copy, [TEST])
    is_done = before != ALL_PASSED and after == ALL_PASSED and len(change.files) <= MOST_FILES
    print(f"{'ok ' if is_done else 'NOT'} {change.name}: {len(change.files)} files", *change.files, sep="\n     ")
    if after != ALL_PASSED:
        print(said[-2000:])
    return 0 if is_done else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
