"""`manage.py checkrecord FILE…`: one line of JSON per record."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.progress import Progress
from games.rules.checkfile import Unjudged, check_file

ILLEGAL, UNJUDGED = 1, 2
"""Exit codes."""


class Command(BaseCommand):
    """Judge records and say what each proves. Needs no database."""

    help = (
        "Judge the records in FILEs: one line of JSON each. Exit code 1 if one is illegal; 2 if a file is not "
        "UTF-8, has no tags, or names an unknown game or rules."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The files."""
        parser.add_argument("files", nargs="+", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the verdicts as they come and leave with the worst exit code."""
        worst = 0
        with Progress(self.stderr, "records") as progress:
            for name in options["files"]:
                worst = max(worst, self._check(name, progress))
        if worst:
            sys.exit(worst)

    def _check(self, name: str, progress: Progress) -> int:
        worst = 0
        try:
            for line in check_file(name):
                progress.count()
                if isinstance(line, Unjudged):
                    worst = UNJUDGED
                    self.stderr.write(f"{line.file}:{line.line}: {line.phrase}")
                else:
                    worst = max(worst, 0 if line["legal"] else ILLEGAL)
                    self.stdout.write(json.dumps(line, ensure_ascii=False))
        except OSError as trouble:
            raise CommandError(f"{name}: {trouble.strerror}", returncode=UNJUDGED) from trouble
        return worst
