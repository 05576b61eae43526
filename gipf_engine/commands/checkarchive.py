"""Is an archive of records whole, and is every record in it legal?"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from gipf_engine.commands.base import BaseCommand, CommandError
from gipf_engine.commands.streams import answering
from gipf_engine.rules.archive import UnreadableArchive, check_archive, digest_of

WRONG, UNREADABLE = 1, 2
"""Exit codes."""


class Command(BaseCommand):
    """Check an archive of records that a server gave out."""

    help = (
        "Check FILE, an archive of records: its digest, the manifest in it, and every record by the rules. Exit code 1 "
        "if something is wrong in it, 2 if it cannot be read."
    )

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        """The file, and what it should be."""
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--sha256", default="", help="the digest that the server shows")

    def run(self, options: Namespace) -> int:
        """Say what each file of it holds, and the digest of the whole."""
        worst = legal = 0
        try:
            with answering(self.stdout), Path(options.file).open("rb") as stream:
                digest = digest_of(stream)
                if options.sha256 and options.sha256.strip().lower() != digest:
                    self.complain(f"{options.file}: its SHA-256 is {digest}")
                    worst = WRONG
                for file in check_archive(stream):
                    legal += file.legal
                    self.write_at_once(f"{file.name}: {file.legal} legal records")
                    for fault in file.faults:
                        self.complain(f"{file.name}: {fault}")
                        worst = WRONG
                self.write(f"{legal} legal records; SHA-256 {digest}")
        except UnreadableArchive as why:
            raise CommandError(f"{options.file}: {why.message}", UNREADABLE) from None
        except BrokenPipeError:  # of our reader, not of the file
            raise
        except (OSError, ValueError) as why:
            raise CommandError(f"{options.file}: {getattr(why, 'strerror', '') or why}", UNREADABLE) from None
        return worst
