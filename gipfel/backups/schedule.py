"""Backups that make themselves: BACKUP_DIR says where, workers ask for one a day, old ones go."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext_noop

from common.jobs import queries, services
from common.jobs.queues import Queue
from gipfel import backups
from gipfel.backups.files import PART
from gipfel.backups.manifest import beside

BACKUP, SERVER = "backup", "server"
EVERY = timedelta(days=1)
CLOCKS_DIFFER = timedelta(hours=1)
_SUFFIXES = {"sqlite": ".sqlite3", "postgresql": ".dump"}
_PREFIX = "gipfel-"
_SECONDS_BETWEEN_LOOKS = 60.0


@services.every(_SECONDS_BETWEEN_LOOKS)
def ask_when_due() -> None:
    """Ask for a backup when the newest is a day old. One that fails is tried again as any job is."""
    if not settings.BACKUP_DIR:
        return
    if is_due(Path(settings.BACKUP_DIR), datetime.now(UTC)) and queries.find(BACKUP, SERVER) is None:
        services.request(BACKUP, SERVER)


def is_due(folder: Path, now: datetime) -> bool:
    """Whether the newest backup in `folder` is too old. One of the future was made while a clock ran ahead."""
    past = [moment for moment in map(backup_time, list_backups(folder)) if moment <= now + CLOCKS_DIFFER]
    return not past or now - max(past) >= EVERY


@services.handler(BACKUP, label=gettext_noop("Backup of the database"), queue=Queue.HEAVY)
def back_up(subject: str) -> None:
    """Make one, and only then let old ones go."""
    if not settings.BACKUP_DIR:
        raise backups.BackupError(
            "BACKUP_DIR is not set where this worker runs. Set it, or start the worker elsewhere."
        )
    folder = Path(settings.BACKUP_DIR)
    now = datetime.now(UTC)
    file = folder / f"{_PREFIX}{now.strftime(backups.STAMP)}{_SUFFIXES[connection.vendor]}"
    backups.make(file, lambda done, total: services.progress(BACKUP, subject, done, total))
    prune(folder, now)


def list_backups(folder: Path) -> list[Path]:
    """The backups that the schedule made, oldest first."""
    names = (each for suffix in _SUFFIXES.values() for each in folder.glob(f"{_PREFIX}*{suffix}"))
    return sorted((each for each in names if _moment(each) is not None), key=backup_time)


def backup_time(file: Path) -> datetime:
    """When it was made, by its name."""
    moment = _moment(file)
    if moment is None:
        raise ValueError(file)
    return moment


def _moment(file: Path) -> datetime | None:
    try:
        return datetime.strptime(file.name.removeprefix(_PREFIX).partition(".")[0], backups.STAMP).replace(tzinfo=UTC)
    except ValueError:
        return None


def prune(folder: Path, now: datetime) -> None:
    """Remove what need not be kept, and parts that were left by a worker that was killed."""
    made = list_backups(folder)
    keep = moments_to_keep([backup_time(each) for each in made], settings.BACKUP_KEEP_DAYS, settings.BACKUP_KEEP_WEEKS)
    for file in made:
        if backup_time(file) not in keep:
            file.unlink()
            beside(file).unlink(missing_ok=True)
    for part in folder.glob(f".{_PREFIX}*{PART}"):
        if part.stat().st_mtime < (now - EVERY).timestamp():
            part.unlink(missing_ok=True)


def moments_to_keep(moments: Iterable[datetime], days: int, weeks: int) -> set[datetime]:
    """The newest of each of the last `days` days and `weeks` weeks that have any. The newest of all is always kept."""
    newest_first = sorted(moments, reverse=True)
    by_day = {moment.date(): moment for moment in reversed(newest_first)}
    by_week = {moment.isocalendar()[:2]: moment for moment in reversed(newest_first)}
    last_days = [by_day[day] for day in sorted(by_day, reverse=True)[:days]]
    last_weeks = [by_week[week] for week in sorted(by_week, reverse=True)[:weeks]]
    return {*newest_first[:1], *last_days, *last_weeks}
