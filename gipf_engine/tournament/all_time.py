"""All-time tables: what players have from all games of a club, and who has most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from gipf_engine.results import RESULTS, Scoring, SideResult

_USUAL = Scoring()


@dataclass(slots=True)
class Tally:
    """What a player has. `points` are tenths, 1 and ½ whatever the events gave; forfeits are no games.

    `events` are those that were played and closed, `first` those that were won, alone or shared.
    """

    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0
    events: int = 0
    first: int = 0

    def count_game(self, code: str, side: str, number: int = 1) -> None:
        """Add so many games with this result that the player had at `side`, "white" or "black"."""
        result = RESULTS[code]
        outcome = result.outcome(side)
        if outcome is None or not result.played:
            return
        self.games += number
        self.points += number * _USUAL.points(outcome)
        if outcome is SideResult.WIN:
            self.won += number
        elif outcome is SideResult.DRAW:
            self.drawn += number
        else:
            self.lost += number

    @property
    def percent(self) -> int | None:
        """Points of a hundred that were possible, rounded; None without games."""
        return (20 * self.points + self.games) // (2 * self.games) if self.games else None


@dataclass(frozen=True, slots=True)
class AllTimeRow:
    """A player in the table; equal ones share a rank."""

    rank: int
    player: int
    tally: Tally = field(compare=False)


def rank_tallies(tallies: Mapping[int, Tally]) -> list[AllTimeRow]:
    """By points, then events won, then fewer games."""
    shown = sorted(tallies.items(), key=lambda each: (_order_of(each[1]), each[0]))
    rows: list[AllTimeRow] = []
    for place, (player, tally) in enumerate(shown, 1):
        shares = rows and _order_of(rows[-1].tally) == _order_of(tally)
        rows.append(AllTimeRow(rows[-1].rank if shares else place, player, tally))
    return rows


def _order_of(tally: Tally) -> tuple[int, int, int]:
    return (-tally.points, -tally.first, tally.games)


def tallies_of(games: Iterable[tuple[int, str, str, int]]) -> dict[int, Tally]:
    """A tally for each player, from (player, side, code, number of games)."""
    found: dict[int, Tally] = {}
    for player, side, code, number in games:
        found.setdefault(player, Tally()).count_game(code, side, number)
    return found
