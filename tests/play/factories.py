"""Deals to play in tests."""

from __future__ import annotations

from django.utils import timezone

from engine.rules import rules_for
from games.replay import Start
from play.models import PracticeDeal
from play.replay import PlayedDeal

GWG = "guowuguan-gwg"
OPEN_SETUP = "6644623111433332531161216131652255544266646555445163516441335222"
"""Generals 66 44 62 31 11 43; levels 33 32 53 31 61, 21 61 31 65 22, 55 54 42 66 64, …; 22 in the commons."""


def played(rules: str = GWG, setup: str = OPEN_SETUP, tokens: tuple[str, ...] = ()) -> PlayedDeal:
    """A deal with turns on it."""
    return PlayedDeal(Start(rules, (), setup), tokens)


def swap_tiles(setup: str, one: int, other: int) -> str:
    """The set-up with the tiles at these places, from 0, exchanged."""
    tiles = [setup[at : at + 2] for at in range(0, len(setup), 2)]
    tiles[one], tiles[other] = tiles[other], tiles[one]
    return "".join(tiles)


def practice_deal(rules: str = GWG, setup: str = "", number: int = 7, par: int | None = 6) -> PracticeDeal:
    """A deal to practise with that the solver has looked at."""
    seed = f"{number:064x}"
    chance = rules_for(rules).chance
    assert chance is not None
    return PracticeDeal.objects.create(
        rules=rules, seed=seed, setup=setup or chance.draw(seed), par=par, solved_at=timezone.now()
    )
