"""`manage.py migrate`: as Django does it, on no database that this release does not know.

What keeps a table locked is waited for in short turns, between which others read and write it (`gipfel.postgresql`).
An older release would change nothing and say that all is well. Django compares the order of what was applied before
it sends its signals, so that a receiver would come too late.
"""

from __future__ import annotations

import time
from typing import Any

from django.core.checks import Tags
from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as Migrate
from django.db import OperationalError

from gipfel.upgrades import UnknownDatabase, refuse_unknown_database

LOCK_NOT_AVAILABLE = "55P03"
TRIES, PAUSE_SECONDS = 120, 5
"""Ten minutes: a backup of a large database takes some."""


class Command(Migrate):
    requires_system_checks = (Tags.database, Tags.models)  # those of addresses load every view: `manage.py check` does

    def handle(self, *args: Any, **options: Any) -> None:
        """Refuse in one line, or migrate."""
        try:
            refuse_unknown_database(options["database"])
        except UnknownDatabase as reason:
            raise CommandError(str(reason)) from None
        for left in reversed(range(TRIES)):
            try:
                super().handle(*args, **options)
                return
            except OperationalError as error:
                if getattr(error.__cause__, "sqlstate", "") != LOCK_NOT_AVAILABLE or not left:
                    raise
                self.stderr.write(f"\nA table is in use; trying again in {PAUSE_SECONDS} s.")
            time.sleep(PAUSE_SECONDS)
