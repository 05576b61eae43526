"""manage.py openmonth: the public games of a month as open data."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from gipf_engine.messages import Refused
from tournaments.open_data.services import make_month
from tournaments.open_data.who_is_in import read_month


class Command(BaseCommand):
    """Make the file at once, instead of a week after the month; a file that is there is made again."""

    help = "Make the file of a month's public games, or make it again; the same games make the same bytes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which month."""
        parser.add_argument("month", metavar="MONTH", help="the month, such as 2026-03")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it, and say what it holds and what its digest is."""
        try:
            file = make_month(read_month(options["month"]))
        except ValueError:
            raise CommandError("Write the month as 2026-03.") from None
        except Refused as refused:
            raise CommandError(str(refused.message)) from None
        self.stdout.write(f"{options['month']}, edition {file.edition}: {file.games} games, {file.size} bytes")
        self.stdout.write(f"sha256 {file.sha256}")
