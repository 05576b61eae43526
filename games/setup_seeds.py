"""Where the set-ups of games came from. The app that draws them says so here; games know no draws."""

from __future__ import annotations

from collections.abc import Callable

from games.models import Game
from gipf_engine.rules.certificate import SetupSeed

FindSeed = Callable[[Game], SetupSeed | None]
"""The seed that a game's set-up was drawn by, where everybody may see it; None where it was not drawn."""

_finders: list[FindSeed] = []


def register(find: FindSeed) -> FindSeed:
    """Decorator: ask this function too."""
    _finders.append(find)
    return find


def seed_of(game: Game) -> SetupSeed | None:
    """The seed of the game's set-up, as the first app that knows it says."""
    if not game.setup:
        return None
    return next((seed for find in _finders if (seed := find(game)) is not None), None)
