"""What a column of a list of players can hold, and the values that lists are read into."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _

NAME, SURNAME, FIRST_NAME, PARTICLE = "name", "surname", "first_name", "particle"
TITLE, RATING, COUNTRY, FIDE, CLUB, BIRTH, PLACE = "title", "rating", "country", "fide", "club", "birth", "place"
NOT_USED = ""
COLUMNS: Mapping[str, str] = {
    NAME: _("Name"),
    SURNAME: _("Surname"),
    FIRST_NAME: _("First name"),
    PARTICLE: _("Surname prefix (van, de, von)"),
    TITLE: _("Title"),
    RATING: _("Rating"),
    COUNTRY: _("Country"),
    FIDE: _("FIDE number"),
    CLUB: _("Club"),
    BIRTH: _("Year of birth"),
    PLACE: _("Line number (not saved)"),
}
JOINED = frozenset({SURNAME, FIRST_NAME, PARTICLE, CLUB})
"""What several columns can hold together: their cells are joined. Of other columns the first filled one counts."""
COLUMN_KEY = "column-"
"""How the keys of questions about columns begin, before their number from 1."""
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
"""FIDE's titles, the highest first."""
MOST_RATING = 9999

Table = list[list[str]]
"""Lines of cells, each without white space around it."""


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A player of a list. `line` counts from 1; `country` is an ISO code; `birth` a year; "" and None: not said."""

    line: int
    name: str
    rating: int | None = None
    country: str = ""
    fide: str = ""
    club: str = ""
    birth: str = ""
    federation: str = ""
    """The code of a federation that is no country's, such as ENG."""
    title: str = ""

    @property
    def details(self) -> dict[str, str]:
        """What an entry keeps of it beside name and rating."""
        values = {"fide_number": self.fide, "birth": self.birth, "club": self.club}
        values |= {"federation": self.federation, "title": self.title}
        return {key: value for key, value in values.items() if value}


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong in a line."""

    line: int
    message: Message


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A line that is no player, and why it was taken for none."""

    line: int
    text: str
    message: Message


@dataclass(frozen=True, slots=True)
class Column:
    """A column as it is understood: its head, what it holds ("": it is not used) and what stands in it."""

    place: int
    head: str
    meaning: str
    examples: tuple[str, ...]
    rank: int = 0
    """Of several ratings the lowest is read first."""

    @property
    def key(self) -> str:
        """The key of a question about it."""
        return f"{COLUMN_KEY}{self.place + 1}"

    @property
    def label(self) -> Message:
        """What it holds, in words."""
        return Message(COLUMNS.get(self.meaning, self.meaning))

    @property
    def is_dropped(self) -> bool:
        """Whether something stands in it that no one reads."""
        return self.meaning == NOT_USED and bool(self.examples)


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question; `name` is what a player is called by it, where that changes."""

    key: str
    label: Message
    name: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """Where the reader may be wrong, with the answers to choose from; `answer` is the key of one, "" while open.

    Where the list itself leaves little doubt, the reader answers; people see that and may choose another one.

    The key is that of a column ("column-3"), of a line ("line-12"), of the club in a line ("club-12"), or of a player
    with the name of one above ("twice-12"), from 1.
    """

    key: str
    message: Message
    choices: tuple[Choice, ...]
    answer: str = ""

    @property
    def is_open(self) -> bool:
        """Whether no answer is chosen yet."""
        return not self.answer

    @property
    def chosen(self) -> Choice | None:
        """The answer."""
        return next((choice for choice in self.choices if choice.key == self.answer), None)


def key_of_line(line: int) -> str:
    """The key of the question whether a line is a player as it was read."""
    return f"line-{line}"


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A list as it is understood. Each of its lines is a player, has a problem, or is left out with the reason."""

    columns: tuple[Column, ...]
    players: tuple[ListedPlayer, ...]
    problems: tuple[Problem, ...]
    left_out: tuple[LeftOut, ...] = ()
    questions: tuple[Question, ...] = ()
    is_plain: bool = False
    """Whether it was lines of text, which have no columns of their own."""

    @property
    def unused(self) -> tuple[Column, ...]:
        """Columns with something in them that is not read."""
        return tuple(column for column in self.columns if column.is_dropped)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table of a file: a sheet of a workbook, a table of a page, the whole of a text."""

    name: str
    table: Table
