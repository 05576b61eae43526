"""The end of a league's season: each group ranked by itself, and who moves up or down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.standings.base import Standing


@dataclass(frozen=True, slots=True)
class Move:
    """A person who changes groups; 1 is the highest group."""

    number: int
    group: int
    to: int


@dataclass(frozen=True, slots=True)
class Season:
    """What a season leads to.

    `undecided` are sets of entrants who share a rank across the border of a move: none of them is
    in `moves`, and the organiser has to part them first.
    """

    moves: tuple[Move, ...]
    undecided: tuple[tuple[int, ...], ...]


def group_table(table: CrossTable, members: Sequence[int]) -> CrossTable:
    """The cross table of one group."""
    chosen = frozenset(members)
    return replace(
        table,
        entrants=tuple(entrant for entrant in table.entrants if entrant.number in chosen),
        predetermined=True,
    )


def season(standings: Sequence[Sequence[Standing]], up: int, down: int) -> Season:
    """Who moves: the first `up` of every group but the highest, the last `down` of every group but the lowest.

    ValueError where a group is too small for both.
    """
    moves: list[Move] = []
    undecided: list[tuple[int, ...]] = []
    for group, rows in enumerate(standings, 1):
        leaving_up = up if group > 1 else 0
        leaving_down = down if group < len(standings) else 0
        if leaving_up + leaving_down > len(rows):
            raise ValueError(f"group {group} has {len(rows)} entrants: {up} cannot move up and {down} down")
        for first, last, to in ((0, leaving_up, group - 1), (len(rows) - leaving_down, len(rows), group + 1)):
            split = _across(rows, last if to < group else first)
            if split and first != last:
                undecided.append(split)
            moves.extend(Move(row.number, group, to) for row in rows[first:last] if row.number not in split)
    return Season(tuple(moves), tuple(undecided))


def _across(rows: Sequence[Standing], border: int) -> tuple[int, ...]:
    """Those who share the rank that the border between `border - 1` and `border` cuts."""
    if not 0 < border < len(rows) or rows[border - 1].rank != rows[border].rank:
        return ()
    return tuple(row.number for row in rows if row.rank == rows[border].rank)
