"""A round from a table, as it is published: colours, the order of boards, byes (C.04.2; C.04.3, article 5)."""

from __future__ import annotations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Bye, ByeKind, Colour, CrossTable, Meeting, took_part
from gipf_engine.tournament.pairing.base import ByeGiven, Pair, PairingError, RoundPairings
from gipf_engine.tournament.pairing.dutch.colours import allocate
from gipf_engine.tournament.pairing.dutch.engine import NoLegalPairingError, PairedRound, pair_round
from gipf_engine.tournament.pairing.dutch.pairing_field import PairingField, pairing_field_of
from gipf_engine.tournament.pairing.dutch.player_state import PlayerState
from gipf_engine.tournament.pairing.steps import StepCounter


def pair(table: CrossTable, steps: StepCounter | None = None) -> PairedRound:
    """The round as its brackets came out. Raises `PairingError`, and `TooManySteps` beyond the limit of `steps`."""
    field = pairing_field_of(table, steps)
    if not field.players:
        raise PairingError(Message(_("No players to pair: all have withdrawn or have a bye.")))
    try:
        return pair_round(field)
    except NoLegalPairingError as error:
        raise PairingError(_no_pairing(table, error)) from error


def _no_pairing(table: CrossTable, error: NoLegalPairingError) -> Message:
    params = {"round": table.rounds_played + 1}
    if error.bye:
        return Message(
            _(
                "Round %(round)d cannot be paired: the number of players is odd, and no player who may have the bye"
                " leaves the others able to meet opponents they have not met. Play fewer rounds, or pair by hand."
            ),
            params,
        )
    return Message(
        _(
            "Round %(round)d cannot be paired: too many players have met, may not meet, or must have the same colour."
            " Play fewer rounds, or pair by hand."
        ),
        params,
    )


def assign_colours_and_boards(table: CrossTable, result: PairedRound) -> RoundPairings:
    """A round with its colours, its boards in the order of C.04.2, the bye given and the byes announced."""
    field = result.field
    first_colour = colour_of_the_lot(table)
    boards = sorted(result.pairs, key=lambda pair: _board_key(field, pair))
    pairs = tuple(_seat_pair(field, pair, first_colour, by_lot=table.colour_free) for pair in boards)
    coming = table.rounds_played + 1
    byes = [] if result.bye is None else [ByeGiven(field.players[result.bye].number, ByeKind.PAIRING)]
    for entrant in sorted(table.entrants, key=lambda entrant: entrant.number):
        cell = entrant.cell(coming)
        if isinstance(cell, Bye) and not entrant.withdrawn:
            byes.append(ByeGiven(entrant.number, cell.kind))
    return RoundPairings(coming, pairs, tuple(byes))


def _board_key(field: PairingField, pair: tuple[int, int]) -> tuple[int, int, int]:
    """Publishing order: the better-ranked player's score, the sum of scores, the better-ranked player's number.

    These scores are without acceleration.
    """
    higher, lower = sorted((field.players[one] for one in pair), key=_rank)
    return -higher.points, -(higher.points + lower.points), higher.number


def _rank(player: PlayerState) -> tuple[int, int]:
    return -player.points, player.number


def _seat_pair(field: PairingField, pair: tuple[int, int], first_colour: Colour, *, by_lot: bool) -> Pair:
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
