"""The Dutch system as a registered pairing system: a `CrossTable` in, a published round out."""

from __future__ import annotations

from collections.abc import Sequence

from phrases import Phrase
from phrases import gettext_noop as _
from tournaments.crosstable import Bye, ByeKind, Colour, CrossTable, Meeting
from tournaments.pairing.api import ByeGiven, Pair, PairingError, PairingSystem, RoundPairings, register
from tournaments.pairing.dutch.colours import allocate
from tournaments.pairing.dutch.engine import NoLegalPairingError, PairedRound, pair_round
from tournaments.pairing.dutch.field import Field, field_of
from tournaments.pairing.dutch.players import Player, took_part


@register
class Dutch(PairingSystem):
    """FIDE (Dutch) System, C.04.3, the edition in force since 1 February 2026."""

    key = "swiss-dutch"
    name = _("Swiss, FIDE (Dutch) System")
    help = _("Players of equal score meet, nobody twice; colours even out. FIDE's rules of 1 February 2026.")

    def rounds(self, entrants: int) -> int | None:
        """The organiser chooses."""
        return None

    def pair(self, table: CrossTable) -> RoundPairings:
        """The round after `table.rounds_played`.

        Entrants who have withdrawn or hold a bye for that round are not paired. Raises `PairingError`
        where nobody is left to pair, or where no pairing obeys the absolute criteria.
        """
        return published(table, paired(table))

    def explain(self) -> Sequence[Phrase]:
        """How the rounds come about."""
        return (
            Phrase(_("Players of equal score form a bracket; it is paired from the top of the table down.")),
            Phrase(_("Nobody meets the same opponent twice.")),
            Phrase(_("The upper half of a bracket meets the lower half, first against first.")),
            Phrase(_("Who cannot be paired in a bracket floats down to the next.")),
            Phrase(_("Opponents change as little as needed so that colours even out and nobody floats again.")),
            Phrase(_("With an odd number one of the lowest players who may have it gets a bye.")),
        )


def paired(table: CrossTable) -> PairedRound:
    """The round as its brackets came out. Raises `PairingError`."""
    field = field_of(table)
    if not field.players:
        raise PairingError(Phrase(_("There is nobody to pair: everybody has withdrawn or has a bye.")))
    try:
        return pair_round(field)
    except NoLegalPairingError as error:
        raise PairingError(_no_pairing(table, error)) from error


def _no_pairing(table: CrossTable, error: NoLegalPairingError) -> Phrase:
    params = {"round": table.rounds_played + 1}
    if error.bye:
        return Phrase(
            _(
                "Round %(round)d cannot be paired: the number of players is odd, and no player who may have the bye"
                " leaves the others able to meet opponents they have not met. Play fewer rounds, or pair by hand."
            ),
            params,
        )
    return Phrase(
        _(
            "Round %(round)d cannot be paired: too many players have met, may not meet, or must have the same colour."
            " Play fewer rounds, or pair by hand."
        ),
        params,
    )


def published(table: CrossTable, result: PairedRound) -> RoundPairings:
    """A round with its colours, its boards in the order of C.04.2, the bye given and the byes announced."""
    field = result.field
    first_colour = colour_of_the_lot(table)
    boards = sorted(result.pairs, key=lambda pair: _board_key(field, pair))
    pairs = tuple(_seated(field, pair, first_colour) for pair in boards)
    coming = table.rounds_played + 1
    byes = [] if result.bye is None else [ByeGiven(field.players[result.bye].number, ByeKind.PAIRING)]
    for entrant in sorted(table.entrants, key=lambda entrant: entrant.number):
        cell = entrant.cell(coming)
        if isinstance(cell, Bye) and not entrant.withdrawn:
            byes.append(ByeGiven(entrant.number, cell.kind))
    return RoundPairings(coming, pairs, tuple(byes))


def _board_key(field: Field, pair: tuple[int, int]) -> tuple[int, int, int]:
    """Publishing order: the better-ranked player's score, the sum of scores, the better-ranked player's number.

    These scores are without acceleration.
    """
    higher, lower = sorted((field.players[one] for one in pair), key=_rank)
    return -higher.points, -(higher.points + lower.points), higher.number


def _rank(player: Player) -> tuple[int, int]:
    return -player.points, player.number


def _seated(field: Field, pair: tuple[int, int], first_colour: Colour) -> Pair:
    higher, lower = (field.players[one] for one in sorted(pair))
    colour, _rule = allocate(higher, lower, first_colour)
    if colour is Colour.WHITE:
        return Pair(higher.number, lower.number)
    return Pair(lower.number, higher.number)


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
    return cell.games[0].colour if isinstance(cell, Meeting) else None


def _lot_of_round(table: CrossTable, round_number: int) -> Colour:
    counted = 0
    for place in sorted(range(len(table.entrants)), key=lambda place: table.entrants[place].number):
        if any(took_part(cell) for cell in table.entrants[place].cells[:round_number]):
            counted += 1
            colour = _colour_in(table, place, round_number)
            if colour is not None:
                return colour if counted % 2 else colour.other
    return Colour.WHITE
