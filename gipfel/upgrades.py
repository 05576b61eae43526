"""Does this release know the database? One that a newer release has changed is not touched by an older one.

Older code on newer tables would fail page by page, or worse, write rows that the newer release does not understand.
"""

from __future__ import annotations

import logging
from functools import cache
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError
from django.db import Error, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

log = logging.getLogger(__name__)

Migration = tuple[str, str]
"""App and name."""
RETIRED_APPS: frozenset[str] = frozenset()
"""Apps that a release has taken out. What they once migrated is no sign of a newer release."""


class NewerDatabase(ImproperlyConfigured):
    """The database was changed by migrations that this release does not have."""

    def __init__(self, unknown: list[Migration]) -> None:
        self.unknown = unknown
        first = ".".join(unknown[0])
        super().__init__(
            f"The database is that of a newer release ({len(unknown)} unknown migrations, {first} among them). "
            "Start the newer release, or restore a backup that this one made: manage.py restore FILE"
        )


@cache
def known_migrations() -> frozenset[Migration]:
    """All migrations of this release, and those that its squashed ones stand for."""
    disk = MigrationLoader(None).disk_migrations
    return frozenset(disk) | {replaced for migration in disk.values() for replaced in migration.replaces}


def unknown(applied: set[Migration]) -> list[Migration]:
    """Those of `applied` that only a newer release can have applied."""
    return sorted(each for each in applied - known_migrations() if each[0] not in RETIRED_APPS)


def applied_migrations(connection: BaseDatabaseWrapper) -> set[Migration]:
    """What was applied to the database behind `connection`; nothing where it is empty."""
    recorder = MigrationRecorder(connection)
    return set(recorder.applied_migrations()) if recorder.has_table() else set()


def refuse_newer_database(using: str = "default") -> None:
    """Raise NewerDatabase where a newer release has been at work. A database that does not answer is not judged."""
    connection = connections[using]
    try:
        strangers = unknown(applied_migrations(connection))
    except Error as error:
        log.warning("the database was not checked, for it does not answer yet: %s", error)
        return
    if strangers:
        raise NewerDatabase(strangers)


def refuse_at_start() -> None:
    """The same, before a process serves anything. It leaves no connection behind for processes that it makes."""
    try:
        refuse_newer_database()
    finally:
        connections.close_all()
        for connection in connections.all(initialized_only=True):
            getattr(connection, "close_pool", bool)()


def before_migrate(using: str = "default", **_signal: Any) -> None:
    """A receiver of pre_migrate: an older release would change nothing and say that all is well."""
    try:
        refuse_newer_database(using)
    except NewerDatabase as reason:
        raise CommandError(str(reason)) from None
