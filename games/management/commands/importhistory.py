"""manage.py importhistory: past games of a club from a file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from common.jobs import services as jobs
from games.histories.history_file import is_for_two, read_file
from games.histories.known_lines import known_lines
from games.histories.services.histories import IMPORT_HISTORY, import_history
from games.models import History
from gipf_engine.messages import Refused
from players.models import Club
from players.people.name_matches import match_names

STANDARD_INPUT = "-"
BAD_INPUT = 3


class Command(BaseCommand):
    """Everybody who is called as one member of the club is that member; the others are made new."""

    help = "Import past games (CSV: date,event,round,first,second,result) into a club. --check stores nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, the club and the game."""
        parser.add_argument("file", metavar="FILE", help="the CSV file; - is standard input")
        parser.add_argument("--club", required=True, metavar="SLUG", help="the club, as it stands in its address")
        parser.add_argument("--rules", required=True, metavar="KEY", help="the game, such as gipf-standard")
        parser.add_argument("--unrated", action="store_true", help="the games do not count in rating lists")
        parser.add_argument("--check", action="store_true", help="say what would come of it, and store nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, name every line that is wrong, store. Exit code 3 where lines are wrong."""
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            raise CommandError(f"There is no club {options['club']}.")
        if not is_for_two(options["rules"]):
            raise CommandError(f"There is no game {options['rules']} for two.")
        data = _data(options["file"])
        file = read_file(data, options["rules"], timezone.localdate())
        for problem in (*file.faults, *file.cautions):
            self.stderr.write(f"{options['file']}:{problem.line}: {problem.why}")
        if file.faults:
            raise CommandError(f"{len(file.faults)} problems, nothing was imported", returncode=BAD_INPUT)
        people = {match.name: match.chosen for match in match_names(file.names, club)}
        known = len(known_lines(club, options["rules"], file, people))
        new = sum(person is None for person in people.values())
        if not options["check"]:
            try:
                rated = not options["unrated"]
                history = import_history(club.pk, None, data, rules=options["rules"], people=people, rated=rated)
            except Refused as error:
                raise CommandError(str(error.message)) from error
            if history.state == History.State.COMING:
                jobs.run_now(IMPORT_HISTORY, [history.scope])
            self.stdout.write(f"history {history.pk}")
        summary = (
            f"{len(file.games) - known} games of {len(file.events)} events, {known} known before, {new} new players"
        )
        self.stdout.write(summary)


def _data(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
