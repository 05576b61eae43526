"""What the database, the disks and the software say of this server: read when asked, the same from every process."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import django
from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from redis import Redis, RedisError

from common.jobs import queries as jobs
from common.jobs.models import Job
from gipfel.backups import schedule


@dataclass(frozen=True, slots=True)
class Versions:
    """`release`: the digest of the code that runs here. `waiting_migrations`: how many are not applied."""

    release: str
    python: str
    django: str
    database: str
    waiting_migrations: int


@dataclass(frozen=True, slots=True)
class Backups:
    """`enabled`: some worker makes them. `size` in bytes, None where this process does not see the folder."""

    enabled: bool
    last_at: datetime | None
    size: int | None
    next_at: datetime | None
    failure: str

    @property
    def age(self) -> timedelta | None:
        return None if self.last_at is None else max(timezone.now() - self.last_at, timedelta())


@dataclass(frozen=True, slots=True)
class Disk:
    """Where something is kept: `what` is "data", "backups" or "temporary". In bytes."""

    what: str
    free: int
    total: int


def versions() -> Versions:
    from common.release import release

    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return Versions(release(), platform.python_version(), django.get_version(), _database(), len(waiting))


def _database() -> str:
    """Name and version of the database."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT sqlite_version()")
            return f"SQLite {cursor.fetchone()[0]}"
        cursor.execute("SHOW server_version")
        return f"PostgreSQL {str(cursor.fetchone()[0]).split()[0]}"


def backups() -> Backups:
    """By the folder where this process sees it, else by what workers noted of their job."""
    file = _newest_backup()
    count = jobs.count_of(schedule.BACKUP)
    noted = count.last_done_at if count is not None else None
    last = schedule.backup_time(file) if file is not None else noted
    enabled = bool(settings.BACKUP_DIR) or noted is not None
    job: Job | None = jobs.find(schedule.BACKUP, schedule.SERVER)
    return Backups(
        enabled=enabled,
        last_at=last,
        size=file.stat().st_size if file is not None else None,
        next_at=(last or timezone.now()) + (schedule.EVERY if last else timedelta()) if enabled else None,
        failure=job.error if job is not None else "",
    )


def _newest_backup() -> Path | None:
    if not settings.BACKUP_DIR:
        return None
    now = datetime.now(UTC) + schedule.CLOCKS_DIFFER
    made = [each for each in schedule.list_backups(Path(settings.BACKUP_DIR)) if schedule.backup_time(each) <= now]
    return made[-1] if made else None


def disks() -> list[Disk]:
    """The disks that this process writes to: the data of the embedded form, backups, temporary files."""
    import tempfile

    places = {"temporary": Path(tempfile.gettempdir())}
    if connection.vendor == "sqlite" and Path(str(connection.settings_dict["NAME"])).exists():
        places["data"] = Path(str(connection.settings_dict["NAME"])).parent
    if settings.BACKUP_DIR and Path(settings.BACKUP_DIR).is_dir():
        places["backups"] = Path(settings.BACKUP_DIR)
    return list(_measure(sorted(places.items())))


def _measure(places: Iterable[tuple[str, Path]]) -> Iterable[Disk]:
    for what, place in places:
        usage = shutil.disk_usage(place)
        yield Disk(what, usage.free, usage.total)


def redis_answers() -> bool | None:
    """Whether Redis answers; None where none is used. Asked directly: the cache forgives a Redis that is away."""
    if not settings.REDIS_URL:
        return None
    try:
        Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=2).ping()
    except RedisError:
        return False
    return True
