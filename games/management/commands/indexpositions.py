"""manage.py indexpositions: index the positions of every record that is not indexed yet."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.models import IndexedPosition, Record
from games.records.services.index_positions import forget_index, index_portion


class Command(BaseCommand):
    """Index positions now, instead of by a worker. Done again, it goes on."""

    help = "Index the positions of every record that is not indexed yet."

    def add_arguments(self, parser: CommandParser) -> None:
        """`--anew` forgets the index first."""
        parser.add_argument("--anew", action="store_true", help="forget the index first, and make all of it anew")

    def handle(self, *args: Any, **options: Any) -> None:
        """Index, and say how much there is."""
        if options["anew"]:
            forget_index()
        while index_portion():
            pass
        self.stdout.write(
            f"{IndexedPosition.objects.count()} positions of {Record.objects.count()} records are indexed"
        )
