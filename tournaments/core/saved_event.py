"""An event's rows as they are kept and put back, their fingerprint, and its tables."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import date, datetime
from typing import Any

from django.db import models

from common.compiled_query import CompiledObjects, CompiledQuery
from common.csv import Cell, to_csv
from common.journal.models import Scope
from games.models import Game
from games.results.services.restore import SavedGame, save_games
from tournaments.core.event_config import EventConfig
from tournaments.core.forbidden_loader import load_forbidden
from tournaments.core.formats import is_for_teams
from tournaments.core.loader import EventData, load_byes
from tournaments.core.team_loader import load_teams
from tournaments.models import (
    Arrival,
    ByeRequest,
    CheckIn,
    Deal,
    Entry,
    Event,
    ForbiddenEntry,
    ForbiddenGroup,
    ForbiddenTeam,
    GameChoice,
    LineUpDeadline,
    MatchBoard,
    Member,
    PairedAttempt,
    PairedGame,
    Pairing,
    Round,
    RoundDraft,
    Slot,
    Team,
    TeamByeRequest,
    TeamMatch,
    TeamMember,
)

# --- tables of an event as CSV: who made them, of what, and whether they are final ------------------------


FORMAT_VERSION = 1
TENTHS = 10


def decimal(tenths: int) -> str:
    """Tenths of a point as a plain decimal number: "4.5"."""
    return f"{tenths / TENTHS:g}"


def write_table(event: Event, lines: list[list[Cell]], is_final: bool | None = None) -> str:
    """A table with what every file says of an event: whether it follows standard rules and, of places, is final."""
    notices = {"standard_rules": event.follows_rules} | ({} if is_final is None else {"final": is_final})
    values: list[Cell] = ["yes" if value else "no" for value in notices.values()]
    return to_csv([*line, *(values if at else notices)] for at, line in enumerate(lines))


# --- whether an event is still what something was thought with --------------------------------------------
# Everything that `rows.load` reads and acts can change.
#
# Both functions give the same value for the same event: one from rows that were loaded, one from the tables, which
# takes a few milliseconds even in a large event, so that it can be asked for under the event's lock. Names are left
# out: they belong to persons and no pairing depends on them.


Fingerprint = tuple[Any, ...]


def fingerprint_of(rows: EventData) -> Fingerprint:
    """What `rows` say of their event."""
    return (
        _event_values(rows.event),
        {
            (
                *(each.id, each.number, each.rating, each.withdrawn_after, each.annulled, each.group),
                *(each.expelled, each.no_half_byes, each.virtual_points),
            )
            for each in rows.entries
        },
        [(each.id, each.version) for each in rows.rounds],
        {
            (game.id, game.code, game.rated)
            for round_ in rows.rounds
            for pairing in round_.pairings
            for game in pairing.games
        },
        {
            (each.id, each.begun, each.ended)
            for round_ in rows.rounds
            for pairing in round_.pairings
            for each in pairing.attempts
        },
        dict(rows.byes),
        rows.forbidden,
        rows.teams,
    )


def stored_fingerprint(event: Event) -> Fingerprint:
    """What the tables say of `event` now. Seven queries of plain values."""
    return (
        _event_values(event),
        {(*row[:-1], tuple(row[-1])) for row in _FINGERPRINT_ENTRIES(event.pk)},
        _FINGERPRINT_ROUNDS(event.pk),
        set(_FINGERPRINT_GAMES(event.pk)),
        {(pk, begun is not None, ended is not None) for pk, begun, ended in _FINGERPRINT_ATTEMPTS(event.pk)},
        load_byes([event.pk])[event.pk],
        load_forbidden([event])[event.pk],
        load_teams([event.pk]).get(event.pk, ()) if is_for_teams(event.format) else (),
    )


_FINGERPRINT_COLUMNS = (
    *("number", "rating", "withdrawn_after", "annulled", "group", "expelled", "no_half_byes", "virtual_points"),
)
_FINGERPRINT_ENTRIES = CompiledQuery(
    lambda event: (
        Member.objects.filter(event=event)
        .order_by()
        .values_list("entry", *(f"entry__{name}" for name in _FINGERPRINT_COLUMNS))
    )
)
_FINGERPRINT_ROUNDS = CompiledQuery(
    lambda event: Round.objects.filter(event=event).order_by("number").values_list("pk", "version")
)
_FINGERPRINT_GAMES = CompiledQuery(
    lambda event: (
        PairedGame.objects.filter(pairing__round__event=event)
        .order_by()
        .values_list("game", "game__result", "game__rated")
    )
)
_FINGERPRINT_ATTEMPTS = CompiledQuery(
    lambda event: (
        PairedAttempt.objects.filter(pairing__round__event=event)
        .order_by()
        .values_list("attempt", "attempt__begun_at", "attempt__ended_at")
    )
)


def _event_values(event: Event) -> list[Any]:
    """The event's own values, without what no thinking reads."""
    return [getattr(event, field.attname) for field in Event._meta.concrete_fields]


