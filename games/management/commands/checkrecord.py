"""`manage.py checkrecord FILE…`: one line of JSON per record."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from engine.rules.batch import Line, Unjudged, check_file
from games.management.progress import Progress
from games.management.streams import StreamingCommand, answering, as_json

ILLEGAL, UNJUDGED = 1, 2
"""Exit codes."""


class Command(StreamingCommand):
    """Judge records and say what each proves. Needs no database."""

    help = (
        "Judge the records in FILEs: one line of JSON each. Exit code 1 if one is illegal; 2 if a file cannot be read, "
        "is not UTF-8, has no tags, or names an unknown game or rules."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The files."""
        parser.add_argument("files", nargs="+", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the verdicts as they come and leave with the worst exit code."""
        worst = 0
        with answering(self), Progress(self.stderr, "records") as progress:
            for name in options["files"]:
                for line in check_file(name):
                    progress.make_room(self.stderr if isinstance(line, Unjudged) else self.stdout)
                    worst = max(worst, self._told(line))
                    progress.count()
        if worst:
            sys.exit(worst)

    def _told(self, line: Line | Unjudged) -> int:
        """Print what was found, and say the exit code that it asks for."""
        if isinstance(line, Unjudged):
            self.stderr.write(str(line))
            return UNJUDGED
        self.write_line(as_json(line))
        return 0 if line["legal"] else ILLEGAL
