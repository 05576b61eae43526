"""Pairing from the top of an order down, so that everybody still finds an opponent: what club systems share.

Players are positions in the order, as bits; `allowed[i]` is the set of those whom the player at i may meet. Each step
takes the first wish after which all others can be paired. Mostly that needs no search: where everybody is barred from
few enough, a full pairing exists (Dirac, 1952).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Bye, ByeKind, Colour, CrossTable, Meeting
from gipf_engine.tournament.pairing.base import ByeGiven, Pair, PairingError
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.board_order import colour_of_the_lot
from gipf_engine.tournament.pairing.swiss.colours import ColourRule, allocate
from gipf_engine.tournament.pairing.swiss.feasibility import is_full, maximum_matching
from gipf_engine.tournament.pairing.swiss.pairing_field import bits, forbidden_numbers
from gipf_engine.tournament.pairing.swiss.player_state import PlayerState, is_played


class Opponents:
    """Who of some players, by position, may meet whom."""

    def __init__(self, barred: Sequence[int], steps: StepCounter) -> None:
        everybody = (1 << len(barred)) - 1
        self.allowed = [everybody & ~(own | 1 << place) for place, own in enumerate(barred)]
        self._most_barred = max((own.bit_count() for own in barred), default=0)
        self._steps = steps

    def can_all_meet(self, players: int) -> bool:
        """Whether all of a set can be paired with each other at once."""
        size = players.bit_count()
        if size % 2:
            return False
        if 2 * (size - 1 - self._most_barred) >= size:
            return True
        return is_full(players, self.matching(players))

    def matching(self, players: int) -> dict[int, int]:
        """As many pairs of a set as there can be: each one's mate."""
        self._steps.take(players.bit_count())
        return maximum_matching(players, self.allowed, self._steps)

    def first_free(self, player: int, wishes: Iterable[int], others: int) -> int | None:
        """The first of the wishes whom `player` may meet so that all of the `others` left can be paired."""
        for wish in wishes:
            self._steps.take(1)
            if self.allowed[player] >> wish & others >> wish & 1 and self.can_all_meet(others & ~(1 << wish)):
                return wish
        return None

    def first_without(self, players: int, candidates: Iterable[int]) -> int | None:
        """The first of the candidates without whom all the others can be paired."""
        for candidate in candidates:
            if self.can_all_meet(players & ~(1 << candidate)):
                return candidate
        return None


@dataclass(frozen=True, slots=True)
class Seated:
    """A pair with its colours, and the rule that gave them."""

    pair: Pair
    rule: ColourRule


def bars_of(table: CrossTable, order: Sequence[int], rounds: int | None = None) -> list[int]:
    """By position in an order of pairing numbers, whom each may not meet: by the event's rules, and met before.

    `rounds`: only meetings of so many last rounds bar; None: all do.
    """
    place = {number: at for at, number in enumerate(order)}
    forbidden = forbidden_numbers(table)
    since = 0 if rounds is None else max(0, table.rounds_played - rounds)
    barred = []
    for number in order:
        met = [
            cell.opponent
            for cell in table.entrant(number).cells[since : table.rounds_played]
            if isinstance(cell, Meeting) and is_played(cell)
        ]
        barred.append(bits(place[other] for other in {*met, *forbidden.get(number, ())} if other in place))
    return barred


def last_meeting(table: CrossTable, one: int, other: int) -> int:
    """The last round in which two played each other; 0 where they have not."""
    cells = table.entrant(one).cells[: table.rounds_played]
    return max(
        (
            n
            for n, cell in enumerate(cells, 1)
            if isinstance(cell, Meeting) and cell.opponent == other and is_played(cell)
        ),
        default=0,
    )


HAS_BYE = _("Has the bye: fewest byes so far, then last in the ranking, as long as all others have opponents.")
"""Why a player has the bye: the first of `bye_candidates` who leaves the others a pairing."""


def bye_candidates(table: CrossTable, order: Sequence[int]) -> list[int]:
    """Positions in the order of their claim to the bye: who had it least often, the last in the order first."""
    had = [
        sum(isinstance(cell, Bye) and cell.kind is ByeKind.PAIRING for cell in table.entrant(number).cells)
        for number in order
    ]
    return sorted(range(len(order)), key=lambda place: (had[place], -place))


def seat(table: CrossTable, states: Sequence[PlayerState], pairs: Iterable[tuple[int, int]]) -> list[Seated]:
    """The pairs, by position of `states`, with colours as in Swiss rounds; the first of a pair ranks higher.

    Where neither has a claim, the lot goes turn about from board to board: neighbours meet, so that pairing numbers
    would give all the better ones the same colour.
    """
    lot, seated = colour_of_the_lot(table), []
    for board, (one, two) in enumerate(pairs):
        higher, lower = states[one], states[two]
        colour, rule = allocate(higher, lower, lot)
        if rule is ColourRule.LOT:
            colour = lot.other if board % 2 else lot
        white, black = (higher, lower) if colour is Colour.WHITE else (lower, higher)
        seated.append(Seated(Pair(white.number, black.number), rule))
    return seated


def byes_of(table: CrossTable, alone: int | None) -> tuple[ByeGiven, ...]:
    """The bye that the pairing gives (None: to no one), then those announced for the round."""
    coming = table.rounds_played + 1
    given = [] if alone is None else [ByeGiven(alone, ByeKind.PAIRING)]
    for entrant in table.entrants:
        cell = entrant.cell(coming)
        if isinstance(cell, Bye) and not entrant.withdrawn:
            given.append(ByeGiven(entrant.number, cell.kind))
    return tuple(given)


def require_players(states: Sequence[PlayerState]) -> None:
    """Raises `PairingError` where there are not two to pair."""
    if len(states) < 2:
        raise PairingError(Message(_("There are not two players to pair.")))


def colour_message(table: CrossTable, seated: Seated) -> Message:
    """Which rule gave the colours of a pair."""
    from gipf_engine.tournament.pairing.swiss.messages import COLOUR_RULES  # words only: not needed to pair

    name = {"white": table.entrant(seated.pair.white).name}
    if seated.rule is ColourRule.LOT:
        return Message(
            _("%(white)s moves first: the colour drawn before round 1 alternates from board to board."), name
        )
    return Message(COLOUR_RULES[seated.rule], name)


def passed_over(table: CrossTable, number: int, others: Iterable[int]) -> list[Message]:
    """Those whom a player could not meet, each with the reason."""
    forbidden = forbidden_numbers(table).get(number, frozenset())
    return [_obstacle(table, number, other, forbidden) for other in others]


def _obstacle(table: CrossTable, number: int, other: int, forbidden: frozenset[int]) -> Message:
    name = table.entrant(other).name
    if other in forbidden:
        return Message(_("%(name)s (kept apart)"), {"name": name})
    met = last_meeting(table, number, other)
    if met:
        return Message(_("%(name)s (met in round %(round)d)"), {"name": name, "round": met})
    return Message(_("%(name)s (others would be left without an opponent)"), {"name": name})
