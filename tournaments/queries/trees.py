"""The tree of a knock-out ready to print: every round with its matches, those to come with whoever is in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.bridge import cross_table
from tournaments.crosstable import CrossTable, Meeting
from tournaments.pairing.knock_out import KnockOut, Match, Played, Seat, standing_tree, walk
from tournaments.rows import EntryRow, EventRows

MOST_MATCHES = 32
"""Of a larger field, the rounds from that on with so many matches are drawn."""


@dataclass(frozen=True, slots=True)
class TreeSeat:
    """One of the two of a match: None while nobody is known, `points` (tenths) once the match is decided."""

    entry: EntryRow | None
    points: int | None = None
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class TreeMatch:
    """A match. `free` when one of its seats stays empty: the other goes on without a game."""

    seats: tuple[TreeSeat, TreeSeat]
    free: bool = False


@dataclass(frozen=True, slots=True)
class TreeRound:
    """A round of the tree, its matches from the top down; `paired` once it has a page of its own."""

    number: int
    matches: tuple[TreeMatch, ...]
    paired: bool


def tree_of(rows: EventRows) -> tuple[TreeRound, ...]:
    """The rounds of a started knock-out, the final last; nothing for other formats."""
    if rows.event.format != KnockOut.key or not rows.by_number:
        return ()
    return tuple(each for each in _rounds(rows) if len(each.matches) <= MOST_MATCHES)


def _rounds(rows: EventRows) -> Iterator[TreeRound]:
    table = cross_table(rows)
    for number, played in enumerate(walk(table), 1):
        yield TreeRound(number, tuple(_played(rows, table, number, each) for each in played), paired=True)
    number, coming = table.rounds_played, list(standing_tree(table).matches)
    while coming:
        number += 1
        yield TreeRound(number, tuple(_coming(rows, match, number) for match in coming), paired=False)
        coming = [(None, None)] * (len(coming) // 2)


def _played(rows: EventRows, table: CrossTable, number: int, played: Played) -> TreeMatch:
    def seat(who: Seat) -> TreeSeat:
        if who is None:
            return TreeSeat(None)
        cell = table.entrant(who).cell(number)
        points = table.cell_points(cell) if isinstance(cell, Meeting) and not played.undecided else None
        return TreeSeat(rows.by_number[who], points, who == played.winner)

    first, second = played.match
    return TreeMatch((seat(first), seat(second)), free=None in played.match)


def _coming(rows: EventRows, match: Match, number: int) -> TreeMatch:
    first, second = (TreeSeat(rows.by_number[who]) if who is not None else TreeSeat(None) for who in match)
    return TreeMatch((first, second), free=number == 1 and None in match)
