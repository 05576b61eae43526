"""How many true strengths the intervals of a list hold, found from its games alone.

True strengths are unknown, but what a rating is off shows: it moves the results of all games of one event the same way.
With m the forecast of a game, d = dm/dR its slope in the own rating, s the score and V the variance that the rating
claims, two games of one player in one event, against two opponents, have by the model

    E[(s₁ − m₁)(s₂ − m₂)] = d₁ d₂ V

So c = Σ (s₁ − m₁)(s₂ − m₂) / Σ d₁ d₂ V over all such pairs is how many times larger the variance of what ratings are
off really is, and an interval of ±1.96 √V holds the share erf(1.96 / √(2 c)) of true strengths: .95 where c = 1.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, repeat

from gipf_engine.ratings.base import HUNDRED, WIN, Game, Known, RatingChange, System, with_steps
from gipf_engine.ratings.deviations import TWO_SIDED_95, Q

LEARNING = 0.25
"""The first quarter of a history is not judged: everybody is new in it."""
FEWEST_PLAYERS = 100
"""So many players of events, at least, each with two games or more: else coverage is not told."""
_BLUR = math.pi * Q * Q / 8
_LEAST_RATIO = 0.01


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which share of true strengths intervals hold, and where that share lies in 95 cases of 100."""

    share: float
    low: float
    high: float
    players: int

    @property
    def in_percent(self) -> tuple[int, int, int]:
        """The share and both ends of its interval, in whole hundredths."""
        return round(100 * self.share), round(100 * self.low), round(100 * self.high)


@dataclass(slots=True)
class _Sums:
    """Of one player's games in an event: Σ r, Σ r², Σ d, Σ d², and V."""

    variance: float
    miss: float = 0.0
    misses: float = 0.0
    slope: float = 0.0
    slopes: float = 0.0
    games: int = 0

    def add(self, miss: float, slope: float) -> None:
        self.miss, self.misses = self.miss + miss, self.misses + miss * miss
        self.slope, self.slopes = self.slope + slope, self.slopes + slope * slope
        self.games += 1

    @property
    def products(self) -> tuple[float, float]:
        """Over all pairs of games, what the misses have in common, and what they should have."""
        return (self.miss**2 - self.misses) / 2, self.variance * (self.slope**2 - self.slopes) / 2


def find_coverage(
    system: System, periods: Sequence[tuple[int, Sequence[Game]]], steps: Sequence[Sequence[int]] = ()
) -> Coverage | None:
    """How many true strengths the system's intervals hold; None where it has none, or where too few games tell it."""
    state, last = system.initial_state(), dict[int, tuple[int, RatingChange]]()
    pairs: list[tuple[float, float]] = []
    learned = LEARNING * sum(len(games) for _day, games in periods)
    for (day, games), ahead in zip(periods, chain(steps, repeat(())), strict=False):
        if learned <= 0:
            known = {person: _known(system, last, person, day) for game in games for person in game[:2]}
            sums = _look_at(
                games,
                ahead,
                known,
                [state.expect_unequal(*game[:2], step, day) for game, step in with_steps(games, ahead)],
            )
            pairs += [each.products for each in sums if each.games > 1]
        learned -= len(games)
        last.update((change.person, (day, change)) for change in state.rate_unequal(games, ahead, day))
    return _share_of(pairs)


def _known(system: System, last: dict[int, tuple[int, RatingChange]], person: int, day: int) -> Known:
    if person not in last:
        return system.known_newcomer
    before, change = last[person]
    return system.known_after(change.after, change.details, day - before)


def _look_at(
    games: Sequence[Game], ahead: Sequence[int], known: dict[int, Known], expected: Sequence[float]
) -> list[_Sums]:
    """The misses of an event by player; of several games with one opponent, the first."""
    found, met = dict[int, _Sums](), defaultdict[int, set[int]](set)
    for (white, black, score), m in zip(games, expected, strict=True):
        variance = (known[white].deviation ** 2 + known[black].deviation ** 2) / HUNDRED**2
        slope, miss = Q / math.sqrt(1 + _BLUR * variance) * m * (1 - m), score / WIN - m
        for own, other, side in ((white, black, 1), (black, white, -1)):
            if other not in met[own]:
                met[own].add(other)
                sums = found.setdefault(own, _Sums((known[own].deviation / HUNDRED) ** 2))
                sums.add(side * miss, slope)
    return list(found.values())


def _share_of(pairs: Sequence[tuple[float, float]]) -> Coverage | None:
    claimed = math.fsum(should for _have, should in pairs)
    if len(pairs) < FEWEST_PLAYERS or claimed <= 0:
        return None
    ratio = math.fsum(have for have, _should in pairs) / claimed
    error = math.sqrt(math.fsum((have - ratio * should) ** 2 for have, should in pairs)) / claimed
    share, high, low = (_share_within(ratio + side * TWO_SIDED_95 * error) for side in (0, -1, 1))
    return Coverage(share, low, high, len(pairs))


def _share_within(ratio: float) -> float:
    return math.erf(TWO_SIDED_95 / math.sqrt(2 * max(ratio, _LEAST_RATIO)))
