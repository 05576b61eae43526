"""A partner of eight levels, who plays by the search: the lower, the less far and the more often carelessly."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import TYPE_CHECKING

from gipf_engine.analysis.levels import VERSION, Level, level_of

if TYPE_CHECKING:
    from gipf_engine.rules.base import Position


_TRIED = 100
"""Hundredths of a piece that another turn may be worse than one that has led back to where it was played."""


def choose(position: Position, level: int, seed: str, tried: Collection[str] = ()) -> str:
    """The turn that a level plays, the same for the same seed. ValueError where there is no kernel or no turn.

    `tried`: turns that were played in this position before. Another one that is about as good is preferred, so that a
    game that is won does not go round and round.
    """
    return choose_as(position, level_of(position.rules.key, level), f"{VERSION} {level} {seed}", tried)


def choose_as(position: Position, level: Level, seed: str, tried: Collection[str] = ()) -> str:
    """The turn that any level plays, one of a rule set's or not; raises as `choose` does."""
    from gipf_engine.analysis.search import analyse, turn_but, turn_by_errors  # load the compiler

    if position.outcome is not None:
        raise ValueError("the game is over")
    again = f" {len(tried)}" if tried else ""
    chance = random.Random(f"{seed} {position.text()}{again}")  # noqa: S311 - play, no secret
    if chance.random() * 100 < level.careless:
        return turn_by_errors(position, level.glance, lambda: round(chance.gauss(0, level.error)))
    if tried:
        return turn_but(position, level.nodes, tried, _TRIED)
    return analyse(position, level.nodes, length=1).lines[0].turns[0]
