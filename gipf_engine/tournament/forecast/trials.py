"""How likely is it? An event is played out many times by what ratings expect, each time with the same random numbers.

These are estimates: they know the ratings and nothing of the day. Each comes with its standard error, which says only
how much another set of trials would differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random

from gipf_engine.results import SideResult
from gipf_engine.tournament.crosstable import Colour, CrossTable, Entrant
from gipf_engine.tournament.forecast.remaining import ANSWERS, Seat, decide, open_seats, schedule_rest, with_round
from gipf_engine.tournament.pairing.base import PairingError, PairingSystem
from gipf_engine.tournament.pairing.steps import StepCounter

SEED = 2026
DRAWS = 0.1
"""The share of games that are drawn between equals, where there are draws."""
PLAYER_ROUNDS = 12_000
"""What all trials together may pair: players times rounds times trials."""
FEWEST_TRIALS, MOST_TRIALS, SCHEDULED_TRIALS = 20, 400, 1000
MOST_PLAYERS = 128
MOST_DRAWN = 200_000
"""So many games are drawn at most where no round is paired any more."""
SCALE, UNKNOWN_RATING = 400, 1500


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happened in so many trials."""

    times: int
    trials: int

    @property
    def value(self) -> float:
        return self.times / self.trials

    @property
    def error(self) -> float:
        """The standard error of the value."""
        return sqrt(self.value * (1 - self.value) / self.trials)


@dataclass(frozen=True, slots=True)
class RoundEstimate:
    """After so many rounds: how often one player alone was first, and how often the top-rated one was."""

    rounds: int
    sole_winner: Share
    strongest_alone: Share


@dataclass(frozen=True, slots=True)
class FinishEstimate:
    """How often a player ended first, alone and alone or tied, and with how many points on average (in tenths)."""

    number: int
    alone: Share
    first: Share
    points: float


