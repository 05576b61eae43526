"""With BACKUP_DIR set, workers make a backup a day and let old ones go; one that fails is seen on /jobs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from common.jobs import queries, services
from common.jobs.models import Job
from gipfel.backups import schedule
from players.models import Account, Club
from players.roles import Role
from testing.factories import holder_of

pytestmark = pytest.mark.postgresql

NOW = datetime(2026, 11, 22, 8, 15, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch, real_database: None) -> Iterator[Path]:
    settings.BACKUP_DIR = str(tmp_path / "backups")
    monkeypatch.setattr(services, "_looked_at", {})
    yield tmp_path / "backups"


def _look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "_looked_at", {})
    services.beat("worker")


def test_a_worker_makes_one_and_asks_for_no_second_that_day(
    folder: Path, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    _look(monkeypatch)
    _look(monkeypatch)
    assert Job.objects.filter(kind=schedule.BACKUP).count() == 1
    services.run_now(schedule.BACKUP, [schedule.SERVER])
    (made,) = schedule.list_backups(folder)
    assert made.with_name(f"{made.name}.json").exists()
    _look(monkeypatch)
    assert not Job.objects.filter(kind=schedule.BACKUP).exists()


def test_without_the_setting_none_is_made(db: None, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.BACKUP_DIR = ""
    _look(monkeypatch)
    assert not Job.objects.filter(kind=schedule.BACKUP).exists()


def test_one_that_fails_stands_on_the_page_of_jobs_and_waits_its_pause(
    client: Client, folder: Path, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.write_text("in the way: no folder can be made here")
    _look(monkeypatch)
    services.run_now(schedule.BACKUP, [schedule.SERVER])
    job = queries.find(schedule.BACKUP, schedule.SERVER)
    assert job is not None and job.failures == 1
    _look(monkeypatch)
    again = queries.find(schedule.BACKUP, schedule.SERVER)
    assert again is not None and (again.failures, again.due_at) == (1, job.due_at)
    client.force_login(holder_of(Role.ADMINISTRATOR, "server", Account.objects.create(username="administrator")))
    page = client.get("/jobs").content.decode()
    assert "Backup of the database" in page and "File exists" in page


@pytest.mark.parametrize(("age", "due"), [(timedelta(hours=23), False), (timedelta(hours=24), True)])
def test_it_is_due_after_a_day(tmp_path: Path, age: timedelta, due: bool) -> None:
    _made(tmp_path, NOW - age)
    assert schedule.is_due(tmp_path, NOW) is due


def test_one_of_the_future_does_not_count(tmp_path: Path) -> None:
    _made(tmp_path, NOW + timedelta(days=30))
    assert schedule.is_due(tmp_path, NOW)


def _made(folder: Path, moment: datetime) -> Path:
    file = folder / f"gipfel-{moment.strftime('%Y%m%dT%H%M%SZ')}.sqlite3"
    file.write_text("a backup")
    file.with_name(f"{file.name}.json").write_text("{}")
    return file


def test_seven_days_and_four_weeks_are_kept(tmp_path: Path, settings: Any) -> None:
    """One a day for forty days up to Sunday, 22 November 2026: the last of each week is its Sunday."""
    for day in range(40):
        _made(tmp_path, NOW - timedelta(days=day))
    other = tmp_path / "gipfel-mine.sqlite3"
    other.write_text("made by hand")
    schedule.prune(tmp_path, NOW)
    days = [schedule.backup_time(each).date().isoformat() for each in schedule.list_backups(tmp_path)]
    assert days == [
        "2026-11-01", "2026-11-08", "2026-11-15",  # Sundays; the fourth is the 22nd
        "2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22",
    ]  # fmt: skip
    assert other.exists()
    assert len(list(tmp_path.glob("*.json"))) == len(days)


def test_the_newest_is_kept_whatever_is_set() -> None:
    assert schedule.moments_to_keep([NOW, NOW - timedelta(days=1)], days=0, weeks=0) == {NOW}
