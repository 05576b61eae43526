"""How well does a rating system predict? Every game is predicted from what was known before its period.

Scores of a forecast, each over all games:
* log loss: the mean of −(s ln p + (1 − s) ln (1 − p)), s the first player's score and p what was expected of him; a
  coin has ln 2 = 0.6931, less is better; a draw is s = ½, and costs at least ln 2 whatever was forecast;
* Brier score: the mean of (s − p)²; a coin has 0.25 where there are no draws;
* accuracy: in how many decided games the favourite won, a game without a favourite being half of one;
* calibration: games by what was expected, and what was scored in them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, repeat

from gipf_engine.ratings.base import WIN, Game, System, with_steps

SUREST = 0.995
"""No forecast counts as surer than this: half of the smallest step of FIDE's table."""
BINS = 10


@dataclass(frozen=True, slots=True)
class Forecast:
    """What was expected of the first player before the game, from 0 to 1, and what he scored."""

    expected: float
    score: float


@dataclass(frozen=True, slots=True)
class Bin:
    """The games of which between `lower` and `upper` was expected: how many, and the means of both."""

    lower: float
    upper: float
    games: int
    expected: float
    score: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """How good the forecasts of some games were. `decided` are the games that accuracy is about."""

    games: int
    decided: int
    log_loss: float
    brier: float
    accuracy: float
    calibration: tuple[Bin, ...]

    @property
    def drawn(self) -> int:
        """How many games were drawn."""
        return self.games - self.decided

    @property
    def lowest_log_loss(self) -> float:
        """What even the best forecast has: ½ in each draw, which costs ln 2, and the result of every other game."""
        return self.drawn * math.log(2) / self.games

    @property
    def calibration_error(self) -> float:
        """How far expected and scored points lie apart, as a mean over games: 0 is perfect."""
        return sum(each.games * abs(each.expected - each.score) for each in self.calibration) / self.games


def forecasts(
    system: System, periods: Iterable[tuple[int, Sequence[Game]]], steps: Iterable[Sequence[int]] = ()
) -> list[Forecast]:
    """Each game of each period (its day, its games) as `system` saw it before the period.

    `steps` of each period's games, where they may have handicaps, as `RatingState.rate_unequal` takes them.
    """
    state, found = system.initial_state(), list[Forecast]()
    for (day, games), ahead in zip(periods, chain(steps, repeat(())), strict=False):
        for (first, second, score), step in with_steps(games, ahead):
            found.append(Forecast(state.expect_unequal(first, second, step, day), score / WIN))
        state.rate_unequal(games, ahead, day)
    return found


def judge(found: Sequence[Forecast]) -> Evidence:
    """The scores of these forecasts. Raises ValueError without any."""
    if not found:
        raise ValueError("there is no forecast to judge")
    decided = [each for each in found if each.score != 0.5]
    return Evidence(
        games=len(found),
        decided=len(decided),
        log_loss=math.fsum(map(_log_loss, found)) / len(found),
        brier=math.fsum((each.score - each.expected) ** 2 for each in found) / len(found),
        accuracy=math.fsum(map(_accuracy, decided)) / len(decided) if decided else 0.5,
        calibration=tuple(_bins(found)),
    )


def _log_loss(each: Forecast) -> float:
    p = min(max(each.expected, 1 - SUREST), SUREST)
    return -(each.score * math.log(p) + (1 - each.score) * math.log(1 - p))


def _accuracy(each: Forecast) -> float:
    if each.expected == 0.5:
        return 0.5
    return float((each.expected > 0.5) == (each.score == 1))


def _bins(found: Sequence[Forecast]) -> Iterable[Bin]:
    by_bin: dict[int, list[Forecast]] = {}
    for each in found:
        by_bin.setdefault(min(int(each.expected * BINS), BINS - 1), []).append(each)
    for number, mine in sorted(by_bin.items()):
        expected = math.fsum(each.expected for each in mine) / len(mine)
        score = math.fsum(each.score for each in mine) / len(mine)
        yield Bin(number / BINS, (number + 1) / BINS, len(mine), expected, score)
