"""`manage.py migrate`: as Django does it, on no database that this release does not know.

An older release would change nothing and say that all is well. Django compares the order of what was applied before
it sends its signals, so that a receiver would come too late.
"""

from __future__ import annotations

from typing import Any

from django.core.checks import Tags
from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as Migrate

from gipfel.upgrades import UnknownDatabase, refuse_unknown_database


class Command(Migrate):
    requires_system_checks = (Tags.database, Tags.models)  # those of addresses load every view: `manage.py check` does

    def handle(self, *args: Any, **options: Any) -> None:
        """Refuse in one line, or migrate."""
        try:
            refuse_unknown_database(options["database"])
        except UnknownDatabase as reason:
            raise CommandError(str(reason)) from None
        super().handle(*args, **options)
