"""manage.py importevent: a whole event from a file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from gipf_engine.commands.trf_files import STANDARD_INPUT
from gipf_engine.messages import Refused
from gipf_engine.tournament.standings.modifier_codes import codes_of
from players.models import Club
from tournaments.core.errors import ConfirmationNeeded, EventRefused
from tournaments.interchange.formats.import_check import check_rounds
from tournaments.interchange.formats.imported_event import ImportedEvent, known_people, matches
from tournaments.interchange.formats.importers import ImportOptions, parse
from tournaments.interchange.services import importing


class Command(BaseCommand):
    """Everybody who is called as one member of the club is that member; the others are made new."""

    help = "Take an event in from a TRF file or an event file. Every repair is printed; --check stores nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, the club, and what TRF leaves open."""
        parser.add_argument("file", metavar="FILE", help="TRF or an event file; - is standard input")
        parser.add_argument("--club", required=True, metavar="SLUG", help="the club, as it stands in its address")
        parser.add_argument("--name", default="", help="what the event is called here")
        parser.add_argument("--rules", default="", metavar="KEY", help="the game, where a TRF file does not say it")
        parser.add_argument("--format", default="", metavar="KEY", help="the format, where a TRF file does not say it")
        parser.add_argument(
            "--tie-breaks", metavar="LIST", help="such as BH/C1,SB; else the file's, else those that give its ranks"
        )
        parser.add_argument(
            "--unrated", action="store_true", help="the games of a TRF file do not count in rating lists"
        )
        parser.add_argument(
            "--confirm", action="append", default=[], metavar="KEY", help="confirm what was asked, by its key"
        )
        parser.add_argument("--check", action="store_true", help="say what would come of it, and store nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, say every repair, store; a CommandError says why nothing is stored."""
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            raise CommandError(f"There is no club {options['club']}.")
        try:
            incoming = parse(_data(options["file"]), _wishes(club, options))
            for repair in incoming.repairs:
                self.stderr.write(str(repair))
            for breach in check_rounds(incoming).breaches:
                self.stderr.write(str(breach.caution.message))
            for difference in incoming.ranks.differences if incoming.ranks else ():
                self.stderr.write(str(difference))
            people = known_people(matches(incoming, club))
            if not options["check"]:
                event = importing.import_event(club.pk, None, incoming, people, confirm=options["confirm"])
                self.stdout.write(f"event {event.pk}")
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from error
        except ConfirmationNeeded as needed:
            raise CommandError(f"The rounds break rules of pairing. Repeat with --confirm {needed.key}") from needed
        except EventRefused as error:
            raise CommandError("\n".join(map(str, error.blockers or (error.message,)))) from error
        except Refused as error:
            raise CommandError(str(error.message)) from error
        self.stdout.write(_describe_event(incoming, len(people)))


def _data(name: str) -> bytes:
    return sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()


def _wishes(club: Club, options: dict[str, Any]) -> ImportOptions:
    return ImportOptions(
        time_zone=club.time_zone,
        today=timezone.localdate(),
        name=options["name"],
        rules=options["rules"],
        format=options["format"],
        rated=False if options["unrated"] else None,
        tie_breaks=tuple(codes_of(options["tie_breaks"])) if options["tie_breaks"] is not None else None,
    )


def _describe_event(incoming: ImportedEvent, known: int) -> str:
    new = len(incoming.entries) - known
    return (
        f"{incoming.plan.name}: {known} known players, {new} new, {len(incoming.rounds)} rounds, {incoming.games} games"
    )
