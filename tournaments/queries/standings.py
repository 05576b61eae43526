"""Standings ready to print: ranks, values, and the sums behind them. Computed from the games, cached by version."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.core.cache import cache

from games.results import Outcome
from journal import queries as journal
from phrases import Phrase
from tournaments.bridge import cross_table, without_annulled
from tournaments.crosstable import CrossTable, Meeting
from tournaments.models import Event
from tournaments.queries.marks import CardLine, history
from tournaments.rows import EntryRow, EventRows, load
from tournaments.standings import Standing, TieBreak, explanations, rank, tie_break

CACHED_SECONDS = 60 * 60
SHAPE = 1
"""Part of the cache's keys: raise it when a cached class changes."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Column:
    """A tie-break of the event: its code, and its name and help as marked for the catalogs."""

    code: str
    name: str
    help: str


@dataclass(frozen=True, slots=True)
class Value:
    """A tie-break's value as it is printed, under its code, and the sum that it is."""

    code: str
    text: str
    explanation: Phrase


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the standings. `rank` is None for whoever is not ranked: all games annulled.

    `points` are tenths. `won`, `drawn` and `lost` count games with a result, forfeits too;
    `lines` are the player's rounds.
    """

    rank: int | None
    entry: EntryRow
    points: int
    values: tuple[Value, ...]
    won: int
    drawn: int
    lost: int
    lines: tuple[CardLine, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """The table after `rounds` of `rounds_total` rounds. `is_final`: no result is missing and no round follows."""

    columns: tuple[Column, ...]
    rows: tuple[StandingRow, ...]
    rounds: int
    rounds_total: int
    open_games: int

    @property
    def is_final(self) -> bool:
        return self.rounds == self.rounds_total and not self.open_games


def cached(event: Event, what: str, version: int, compute: Callable[[], T]) -> T:
    """`compute()`, kept for as long as nothing happens in the event. `version` was read before anything else."""
    key = f"event:{event.pk}:{version}:{what}:{SHAPE}"
    kept: T | None = cache.get(key)
    if kept is not None:
        return kept
    value = compute()
    cache.set(key, value, CACHED_SECONDS)
    return value


def rows_of(event: Event, version: int) -> EventRows:
    """The event's rows, cached."""
    return cached(event, "rows", version, lambda: load(event))


def standings(event: Event, version: int | None = None) -> Standings:
    """Who stands where, and why. `version` is the event's, where the caller knows it already."""
    at = journal.version(event.scope) if version is None else version
    return cached(event, "standings", at, lambda: compute(rows_of(event, at)))


def ranked(rows: EventRows) -> tuple[Standing, ...]:
    """The bare ranking, without whom it leaves out."""
    return rank(without_annulled(cross_table(rows), rows), rows.event.tie_breaks)


def compute(rows: EventRows) -> Standings:
    """The standings of rows that were read. Before the start nobody has a number, and the table is empty."""
    whole = cross_table(rows)
    table = without_annulled(whole, rows)
    codes = list(rows.event.tie_breaks)
    chosen = [tie_break(code) for code in codes]
    places = rank(table, codes)
    why = explanations(table, codes, [place.number for place in places])
    lines = [
        _row(table, rows, rows.by_number[place.number], place.rank, _values(codes, chosen, place, why[place.number]))
        for place in places
    ]
    lines += [_row(whole, rows, entry, None, ()) for entry in rows.by_number.values() if entry.annulled]
    open_games = sum(game.result.is_open for each in rows.rounds for pairing in each.pairings for game in pairing.games)
    columns = tuple(Column(code, each.name, each.help) for code, each in zip(codes, chosen, strict=True))
    return Standings(columns, tuple(lines), len(rows.rounds), rows.rounds_total, open_games)


def _values(
    codes: Sequence[str], chosen: Sequence[TieBreak], place: Standing, why: Sequence[Phrase]
) -> tuple[Value, ...]:
    return tuple(
        Value(code, each.formatted(value), sum_)
        for code, each, value, sum_ in zip(codes, chosen, place.values, why, strict=True)
    )


def _row(
    table: CrossTable, rows: EventRows, entry: EntryRow, place: int | None, values: tuple[Value, ...]
) -> StandingRow:
    """A line for an entry, counted in `table`: who is ranked has no points from games that were annulled."""
    assert entry.number is not None
    cells = table.entrant(entry.number).cells[: table.rounds_played]
    outcomes = Counter(side.outcome for cell in cells if isinstance(cell, Meeting) for side in cell.games)
    return StandingRow(
        rank=place,
        entry=entry,
        points=table.points(entry.number),
        values=values,
        won=outcomes[Outcome.WIN],
        drawn=outcomes[Outcome.DRAW],
        lost=outcomes[Outcome.LOSS],
        lines=history(rows, entry.id),
    )
