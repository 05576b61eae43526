"""A partner of eight levels, who plays by the search: the lower, the less far and the more often carelessly."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from gipf_engine.analysis.levels import VERSION, Level, level_of

if TYPE_CHECKING:
    from gipf_engine.rules.base import Position


def choose(position: Position, level: int, seed: str) -> str:
    """The turn that a level plays, the same for the same seed. ValueError where there is no kernel or no turn."""
    return choose_as(position, level_of(position.rules.key, level), f"{VERSION} {level} {seed}")


def choose_as(position: Position, level: Level, seed: str) -> str:
    """The turn that any level plays, one of a rule set's or not; raises as `choose` does."""
    from gipf_engine.analysis.search import analyse, turn_by_errors  # load the compiler

    if position.outcome is not None:
        raise ValueError("the game is over")
    chance = random.Random(f"{seed} {position.text()}")  # noqa: S311 - play, no secret
    if chance.random() * 100 < level.careless:
        return turn_by_errors(position, level.glance, lambda: round(chance.gauss(0, level.error)))
    return analyse(position, level.nodes, length=1).lines[0].turns[0]