def trials_for(players: int, rounds: int, games: int = 0) -> int:
    """How many trials are made of an event of so many players and rounds still to be paired; 0: it is too large.

    `games` are open: where no round is paired any more, only they count.
    """
    if players > MOST_PLAYERS:
        return 0
    if rounds == 0:
        return min(SCHEDULED_TRIALS, MOST_DRAWN // max(1, games))
    return max(FEWEST_TRIALS, min(MOST_TRIALS, PLAYER_ROUNDS // (players * rounds)))


def field_of(ratings: Sequence[int | None], rounds: int) -> CrossTable:
    """An event of players with these ratings before round 1, the strongest as number 1."""
    known = sorted((each for each in ratings if each is not None), reverse=True)
    ordered: list[int | None] = [*known, *[None] * (len(ratings) - len(known))]
    entrants = tuple(Entrant(number, str(number), rating) for number, rating in enumerate(ordered, 1))
    return CrossTable(entrants, rounds_played=0, rounds_planned=rounds, first_colour=Colour.WHITE)


def estimate_rounds(
    table: CrossTable, system: PairingSystem, *, has_draws: bool, steps: StepCounter | None = None
) -> list[RoundEstimate]:
    """For each number of rounds up to those planned, from a table before round 1. Raises `TooManySteps`."""
    rounds = table.rounds_planned or 0
    trials = trials_for(len(table.entrants), rounds)
    dice = _Dice(table, has_draws=has_draws)
    strongest = min(table.entrants, key=lambda each: (-(each.rating or 0), each.number)).number
    sole, strong, made = Counter[int](), Counter[int](), Counter[int]()
    for trial in range(trials):
        dice.start(trial)
        played = table
        for number in range(1, rounds + 1):
            try:
                played = dice.decide(with_round(played, system.pair(played, steps)))
            except PairingError:
                break
            first = _most_points_of({each.number: played.points(each.number) for each in played.entrants})
            made[number] += 1
            sole[number] += len(first) == 1
            strong[number] += first == [strongest]
    return [
        RoundEstimate(number, Share(sole[number], made[number]), Share(strong[number], made[number]))
        for number in range(1, rounds + 1)
        if made[number]
    ]


def estimate_finish(
    table: CrossTable, system: PairingSystem, *, has_draws: bool, steps: StepCounter | None = None
) -> list[FinishEstimate]:
    """For each player, from a table in the middle of an event; empty where it is too large. Raises `TooManySteps`."""
    whole = schedule_rest(table, system)
    left = max(0, (table.rounds_planned or 0) - whole.rounds_played) if system.needs_results else 0
    seats = open_seats(whole)
    trials = trials_for(len(table.entrants), left, len(seats))
    dice = _Dice(table, has_draws=has_draws)
    counts = _Counts()
    for trial in range(trials):
        dice.start(trial)
        if not left:
            counts.add(dice.add_points(whole, seats))
            continue
        played = dice.decide(whole)
        for _round in range(left):
            try:
                played = dice.decide(with_round(played, system.pair(played, steps)))
            except PairingError:
                break
        counts.add({each.number: played.points(each.number) for each in played.entrants})
    return counts.estimates(table, trials) if trials else []


@dataclass
class _Counts:
    alone: Counter[int] = field(default_factory=Counter)
    first: Counter[int] = field(default_factory=Counter)
    points: Counter[int] = field(default_factory=Counter)

    def add(self, points: Mapping[int, int]) -> None:
        """Count how a trial ended."""
        self.points.update(points)
        first = _most_points_of(points)
        for number in first:
            self.first[number] += 1
            self.alone[number] += len(first) == 1

    def estimates(self, table: CrossTable, trials: int) -> list[FinishEstimate]:
        return [
            FinishEstimate(
                each.number,
                Share(self.alone[each.number], trials),
                Share(self.first[each.number], trials),
                self.points[each.number] / trials,
            )
            for each in table.entrants
        ]


def _most_points_of(points: Mapping[int, int]) -> list[int]:
    """Who has most points."""
    most = max(points.values(), default=0)
    return [number for number, each in points.items() if each == most]


class _Dice:
    """Draws results by what ratings expect."""

    def __init__(self, table: CrossTable, *, has_draws: bool) -> None:
        known = [each.rating for each in table.entrants if each.rating is not None]
        usual = sum(known) // len(known) if known else UNKNOWN_RATING
        self.ratings: Mapping[int, int] = {each.number: each.rating or usual for each in table.entrants}
        self.draws = DRAWS if has_draws else 0.0
        self._start: dict[int, int] | None = None
        self.random = Random(SEED)  # noqa: S311  the same in every run, and guards nothing

    def start(self, trial: int) -> None:
        """Draw what this trial draws in every run."""
        self.random = Random(SEED * 100_003 + trial)  # noqa: S311  as above

    def decide(self, table: CrossTable) -> CrossTable:
        """The table with all its open games decided."""
        seats = open_seats(table)
        return decide(table, {seat: self._draw(seat) for seat in seats}) if seats else table

    def add_points(self, table: CrossTable, seats: Sequence[Seat]) -> dict[int, int]:
        """Everybody's points with these games decided, which need no table."""
        if self._start is None:
            self._start = {each.number: table.points(each.number) for each in table.entrants}
        points, scoring = dict(self._start), table.scoring
        for seat in seats:
            outcome = self._draw(seat)
            points[seat.white] += scoring.points(outcome)
            points[seat.black] += scoring.points(ANSWERS[outcome])
        return points

    def _draw(self, seat: Seat) -> SideResult:
        ahead = self.ratings[seat.white] - self.ratings[seat.black]
        expected = 1 / (1 + 10 ** (-ahead / SCALE))
        drawn = min(self.draws, 2 * expected, 2 * (1 - expected))
        at = self.random.random()
        if at < expected - drawn / 2:
            return SideResult.WIN
        return SideResult.DRAW if at < expected + drawn / 2 else SideResult.LOSS
