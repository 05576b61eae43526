"""Does this release know the database? One that a newer release has changed, or none has made, is not touched.

Older code on newer tables would fail page by page, or worse, write rows that the newer release does not understand.
"""

from __future__ import annotations

import logging
from functools import cache

from django.core.exceptions import ImproperlyConfigured
from django.db import Error, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

log = logging.getLogger(__name__)

Migration = tuple[str, str]
"""App and name."""
RETIRED_APPS: frozenset[str] = frozenset()
"""Apps that a release has taken out. What they once migrated is no sign of a newer release."""
BEFORE_RELEASES: Migration = ("journal", "0002_append_only")
"""Every database of before 0.2.0 has it. From there on each app begins with one migration, and none has this name."""
CARRY_OVER = (
    "Carry its events over: with the version that made it, write each to a file (manage.py exportevent ID --format json"
    " --output FILE), then read the files into an empty database of this release (manage.py importevent FILE"
    " --club SLUG). An empty one is made by ./run in another folder (GIPFEL_HOME), or by another DATABASE_URL."
)


class UnknownDatabase(ImproperlyConfigured):
    """This release cannot work with the database. The text says what can be done."""


class NewerDatabase(UnknownDatabase):
    """The database was changed by migrations that this release does not have."""

    def __init__(self, unknown: list[Migration]) -> None:
        first = ".".join(unknown[0])
        super().__init__(
            f"The database is that of a newer release ({len(unknown)} unknown migrations, {first} among them). "
            "Start the newer release, or restore a backup that this one made: manage.py restore FILE"
        )


class UnreleasedDatabase(UnknownDatabase):
    """The database was made before there were releases, by other migrations of the same names."""

    def __init__(self) -> None:
        why = "The database was made before 0.2.0, and no release can upgrade it."
        super().__init__(f"{why} {CARRY_OVER}")


@cache
def known_migrations() -> frozenset[Migration]:
    """All migrations of this release, and those that its squashed ones stand for."""
    disk = MigrationLoader(None).disk_migrations
    return frozenset(disk) | {replaced for migration in disk.values() for replaced in migration.replaces}


def unknown(applied: set[Migration]) -> list[Migration]:
    """Those of `applied` that only a newer release can have applied."""
    return sorted(each for each in applied - known_migrations() if each[0] not in RETIRED_APPS)


def refuse_unknown(applied: set[Migration]) -> None:
    """Raise UnknownDatabase where these are not the migrations of this release or of an older one."""
    if BEFORE_RELEASES in applied:
        raise UnreleasedDatabase
    if strangers := unknown(applied):
        raise NewerDatabase(strangers)


def applied_migrations(connection: BaseDatabaseWrapper) -> set[Migration]:
    """What was applied to the database behind `connection`; nothing where it is empty."""
    recorder = MigrationRecorder(connection)
    return set(recorder.applied_migrations()) if recorder.has_table() else set()


def refuse_unknown_database(using: str = "default") -> None:
    """Raise UnknownDatabase where `refuse_unknown` does. A database that does not answer is not judged."""
    try:
        applied = applied_migrations(connections[using])
    except Error as error:
        log.warning("the database was not checked, for it does not answer yet: %s", error)
        return
    refuse_unknown(applied)


def refuse_at_start() -> None:
    """Raise UnknownDatabase before a process serves anything. No connection is left for the processes that it makes."""
    try:
        refuse_unknown_database()
    finally:
        connections.close_all()
        for connection in connections.all(initialized_only=True):
            getattr(connection, "close_pool", bool)()
