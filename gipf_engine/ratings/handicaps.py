"""What a handicap is worth, in points: estimated like the first move, from forecasts that do not know of it.

The prior is N(0, 150²). Handicaps go to the weaker player, and ratings that are not sure yet lie too close together:
then a part of the handicap is taken for strength, and the estimate is too low rather than too high.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gipf_engine.ratings.base import WIN, Game, System
from gipf_engine.ratings.evidence import Forecast
from gipf_engine.ratings.first_move import Offset, estimate_offset

PRIOR_SPREAD = 150.0
"""One standard deviation of the prior, in points."""
FEWEST_WITH_HANDICAP = 100
"""From so many games on the estimate is worth telling."""


@dataclass(frozen=True, slots=True)
class UnequalGame:
    """A game with a handicap, as the player who has it sees it: a key of the game's rules, the persons, the score."""

    handicap: str
    person: int
    opponent: int
    score: int


@dataclass(frozen=True, slots=True)
class HandicapWorth:
    """By how many points a handicap makes its owner stronger."""

    handicap: str
    offset: Offset

    @property
    def is_known(self) -> bool:
        """Whether it rests on enough games to be told."""
        return self.offset.games >= FEWEST_WITH_HANDICAP


def estimate_handicaps(
    system: System, periods: Iterable[tuple[int, Sequence[Game], Sequence[UnequalGame]]]
) -> list[HandicapWorth]:
    """What each handicap is worth that was given, in the order of their keys.

    `periods` have their day, the games that are rated, and those with a handicap; each of these is forecast from what
    was known before its period.
    """
    state, seen = system.initial_state(), defaultdict[str, list[Forecast]](list)
    for day, games, unequal in periods:
        for game in unequal:
            expected = state.expect(game.person, game.opponent, day)
            seen[game.handicap].append(Forecast(expected, game.score / WIN))
        if games:
            state.rate(games, day)
    return [HandicapWorth(key, estimate_offset(found, PRIOR_SPREAD)) for key, found in sorted(seen.items())]
