"""`manage.py backup FILE`: the database in a file, while the server runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error

from gipfel import backups


class Command(BaseCommand):
    help = "Back up the database to FILE while the server runs. FILE.json says what it is."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a new file")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        try:
            manifest = backups.make(file)
        except (backups.BackupError, OSError, Error) as error:
            raise CommandError(f"No backup was made. {error}") from None
        rows = sum(manifest.rows.values())
        self.stdout.write(f"Backed up to {file}: {manifest.size:,} bytes, {len(manifest.rows)} tables, {rows:,} rows.")
