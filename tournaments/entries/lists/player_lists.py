"""Players of a table, and who they may be."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.trf.federations import COUNTRY_OF, FEDERATION_OF
from players.models import Club
from players.names import NotAName, clean_name, name_key
from players.people.name_matches import Candidate, NameMatch, match_names
from tournaments.entries.lists.tables import (
    BIRTH,
    CLUB,
    COUNTRY,
    FIDE,
    FIELD_OF,
    FIRST_NAME,
    NAME,
    ORDER,
    RATING,
    TITLE,
    Table,
    guess_columns,
    split_line,
)
from tournaments.entries.numbering import TITLES
from tournaments.rating_columns import MOST_RATING

# --- lists of players from spreadsheets and pasted text ---------------------------------------------------
# Which column holds what, and what each line says.
#
# Heads are recognised in English, Persian and Japanese, and as Swiss-Manager, chess-results and Vega write them.
# Where there are none, columns are known by what is in them, and lines of plain text are taken apart
# (`plain_lines`).


_OF_PLACES = frozenset({"", "no", "nr", "rank", "rk", "place", "sno", "snr", "seed"})
"""Heads of columns that are not read."""
_NO_SIGN = re.compile(r"[^\w]|_")
_YEAR = re.compile(r"(?<!\d)(1[89]\d\d|20\d\d)(?!\d)")
_FEDERATION = re.compile(r"[A-Z]{3}", re.ASCII)
_LETTERS_OF_A_FEDERATION = 3
_OLDEST = 1900
_LONGEST_FIDE = 12


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
class PlayerList:
    """A file as it is understood: `heads` are its columns, `columns` which of them holds what (by number, from 0)."""

    heads: tuple[str, ...]
    columns: Mapping[str, int]
    players: tuple[ListedPlayer, ...]
    problems: tuple[Problem, ...]


def read_list(table: Table, today: date, chosen: Mapping[str, int] | None = None) -> PlayerList:
    """The players of a table. `chosen` says which column holds what, where the heads were not understood."""
    first, found = _find_heads(table)
    heads: Sequence[str] = table[first] if first >= 0 else ()
    if first < 0 and is_plain(table):
        table, heads = [split_line(line) if _says_more(line) else [] for line in table], ORDER
        used = [
            place for place, column in enumerate(ORDER) if column == NAME or any(line and line[place] for line in table)
        ]
        found = {ORDER[place]: place for place in used}
    elif first < 0:
        found = dict(guess_columns(table) or {})
    columns = dict(found if chosen is None else chosen)
    width = max(map(len, [*table, heads]))
    heads = [*heads, *[""] * width][:width]
    if NAME not in columns:
        message = Message(_("no column looks like names: choose one"))
        return PlayerList(tuple(heads), columns, (), (Problem(max(first, 0) + 1, message),))
    reader = _Reader(columns, today)
    for number, line in enumerate(table[first + 1 :], first + 2):
        if any(line):
            reader.read(number, line)
    return PlayerList(tuple(heads), columns, tuple(reader.players), tuple(reader.problems))


def _find_heads(table: Table) -> tuple[int, dict[str, int]]:
    """The line of the heads (-1: there is none) and what is in which column; titles may stand above it."""
    for number, line in enumerate(table[:15]):
        found: dict[str, int] = {}
        for place, cell in enumerate(line):
            column = FIELD_OF.get(_plain(cell))
            if column is not None:
                found.setdefault(column, place)
        if NAME in found:
            return number, found
    return -1, {}


def is_plain(table: Table) -> bool:
    """Whether lines are text, not cells."""
    return all(len([cell for cell in line if cell]) <= 1 for line in table)


def _says_more(line: Sequence[str]) -> bool:
    """Whether a line of text is more than heads."""
    words = re.split(r"[\s,]+", " ".join(line).strip())
    return not all(_plain(word) in FIELD_OF or _plain(word) in _OF_PLACES for word in words)


def _plain(head: str) -> str:
    return _NO_SIGN.sub("", unicodedata.normalize("NFKC", head).casefold())


class _Reader:
    """Reads lines, and notes what is wrong in them."""

    def __init__(self, columns: Mapping[str, int], today: date) -> None:
        self.columns = columns
        self.this_year = today.year
        self.players: list[ListedPlayer] = []
        self.problems: list[Problem] = []
        self.line = 0
        self._seen: dict[tuple[str, str], int] = {}

    def read(self, number: int, cells: Sequence[str]) -> None:
        self.line = number
        values = {column: cells[place] if place < len(cells) else "" for column, place in self.columns.items()}
        name = self._read_name(values)
        if not name:
            return
        fide = self._fide(values.get(FIDE, ""))
        country = self._country(values.get(COUNTRY, ""))
        is_country = len(country) < _LETTERS_OF_A_FEDERATION
        player = ListedPlayer(
            number,
            name,
            self._rating(values.get(RATING, "")),
            country if is_country else "",
            fide,
            values.get(CLUB, "")[:80],
            self._birth(values.get(BIRTH, "")),
            "" if is_country else country,
            self._title(values.get(TITLE, "")),
        )
        earlier = self._seen.setdefault((name.casefold(), fide), number)
        if earlier != number:
            self._complain(_("%(name)s is in line %(line)d already"), name=name, line=earlier)
            return
        self.players.append(player)

    def _complain(self, template: str, **params: object) -> None:
        self.problems.append(Problem(self.line, Message(template, params)))

    def _read_name(self, values: Mapping[str, str]) -> str:
        parts = [values.get(NAME, ""), values.get(FIRST_NAME, "")]
        try:
            return clean_name(", ".join(filter(None, parts)))
        except NotAName as error:
            self._complain(_("this name cannot be used: %(why)s"), why=error.message)
            return ""

    def _title(self, text: str) -> str:
        title = text.strip(" .").upper()
        if title and title not in TITLES:
            self._complain(_("“%(text)s” is not a title: it was left out"), text=text[:40])
            return ""
        return title

    def _rating(self, text: str) -> int | None:
        digits = unicodedata.normalize("NFKC", text)
        if digits in ("", "-", "–", "0"):
            return None
        if digits.isdecimal() and 1 <= int(digits) <= MOST_RATING:
            return int(digits)
        self._complain(_("“%(text)s” is not a rating: it was left out"), text=text[:40])
        return None

    def _country(self, text: str) -> str:
        code = text.upper()
        if not code:
            return ""
        if code in COUNTRY_OF:
            return COUNTRY_OF[code]
        if code in FEDERATION_OF or _FEDERATION.fullmatch(code):
            return code
        self._complain(_("“%(text)s” is not the code of a country: it was left out"), text=text[:40])
        return ""

    def _fide(self, text: str) -> str:
        digits = unicodedata.normalize("NFKC", text)
        if digits in ("", "0", "-"):
            return ""
        if digits.isdecimal() and len(digits) <= _LONGEST_FIDE:
            return str(int(digits))
        self._complain(_("“%(text)s” is not a FIDE number: it was left out"), text=text[:40])
        return ""

    def _birth(self, text: str) -> str:
        plain = unicodedata.normalize("NFKC", text)
        if plain in ("", "0", "-"):
            return ""
        found = _YEAR.search(plain)
        if found and _OLDEST <= int(found[1]) <= self.this_year:
            return found[1]
        self._complain(_("“%(text)s” is not a year of birth: it was left out"), text=text[:40])
        return ""


# --- whom the players of a list may be: each with the persons who are called so, or nearly so -------------


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """A player of a list and who that may be."""

    player: ListedPlayer
    match: NameMatch
    registered: frozenset[int] = frozenset()
    """Those of the candidates who play in the event already."""

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        return self.match.candidates

    @property
    def chosen(self) -> int | None:
        return self.match.chosen

    @property
    def is_near(self) -> bool:
        return self.match.is_near


def match_players(
    players: Sequence[ListedPlayer], club: Club, entered: Collection[int] = frozenset()
) -> list[PlayerMatch]:
    """Everybody of a list, in its order; `entered` are the persons of the event that it is for. Five queries."""
    found = match_names([player.name for player in players], club)
    return [_match(player, match, entered) for player, match in zip(players, found, strict=True)]


def _match(player: ListedPlayer, match: NameMatch, entered: Collection[int]) -> PlayerMatch:
    """One of them. The only person of that name is who is meant, where that person is registered already."""
    registered = frozenset(each.id for each in match.candidates if each.id in entered)
    if registered and len(match.candidates) == 1 and name_key(match.candidates[0].name) == name_key(player.name):
        match = replace(match, chosen=match.candidates[0].id, is_near=False)
    return PlayerMatch(player, match, registered)
