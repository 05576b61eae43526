"""manage.py import_club: a whole club from the file of another server."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from common.journal.services import Busy
from gipf_engine.messages import Refused
from players.models import Account, Person
from players.permissions import NotAllowed
from tournaments.club_files.archive import open_archive
from tournaments.club_files.checking import check_file
from tournaments.club_files.reading import ClubReading
from tournaments.club_files.services.bringing import bring_club

USUAL_MEGABYTES = 20


class Command(BaseCommand):
    """Everybody in the file is made new, but those who are named as persons of this server."""

    help = "Bring a whole club in from the file that another server wrote: all of it, or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, and what it leaves open."""
        parser.add_argument("file", metavar="FILE", help="what export_club or the page of the club wrote")
        parser.add_argument("--check", action="store_true", help="say what is in it and what clashes; store nothing")
        parser.add_argument(
            "--as", dest="account", metavar="ACCOUNT", help="the administrator who brings it, and organises it"
        )
        parser.add_argument("--slug", default="", metavar="SLUG", help="the club's address here, if that is taken")
        parser.add_argument(
            "--person", action="append", default=[], metavar="KEY=ID", help="p12=345: p12 is person 345 here"
        )
        parser.add_argument(
            "--megabytes", type=int, default=USUAL_MEGABYTES, help=f"largest file ({USUAL_MEGABYTES})", metavar="N"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Check all, then store all; a CommandError says why nothing is stored."""
        try:
            with Path(options["file"]).open("rb") as stream:
                reading = ClubReading(open_archive(stream, options["megabytes"] * 2**20))
                if options["check"]:
                    self._report(reading, options["slug"])
                else:
                    self._bring(reading, options)
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from error
        except NotAllowed as error:
            raise CommandError("Name an administrator of this server: --as ACCOUNT") from error
        except Person.DoesNotExist as error:
            raise CommandError("A person named by --person does not exist here.") from error
        except Busy as error:
            raise CommandError("The import was interrupted, and nothing is stored. Start it again.") from error
        except Refused as error:
            raise CommandError(str(error.message)) from error

    def _report(self, reading: ClubReading, slug: str) -> None:
        found = check_file(reading, slug)
        self.stdout.write(
            f"{reading.club.name}: {len(reading.people)} people, {found.events} events, {found.games} games, "
            f"{found.past_games} past games, from {reading.server}"
        )
        for what, count in reading.left_out:
            self.stdout.write(f"not in the file: {what}: {count}")
        for key, name, candidates in found.alike:
            who = ", ".join(f"{person} ({', '.join(clubs) or 'no club'})" for person, clubs in candidates)
            self.stdout.write(f"{key} {name} may be person {who}; confirm with --person {key}={candidates[0][0]}")
        if not found.is_slug_free:
            raise CommandError(f"The address {found.slug} is taken, or not possible: choose another with --slug.")

    def _bring(self, reading: ClubReading, options: dict[str, Any]) -> None:
        account = Account.objects.filter(username=options["account"] or "").first()
        if account is None:
            raise CommandError("Name an administrator of this server: --as ACCOUNT")
        people = dict(_key_and_id(each) for each in options["person"])
        club = bring_club(account, reading, slug=options["slug"], people=people, tell=self._tell_of_club)
        self.stdout.write(f"club {club.slug}: {reading.archive.manifest['digest'].value}")
        self.stdout.write("Its rating lists are being computed. An export of it then has the same digest.")

    def _tell_of_club(self, done: int, total: int) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"\r{done} of {total}", ending="\n" if done == total else "")


def _key_and_id(text: str) -> tuple[str, int]:
    key, equals, number = text.partition("=")
    if not equals or not number.isdecimal() or len(number) > 18:
        raise CommandError(f"{text} is not like p12=345")
    return key, int(number)
