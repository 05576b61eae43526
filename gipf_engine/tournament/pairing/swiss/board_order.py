"""A round from a table, as it is published: colours, the order of boards, byes (C.04.2; C.04.3, article 5)."""

from __future__ import annotations

from collections.abc import Callable

from gipf_engine.tournament.crosstable import Bye, ByeKind, Colour, CrossTable, Meeting, took_part
from gipf_engine.tournament.pairing.base import ByeGiven, Pair, RoundPairings
from gipf_engine.tournament.pairing.swiss.colours import ColourRule, allocate
from gipf_engine.tournament.pairing.swiss.paired_round import HasPairs, PairedRound
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField
from gipf_engine.tournament.pairing.swiss.player_state import PlayerState

Allocate = Callable[[PlayerState, PlayerState, Colour], tuple[Colour, ColourRule]]
"""Who of a pair has which colour: the higher and the lower player and the colour of the lot; the higher's colour."""


def assign_colours_and_boards(
    table: CrossTable, result: PairedRound[HasPairs], allocate: Allocate = allocate
) -> RoundPairings:
    """A round with its colours, its boards in the order of C.04.2, the bye given and the byes announced."""
    field = result.field
    first_colour = colour_of_the_lot(table)
    boards = sorted(result.pairs, key=lambda pair: _board_key(field, pair))
    pairs = tuple(_seat_pair(field, pair, first_colour, allocate, by_lot=table.colour_free) for pair in boards)
    coming = table.rounds_played + 1
    byes = [] if result.bye is None else [ByeGiven(field.players[result.bye].number, ByeKind.PAIRING)]
    for entrant in sorted(table.entrants, key=lambda entrant: entrant.number):
        cell = entrant.cell(coming)
        if isinstance(cell, Bye) and not entrant.withdrawn:
            byes.append(ByeGiven(entrant.number, cell.kind))
    return RoundPairings(coming, pairs, tuple(byes))


def seat_in(
    field: PairingField, first_colour: Colour, allocate: Allocate = allocate
) -> Callable[[int, int], tuple[Colour, ColourRule]]:
    """What says the colour of the higher of two positions, and the paragraph that decides it."""
    return lambda higher, lower: allocate(field.players[higher], field.players[lower], first_colour)


def _board_key(field: PairingField, pair: tuple[int, int]) -> tuple[int, int, int]:
    """Publishing order: the better-ranked player's score, the sum of scores, the better-ranked player's number.

    These scores are without acceleration.
    """
    higher, lower = sorted((field.players[one] for one in pair), key=_rank)
    return -higher.points, -(higher.points + lower.points), higher.number


def _rank(player: PlayerState) -> tuple[int, int]:
    return -player.points, player.number


def _seat_pair(
    field: PairingField, pair: tuple[int, int], first_colour: Colour, allocate: Allocate, *, by_lot: bool
) -> Pair:
    higher, lower = (field.players[one] for one in sorted(pair))
    colour, _rule = allocate(higher, lower, first_colour)
    if colour is Colour.WHITE:
        return Pair(higher.number, lower.number, by_lot)
    return Pair(lower.number, higher.number, by_lot)


def colour_of_the_lot(table: CrossTable) -> Colour:
    """The colour drawn for pairing number 1: as the table says, else as the first paired round shows, else White.

    In the first round with colours, the first of those who had taken part by then and got a colour
    has the lot's colour where their place among them is odd.
    """
    if table.first_colour is not None:
        return table.first_colour
    for number in range(1, table.rounds_played + 1):
        if any(_colour_in(table, place, number) for place in range(len(table.entrants))):
            return _lot_of_round(table, number)
    return Colour.WHITE


def _colour_in(table: CrossTable, place: int, round_number: int) -> Colour | None:
    cell = table.entrants[place].cell(round_number)
    return cell.games[0].colour if isinstance(cell, Meeting) and not cell.is_void else None


def _lot_of_round(table: CrossTable, round_number: int) -> Colour:
    counted = 0
    for place in sorted(range(len(table.entrants)), key=lambda place: table.entrants[place].number):
        if any(took_part(cell) for cell in table.entrants[place].cells[:round_number]):
            counted += 1
            colour = _colour_in(table, place, round_number)
            if colour is not None:
                return colour if counted % 2 else colour.other
    return Colour.WHITE
