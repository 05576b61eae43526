"""An event as it stood before one of its rounds was paired. Pure."""

from __future__ import annotations

from dataclasses import replace

from gipf_engine.tournament.crosstable import Bye, ByeKind, Cell, Colour, CrossTable, Meeting

ANNOUNCED = frozenset({ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO})
"""Byes that are known before a round is paired; the pairing itself gives the others."""


def before_round(table: CrossTable, number: int, first_colour: Colour | None) -> CrossTable:
    """The table before round `number`: the rounds before it, and the byes announced for it.

    `first_colour` is the colour drawn before round 1, which an early table cannot show any more.
    """
    entrants = tuple(
        replace(entrant, cells=_cells_known_before(entrant.cells, number), withdrawn=_is_away(entrant.cell(number)))
        for entrant in table.entrants
    )
    return replace(table, entrants=entrants, rounds_played=number - 1, first_colour=first_colour)


def _is_away(coming: Cell) -> bool:
    """Whether an entrant was not there, for that round or for good: in a knock-out no one meets the one who is not."""
    return coming is None or (isinstance(coming, Bye) and coming.kind is ByeKind.ZERO)


def _cells_known_before(cells: tuple[Cell, ...], number: int) -> tuple[Cell, ...]:
    coming = cells[number - 1] if number <= len(cells) else None
    if coming is None:
        return (*cells[: number - 1], Bye(ByeKind.ZERO))  # neither paired nor given a bye: was not there
    announced = isinstance(coming, Bye) and coming.kind in ANNOUNCED
    return (*cells[: number - 1], *((coming,) if announced else ()))


def boards_of(table: CrossTable, number: int) -> set[tuple[int, int]]:
    """Who met whom in a round: (white, black), and (number, 0) for one who the pairing left without an opponent.

    Without colours the lower number stands first.
    """
    found: set[tuple[int, int]] = set()
    for entrant in table.entrants:
        cell = entrant.cell(number)
        if isinstance(cell, Bye) and cell.kind in (ByeKind.PAIRING, ByeKind.REST):
            found.add((entrant.number, 0))
        elif isinstance(cell, Meeting) and _is_first(entrant.number, cell):
            found.add((entrant.number, cell.opponent))
    return found


def _is_first(number: int, cell: Meeting) -> bool:
    colour = None if cell.is_void else cell.games[0].colour
    return number < cell.opponent if colour is None else colour is Colour.WHITE
