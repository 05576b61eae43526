"""manage.py exportevent: a whole event as a file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.core.loader import load
from tournaments.interchange.formats.exporters import EXPORTERS
from tournaments.interchange.formats.imported_event import FileRefused
from tournaments.models import Event


class Command(BaseCommand):
    """Write the file to standard output, or to --output."""

    help = "Write an event as a file: TRF for other programs, json for everything. The id stands in its address."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which event, in which format, to where."""
        parser.add_argument("event", type=int, metavar="ID", help="the event's id")
        parser.add_argument("--format", choices=list(EXPORTERS), default="trf26")
        parser.add_argument("--output", metavar="FILE", help="where to; else standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it; a CommandError says why it cannot be written."""
        event = Event.objects.select_related("club").filter(pk=options["event"]).first()
        if event is None:
            raise CommandError(f"There is no event {options['event']}.")
        try:
            data = EXPORTERS[options["format"]].serialize(load(event))
        except FileRefused as error:
            raise CommandError("\n".join(str(problem) for problem in error.blockers)) from error
        if options["output"]:
            Path(options["output"]).write_bytes(data)
        else:
            sys.stdout.buffer.write(data)
