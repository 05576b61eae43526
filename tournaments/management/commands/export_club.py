"""manage.py export_club: a whole club as a file for another server."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from players.models import Club
from tournaments.club_files.writing import write_club


class Command(BaseCommand):
    """Write the file; say what is not in it, and the digest by which the other server's export is compared."""

    help = "Write a whole club to a file for another server. What is not in it is listed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which club, to where."""
        parser.add_argument("club", metavar="SLUG", help="the club, as it stands in its address")
        parser.add_argument("file", metavar="FILE", help="a file that does not exist yet")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it whole, or not at all."""
        club, path = Club.objects.filter(slug=options["club"]).first(), Path(options["file"])
        if club is None:
            raise CommandError(f"There is no club {options['club']}.")
        try:
            with path.open("xb") as stream:
                written = write_club(club, stream)
        except FileExistsError as error:
            raise CommandError(f"{path} exists already: name another file.") from error
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from error
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        for each in written.left_out:
            self.stderr.write(f"not in the file: {each.what}: {each.count}")
        self.stdout.write(f"digest {written.digest}")
