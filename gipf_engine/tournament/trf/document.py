"""What a TRF file holds besides the cross table, and what may be wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import CrossTable

LONGEST_QUOTE = 1200
"""Characters of a line that a message quotes: more than a hundred rounds."""


class Dialect(StrEnum):
    """Which records a file is written with. Both are read alike."""

    TRF26 = "trf26"  # FIDE C.02.03 annex A, since 1 September 2025
    TRF16 = "trf16"  # its predecessor, with JaVaFo's XX records for what it lacks


@dataclass(frozen=True, slots=True)
class Team:
    """A team: its `label`, and its members by their pairing numbers.

    The label is columns 9-53 of record 310 as they stand: name, nickname and strength.
    """

    label: str
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """The header of an event, as text, and the lines that are kept without being understood.

    Dates are written yyyy/mm/dd, round dates yy/mm/dd. `kind` is the coded type of record 192,
    `type_text` the free one of 092. `tie_breaks` come after points (202); `order` is the complete
    order with PTS in its place (212). `comments` are `###` lines without their mark. `kept` are
    whole lines: team and national records. `teams` are the two of a Scheveningen match (310), none otherwise.
    `newline` is the line end of the file.
    """

    name: str = ""
    city: str = ""
    federation: str = ""
    first_day: str = ""
    last_day: str = ""
    type_text: str = ""
    chief_arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control: str = ""
    round_dates: tuple[str, ...] = ()
    rank_method: str = ""
    program: str = ""
    kind: str = ""
    tie_breaks: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    coded_time_control: str = ""
    comments: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    teams: tuple[Team, ...] = ()
    newline: str = "\r\n"

    @property
    def ranking(self) -> tuple[str, ...]:
        """The tie-break list that ranks: record 212 where there is one, else 202."""
        return self.order or self.tie_breaks


@dataclass(frozen=True, slots=True)
class Note:
    """Something to say about a line: `number` counts from 1, 0 is the file as a whole."""

    number: int
    text: str
    message: Message

    def __str__(self) -> str:
        return str(self.as_message)

    @property
    def as_message(self) -> Message:
        """The note with its line quoted."""
        if not self.number:
            return self.message
        details = {"number": self.number, "what": self.message, "text": quote(self.text)}
        return Message(_("line %(number)d: %(what)s: %(text)s"), details)


def quote(text: str) -> str:
    """A line as a message quotes it: cut where it is endless, with escapes for what cannot be printed."""
    line = text.rstrip()
    shown = line if len(line) <= LONGEST_QUOTE else line[:LONGEST_QUOTE] + "…"
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in shown)


class TrfError(Exception):
    """A file that cannot be read, or an event that cannot be written; `problems` says why, by line."""

    def __init__(self, problems: Sequence[Note]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class TrfFile:
    """A file that was read: `repairs` lists, by line, all that was not taken as it stood."""

    table: CrossTable
    document: Document
    repairs: tuple[Note, ...] = ()