# --- an event as it stands in the tables, as one value that can be stored and brought back ----------------
# For restore points.
#
# Kept are the rows of `TABLES` with all their columns, what the event itself is held by, and its games as
# `games.results.services.restore.save_games` has them. Columns stand under their names, so that a later release
# reads what an earlier one kept: what is not there yet stays as it is. What is evidence (claims, records, the
# journal, draws) is never part of it, nor are words that may name a person.


FORMAT = 1


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose rows belong to an event by the foreign keys in `path`. Columns in `left_out` are not kept.

    `of_teams`: events in which no teams meet have no rows in it; `of_medleys`: nor have events of one game.
    """

    model: type[models.Model]
    path: str
    left_out: frozenset[str] = frozenset()
    of_teams: bool = False
    of_medleys: bool = False

    def is_of(self, event: Row) -> bool:
        """Whether an event with these columns can have rows in it."""
        return (not self.of_teams or is_for_teams(event["format"])) and (not self.of_medleys or bool(event["medley"]))

    @property
    def name(self) -> str:
        return str(self.model._meta.model_name)

    @property
    def columns(self) -> list[str]:
        """The names of the columns that are kept, the primary key first."""
        found = [each.attname for each in self.model._meta.concrete_fields if each.attname not in self.left_out]
        return sorted(found, key=lambda name: name != "id")

    def rows(self, event_id: int) -> models.QuerySet[Any]:
        """The rows of an event as they are now."""
        return self.model._default_manager.filter(**{self.path: event_id}).order_by("pk")


TABLES: tuple[Table, ...] = (
    Table(Entry, "event", frozenset({"details"})),
    Table(Member, "event"),
    Table(ByeRequest, "entry__event"),
    Table(ForbiddenGroup, "event"),
    Table(ForbiddenEntry, "group__event"),
    Table(Round, "event"),
    Table(Pairing, "round__event"),
    Table(Slot, "round__event"),
    Table(PairedGame, "pairing__round__event"),
    Table(GameChoice, "paired_game__pairing__round__event", of_medleys=True),
    Table(RoundDraft, "event"),
    Table(CheckIn, "event"),
    Table(Arrival, "check_in__event"),
    Table(Team, "event", frozenset({"name"}), of_teams=True),
    Table(TeamMember, "team__event", of_teams=True),
    Table(TeamByeRequest, "team__event", of_teams=True),
    Table(ForbiddenTeam, "group__event", of_teams=True),
    Table(TeamMatch, "round__event", of_teams=True),
    Table(MatchBoard, "match__round__event", of_teams=True),
    Table(LineUpDeadline, "round__event", of_teams=True),
)
"""What an event consists of, each table after those that its rows refer to.

Line-ups are none of it: what a captain handed in is a secret, and no undo takes it back.
"""
WORDS = frozenset({"name", "place", "about"})
COLUMNS = tuple(sorted({each.name for each in fields(EventConfig)} - WORDS | {"state", "first_colour"}))
"""The event's own columns that are kept: what it is held by. A mark that must stay is none of them."""

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SavedEvent:
    """An event at some time: its own columns, rows by table and primary key, games by id, draws by round."""

    event: Row
    tables: Mapping[str, Mapping[int, Row]]
    games: Mapping[int, SavedGame]
    draws: Mapping[int, int]

    @property
    def rounds(self) -> frozenset[int]:
        """The numbers of the rounds that were paired."""
        return frozenset(row["number"] for row in self.tables["round"].values())


