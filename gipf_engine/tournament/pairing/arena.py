"""An arena: while a clock runs, who is free is paired again at once.

The format has no rounds. A server asks `pair_free` every few seconds whom to pair; each answer is exact: as many pairs
of two who did not just meet as there can be, of these the ones who wait longest, of these the nearest in the standings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from gipf_engine.messages import Message
from gipf_engine.messages import gettext_noop as _
from gipf_engine.tournament.crosstable import Colour, CrossTable
from gipf_engine.tournament.pairing.base import (
    Option,
    Pair,
    PairingError,
    PairingSystem,
    RoundPairings,
    register,
)
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.matching import heaviest_perfect_matching

SHORTEST, USUAL, LONGEST = 5, 45, 24 * 60
"""Minutes that an arena lasts."""
FIRST_SHARE, SHARE_A_SECOND, FEWEST_PLACES = 0.1, 0.02, 4
"""How far apart two may be in the standings, as a share of the field: at once, and more with each second they wait.

In a small field it is so many places at least."""
PATIENCE = 45_000
"""How many ms a person waits for an opponent who is not the last one again: by then anyone would be near enough."""
MOST_AT_ONCE = 80
"""Players who are matched with each other at once; larger fields are split by the standings."""
_PAIRED = 10**9
"""What a pair is worth who did not just meet: more than all waiting and nearness together."""
_SECOND, _MET, _COLOUR = 100, 3, 2
"""What a second of waiting is worth; what it costs to have met before, and that both need the same colour."""


@dataclass(frozen=True, slots=True)
class PlayerToPair:
    """A person who takes part and does not pause. `points` are tenths.

    `free_since` is an instant in ms, None during a game. `last` was the opponent in the game before, `met` says how
    often each was met. `balance` counts games with White less those with Black.
    """

    number: int
    points: int = 0
    rating: int | None = None
    free_since: int | None = None
    last: int | None = None
    met: Mapping[int, int] = field(default_factory=dict, hash=False)
    balance: int = 0
    last_colour: Colour | None = None

    def has_just_met(self, other: PlayerToPair) -> bool:
        """Whether either was the other's opponent in the game before."""
        return self.last == other.number or other.last == self.number


def pair_free(players: Sequence[PlayerToPair], now: int) -> list[Pair]:
    """Whom to pair at an instant, of all who take part: only those who are free, no one twice.

    Two who just met are paired again only where neither has anyone else to meet and one has waited for `PATIENCE`.
    """
    in_order = sorted(players, key=lambda each: (-each.points, -(each.rating or 0), each.number))
    places = {each.number: place for place, each in enumerate(in_order)}
    free = [each for each in in_order if each.free_since is not None]
    pairs = []
    for at in range(0, len(free), MOST_AT_ONCE):
        for one, other in _match(free[at : at + MOST_AT_ONCE], places, now):
            pairs.append(_seat(one, other, places))
    return pairs


def may_meet(one: PlayerToPair, other: PlayerToPair, places: Mapping[int, int], now: int) -> bool:
    """Whether two who are free are near enough for how long they have waited. `places` has all who take part."""
    seconds = (_waited(one, now) + _waited(other, now)) / 2000
    share = FIRST_SHARE + SHARE_A_SECOND * seconds
    return _distance(one, other, places) <= max(FEWEST_PLACES, share * len(places))


def _waited(player: PlayerToPair, now: int) -> int:
    return 0 if player.free_since is None else max(0, now - player.free_since)


def _distance(one: PlayerToPair, other: PlayerToPair, places: Mapping[int, int]) -> int:
    return abs(places[one.number] - places[other.number])


def _match(
    free: Sequence[PlayerToPair], places: Mapping[int, int], now: int
) -> list[tuple[PlayerToPair, PlayerToPair]]:
    """The best pairs; a pair that is worth nothing is none. An odd field has a place for who waits on."""
    size = len(free) + len(free) % 2
    weights = [[0] * size for _place in range(size)]
    for (at, one), (beside, other) in combinations(enumerate(free), 2):
        weights[at][beside] = weights[beside][at] = _worth(one, other, places, now)
    partners = heaviest_perfect_matching(weights)
    return [
        (free[at], free[partner]) for at, partner in enumerate(partners) if at < partner and weights[at][partner] > 0
    ]


def _worth(one: PlayerToPair, other: PlayerToPair, places: Mapping[int, int], now: int) -> int:
    if not may_meet(one, other, places, now):
        return 0
    waited = _waited(one, now), _waited(other, now)
    if one.has_just_met(other):
        return 1 if max(waited) >= PATIENCE else 0
    cost = _distance(one, other, places) + _MET * one.met.get(other.number, 0)
    if one.balance * other.balance > 0:
        cost += _COLOUR * min(abs(one.balance), abs(other.balance))
    return _PAIRED + _SECOND * (sum(waited) // 1000) - cost


def _seat(one: PlayerToPair, other: PlayerToPair, places: Mapping[int, int]) -> Pair:
    """White for who had it less often; then for who had Black last; then for who stands lower."""

    def due(player: PlayerToPair) -> tuple[int, bool, int]:
        return player.balance, player.last_colour is not Colour.BLACK, -places[player.number]

    white, black = sorted((one, other), key=due)
    return Pair(white.number, black.number)


@register
class Arena(PairingSystem):
    """Players are paired by a server while a clock runs."""

    key = "arena"
    place = 45
    name = _("Arena")
    help = _("Online, for a set time: as soon as a game ends, players are paired again.")
    by_clock = True
    usual_tie_breaks = ("TPR", "WIN")
    event_options = (Option("minutes", _("Minutes"), _("How long players are paired."), USUAL, SHORTEST, LONGEST),)

    def rounds(self, entrants: int) -> int | None:
        """None are planned: a player's games are counted as they come."""
        return 0

    def pair(self, table: CrossTable, steps: StepCounter | None = None) -> RoundPairings:
        """There is no next round. Raises `PairingError`."""
        raise PairingError(Message(_("An arena has no rounds: the server pairs players while it runs.")))

    def explain(self) -> Sequence[Message]:
        """How players meet, what counts, and what the end means."""
        return (
            Message(
                _("Join while the arena runs, and pause whenever you like. As soon as you are free, you are paired.")
            ),
            Message(
                _(
                    "The server pairs players who are near each other in the standings; the longer you wait, the"
                    " farther away your opponent may be. Those who have waited longest come first."
                )
            ),
            Message(
                _("You do not meet the same opponent twice in a row while another opponent is free. Colours alternate.")
            ),
            Message(_("A win counts 2, a draw 1 and a loss 0. There are no bonus points for streaks.")),
            Message(
                _(
                    "When the time is up, no more games are paired. Games that have been paired are played to their"
                    " end and count; then the arena closes."
                )
            ),
            Message(_("If you make no first turn in time, you lose the game and pause until you join again.")),
        )
