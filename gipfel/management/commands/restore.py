"""`manage.py restore FILE`: the database as it was when FILE was made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error

from gipfel import backups


class Command(BaseCommand):
    help = "Put a backup in the place of the database. The server must be stopped; what is replaced is kept."
    requires_system_checks = ()  # it has to work where nothing else does

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="what `manage.py backup` made")
        parser.add_argument("--migrate", action="store_true", help="bring an older backup to this release at once")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            kept = backups.restore(file)
        except (backups.BackupError, OSError, Error) as error:
            raise CommandError(f"Nothing was restored. {error}") from None
        self.stdout.write(f"Restored {file}.")
        if kept:
            self.stdout.write(f"What was there before is kept: {kept}")
        if options["migrate"]:
            call_command("migrate", verbosity=0, interactive=False)
            self.stdout.write("The database is that of this release.")
        else:
            self.stdout.write("Before the next start: manage.py migrate (./run does it itself).")
