"""A copy that lost something is no backup; parts of killed workers go; a refused restore leaves nothing behind."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from gipfel import backups
from gipfel.backups import schedule, sqlite
from gipfel.backups.manifest import Found
from players.models import Club
from tests.backups.other_process import connected_elsewhere
from tests.backups.test_backup_and_restore import file, of_its_own
from tests.backups.test_schedule import NOW

__all__ = ["file", "of_its_own"]  # fixtures


def _on_sqlite() -> None:
    """What follows damages the file of the database or of its copy, which only SQLite has."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL has no file of its own to look at")


def test_a_copy_that_lost_a_row_is_no_backup(file: Path, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk loses it between writing and reading back."""
    _on_sqlite()
    inspect = sqlite.inspect

    def lose_and_inspect(part: Path) -> Found:
        with closing(sqlite3.connect(part)) as copy:
            copy.execute("DELETE FROM django_migrations WHERE id = 1")
            copy.commit()
        return inspect(part)

    monkeypatch.setattr(sqlite, "inspect", lose_and_inspect)
    with pytest.raises(backups.BackupError, match="does not hold what the database held"):
        backups.make(file)
    assert list(file.parent.glob("*copy*")) == []


def test_a_restore_that_is_refused_keeps_no_copy_of_the_database(file: Path, club: Club) -> None:
    """Another process has it open: that is found before anything is written beside it."""
    _on_sqlite()
    backups.make(file)
    connection.close()
    database = Path(connection.settings_dict["NAME"])
    with connected_elsewhere(), pytest.raises(CommandError, match=r"Nothing was restored.*Stop .* first"):
        call_command("restore", str(file))
    assert list(database.parent.glob(f"{database.name}.before-*")) == []


def test_parts_that_a_killed_worker_left_go_after_a_day(tmp_path: Path) -> None:
    made = {age: tmp_path / f".gipfel-2026112{age}T081500Z.sqlite3.7.part" for age in (0, 1)}
    for age, part in made.items():
        part.write_text("half of a backup")
        at = (NOW - timedelta(days=age, minutes=1)).timestamp()
        os.utime(part, (at, at))
    schedule.prune(tmp_path, NOW)
    assert (made[0].exists(), made[1].exists()) == (True, False)
