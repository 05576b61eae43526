"""How strong the opposition was that everybody met, and the order by it (C.04.4.2, articles 1.7 and 1.8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from gipf_engine.tournament.crosstable import Bye, ByeKind, CrossTable, Meeting
from gipf_engine.tournament.pairing.steps import StepCounter
from gipf_engine.tournament.pairing.swiss.pairing_field import PairingField, pairing_field_of
from gipf_engine.tournament.pairing.swiss.player_state import PlayerState, Record, players_of, records_of


@dataclass(frozen=True, slots=True, order=True)
class Index:
    """The Opposition Evaluation Index: Buchholz in tenths, then Sonneborn-Berger in hundredths (1.8.1)."""

    buchholz: int
    sonneborn_berger: int


@dataclass(frozen=True, slots=True)
class BursteinField:
    """The players of a round by position, best score first: who may meet whom, and how they rank by opposition.

    `rank[i]` is the place of the player at position i in the order of 1.8, from 0: highest Index, then lowest number.
    Scores play no part in it.
    """

    field: PairingField
    indices: list[Index]
    rank: list[int]


def burstein_field_of(table: CrossTable, steps: StepCounter | None = None) -> BursteinField:
    """The field of the round after `table.rounds_played`."""
    records = records_of(table)
    players = [replace(player, top=False) if player.top else player for player in players_of(table, records)]
    seen = {number: _score_for_opponents(table, record) for number, record in records.items()}
    indices = [_index(records[player.number], seen) for player in players]
    return BursteinField(pairing_field_of(table, steps, players), indices, _rank(players, indices))


def _rank(players: list[PlayerState], indices: list[Index]) -> list[int]:
    best_first = sorted(
        range(len(players)),
        key=lambda one: (-indices[one].buchholz, -indices[one].sonneborn_berger, players[one].number),
    )
    rank = [0] * len(players)
    for place, one in enumerate(best_first):
        rank[one] = place
    return rank


def _index(record: Record, seen: Mapping[int, int]) -> Index:
    """Over all rounds so far; one that was not played is a game against oneself with the points it gave (1.7.2)."""
    buchholz = sonneborn_berger = 0
    gains = [after - before for before, after in pairwise(record.totals)]
    for number, (gain, played) in enumerate(zip(gains, record.played, strict=True), 1):
        cell = record.entrant.cell(number)
        score = seen[cell.opponent] if played and isinstance(cell, Meeting) else record.totals[-1]
        buchholz += score
        sonneborn_berger += gain * score
    return Index(buchholz, sonneborn_berger)


def _score_for_opponents(table: CrossTable, record: Record) -> int:
    """The current score as it counts for those met over the board, without virtual points.

    Zero-point byes in an unbroken series up to the round that is being paired count as draws (1.7.2, exception), and so
    do rounds of absence: those of players who have left, or who are away again now. Who is back has no such series.
    """
    score = record.totals[-1]
    if not (record.entrant.withdrawn or record.entrant.cell(table.rounds_played + 1) == Bye(ByeKind.ZERO)):
        return score
    for number in range(table.rounds_played, 0, -1):
        cell = record.entrant.cell(number)
        if not (cell is None or (isinstance(cell, Bye) and cell.kind is ByeKind.ZERO)):
            break
        score += table.scoring.draw * table.games_per_round
    return score
