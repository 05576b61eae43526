"""What the commands on TRF files share: reading each file, saying what is wrong, and the worst exit code."""

from __future__ import annotations

import sys
from abc import abstractmethod
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from gipf_engine.commands.base import BaseCommand
from gipf_engine.commands.streams import answering
from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.pairing import PairingError
from gipf_engine.tournament.trf import TrfError, TrfFile, read
from gipf_engine.tournament.trf.team_marks import is_team_file
from gipf_engine.tournament.trf.tournament_types import ROUND_BY_ROUND

if TYPE_CHECKING:
    from gipf_engine.tournament.trf.team_reader import TeamFile

FINE, DIFFERENT, BAD_INPUT = 0, 1, 3
"""Exit codes: 1 is no legal pairing, or a check that found something."""

STANDARD_INPUT = "-"


class TrfCommand(BaseCommand):
    """A command that answers every file it is given, and exits with the worst code."""

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        """The files."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="TRF files; - is standard input")

    def run(self, options: Namespace) -> int:
        """Answer all files; the worst exit code."""
        with answering(self.stdout):
            worst = max(self._answer_file(name, options) for name in options.files)
            self.finish(options)
        return worst

    @abstractmethod
    def answer(self, name: str, file: TrfFile, options: Namespace) -> int:
        """Answer one file that could be read; its exit code."""

    @abstractmethod
    def answer_teams(self, name: str, file: TeamFile, options: Namespace) -> int:
        """Answer one file of an event of teams; its exit code."""

    def refuse(self, name: str, reasons: list[str], options: Namespace) -> None:
        """A file has no answer; the reasons are printed to standard error already."""

    def finish(self, options: Namespace) -> None:
        """All files are answered."""

    def _answer_file(self, name: str, options: Namespace) -> int:
        try:
            data = _bytes(name)
        except OSError as error:
            return self._report_refusal(name, [error.strerror or str(error)], BAD_INPUT, options)
        except ValueError as error:  # a name that no file can have
            return self._report_refusal(name, [str(error)], BAD_INPUT, options)
        try:
            if is_team_file(data):
                return self._answer_teams(name, data, options)
            file = read(data)
            for repair in file.repairs:
                self.complain(f"{name}: {repair}")
            return self.answer(name, file, options)
        except TrfError as error:
            return self._report_refusal(name, [str(problem) for problem in error.problems], BAD_INPUT, options)
        except PairingError as error:
            return self._report_refusal(name, [str(error)], DIFFERENT, options)
        except ValueError as error:
            return self._report_refusal(name, [str(error)], BAD_INPUT, options)

    def _answer_teams(self, name: str, data: bytes, options: Namespace) -> int:
        from gipf_engine.tournament.trf.team_reader import read_team_event  # most files have no teams

        file = read_team_event(data)
        for repair in file.repairs:
            self.complain(f"{name}: {repair}")
        return self.answer_teams(name, file, options)

    def _report_refusal(self, name: str, reasons: list[str], code: int, options: Namespace) -> int:
        for reason in reasons:
            self.complain(f"{name}: {reason}")
        self.refuse(name, reasons, options)
        return code


def _bytes(name: str) -> bytes:
    """What a file holds. Raises OSError, for a standard input that is closed too."""
    if name != STANDARD_INPUT:
        return Path(name).read_bytes()
    if sys.stdin is None:
        raise OSError(str(Message(_("standard input is closed"))))
    return sys.stdin.buffer.read()


def add_edition(parser: ArgumentParser) -> None:
    """--edition and --system, for commands that pair."""
    parser.add_argument(
        "--system",
        metavar="KEY",
        help=f"who pairs a file that does not say so: {', '.join(ROUND_BY_ROUND)}; record 192 goes before it",
    )
    parser.add_argument(
        "--edition", help="edition of the Dutch system, such as 2026 or FIDE_DUTCH_2026; else record 192, else 2026"
    )
