"""Can a player be first although rounds are not paired yet? Shown by an example: results, and pairings by the rules.

The player wins all games. In rounds before the last the one with fewer points wins each other game, so that no one
runs away; in the last a maximum flow shares the games out (`forecast.race`). Each round is paired by the event's own
system. Where that ends with no one ahead of the player, it is an example, and proves that it can be. Where it does not,
nothing is proved.
"""

from __future__ import annotations

from collections.abc import Sequence

from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import CrossTable
from gipf_engine.tournament.forecast.race import Race
from gipf_engine.tournament.forecast.remaining import Seat, decide, open_seats, race_of, with_round
from gipf_engine.tournament.pairing.base import PairingError, PairingSystem
from gipf_engine.tournament.pairing.steps import StepCounter


def has_example(
    table: CrossTable, system: PairingSystem, number: int, *, has_draws: bool, steps: StepCounter | None = None
) -> bool:
    """Whether an example was found in which no one has more points than a player. Raises `TooManySteps`."""
    rounds = table.rounds_planned or table.rounds_played
    while True:
        results = _results(table, system, number, has_draws=has_draws, is_last=table.rounds_played >= rounds)
        if results is None:
            return False
        table = decide(table, results)
        if table.rounds_played >= rounds:
            most = max(table.points(each.number) for each in table.entrants)
            return table.points(number) == most
        try:
            table = with_round(table, system.pair(table, steps))
        except PairingError:
            return False


def _results(
    table: CrossTable, system: PairingSystem, number: int, *, has_draws: bool, is_last: bool
) -> dict[Seat, SideResult] | None:
    """How the open games end; None where no one could stay behind the player any more."""
    seats = open_seats(table)
    race = race_of(table, system, has_draws=has_draws)
    shares = race.share_for(number)
    if shares is None:
        return None
    if not is_last or not shares:
        shares = [_lower_wins(table, race, seat) for seat in seats]
    return {seat: _outcome(seat, number, share, race) for seat, share in zip(seats, shares, strict=True)}


def _lower_wins(table: CrossTable, race: Race, seat: Seat) -> int:
    """The units of the one who begins where the one with fewer points wins."""
    one, other = table.points(seat.white), table.points(seat.black)
    if one == other:
        return race.worth.units // 2
    return race.worth.units if one < other else 0


def _outcome(seat: Seat, number: int, share: int, race: Race) -> SideResult:
    if number in (seat.white, seat.black):
        return SideResult.WIN if seat.white == number else SideResult.LOSS
    outcomes: Sequence[SideResult] = (SideResult.LOSS, SideResult.DRAW, SideResult.WIN)
    if race.worth.units == 1:
        outcomes = (SideResult.LOSS, SideResult.WIN)
    return outcomes[share]
