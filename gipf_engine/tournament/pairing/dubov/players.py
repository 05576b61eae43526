"""What the Dubov system needs to know of each player beyond what all Swiss systems do (C.04.4.1, article 1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gipf_engine.tournament.crosstable import Colour, CrossTable, Meeting
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField, pairing_field_of
from gipf_engine.tournament.pairing.swiss.player_state import MILD, PlayerState, Record, players_of, records_of


@dataclass(frozen=True, slots=True)
class Facts:
    """One player: the average rating of opponents (1.7), how often upfloated (1.8), and whether last round."""

    aro: int
    upfloats: int
    just_upfloated: bool


@dataclass(frozen=True, slots=True)
class DubovField:
    """The players of a round by position, best first: who may meet whom, and what the system minds of each.

    `most_upfloats` is MaxT (1.8.2); `upfloats_count` is False in the last round, where C8, C9 and C10 do not apply.
    """

    field: PairingField
    facts: list[Facts]
    most_upfloats: int
    upfloats_count: bool

    def is_maximum_upfloater(self, one: int) -> bool:
        """Whether the player at a position has been upfloated as often as anyone should be (1.8.1)."""
        return self.facts[one].upfloats >= self.most_upfloats


def most_upfloats(rounds: int) -> int:
    """MaxT, by the number of rounds of the event (1.8.2)."""
    return 2 + rounds // 5


def dubov_field_of(table: CrossTable, steps: StepCounter | None = None) -> DubovField:
    """The field of the round after `table.rounds_played`.

    Where the number of rounds is open, MaxT goes by the rounds so far and no round is the last.
    """
    records = records_of(table)
    coloured = not table.colour_free and table.games_per_round == 1
    players = [_as_seen(player, coloured=coloured) for player in players_of(table, records)]
    coming = table.rounds_played + 1
    ratings = {entrant.number: entrant.rating or 0 for entrant in table.entrants}
    return DubovField(
        field=pairing_field_of(table, steps, players),
        facts=[_facts(records[player.number], records, ratings) for player in players],
        most_upfloats=most_upfloats(table.rounds_planned or coming),
        upfloats_count=coming != table.rounds_planned,
    )


def _as_seen(player: PlayerState, *, coloured: bool) -> PlayerState:
    """Without a game a player mildly prefers Black (1.6.4); no one is excepted from C3 as a topscorer."""
    if coloured and player.preference is None:
        return replace(player, preference=Colour.BLACK, strength=MILD, top=False)
    return replace(player, top=False) if player.top else player


def _facts(record: Record, records: Mapping[int, Record], ratings: Mapping[int, int]) -> Facts:
    met: list[int] = []
    upfloats, just = 0, False
    for number, played in enumerate(record.played, 1):
        cell = record.entrant.cell(number)
        just = False
        if isinstance(cell, Meeting) and not cell.is_void:
            if played:
                met.append(ratings[cell.opponent])
            just = records[cell.opponent].accelerated_score(number) > record.accelerated_score(number)
            upfloats += just
    return Facts(_mean(met), upfloats, just)


def _mean(ratings: list[int]) -> int:
    """Rounded to the nearest whole number, halves up (1.7.1); 0 without a game (1.7.3)."""
    return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings)) if ratings else 0
