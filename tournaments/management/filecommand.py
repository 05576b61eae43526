"""What the commands on TRF files share: reading each file, saying what is wrong, and the worst exit code."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from engine.messages import Message
from engine.messages import gettext_noop as _
from engine.tournament.pairing import PairingError
from engine.tournament.trf import TrfError, TrfFile, read
from games.management.streams import StreamingCommand, answering

FINE, DIFFERENT, BAD_INPUT = 0, 1, 3
"""Exit codes: 1 is no legal pairing, or a check that found something."""

STANDARD_INPUT = "-"


class FileCommand(StreamingCommand, ABC):
    """A command that answers every file it is given, without a database, and exits with the worst code."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The files."""
        parser.add_argument("files", nargs="+", metavar="FILE", help="TRF files; - is standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer all files; exit with the worst code where it is not 0."""
        with answering(self):
            worst = max(self._answered(name, options) for name in options["files"])
            self.finished()
        if worst:
            raise SystemExit(worst)

    @abstractmethod
    def answer(self, name: str, file: TrfFile, options: dict[str, Any]) -> int:
        """Answer one file that could be read; its exit code."""

    def refused(self, name: str, reasons: list[str]) -> None:
        """A file has no answer; the reasons are printed to standard error already."""

    def finished(self) -> None:
        """All files are answered."""

    def _answered(self, name: str, options: dict[str, Any]) -> int:
        try:
            data = _bytes(name)
        except OSError as error:
            return self._refused(name, [error.strerror or str(error)], BAD_INPUT)
        except ValueError as error:  # a name that no file can have
            return self._refused(name, [str(error)], BAD_INPUT)
        try:
            file = read(data)
            for repair in file.repairs:
                self.stderr.write(f"{name}: {repair}")
            return self.answer(name, file, options)
        except TrfError as error:
            return self._refused(name, [str(problem) for problem in error.problems], BAD_INPUT)
        except PairingError as error:
            return self._refused(name, [str(error)], DIFFERENT)
        except ValueError as error:
            return self._refused(name, [str(error)], BAD_INPUT)

    def _refused(self, name: str, reasons: list[str], code: int) -> int:
        for reason in reasons:
            self.stderr.write(f"{name}: {reason}")
        self.refused(name, reasons)
        return code


def _bytes(name: str) -> bytes:
    """What a file holds. Raises OSError, for a standard input that is closed too."""
    if name != STANDARD_INPUT:
        return Path(name).read_bytes()
    if sys.stdin is None:
        raise OSError(str(Message(_("standard input is closed"))))
    return sys.stdin.buffer.read()


def edition_argument(parser: ArgumentParser) -> None:
    """--edition, for commands that pair."""
    parser.add_argument(
        "--edition", help="edition of the Dutch system, such as 2026 or FIDE_DUTCH_2026; else record 192, else 2026"
    )


def codes_of(text: str | None) -> list[str]:
    """A comma list of tie-break codes."""
    return [code.strip() for code in (text or "").split(",") if code.strip()]
