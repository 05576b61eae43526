"""Why not A against B? The round is paired again with that pair forced, and the two rounds are compared.

That is a proof, not a guess: if the forced round is worse, the first criterion that says so is the
answer; if it is as good, it comes later in the order of candidates.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from gipf_engine.tournament.crosstable import Colour, CrossTable, Meeting
from gipf_engine.tournament.pairing.swiss.paired_round import NoLegalPairingError
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField, forbidden_numbers
from gipf_engine.tournament.pairing.swiss.player_state import PlayerState, is_played
from gipf_engine.tournament.pairing.swiss.quality import Difference


class WhyNotKind(StrEnum):
    """Why two players do not meet."""

    PAIRED = "paired"  # they do
    ABSENT = "absent"  # one of them is not paired in this round
    MET = "met"  # C1: they have met
    FORBIDDEN = "forbidden"  # C1: the event does not let them meet
    SAME_COLOUR = "same-colour"  # C3: both must have the same colour
    NO_ROUND = "no-round"  # C4: no one could pair the others
    WORSE = "worse"  # the best round with them is worse by a criterion
    LATER = "later"  # the best round with them is as good, but its candidate comes later


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The answer for two pairing numbers. `round` is when they met, `absent` who is not paired,
    `colour` what both must have, `difference` where the two rounds part."""

    one: int
    two: int
    answer: WhyNotKind
    round: int | None = None
    absent: int | None = None
    colour: Colour | None = None
    difference: Difference | None = None


Compare = Callable[[int, int], Difference | None]
"""Where the round and the one in which two positions meet part; None where they meet anyway.

Raises `NoLegalPairingError` where no round has them meet.
"""


def find_why_not(table: CrossTable, field: PairingField, one: int, two: int, compare: Compare) -> WhyNot:
    """Why the pairing numbers `one` and `two` do not meet in the round of `field`, which comes from `table`.

    Raises `PairingError` where the round cannot be paired at all, KeyError for an unknown number,
    ValueError where both are the same.
    """
    if one == two:
        raise ValueError("nobody meets himself")
    for number in (one, two):
        table.entrant(number)
    places = {player.number: place for place, player in enumerate(field.players)}
    for number in (one, two):
        if number not in places:
            return WhyNot(one, two, WhyNotKind.ABSENT, absent=number)
    barred = barrier(table, field, places[one], places[two])
    if barred is not None:
        return barred
    try:
        difference = compare(places[one], places[two])
    except NoLegalPairingError:
        return WhyNot(one, two, WhyNotKind.NO_ROUND)
    if difference is None:
        return WhyNot(one, two, WhyNotKind.PAIRED)
    answer = WhyNotKind.LATER if difference.criterion is None else WhyNotKind.WORSE
    return WhyNot(one, two, answer, difference=difference)


def barrier(table: CrossTable, field: PairingField, one: int, two: int) -> WhyNot | None:
    """What keeps two players (positions) from meeting whatever the others do: C1 or C3. None if nothing does."""
    first, second = field.players[one], field.players[two]
    numbers = (first.number, second.number)
    if field.allowed[one] >> two & 1:
        return None
    if second.number in first.opponents:
        return WhyNot(*numbers, WhyNotKind.MET, round=_find_meeting(table, first, second))
    if second.number in forbidden_numbers(table).get(first.number, frozenset()):
        return WhyNot(*numbers, WhyNotKind.FORBIDDEN)
    return WhyNot(*numbers, WhyNotKind.SAME_COLOUR, colour=first.preference)


def _find_meeting(table: CrossTable, one: PlayerState, two: PlayerState) -> int | None:
    cells = table.entrant(one.number).cells
    return next(
        (
            place
            for place, cell in enumerate(cells, 1)
            if isinstance(cell, Meeting) and cell.opponent == two.number and is_played(cell)
        ),
        None,
    )


def force_pair(field: PairingField, one: int, two: int) -> None:
    """Leave the two no other opponent than each other, and neither of them the bye."""
    pair = 1 << one | 1 << two
    for place in range(len(field.players)):
        field.allowed[place] &= ~pair
    field.allowed[one], field.allowed[two] = 1 << two, 1 << one
    field.reserved = pair
