"""The players of a round and who may meet whom, as bit sets.

Bit i stands for the player at position i; one more bit, past the last player, stands for the
pairing-allocated bye where the field is odd. A Python integer holds a set of thousands of players
and intersects two of them in a fraction of a microsecond, so degrees are counted, not estimated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby

from gipf_engine.tournament.crosstable import Colour, CrossTable
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.player_state import ABSOLUTE, MILD, PlayerState, players_of


@dataclass(slots=True)
class PairingField:
    """Who is paired and who may meet whom (C1, C2, C3 and forbidden pairs).

    `allowed[i]` is the set of those whom the player at position i may meet. `bye` is the position of
    the pairing-allocated bye, `allowed[bye]` those who may get it and all of them have its bit;
    None where the field is even. `groups` are the scoregroups, best first, as ranges of positions;
    `kinds` is `colour_kind` by position; those in `reserved` do not get the bye. `steps` counts what is looked at.
    `avoided[i]` is the set of those whom the player at i had better not meet; it is empty where no one is avoided.
    """

    players: list[PlayerState]
    allowed: list[int]
    groups: list[range]
    kinds: list[int]
    bye: int | None = None
    reserved: int = 0
    steps: StepCounter = field(default_factory=StepCounter)
    avoided: list[int] = field(default_factory=list)

    def avoids(self, one: int, two: int) -> bool:
        """Whether two had better not meet."""
        return bool(self.avoided) and bool(self.avoided[one] >> two & 1)

    def count_avoided(self, pairs: Iterable[tuple[int, int]]) -> int:
        """How many of these pairs had better not meet."""
        return sum(self.avoids(one, two) for one, two in pairs) if self.avoided else 0

    @property
    def everybody(self) -> int:
        """All players to pair, without the bye."""
        return (1 << len(self.players)) - 1

    def give_bye_to(self, candidates: int) -> None:
        """Let exactly `candidates` be paired with the bye."""
        bye = self.bye
        assert bye is not None
        for position in members(self.allowed[bye] & ~candidates):
            self.allowed[position] &= ~(1 << bye)
        for position in members(candidates):
            self.allowed[position] |= 1 << bye
        self.allowed[bye] = candidates


def members(positions: int) -> Iterator[int]:
    """The positions in a bit set, smallest first."""
    while positions:
        lowest = positions & -positions
        yield lowest.bit_length() - 1
        positions ^= lowest


def bits(positions: Iterable[int]) -> int:
    """The bit set of some positions."""
    result = 0
    for position in positions:
        result |= 1 << position
    return result


def pairing_field_of(
    table: CrossTable, steps: StepCounter | None = None, players: list[PlayerState] | None = None
) -> PairingField:
    """The field of the round after `table.rounds_played`; no one may get the bye yet.

    `players` are as a system sees them, best first, where it sees them otherwise than the Dutch one.
    """
    players = players_of(table) if players is None else players
    allowed = _find_allowed(table, players)
    groups = []
    for _score, positions in groupby(range(len(players)), key=lambda position: players[position].score):
        members_of_group = list(positions)
        groups.append(range(members_of_group[0], members_of_group[-1] + 1))
    odd = len(players) % 2 == 1
    if odd:
        allowed.append(0)
    kinds = [colour_kind(player) for player in players]
    return PairingField(
        players,
        allowed,
        groups,
        kinds,
        len(players) if odd else None,
        steps=steps or StepCounter(),
        avoided=_find_avoided(table, players),
    )


def _find_avoided(table: CrossTable, players: list[PlayerState]) -> list[int]:
    avoided = avoided_numbers(table)
    if not avoided:
        return []
    place = {player.number: position for position, player in enumerate(players)}
    return [bits(place[other] for other in avoided.get(player.number, ()) if other in place) for player in players]


def _find_allowed(table: CrossTable, players: list[PlayerState]) -> list[int]:
    everybody = (1 << len(players)) - 1
    position_of = {player.number: position for position, player in enumerate(players)}
    forbidden = forbidden_numbers(table)
    rivals = {colour: _colour_rivals(players, colour) for colour in Colour}
    allowed = []
    for position, player in enumerate(players):
        barred = 1 << position
        for number in player.opponents | forbidden.get(player.number, frozenset()):
            if number in position_of:
                barred |= 1 << position_of[number]
        if player.preference is not None and player.strength == ABSOLUTE and not player.top:
            barred |= rivals[player.preference]
        allowed.append(everybody & ~barred)
    return allowed


def _colour_rivals(players: list[PlayerState], colour: Colour) -> int:
    """Those who must have `colour`; topscorers of the last round may meet them all the same (C3)."""
    return bits(
        position
        for position, player in enumerate(players)
        if player.preference is colour and player.strength == ABSOLUTE and not player.top
    )


def forbidden_numbers(table: CrossTable) -> dict[int, frozenset[int]]:
    """By pairing number, whom the event's forbidden groups bar from meeting in the coming round."""
    return _numbers_of(table, is_soft=False)


def avoided_numbers(table: CrossTable) -> dict[int, frozenset[int]]:
    """By pairing number, whom each had better not meet in the coming round."""
    return _numbers_of(table, is_soft=True)


def _numbers_of(table: CrossTable, *, is_soft: bool) -> dict[int, frozenset[int]]:
    coming = table.rounds_played + 1
    barred: dict[int, frozenset[int]] = {}
    for group in table.forbidden:
        if group.is_soft is not is_soft:
            continue
        if group.first_round <= coming and (group.last_round is None or coming <= group.last_round):
            for number in group.numbers:
                barred[number] = barred.get(number, frozenset()) | (group.numbers - {number})
    return barred


def colour_kind(player: PlayerState) -> int:
    """A small number for what colours mean to a player: players of one kind are interchangeable to C12 and C13.

    0, 1, 2: White absolutely, strongly, mildly; 3, 4, 5: Black; 6: no preference; 7, 8: topscorers
    of the last round who must have White or Black, since C3 does not bind them.
    """
    if player.preference is None:
        return 6
    black = player.preference is Colour.BLACK
    if player.strength == ABSOLUTE and player.top:
        return 7 + black
    return 3 * black + {ABSOLUTE: 0, MILD: 2}.get(player.strength, 1)
