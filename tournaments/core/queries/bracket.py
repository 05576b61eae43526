"""The tree of a knock-out ready to print: every round with its matches, those to come with whoever is in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gipf_engine.tournament.crosstable import CrossTable, Meeting
from gipf_engine.tournament.pairing.knock_out import KnockOut, Match, PlayedMatch, Seat, standing_tree, walk
from tournaments.core.loader import EntryRow, EventData
from tournaments.core.mapping import cross_table
from tournaments.models import Event

MOST_MATCHES = 32
"""Of a larger field, the rounds from that on with so many matches are drawn."""


@dataclass(frozen=True, slots=True)
class BracketSeat:
    """One of the two of a match: None while nobody is known, `points` (tenths) once the match is decided."""

    entry: EntryRow | None
    points: int | None = None
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match. `free` when one of its seats stays empty: the other goes on without a game."""

    seats: tuple[BracketSeat, BracketSeat]
    free: bool = False


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of the tree, its matches from the top down; `paired` once it has a page of its own."""

    number: int
    matches: tuple[BracketMatch, ...]
    paired: bool


def has_bracket(event: Event) -> bool:
    """Whether the event's matches make a tree: a knock-out, once it has begun."""
    return event.format == KnockOut.key and event.state in (Event.State.RUNNING, Event.State.CLOSED)


def bracket_of(rows: EventData) -> tuple[BracketRound, ...]:
    """The rounds of a started knock-out, the final last; nothing for other formats."""
    if rows.event.format != KnockOut.key or not rows.by_number:
        return ()
    return tuple(each for each in _bracket_rounds(rows) if len(each.matches) <= MOST_MATCHES)


def _bracket_rounds(rows: EventData) -> Iterator[BracketRound]:
    table = cross_table(rows)
    for number, played in enumerate(walk(table), 1):
        yield BracketRound(number, tuple(_bracket_match(rows, table, number, each) for each in played), paired=True)
    number, coming = table.rounds_played, list(standing_tree(table).matches)
    while coming:
        number += 1
        yield BracketRound(number, tuple(_coming_rounds(rows, match, number) for match in coming), paired=False)
        coming = [(None, None)] * (len(coming) // 2)


def _bracket_match(rows: EventData, table: CrossTable, number: int, played: PlayedMatch) -> BracketMatch:
    def seat(who: Seat) -> BracketSeat:
        if who is None:
            return BracketSeat(None)
        cell = table.entrant(who).cell(number)
        points = table.cell_points(cell) if isinstance(cell, Meeting) and not played.undecided else None
        return BracketSeat(rows.by_number[who], points, who == played.winner)

    first, second = played.match
    return BracketMatch((seat(first), seat(second)), free=None in played.match)


def _coming_rounds(rows: EventData, match: Match, number: int) -> BracketMatch:
    first, second = (BracketSeat(rows.by_number[who]) if who is not None else BracketSeat(None) for who in match)
    return BracketMatch((first, second), free=number == 1 and None in match)