def save_event(event_id: int) -> SavedEvent:
    """The event as it is now. One query a table and three for the games."""
    (scope,) = _SCOPE_OF(f"event:{event_id}")
    (values,) = _OWN_COLUMNS(event_id)
    own = dict(zip(COLUMNS, values, strict=True))
    kept = [table for table in TABLES if table.is_of(own)]
    tables = {table: {row["id"]: row for row in rows_now(table, event_id)} for table in kept}
    return SavedEvent(
        event=own,
        tables={table.name: tables.get(table, {}) for table in TABLES},
        games=save_games(scope),
        draws=Counter(number for (number,) in _DEALT_ROUNDS(event_id)),
    )


_SCOPE_OF = CompiledObjects(lambda key: Scope.objects.filter(key=key).order_by())
_OWN_COLUMNS = CompiledQuery(lambda event: Event.with_staged.filter(pk=event).order_by().values_list(*COLUMNS))
_DEALT_ROUNDS = CompiledQuery(lambda event: Deal.objects.filter(event=event).order_by().values_list("round_number"))


def rows_now(table: Table, event_id: int) -> Iterator[Row]:
    """The rows of a table as plain values."""
    names = table.columns
    return (dict(zip(names, values, strict=True)) for values in _ROWS[table](event_id))


def _compile_rows(table: Table) -> CompiledQuery:
    return CompiledQuery(lambda event: table.rows(event).values_list(*table.columns))


_ROWS = {table: _compile_rows(table) for table in TABLES}
"""By table, the query of an event's rows: each act reads all of them."""


# --- as bytes -------------------------------------------------------------------------------------------


def pack(saved: SavedEvent) -> bytes:
    """The event as a column keeps it. Rows are lists under one head a table, which makes them small."""
    document = {
        "format": FORMAT,
        "event": saved.event,
        "tables": {name: _to_lists(list(rows.values())) for name, rows in saved.tables.items()},
        "games": _to_lists([{"id": pk, **_flat(game)} for pk, game in saved.games.items()]),
        "draws": saved.draws,
    }
    return zlib.compress(json.dumps(document, default=_plain, separators=(",", ":")).encode(), level=1)


def _flat(game: SavedGame) -> dict[str, Any]:
    return asdict(game) | {"voided": sorted(game.voided)}


def _to_lists(rows: Sequence[Row]) -> dict[str, Any]:
    return {"columns": list(rows[0]) if rows else [], "rows": [list(row.values()) for row in rows]}


def _plain(value: Any) -> str:
    if isinstance(value, datetime | date):
        return value.isoformat()
    raise TypeError(type(value).__name__)


def unpack(content: bytes) -> SavedEvent:
    """The event that `pack` made bytes of."""
    document = json.loads(zlib.decompress(bytes(content)))
    tables = document["tables"]
    games = _from_lists(document["games"])
    return SavedEvent(
        event=_typed(Event, document["event"]),
        tables={
            table.name: {row["id"]: _typed(table.model, row) for row in _from_lists(tables.get(table.name, _NO_ROWS))}
            for table in TABLES
        },
        games={
            row["id"]: SavedGame(_typed(Game, row["columns"]), row["claims"], frozenset(row["voided"])) for row in games
        },
        draws={int(number): count for number, count in document["draws"].items()},
    )


_NO_ROWS: dict[str, Any] = {"columns": [], "rows": []}
"""Of a table that there was not yet when the point was kept."""


def _from_lists(table: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [dict(zip(table["columns"], values, strict=True)) for values in table["rows"]]


def _typed(model: type[models.Model], row: Row) -> Row:
    """A row with days and times in place of their texts; columns that are not there any more are left out."""
    known = {each.attname: each for each in model._meta.concrete_fields}
    return {name: _to_python(known[name], value) for name, value in row.items() if name in known}


def _to_python(field: models.Field[Any, Any], value: Any) -> Any:
    return field.to_python(value) if isinstance(field, models.DateField) else value
