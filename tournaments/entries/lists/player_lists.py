"""Players of a list, and who they may be."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from common.workbooks import MOST_LINES
from gipf_engine.messages import Message
from gipf_engine.player_lists.alike_sheets import ALL, SHEETS, ask_of_sheets, joined_table, sheets_alike
from gipf_engine.player_lists.headings import tier_in_heads
from gipf_engine.player_lists.meanings import (
    NAME,
    NOT_USED,
    PLACE,
    RATING,
    SURNAME,
    Column,
    LeftOut,
    ListedPlayer,
    PlayerList,
    Problem,
    Question,
)
from gipf_engine.player_lists.reader import best_sheet, read_players
from gipf_engine.player_lists.rows import Reading
from players.models import Club
from players.names import NotAName, clean_name, name_key
from players.people.name_matches import Candidate, NameMatch, match_names
from tournaments.entries.lists.countries import country_of
from tournaments.entries.lists.tables import ListFile


@dataclass(frozen=True, slots=True)
class FoundList:
    """A file as it is understood: the sheet that was read, those that were read with it, and what is in them."""

    file: ListFile
    sheet: int
    read: PlayerList
    also: tuple[int, ...] = ()

    @property
    def columns(self) -> tuple[Column, ...]:
        return self.read.columns

    @property
    def players(self) -> tuple[ListedPlayer, ...]:
        return self.read.players

    @property
    def problems(self) -> tuple[Problem, ...]:
        return self.read.problems

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        return self.read.left_out

    @property
    def unused(self) -> tuple[Column, ...]:
        return self.read.unused

    @property
    def spare_ratings(self) -> list[Column]:
        """The columns of ratings that are read only in lines in which a better one is missing."""
        found = [column for column in self.columns if column.meaning == RATING]
        names = [column for column in self.columns if column.meaning in (NAME, SURNAME)]
        has_one_player = len(names) == 1 or len({column.meaning for column in names}) > 1
        return sorted(found, key=lambda column: column.rank)[1:] if has_one_player else []

    @property
    def by_contents(self) -> list[Column]:
        """The columns that are read as what stands in them, as their heads say nothing that is known."""
        read = [column for column in self.columns if column.head and column.meaning not in (NOT_USED, PLACE)]
        asked = {question.key for question in self.questions}
        return [
            column
            for column in read
            if tier_in_heads(column.head) is None and column.key not in asked and not self.read.is_plain
        ]

    @property
    def questions(self) -> tuple[Question, ...]:
        """Where it may be wrong, with what was answered."""
        return self.read.questions

    @property
    def open_questions(self) -> list[Question]:
        """Those without an answer: nothing is stored before they have one."""
        return [question for question in self.questions if question.is_open]

    @property
    def mark(self) -> str:
        """Marks how the list was read: each of its columns and players."""
        meanings = " ".join(column.meaning or "-" for column in self.columns)
        read = f"{meanings} {self.players!r}"
        return f"{self.sheet}/{self.file.encoding}/{hashlib.sha256(read.encode()).hexdigest()[:16]}"

    @property
    def other_sheets(self) -> list[str]:
        """The names of those that were not read."""
        read = {self.sheet, *self.also}
        return [sheet.name or f"{place + 1}" for place, sheet in enumerate(self.file.sheets) if place not in read]


def read_list(
    file: ListFile,
    today: date,
    chosen: Sequence[str | None] | None = None,
    sheet: int | None = None,
    answers: Mapping[str, str] | None = None,
) -> FoundList:
    """The players of a file.

    `chosen` says what each column holds (None: as it looks), `sheet` which is read, from 0, and `answers` what was
    answered to its questions, as keys of choices by those of questions. Lines of sheets that are read with another one
    are counted on from those above.
    """
    reading = Reading(today, _clean, country_of)
    place = sheet if sheet is not None and sheet < len(file.sheets) else best_sheet(file.sheets, reading)
    alike = sheets_alike(file.sheets, place)
    if sum(len(file.sheets[at].table) for at in (place, *alike)) > MOST_LINES:
        alike = []
    answer = (answers or {}).get(SHEETS, "")
    also = tuple(alike) if answer == ALL else ()
    read = read_players(joined_table(file.sheets, [place, *also]), reading, chosen, answers)
    if alike:
        read = replace(read, questions=(ask_of_sheets(file.sheets, alike, answer), *read.questions))
    return FoundList(file, place, read, also)


def _clean(name: str) -> str | Message:
    try:
        return clean_name(name)
    except NotAName as error:
        return error.message


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
    """Everybody of a list, in its order; `entered` are the persons of the event that it is for. Five queries.

    Where two players have one name, and a person too, it is open who of them that is.
    """
    found = match_names([player.name for player in players], club)
    called = Counter(name_key(player.name) for player in players)
    return [
        _match(player, match, entered)
        if called[name_key(player.name)] == 1
        else PlayerMatch(
            player, replace(match, chosen=None, is_near=bool(match.candidates)), _registered(match, entered)
        )
        for player, match in zip(players, found, strict=True)
    ]


def _registered(match: NameMatch, entered: Collection[int]) -> frozenset[int]:
    return frozenset(each.id for each in match.candidates if each.id in entered)


def _match(player: ListedPlayer, match: NameMatch, entered: Collection[int]) -> PlayerMatch:
    """One of them. The only person of that name is who is meant, where that person is registered already."""
    registered = _registered(match, entered)
    if registered and len(match.candidates) == 1 and name_key(match.candidates[0].name) == name_key(player.name):
        match = replace(match, chosen=match.candidates[0].id, is_near=False)
    return PlayerMatch(player, match, registered)
